import type { Funding } from "./payment-gateway.ts";

/** What a buyer does on PayPal's pages, and what happens at PayPal without the store. */
export interface PayPalBuyer {
  /** Approves with sufficient or insufficient funding. Returns the URL that PayPal redirects the buyer to. */
  readonly approve: (approveUrl: string, funding?: Funding) => Promise<URL>;
  readonly cancel: (approveUrl: string) => Promise<URL>;
  /** Sets whether later payments of an agreement succeed. */
  readonly setFunding: (subscriptionId: string, funding: Funding) => Promise<void>;
  /** Refunds an amount of a payment in cents; by default, everything that is left. */
  readonly refund: (paymentId: string, amount?: number) => Promise<void>;
  readonly advance: (by: { readonly months?: number; readonly days?: number }) => Promise<void>;
  /** Returns PayPal's time, in milliseconds. */
  readonly now: () => Promise<number>;
  /** Returns all events so far with signed headers, oldest first. */
  readonly deliveredEvents: () => Promise<
    readonly { readonly body: string; readonly headers: Readonly<Record<string, string>> }[]
  >;
}
