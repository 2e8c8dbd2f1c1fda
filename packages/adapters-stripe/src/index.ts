export type { StripeOptions } from "./client.ts";
export { type Stripe, makeStripe } from "./stripe.ts";
export { type StripeSetupOptions, makeStripeSetup } from "./setup/check.ts";
export { type StripeRehearsalOptions, rehearseStripe } from "./setup/rehearsal.ts";
export { WEBHOOK_EVENTS as STRIPE_WEBHOOK_EVENTS } from "./setup/webhook-events.ts";
