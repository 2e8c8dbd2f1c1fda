import { type Subscription, hasEnded } from "./subscription.ts";

/** The basis of an approved order's quote: no plan (both null), or the paid period of the plan that it replaces. */
export interface QuoteBasis {
  readonly subscription_id: string | null;
  readonly payment: string | null;
}

/**
 * Returns whether the quote of an approved order is still valid, possibly hours later. True if no plan has started,
 * ended, changed, renewed, or become overdue since then. Capture the money only if the quote is valid. (CHG-09)
 */
export const isQuoteValid = (basis: QuoteBasis, running: Subscription | null): boolean => {
  if (basis.subscription_id === null || running === null) return basis.subscription_id === null && running === null;
  return running.id === basis.subscription_id && running.payment === basis.payment && running.status._tag === "active";
};

/**
 * Returns whether a paid plan change can still be applied. A provider that changes plans in place has already done so,
 * so the change applies unless the plan has ended. At other providers, it applies only to the period that it was quoted
 * for, and only if no part of the proration credit was refunded. (CHG-09)
 */
export const isChangeDeliverable = (
  running: Subscription | null,
  change: { readonly replaces: string | null; readonly isProrationCreditWhole: boolean },
  { changeInPlace }: { readonly changeInPlace: boolean },
): boolean => {
  if (running === null || hasEnded(running)) return false;
  return changeInPlace || (running.payment === change.replaces && change.isProrationCreditWhole);
};

/**
 * Returns the payment for the period that a change replaces: the current plan's payment if an old order doesn't store
 * one.
 */
export const replacedPayment = (
  item: { readonly replaces_payment: string | null },
  running: Pick<Subscription, "payment"> | null,
): string | null => item.replaces_payment ?? running?.payment ?? null;
