/** A payment provider. */
export type Provider = "stripe" | "paypal";
