import {
  type CreditEntry,
  type CreditLot,
  allocationEntries,
  expireLegacyLots,
  returnEntries,
} from "../credits/ledger.ts";
import { type Credits, credits } from "../credits/credits.ts";
import type { Instant } from "../kernel/calendar.ts";
import { type Cents, cents } from "../kernel/money.ts";
import type { ChangePolicy } from "./change-kind.ts";
import { type ChangePreview, type CurrentSubscription, previewChange } from "./change-preview.ts";
import {
  type PeriodPayment,
  type PlanTerms,
  type Subscription,
  type SubscriptionTransition,
  hasEnded,
  startSubscription,
  unchanged,
} from "./subscription.ts";

/**
 * Credits of the running period's own lot that are not spent. What was rolled over, bought or given is not among them.
 * (CHG-07)
 */
export const unspentOfPeriod = (subscription: Subscription, lots: readonly CreditLot[]): Credits =>
  lots.find((lot) => lot.kind === "plan" && lot.source === subscription.payment)?.remaining ?? credits(0);

/** Where a customer stands in the running period, as a change of plan looks at it. (CHG-07) */
export const toCurrentSubscription = (subscription: Subscription, lots: readonly CreditLot[]): CurrentSubscription => {
  const { price: _, ...status } = subscription.terms;
  return {
    ...status,
    legacy: subscription.legacy,
    period: subscription.period,
    paid: subscription.paid,
    unspent: unspentOfPeriod(subscription, lots),
    legacy_unspent: credits(lots.reduce((sum, lot) => sum + (lot.kind === "legacy" ? lot.remaining : 0), 0)),
  };
};

/** A change of plan: what is asked for, what the customer has in hand, and the order and payment of an upgrade. */
export interface PlanChange {
  readonly to: PlanTerms;
  readonly accountCredit: Cents;
  readonly at: Instant;
  readonly order: string;
  readonly payment: string;
  readonly policy?: ChangePolicy;
}

/**
 * The credits that an upgrade returns, taken when it is ordered, so that nobody spends them while it is being paid.
 * (CHG-07)
 */
export const holdCredits = (
  subscription: Subscription,
  lots: readonly CreditLot[],
  change: { readonly credits_returned: Credits },
  order: string,
  at: Instant,
): readonly CreditEntry[] => returnEntries(lots, subscription.payment, change.credits_returned, order, at);

/** The credits that an order held when it was placed, and those that it holds now. (CHG-07) */
export const heldCredits = (
  entries: readonly CreditEntry[],
  order: string,
): { readonly placed: Credits; readonly now: Credits } => {
  const about = entries.filter(({ reference }) => reference === order || reference === `${order}:again`);
  const moved = (of: readonly CreditEntry[]): Credits => credits(-of.reduce((total, { amount }) => total + amount, 0));
  return {
    placed: moved(about.filter(({ reason, reference }) => reason === "return" && reference === order)),
    now: moved(about),
  };
};

/** Releases what an upgrade held that was never paid. (CHG-07) */
export const releaseHold = (entries: readonly CreditEntry[], order: string, at: Instant): readonly CreditEntry[] => {
  const about = entries.filter((entry) => entry.reference === order);
  return about.some((entry) => entry.reason === "refund")
    ? []
    : about
        .filter((entry) => entry.reason === "return")
        .map((entry) => ({ ...entry, amount: -entry.amount, reason: "refund", at }));
};

/** Takes again what an order had held before it was released, as far as its lots still have it. (CHG-07, CHK-07) */
export const reinstateHold = (
  entries: readonly CreditEntry[],
  lots: readonly CreditLot[],
  order: string,
  at: Instant,
): readonly CreditEntry[] => {
  const remaining = (lotId: string): number => lots.find((lot) => lot.id === lotId)?.remaining ?? 0;
  const again = entries
    .filter((entry) => entry.reference === order && entry.reason === "return")
    .map(({ lot_id, amount }) => ({ lot_id, credits: credits(Math.min(-amount, remaining(lot_id))) }))
    .filter((each) => each.credits > 0);
  return allocationEntries(again, "return", `${order}:again`, at);
};

/**
 * What the new period of an upgrade cost, in cents: the money that is behind it, and for a plan with credits what was
 * refunded of the period before, since credits count at the price that they were opened with, and time at the money
 * that is left. (CHG-07, ORD-06)
 */
export const periodCost = (to: Pick<PlanTerms, "recurring_credits">, behind: Cents, short: Cents): Cents =>
  to.recurring_credits === 0 ? behind : cents(behind + short);

/**
 * The upgrade once it is paid: a new period begins, its credits are granted, unused legacy credits are lost. Again, or
 * after the end, it changes nothing. (CHG-02, CHG-05, CHG-07)
 */
export const applyUpgrade = (
  subscription: Subscription,
  lots: readonly CreditLot[],
  upgrade: { readonly to: PlanTerms; readonly at: Instant; readonly payment: PeriodPayment },
): SubscriptionTransition => {
  if (hasEnded(subscription) || upgrade.payment.reference === subscription.payment) return unchanged(subscription);
  const started = startSubscription({
    id: subscription.id,
    terms: upgrade.to,
    at: upgrade.at,
    payment: upgrade.payment,
  });
  return {
    ...started,
    entries: subscription.legacy ? expireLegacyLots(lots, upgrade.payment.reference, upgrade.at) : [],
  };
};

/**
 * Carries out a change of plan, exactly as its preview says: an upgrade now, a downgrade when the period ends, and no
 * change to the same plan. An upgrade that was carried out, and anything after the end, changes nothing. (CHG-02,
 * CHG-07)
 */
export const applyPlanChange = (
  subscription: Subscription,
  lots: readonly CreditLot[],
  change: PlanChange,
): SubscriptionTransition & { readonly preview: ChangePreview } => {
  const preview = previewChange({ ...change, current: toCurrentSubscription(subscription, lots), target: change.to });
  if (hasEnded(subscription) || change.payment === subscription.payment) return { ...unchanged(subscription), preview };
  switch (preview.kind) {
    case "no-change":
      return { ...unchanged(subscription), preview };
    case "downgrade":
      return { ...unchanged({ ...subscription, at_period_end: { _tag: "changes", to: change.to } }), preview };
    case "upgrade": {
      const held = holdCredits(subscription, lots, preview, change.order, change.at);
      const paid = applyUpgrade(subscription, lots, {
        to: change.to,
        at: change.at,
        payment: { reference: change.payment, paid: change.to.price },
      });
      return { ...paid, entries: [...held, ...paid.entries], preview };
    }
  }
};
