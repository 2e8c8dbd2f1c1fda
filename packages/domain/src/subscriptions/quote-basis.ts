import { type Subscription, hasEnded } from "./subscription.ts";

/** What an order by PayPal stands on: no plan at all, or the paid period of the one that it replaces. */
export interface QuoteBasis {
  readonly subscription_id: string | null;
  readonly payment: string | null;
}

/**
 * Whether an order by PayPal still is what its buyer agreed to, which may be hours later: no plan has come, ended,
 * been changed, renewed or become overdue in between. Only then its money is taken. (CHG-09, CHK-04)
 */
export const isQuoteValid = (basis: QuoteBasis, running: Subscription | null): boolean => {
  if (basis.subscription_id === null || running === null) return basis.subscription_id === null && running === null;
  return running.id === basis.subscription_id && running.payment === basis.payment && running.status._tag === "active";
};

/**
 * Whether a change of plan that was paid can still count. A provider that changes the plan in place has done so
 * already: it counts while that plan lives. Elsewhere its quote holds for one period only, `replaces`, and while the
 * credits or the time that it returns are not refunded. (CHG-09, CHG-07)
 */
export const isChangeDeliverable = (
  running: Subscription | null,
  change: { readonly replaces: string | null; readonly isProrationCreditWhole: boolean },
  { changesInPlace }: { readonly changesInPlace: boolean },
): boolean => {
  if (running === null || hasEnded(running)) return false;
  return changesInPlace || (running.payment === change.replaces && change.isProrationCreditWhole);
};

/** The payment of the period that a change replaces: the one of the running plan, where an old order names none. */
export const replacedPayment = (
  item: { readonly replaces_payment: string | null },
  running: Pick<Subscription, "payment"> | null,
): string | null => item.replaces_payment ?? running?.payment ?? null;
