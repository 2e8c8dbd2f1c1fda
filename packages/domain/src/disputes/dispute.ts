import type { CreditEntry, CreditLot } from "../credits/ledger.ts";
import type { Instant } from "../kernel/calendar.ts";
import { type Cents, sum } from "../kernel/money.ts";
import type { Provider } from "../kernel/provider.ts";

/** The status of a dispute. While "open", the provider withholds the money. */
export type DisputeStatus = "open" | "won" | "lost";

/** A payment that the customer disputes with their bank or the provider. Amounts in cents. */
export interface Dispute {
  /** The provider's id of the dispute. */
  readonly id: string;
  readonly provider: Provider;
  readonly user_id: string;
  readonly payment_id: string;
  /** The disputed amount, or the lost amount once the dispute is lost. */
  readonly amount: Cents;
  readonly status: DisputeStatus;
  readonly opened_at: Instant;
  /** When it was won or lost, or null while it is open. */
  readonly closed_at: Instant | null;
}

/**
 * Returns the dispute to save after retrieving it from the provider (`providerDispute`), or null if nothing changed.
 * `storedDispute` is null for a new one. A closed dispute never reopens. A won one can still be lost; a lost one is
 * final. (ORD-06)
 */
export const nextDispute = (storedDispute: Dispute | null, providerDispute: Dispute): Dispute | null => {
  if (storedDispute === null) return providerDispute;
  switch (storedDispute.status) {
    case "open":
      return providerDispute.status === "open" && providerDispute.amount === storedDispute.amount
        ? null
        : providerDispute;
    case "won":
      return providerDispute.status === "lost" ? providerDispute : null;
    case "lost":
      return null;
  }
};

/**
 * Returns whether to tell the customer about a dispute's new status. Returns false for a bank inquiry that ends in the
 * store's favor. It first appears as won, and no money was withdrawn.
 */
export const isDisputeNews = (storedDispute: Dispute | null, next: Dispute): boolean =>
  storedDispute === null ? next.status !== "won" : next.status !== storedDispute.status;

/** Returns how much of a payment was lost to disputes, in cents. */
export const lostAmount = (disputes: readonly Pick<Dispute, "status" | "amount">[]): Cents =>
  sum(disputes.filter((each) => each.status === "lost").map((each) => each.amount));

/**
 * Returns the sources of the credit lots that paid for an item. `purchase` is the reference of its ledger entries.
 * Omits lots that got their credits back. (CRD-09, CRD-10)
 */
export const sourcesOfPurchase = (
  ledger: { readonly lots: readonly CreditLot[]; readonly entries: readonly CreditEntry[] },
  purchase: string,
): readonly string[] =>
  ledger.lots
    .filter((lot) => {
      const lotEntries = ledger.entries.filter((entry) => entry.lot_id === lot.id);
      const moved = lotEntries.filter((entry) => entry.reference === purchase);
      return moved.reduce((total, entry) => total + entry.amount, 0) < 0;
    })
    .map((lot) => lot.source);

/**
 * Returns whether a disputed payment funded any of the sources that paid for a purchase. `disputed` lists all sources
 * that disputed payments funded. (DWN-04, ORD-06)
 */
export const isPausedByDispute = (disputed: readonly string[], paidBy: readonly string[]): boolean =>
  paidBy.some((source) => disputed.includes(source));

/**
 * Returns which parts of an account's entitlement to an item are paused: the plan, if a disputed payment funded its
 * current period (`period`, null without a plan), and the item, if disputed payments funded each of its purchases at
 * least in part. (DWN-04, ORD-06)
 */
export const pausedEntitlement = (
  disputed: readonly string[],
  paidBy: { readonly period: string | null; readonly purchases: readonly (readonly string[])[] },
): PausedEntitlement => ({
  plan: paidBy.period !== null && isPausedByDispute(disputed, [paidBy.period]),
  owns: paidBy.purchases.length > 0 && paidBy.purchases.every((sources) => isPausedByDispute(disputed, sources)),
});

/** The parts of an entitlement that are paused because a payment for them is disputed. */
export interface PausedEntitlement {
  readonly plan: boolean;
  readonly owns: boolean;
}
