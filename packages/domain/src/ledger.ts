import * as Result from "effect/Result";
import type { Instant } from "./calendar.ts";
import { type Credits, credits } from "./credits.ts";
import type { CreditEntry, CreditLot, EntryReason, LotKind } from "./ledger.schema.ts";

export type { CreditEntry, CreditLot, EntryReason, LotKind } from "./ledger.schema.ts";

/** What a lot needs of the ledger to be drawn from. */
export type Lot = Pick<CreditLot, "id" | "kind" | "remaining" | "granted_at" | "subscription_id">;

/** Credits taken from one lot. */
export interface Draw {
  readonly lot_id: string;
  readonly credits: Credits;
}

/** There are too few credits; `missing` more are needed. (CRD-06) */
export interface NotEnoughCredits {
  readonly _tag: "NotEnoughCredits";
  readonly needed: Credits;
  readonly available: Credits;
  readonly missing: Credits;
}

const RANK: Readonly<Record<LotKind, number>> = { legacy: 0, plan: 1, pack: 2, grant: 2 };

const inSpendingOrder = (a: Lot, b: Lot): number =>
  RANK[a.kind] - RANK[b.kind] || (a.granted_at < b.granted_at ? -1 : a.granted_at > b.granted_at ? 1 : 0) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const total = (lots: Iterable<Lot>): Credits => {
  let remaining = 0;
  for (const lot of lots) remaining += lot.remaining;
  return credits(remaining);
};

/** Balances of an account, in credits: legacy ones apart, since they buy only some items. (PLN-10, CRD-09) */
export const balances = (lots: readonly Lot[]): { readonly current: Credits; readonly legacy: Credits } => ({
  current: total(lots.filter((lot) => lot.kind !== "legacy")),
  legacy: total(lots.filter((lot) => lot.kind === "legacy")),
});

/**
 * Which lots pay a cost: legacy credits first where they are allowed, then plan credits, then packs and grants, each
 * oldest first. Fails with what is missing, and then takes nothing. (CRD-09)
 */
export const draw = (lots: readonly Lot[], cost: Credits, options: { readonly legacyAllowed: boolean }): Result.Result<readonly Draw[], NotEnoughCredits> => {
  const usable = lots.filter((lot) => lot.remaining > 0 && (options.legacyAllowed || lot.kind !== "legacy"));
  const available = total(usable);
  if (available < cost) {
    return Result.fail({ _tag: "NotEnoughCredits", needed: cost, available, missing: credits(cost - available) });
  }
  const draws: Draw[] = [];
  let open: number = cost;
  for (const lot of [...usable].sort(inSpendingOrder)) {
    if (open === 0) break;
    const taken = Math.min(open, lot.remaining);
    draws.push({ lot_id: lot.id, credits: credits(taken) });
    open -= taken;
  }
  return Result.succeed(draws);
};

/** The entries that draws make. (CRD-09, CRD-10) */
export const drawEntries = (
  draws: readonly Draw[],
  reason: Extract<EntryReason, "spend" | "hand-back" | "take-back">,
  reference: string,
  at: Instant,
): readonly CreditEntry[] => draws.map((each) => ({ lot_id: each.lot_id, amount: -each.credits, reason, reference, at }));

/** A new lot and its first entry. (CRD-09) */
export const grant = (lot: Omit<CreditLot, "remaining">): { readonly lot: CreditLot; readonly entry: CreditEntry } => ({
  lot: { ...lot, remaining: lot.granted },
  entry: { lot_id: lot.id, amount: lot.granted, reason: "grant", reference: lot.source, at: lot.granted_at },
});

/** Plan credits end with their subscription; packs and grants never do. Returns the entries that empty them. (CRD-09) */
export const expirePlanLots = (lots: readonly Lot[], subscriptionId: string, at: Instant): readonly CreditEntry[] =>
  lots
    .filter((lot) => lot.kind === "plan" && lot.subscription_id === subscriptionId && lot.remaining > 0)
    .map((lot) => ({ lot_id: lot.id, amount: -lot.remaining, reason: "expire", reference: subscriptionId, at }));

/** Legacy credits are lost for good when a legacy plan is upgraded or ends. (CHG-05) */
export const expireLegacyLots = (lots: readonly Lot[], reference: string, at: Instant): readonly CreditEntry[] =>
  lots.filter((lot) => lot.kind === "legacy" && lot.remaining > 0).map((lot) => ({ lot_id: lot.id, amount: -lot.remaining, reason: "expire", reference, at }));

/** The lots after some entries; throws RangeError where one would fall below zero. */
export const applyEntries = <L extends Lot>(lots: readonly L[], entries: readonly CreditEntry[]): readonly L[] => {
  const moved = new Map<string, number>();
  for (const entry of entries) moved.set(entry.lot_id, (moved.get(entry.lot_id) ?? 0) + entry.amount);
  return lots.map((lot) => ({ ...lot, remaining: credits(lot.remaining + (moved.get(lot.id) ?? 0)) }));
};
