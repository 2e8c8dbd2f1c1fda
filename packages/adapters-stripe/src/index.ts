export type { StripeOptions } from "./client.ts";
export { makePayments } from "./payments.ts";
