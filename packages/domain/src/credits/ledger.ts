import * as Result from "effect/Result";
import type { Instant } from "../kernel/calendar.ts";
import { type Credits, credits, creditsLacking } from "./credits.ts";
import type { CreditEntry, CreditLot, EntryReason, LotKind } from "./ledger.schema.ts";

export type { CreditEntry, CreditLot, EntryReason, LotKind } from "./ledger.schema.ts";

/** The fields of a lot that an allocation needs. */
export type Lot = Pick<CreditLot, "id" | "kind" | "remaining" | "granted_at" | "subscription_id">;

/** Credits to take from one lot. */
export interface Allocation {
  readonly lot_id: string;
  readonly credits: Credits;
}

/** The error if a balance doesn't cover a cost. `missing` is the difference, in credits. */
export interface NotEnoughCredits {
  readonly _tag: "NotEnoughCredits";
  readonly needed: Credits;
  readonly available: Credits;
  readonly missing: Credits;
}

const RANK: Readonly<Record<LotKind, number>> = { legacy: 0, plan: 1, pack: 2, grant: 2 };

const inSpendingOrder = (a: Lot, b: Lot): number =>
  RANK[a.kind] - RANK[b.kind] ||
  (a.granted_at < b.granted_at ? -1 : a.granted_at > b.granted_at ? 1 : 0) ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const total = (lots: Iterable<Lot>): Credits => {
  let remaining = 0;
  for (const lot of lots) remaining += lot.remaining;
  return credits(remaining);
};

/** Returns an account's balances in credits. Legacy credits are separate, because they buy only some items. */
export const balances = (lots: readonly Lot[]): { readonly current: Credits; readonly legacy: Credits } => ({
  current: total(lots.filter((lot) => lot.kind !== "legacy")),
  legacy: total(lots.filter((lot) => lot.kind === "legacy")),
});

/**
 * Allocates a cost to lots: legacy credits first if allowed, then plan credits, then packs and grants, each oldest
 * first. Fails if the lots don't cover the whole cost. (CRD-09)
 */
export const allocate = (
  lots: readonly Lot[],
  cost: Credits,
  options: { readonly legacyAllowed: boolean },
): Result.Result<readonly Allocation[], NotEnoughCredits> => {
  const usable = lots.filter((lot) => lot.remaining > 0 && (options.legacyAllowed || lot.kind !== "legacy"));
  const available = total(usable);
  if (available < cost) {
    return Result.fail({ _tag: "NotEnoughCredits", needed: cost, available, missing: creditsLacking(cost, available) });
  }
  const draws: Allocation[] = [];
  let open: number = cost;
  for (const lot of [...usable].sort(inSpendingOrder)) {
    if (open === 0) break;
    const taken = Math.min(open, lot.remaining);
    draws.push({ lot_id: lot.id, credits: credits(taken) });
    open -= taken;
  }
  return Result.succeed(draws);
};

/**
 * Returns the ledger entries that take allocated credits from their lots. `reference` identifies the purchase or order.
 */
export const allocationEntries = (
  draws: readonly Allocation[],
  reason: Extract<EntryReason, "spend" | "return">,
  reference: string,
  at: Instant,
): readonly CreditEntry[] =>
  draws.map((each) => ({ lot_id: each.lot_id, amount: -each.credits, reason, reference, at }));

/** A new lot and the ledger entry that opens it. */
export interface Grant {
  readonly lot: CreditLot;
  readonly entry: CreditEntry;
}

/** Returns a new lot with all of its credits remaining, and the ledger entry that opens it. */
export const grant = (lot: Omit<CreditLot, "remaining">): Grant => ({
  lot: { ...lot, remaining: lot.granted },
  entry: { lot_id: lot.id, amount: lot.granted, reason: "grant", reference: lot.source, at: lot.granted_at },
});

const unspentPlanLots = (lots: readonly Lot[], subscriptionId: string): readonly Lot[] =>
  lots.filter((lot) => lot.kind === "plan" && lot.subscription_id === subscriptionId && lot.remaining > 0);

/** Returns the unspent credits that would expire with a subscription. */
export const unspentOfPlan = (lots: readonly Lot[], subscriptionId: string): Credits =>
  credits(unspentPlanLots(lots, subscriptionId).reduce((total, { remaining }) => total + remaining, 0));

/** Returns the entries that expire the plan credits of an ended subscription. Packs and grants never expire. */
export const expirePlanLots = (lots: readonly Lot[], subscriptionId: string, at: Instant): readonly CreditEntry[] =>
  unspentPlanLots(lots, subscriptionId).map((lot) => ({
    lot_id: lot.id,
    amount: -lot.remaining,
    reason: "expire",
    reference: subscriptionId,
    at,
  }));

/** Returns the entries that expire all legacy credits. Post them when a legacy plan is upgraded or ends. (CHG-05) */
export const expireLegacyLots = (lots: readonly Lot[], reference: string, at: Instant): readonly CreditEntry[] =>
  lots
    .filter((lot) => lot.kind === "legacy" && lot.remaining > 0)
    .map((lot) => ({ lot_id: lot.id, amount: -lot.remaining, reason: "expire", reference, at }));

/** Returns the entries that expire all remaining credits of a deleted account, of every kind. (ACC-07) */
export const forfeitLots = (lots: readonly Lot[], reference: string, at: Instant): readonly CreditEntry[] =>
  lots
    .filter((lot) => lot.remaining > 0)
    .map((lot) => ({ lot_id: lot.id, amount: -lot.remaining, reason: "expire", reference, at }));

/**
 * Returns the entries that return a revoked item's credits to their lots. Empty if all of them were returned before.
 */
export const returnSpentEntries = (
  entries: readonly CreditEntry[],
  purchase: string,
  at: Instant,
): readonly CreditEntry[] => {
  const spent = new Map<string, number>();
  for (const { reference, reason, lot_id, amount } of entries)
    if (reference === purchase && (reason === "spend" || reason === "refund"))
      spent.set(lot_id, (spent.get(lot_id) ?? 0) - amount);
  return [...spent].flatMap(([lot_id, amount]) =>
    amount > 0 ? [{ lot_id, amount, reason: "refund" as const, reference: purchase, at }] : [],
  );
};

/**
 * Returns the entries that give credits back to the store from the plan lot of one payment (`source`), as an upgrade
 * does. Empty if there is nothing to give back. (CHG-07)
 */
export const returnEntries = (
  lots: readonly CreditLot[],
  source: string,
  amount: Credits,
  reference: string,
  at: Instant,
): readonly CreditEntry[] => {
  const lot = lots.find((each) => each.kind === "plan" && each.source === source);
  return lot === undefined || amount === 0
    ? []
    : allocationEntries([{ lot_id: lot.id, credits: amount }], "return", reference, at);
};

/**
 * The explanation of a ledger entry: its lot, the lot's origin, the number of credits moved, and the lot's balance
 * before and after.
 */
export interface EntryReasoning {
  readonly lot_id: string;
  readonly kind: LotKind;
  /** The payment or decision behind the lot. */
  readonly paid_by: string;
  /** The purpose of the change, such as an item or an upgrade. */
  readonly paid_for: string;
  readonly reason: EntryReason;
  readonly credits: Credits;
  readonly before: Credits;
  readonly after: Credits;
}

/**
 * Returns the explanation of a ledger entry, or null if it isn't in the ledger. `entry` must be the same object as in
 * `ledger.entries`, which must be in posting order.
 */
export const explainEntry = (
  ledger: { readonly lots: readonly CreditLot[]; readonly entries: readonly CreditEntry[] },
  entry: CreditEntry,
): EntryReasoning | null => {
  const place = ledger.entries.indexOf(entry);
  const lot = ledger.lots.find((each) => each.id === entry.lot_id);
  if (place < 0 || lot === undefined) return null;
  const before = ledger.entries
    .slice(0, place)
    .reduce((sum, each) => sum + (each.lot_id === lot.id ? each.amount : 0), 0);
  return {
    lot_id: lot.id,
    kind: lot.kind,
    paid_by: lot.source,
    paid_for: entry.reference,
    reason: entry.reason,
    credits: credits(Math.abs(entry.amount)),
    before: credits(before),
    after: credits(before + entry.amount),
  };
};

/**
 * Returns the lots with the entries applied to their balances. Throws RangeError if a balance would become negative.
 */
export const applyEntries = <L extends Lot>(lots: readonly L[], entries: readonly CreditEntry[]): readonly L[] => {
  const moved = new Map<string, number>();
  for (const entry of entries) moved.set(entry.lot_id, (moved.get(entry.lot_id) ?? 0) + entry.amount);
  return lots.map((lot) => ({ ...lot, remaining: credits(lot.remaining + (moved.get(lot.id) ?? 0)) }));
};

/** Returns the reference of a purchase with credits: `id` tells apart purchases of the same collection. */
export const spendReference = (collectionId: number, id: string): string => `collection:${collectionId}:${id}`;

/** Returns the id of the collection that an entry's reference names, or null if it doesn't name one. */
export const collectionOfReference = (reference: string): number | null => {
  const [, id] = /^collection:(\d+):/.exec(reference) ?? [];
  return id === undefined ? null : Number(id);
};

/** Returns entries in posting order, each with the balance of all lots after it, in credits. */
export const withBalances = <Entry extends Pick<CreditEntry, "amount">>(
  entries: readonly Entry[],
): readonly (Entry & { readonly balance: number })[] => {
  let balance = 0;
  return entries.map((entry) => {
    balance += entry.amount;
    return { ...entry, balance };
  });
};
