import * as Context from "effect/Context";
/** The service that shows an overlay on the store's pages asking for another card after a failed payment. */
export interface PaymentRecovery {
  /** Returns the HMAC that proves to the service that a page belongs to this Stripe customer. */
  readonly proofOf: (stripeCustomerToken: string) => string;
}

/** The failed-payment recovery service, or null if the store doesn't use one. */
export const PaymentRecovery = Context.Service<PaymentRecovery, PaymentRecovery | null>("backlot/PaymentRecovery");
