/** A payment provider that the store supports. */
export type Provider = "stripe" | "paypal";

/** The providers' names, as people write them. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { stripe: "Stripe", paypal: "PayPal" };
