/** An amount as PayPal's second API writes it: decimal, with two places. */
export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

/** Where an object can be read, or what can be done with it. */
export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly method?: "GET" | "POST" | "PATCH";
}

/** Cents as an amount of US dollars. */
export const toMoney = (cents: number): Money => ({ currency_code: "USD", value: (cents / 100).toFixed(2) });

/** Unix seconds as PayPal writes a time. */
export const toTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");

/** A link that is read. */
export const readLink = (rel: string, href: string): Link => ({ href, rel, method: "GET" });

/** The sandbox's merchant. */
export const PAYEE = { email_address: "store@example.com", merchant_id: "BACKLOTSANDBOX" } as const;

/** The sandbox's one buyer. */
export const BUYER = {
  name: { given_name: "Ada", surname: "Lens" },
  email_address: "ada@example.com",
  payer_id: "ADALENSSANDBX",
  address: { country_code: "US" },
} as const;
