import * as Context from "effect/Context";
/** A service that asks customers for another card, over the store's pages, when their payment failed. (SHL-08) */
export interface PaymentRecovery {
  /** Proves to the service that a page is shown to this customer of the card provider. */
  readonly proofOf: (stripeCustomerToken: string) => string;
}

/** The failed-payment recovery service, or null without one. */
export const PaymentRecovery = Context.Service<PaymentRecovery, PaymentRecovery | null>("backlot/PaymentRecovery");
