import type { PausedEntitlement } from "../downloads/download.ts";
import type { CreditEntry, CreditLot } from "../credits/ledger.ts";
import type { Instant } from "../kernel/calendar.ts";
import { type Cents, cents, sum } from "../kernel/money.ts";
import type { Provider } from "../orders/order.ts";

/** How a dispute stands. "open": the money is withdrawn until the bank or the provider has decided. */
export type DisputeStatus = "open" | "won" | "lost";

/** A payment that its payer disputes at the bank or at the provider. Amounts in cents. (ORD-06) */
export interface Dispute {
  /** The provider's own name for it. */
  readonly id: string;
  readonly provider: Provider;
  readonly user_id: string;
  readonly payment_id: string;
  /** What is disputed; once it is lost, what was lost. */
  readonly amount: Cents;
  readonly status: DisputeStatus;
  readonly opened_at: Instant;
  /** When it was won or lost; null while it is open. */
  readonly closed_at: Instant | null;
}

/**
 * The dispute to save after a look at the provider; null where nothing changes. A closed one never opens again, and a
 * lost one stays lost. (ORD-06)
 */
export const nextDispute = (known: Dispute | null, seen: Dispute): Dispute | null => {
  if (known === null) return seen;
  switch (known.status) {
    case "open":
      return seen.status === "open" && seen.amount === known.amount ? null : seen;
    case "won":
      return seen.status === "lost" ? seen : null;
    case "lost":
      return null;
  }
};

/** How much of a payment its lost disputes took, in cents. (ORD-06) */
export const lostAmount = (disputes: readonly Pick<Dispute, "status" | "amount">[]): Cents =>
  sum(disputes.filter((each) => each.status === "lost").map((each) => each.amount));

/**
 * How much of a payment was reversed, by refunds and by lost disputes, in cents. A payer may get a refund and win a
 * dispute; more than the payment is never reversed. (ORD-06)
 */
export const reversedAmount = (payment: {
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly disputed: Cents;
}): Cents => cents(Math.min(payment.amount, payment.refunded + payment.disputed));

/**
 * What the credits came from that paid for an item: the sources of their lots. `purchase` is the reference of its
 * entries. A lot that got its credits back is left out. (CRD-09, CRD-10)
 */
export const sourcesOfPurchase = (
  ledger: { readonly lots: readonly CreditLot[]; readonly entries: readonly CreditEntry[] },
  purchase: string,
): readonly string[] =>
  ledger.lots
    .filter((lot) => {
      const own = ledger.entries.filter((entry) => entry.lot_id === lot.id);
      const moved = own.filter((entry) => entry.reference === purchase);
      return moved.reduce((total, entry) => total + entry.amount, 0) < 0;
    })
    .map((lot) => lot.source);

/**
 * Whether something that was bought pauses. `disputed` names the sources of what disputed payments bought, `paidBy` the
 * sources that paid for it. One disputed source is enough. (DWN-04, ORD-06)
 */
export const isPausedByDispute = (disputed: readonly string[], paidBy: readonly string[]): boolean =>
  paidBy.some((source) => disputed.includes(source));

/**
 * What of an account's entitlement to an item pauses: its plan, where the running period was paid by a disputed
 * payment; the item, where each of its purchases was. `period` names the payment of the period, null without a plan.
 * (DWN-04, ORD-06)
 */
export const pausedEntitlement = (
  disputed: readonly string[],
  paidBy: { readonly period: string | null; readonly purchases: readonly (readonly string[])[] },
): PausedEntitlement => ({
  plan: paidBy.period !== null && isPausedByDispute(disputed, [paidBy.period]),
  owns: paidBy.purchases.length > 0 && paidBy.purchases.every((sources) => isPausedByDispute(disputed, sources)),
});
