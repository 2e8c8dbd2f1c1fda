import { credits } from "../credits/credits.ts";
import type { Instant } from "../kernel/calendar.ts";
import type { FundingEntry } from "./funding.ts";
import { type HeldItem, type Holder, type RefundPolicy, type Standing, missingCredits } from "./standing.ts";

/** The credits that a refund moves in one lot. */
export interface LotMoves {
  returned: { reference: string; credits: number }[];
  revoked: number;
  fromLapsed: number;
  lapsed: number;
}

/** The working state of a refund. */
export interface Work {
  holders: Holder[];
  account: Standing["account"];
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

/** Returns a lot's moves, which the caller may change. */
export const movesOf = (work: Work, lotId: string): LotMoves => {
  const known = work.moves.get(lotId) ?? { returned: [], revoked: 0, fromLapsed: 0, lapsed: 0 };
  work.moves.set(lotId, known);
  return known;
};

/** Changes one holder. */
export const update = (work: Work, source: string, change: (holder: Holder) => Partial<Holder>): void => {
  work.holders = work.holders.map((each) => (each.source === source ? { ...each, ...change(each) } : each));
};

/** Returns a holder by its source. Throws RangeError if there is none. */
export const holderAt = (work: Work, source: string): Holder => {
  const found = work.holders.find((each) => each.source === source);
  if (found === undefined) throw new RangeError(`there is no holder ${source}`);
  return found;
};

/** Returns how many of an item's credits came from a lot. */
export const drawOf = (item: HeldItem, lotId: string | null): number =>
  item.draws.reduce((drawn, draw) => (draw.lot_id === lotId ? drawn + draw.credits : drawn), 0);

/** Returns how many of a lot's credits were spent on items. */
export const inItems = (work: Work, { lot_id }: Holder): number =>
  work.items.reduce((drawn, item) => drawn + drawOf(item, lot_id), 0);

/** Revokes a lot's missing credits, unspent ones first, then lapsed ones. */
const revokeMissing = (work: Work, source: string): void =>
  update(work, source, (holder) => {
    const unspent = Math.min(missingCredits(holder), holder.unspent);
    const lapsed = Math.min(missingCredits(holder) - unspent, holder.lapsed);
    if (holder.lot_id !== null && unspent + lapsed > 0) {
      const moves = movesOf(work, holder.lot_id);
      moves.revoked += unspent + lapsed;
      moves.fromLapsed += lapsed;
    }
    return {
      unspent: credits(holder.unspent - unspent),
      lapsed: credits(holder.lapsed - lapsed),
      taken: credits(holder.taken + unspent + lapsed),
    };
  });

/** Revokes an item and returns its credits to their lots, which revokes any that those lots are missing. */
const takeItem = (work: Work, item: HeldItem): void => {
  work.items = work.items.filter((each) => each !== item);
  work.taken.push(item.reference);
  for (const draw of item.draws) {
    movesOf(work, draw.lot_id).returned.push({ reference: item.reference, credits: draw.credits });
    for (const { lot_id, source } of work.holders) {
      if (lot_id !== draw.lot_id) continue;
      update(work, source, ({ unspent }) => ({ unspent: credits(unspent + draw.credits) }));
      revokeMissing(work, source);
    }
  }
};

/**
 * Revokes a lot's missing credits, then items for the rest, newest first. Keeps an item unless all of its credits from
 * this lot are missing.
 */
export const settleLot = (work: Work, source: string): void => {
  revokeMissing(work, source);
  if (!work.policy.takesItems) return;
  for (;;) {
    const holder = holderAt(work, source);
    const missing = missingCredits(holder);
    const newest = work.items.findLast((item) => drawOf(item, holder.lot_id) > 0);
    if (missing === 0 || newest === undefined || drawOf(newest, holder.lot_id) > missing) return;
    takeItem(work, newest);
  }
};

/** Records cents that move. Entries with the same holder, payment, reason and reference are merged. */
export const move = (
  work: Work,
  holder: string,
  payment: string | null,
  by: number,
  reason: FundingEntry["reason"],
  about = "",
): void => {
  const { at } = work;
  const reference = `${work.reference}${about}`;
  const known = work.funding.findIndex(
    (entry) =>
      entry.holder === holder && entry.payment === payment && entry.reason === reason && entry.reference === reference,
  );
  const before = work.funding[known];
  if (before === undefined) work.funding.push({ holder, payment, cents: by, reason, reference, at });
  else work.funding[known] = { ...before, cents: before.cents + by };
};
