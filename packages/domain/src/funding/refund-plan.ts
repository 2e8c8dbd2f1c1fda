import { credits } from "../credits/credits.ts";
import type { Instant } from "../kernel/calendar.ts";
import type { FundingEntry } from "./funding.ts";
import {
  type HeldItem,
  type FundedGrant,
  type RefundPolicy,
  type FundingState,
  drawOf,
  missingCredits,
} from "./funding-state.ts";

/**
 * The effects of a refund on one lot's credits: those returned from a revoked item, those revoked (`fromLapsed` of them
 * had expired), and those left to lapse.
 */
export interface LotMoves {
  returned: { reference: string; credits: number }[];
  revoked: number;
  fromLapsed: number;
  lapsed: number;
}

/** The mutable state of a refund while `applyRefund` works out its effects. */
export interface RefundPlan {
  grants: FundedGrant[];
  account: FundingState["account"];
  items: HeldItem[];
  running: string | null;
  readonly moves: Map<string, LotMoves>;
  readonly funding: FundingEntry[];
  readonly taken: string[];
  readonly payment: string;
  readonly reference: string;
  readonly at: Instant;
  readonly policy: RefundPolicy;
}

/** Returns a lot's moves, adding an empty record if there is none. The caller can change it. */
export const movesOf = (plan: RefundPlan, lotId: string): LotMoves => {
  const moves = plan.moves.get(lotId) ?? { returned: [], revoked: 0, fromLapsed: 0, lapsed: 0 };
  plan.moves.set(lotId, moves);
  return moves;
};

/** Replaces fields of the grant with this source. */
export const update = (
  plan: RefundPlan,
  source: string,
  change: (grant: FundedGrant) => Partial<FundedGrant>,
): void => {
  plan.grants = plan.grants.map((each) => (each.source === source ? { ...each, ...change(each) } : each));
};

/** Returns a grant by its source. Throws RangeError if there is none. */
export const grantAt = (plan: RefundPlan, source: string): FundedGrant => {
  const grant = plan.grants.find((each) => each.source === source);
  if (grant === undefined) throw new RangeError(`grant ${source} doesn't exist`);
  return grant;
};

/** Revokes a lot's missing credits (see `missingCredits`): unspent ones first, then lapsed ones. */
const revokeMissing = (plan: RefundPlan, source: string): void =>
  update(plan, source, (grant) => {
    const unspent = Math.min(missingCredits(grant), grant.unspent);
    const lapsed = Math.min(missingCredits(grant) - unspent, grant.lapsed);
    if (grant.lot_id !== null && unspent + lapsed > 0) {
      const moves = movesOf(plan, grant.lot_id);
      moves.revoked += unspent + lapsed;
      moves.fromLapsed += lapsed;
    }
    return {
      unspent: credits(grant.unspent - unspent),
      lapsed: credits(grant.lapsed - lapsed),
      taken: credits(grant.taken + unspent + lapsed),
    };
  });

/** Revokes an item and returns its credits to their lots, then revokes those lots' missing credits. */
const takeItem = (plan: RefundPlan, item: HeldItem): void => {
  plan.items = plan.items.filter((each) => each !== item);
  plan.taken.push(item.reference);
  for (const draw of item.draws) {
    movesOf(plan, draw.lot_id).returned.push({ reference: item.reference, credits: draw.credits });
    for (const { lot_id, source } of plan.grants) {
      if (lot_id !== draw.lot_id) continue;
      update(plan, source, ({ unspent }) => ({ unspent: credits(unspent + draw.credits) }));
      revokeMissing(plan, source);
    }
  }
};

/**
 * Revokes a lot's missing credits, then items for the rest, newest first. Keeps an item unless all of its credits from
 * this lot are missing.
 */
export const settleLot = (plan: RefundPlan, source: string): void => {
  revokeMissing(plan, source);
  if (!plan.policy.takesItems) return;
  for (;;) {
    const grant = grantAt(plan, source);
    const missing = missingCredits(grant);
    const newest = plan.items.findLast((item) => drawOf(item, grant.lot_id) > 0);
    if (missing === 0 || newest === undefined || drawOf(newest, grant.lot_id) > missing) return;
    takeItem(plan, newest);
  }
};

/**
 * Adds `by` cents of a payment to the money that funds a holder, or removes them if negative. Merges entries with the
 * same holder, payment, reason, and reference. `about` is a suffix for the reference.
 */
export const move = (
  plan: RefundPlan,
  holder: string,
  payment: string | null,
  by: number,
  reason: FundingEntry["reason"],
  about = "",
): void => {
  const { at } = plan;
  const reference = `${plan.reference}${about}`;
  const index = plan.funding.findIndex(
    (entry) =>
      entry.holder === holder && entry.payment === payment && entry.reason === reason && entry.reference === reference,
  );
  const before = plan.funding[index];
  if (before === undefined) plan.funding.push({ holder, payment, cents: by, reason, reference, at });
  else plan.funding[index] = { ...before, cents: before.cents + by };
};
