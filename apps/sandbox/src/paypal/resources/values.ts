/** An amount in the format of PayPal's v2 API: a decimal string with two places. */
export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

/** A HATEOAS link. */
export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly method?: "GET" | "POST" | "PATCH";
}

/** Formats cents as an amount in US dollars. */
export const toMoney = (cents: number): Money => ({ currency_code: "USD", value: (cents / 100).toFixed(2) });

/** Formats Unix seconds as PayPal does. */
export const toTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");

export const readLink = (rel: string, href: string): Link => ({ href, rel, method: "GET" });

export const PAYEE = { email_address: "store@example.com", merchant_id: "BACKLOTSANDBOX" } as const;

export const BUYER = {
  name: { given_name: "Ada", surname: "Lens" },
  email_address: "ada@example.com",
  payer_id: "ADALENSSANDBX",
  address: { country_code: "US" },
} as const;
