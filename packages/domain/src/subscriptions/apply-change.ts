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
 * Returns the unspent credits of the current period's own lot. Rolled-over, purchased, and granted credits don't count.
 */
export const unspentOfPeriod = (subscription: Subscription, lots: readonly CreditLot[]): Credits =>
  lots.find((lot) => lot.kind === "plan" && lot.source === subscription.payment)?.remaining ?? credits(0);

/** Returns the customer's current subscription as the input of a plan change. */
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

/**
 * A plan change: the new terms, the customer's account credit in cents, and the ids of an upgrade's order and payment.
 */
export interface PlanChange {
  readonly to: PlanTerms;
  readonly accountCredit: Cents;
  readonly at: Instant;
  readonly order: string;
  readonly payment: string;
  readonly policy?: ChangePolicy;
}

/**
 * Returns the entries that reserve the credits an upgrade will return. Post them when the upgrade is ordered, so that
 * the credits can't be spent while it is being paid. (CHG-07)
 */
export const holdCredits = (
  subscription: Subscription,
  lots: readonly CreditLot[],
  change: { readonly credits_returned: Credits },
  order: string,
  at: Instant,
): readonly CreditEntry[] => returnEntries(lots, subscription.payment, change.credits_returned, order, at);

/** Returns how many credits an order reserved when it was placed, and how many are still reserved. */
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

/** Returns the entries that release the credits reserved by an unpaid upgrade. Empty if already released. */
export const releaseHold = (entries: readonly CreditEntry[], order: string, at: Instant): readonly CreditEntry[] => {
  const about = entries.filter((entry) => entry.reference === order);
  return about.some((entry) => entry.reason === "refund")
    ? []
    : about
        .filter((entry) => entry.reason === "return")
        .map((entry) => ({ ...entry, amount: -entry.amount, reason: "refund", at }));
};

/** Returns the entries that reserve an order's released credits again, up to the number that their lots still have. */
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
 * Returns the cost of an upgrade's new period, in cents. `behind` is the money that funds it, and `short` the proration
 * credit that was refunded in the meantime. A plan with credits includes `short`, because credits keep the price they
 * were granted at; Essentials doesn't.
 */
export const periodCost = (to: Pick<PlanTerms, "recurring_credits">, behind: Cents, short: Cents): Cents =>
  to.recurring_credits === 0 ? behind : cents(behind + short);

/**
 * Applies a paid upgrade: starts a new period, grants its credits, and expires a legacy plan's unused credits. Does
 * nothing if it was already applied or the subscription has ended.
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
 * Applies a plan change exactly as its preview says: an upgrade now, a downgrade at the period end. Does nothing for
 * the same plan, a change that was already applied, or an ended subscription.
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
