import type { Provider } from "../kernel/provider.ts";
import type { Quote } from "../pricing/quote.ts";
import { payerRefusalText } from "./payer-messages.ts";
import { type PayFacts, payerRefusal, payersFor } from "./payer-refusal.ts";

/** A way to pay for a purchase. */
export interface Way {
  readonly payer: Provider;
  /**
   * The provider's own quote. Null for a downgrade or the same plan, in a cart (its quote applies, unless the payer
   * can't apply the cart's code), and if the price isn't known yet.
   */
  readonly quote: Quote | null;
  /** A note for the buyer about the payer, such as a different renewal day, or null. */
  readonly note: string | null;
  /** Why the payer can't be used until the buyer removes a code, or null. */
  readonly refusal: string | null;
}

/** A purchase as one payer would charge it. */
export interface PayerOffer {
  readonly paying: PayFacts;
  readonly quote: Quote | null;
  readonly note: string | null;
}

/**
 * Returns the ways to pay for a purchase, in display order: the offered payers, and the one that bills the plan to
 * change. Includes a payer that is ruled out only by a code, with the reason. Omits payers that can't pay for any other
 * reason.
 */
export const waysToPay = (
  offered: readonly Provider[],
  offers: readonly (PayerOffer & { readonly payer: Provider })[],
): readonly Way[] =>
  offers.flatMap(({ payer, paying, quote, note }) => {
    const refusal = payerRefusal(payer, offered.includes(payer), paying);
    if (refusal !== null && refusal !== "no-code") return [];
    const billedBy = paying.change?.billedBy ?? null;
    return [{ payer, quote, note, refusal: refusal === null ? null : payerRefusalText(payer, refusal, billedBy) }];
  });

/** Returns the ways to pay under these licenses for a purchase whose price is not known yet. */
export const waysUnder = (offered: readonly Provider[], licenses: PayFacts["licenses"]): readonly Way[] =>
  payersFor(offered, licenses).map((payer) => ({ payer, quote: null, note: null, refusal: null }));
