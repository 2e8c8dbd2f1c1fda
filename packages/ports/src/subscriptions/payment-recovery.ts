import * as Context from "effect/Context";
/** The service that asks customers for another card after a failed payment, in an overlay on the store's pages. */
export interface PaymentRecovery {
  /** Returns the HMAC that proves to the service that a page belongs to this Stripe customer. */
  readonly proofOf: (stripeCustomerToken: string) => string;
}

/** The failed-payment recovery service, or null if the store uses none. */
export const PaymentRecovery = Context.Service<PaymentRecovery, PaymentRecovery | null>("backlot/PaymentRecovery");
