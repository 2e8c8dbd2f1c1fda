/** The payment providers that the store supports, by the names stored in orders. */
export const PROVIDERS = ["stripe", "paypal"] as const;

/** A payment provider that the store supports. */
export type Provider = (typeof PROVIDERS)[number];

/** Returns whether a name is that of a provider that the store supports. */
export const isProvider = (name: string): name is Provider => PROVIDERS.some((provider) => provider === name);

/** The display names of the providers. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { stripe: "Stripe", paypal: "PayPal" };
