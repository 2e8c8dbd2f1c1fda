import { credits } from "../credits/credits.ts";
import type { Instant } from "../kernel/calendar.ts";
import type { FundingEntry } from "./funding.ts";
import { type HeldItem, type Holder, type RefundPolicy, type Standing, missingCredits } from "./standing.ts";

/** Credits that a refund moves in one lot. */
export interface LotMoves {
  returned: { reference: string; credits: number }[];
  revoked: number;
  fromLapsed: number;
  lapsed: number;
}

/** The state of one refund while it is worked out. */
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

/** What a refund moves in a lot so far. */
export const movesOf = (work: Work, lotId: string): LotMoves => {
  const known = work.moves.get(lotId) ?? { returned: [], revoked: 0, fromLapsed: 0, lapsed: 0 };
  work.moves.set(lotId, known);
  return known;
};

/** Changes one holder. */
export const update = (work: Work, source: string, change: (holder: Holder) => Partial<Holder>): void => {
  work.holders = work.holders.map((each) => (each.source === source ? { ...each, ...change(each) } : each));
};

/** A holder by its source; throws RangeError where there is none. */
export const holderAt = (work: Work, source: string): Holder => {
  const found = work.holders.find((each) => each.source === source);
  if (found === undefined) throw new RangeError(`there is no holder ${source}`);
  return found;
};

/** How many credits an item drew from a lot. */
export const drawOf = (item: HeldItem, lotId: string | null): number =>
  item.draws.reduce((drawn, draw) => (draw.lot_id === lotId ? drawn + draw.credits : drawn), 0);

/** How many credits of a lot are in items. */
export const inItems = (work: Work, { lot_id }: Holder): number =>
  work.items.reduce((drawn, item) => drawn + drawOf(item, lot_id), 0);

/** Takes what is missing of a lot from its unspent credits, then from its lapsed ones. */
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

/** Gives an item's credits back to their lots, which lose at once what they miss. */
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

/** Revokes what a lot misses, and takes items for the rest: newest first, only ones that are missed whole. */
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

/** Records cents of a payment that move; one entry a holder, payment, reason and reference. */
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
