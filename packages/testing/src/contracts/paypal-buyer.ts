import type { Funding } from "./payment-gateway.ts";

/** What a buyer does on the provider's pages, and what happens there by itself. */
export interface PayPalBuyer {
  /** Agrees, with funding that pays or that is refused. Answers where the provider sends the buyer then. */
  readonly approve: (approveUrl: string, funding?: Funding) => Promise<URL>;
  readonly cancel: (approveUrl: string) => Promise<URL>;
  /** Whether the payments of an agreement go through from now on. */
  readonly setFunding: (subscriptionId: string, funding: Funding) => Promise<void>;
  /** Gives a payment back, whole or in part, in cents. */
  readonly refund: (paymentId: string, amount?: number) => Promise<void>;
  readonly advance: (by: { readonly months?: number; readonly days?: number }) => Promise<void>;
  /** The provider's clock, in milliseconds. */
  readonly now: () => Promise<number>;
  /** Every event so far, signed as it was sent, oldest first. */
  readonly deliveredEvents: () => Promise<
    readonly { readonly body: string; readonly headers: Readonly<Record<string, string>> }[]
  >;
}
