export type { StripeOptions } from "./client.ts";
export { type Stripe, makeStripe } from "./stripe.ts";
