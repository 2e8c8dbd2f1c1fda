/** A payment provider that the store supports. */
export type Provider = "stripe" | "paypal";
