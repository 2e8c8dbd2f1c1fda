export { makePayments, type StripeOptions } from "./payments.ts";
