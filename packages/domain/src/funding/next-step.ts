import { ACCOUNT, addOnSource } from "./funding.ts";
import { ceilOf, floorOf } from "../kernel/money.ts";
import { centsOf, moneyBehind } from "./parts.ts";
import { type Work, drawOf, holderAt, inItems } from "./refund-work.ts";
import type { Holder, RefundPolicy } from "./standing.ts";

/** The source of the next cents, and the most that can be taken in one step. */
export interface Step {
  readonly source: string;
  readonly cents: number;
}

/** Returns the cents after which the running period falls below the policy's minimum. */
const untilFloor = ({ price, parts }: Holder, { endsBelow }: RefundPolicy): number =>
  moneyBehind(parts) - ceilOf(price, endsBelow.numerator, endsBelow.denominator) + 1;

/** Returns how many more cents of a lot can be refunded if `usable` of its credits are revoked for them. */
const coveredBy = ({ price, granted, taken, removed }: Holder, usable: number): number =>
  granted === 0 ? 0 : floorOf(taken + usable, price, granted) - removed;

/** Returns the cents after which the lot's newest item is fully missing, or Infinity if there is none. */
const untilNextItem = (work: Work, holder: Holder): number => {
  const newest = work.items.findLast((item) => drawOf(item, holder.lot_id) > 0);
  if (newest === undefined) return Number.POSITIVE_INFINITY;
  const needed = holder.taken + holder.unspent + holder.lapsed + drawOf(newest, holder.lot_id);
  return floorOf(needed - 1, holder.price, holder.granted) + 1 - holder.removed;
};

/**
 * Returns the most cents that a pass can take from a holder in one step; 0 if none. Pass 1 takes the running period's
 * time and unused credits, pass 2 credits spent on items, pass 3 anything.
 */
const stepOf = (work: Work, holder: Holder, pass: 1 | 2 | 3): number => {
  const held = holder.unspent + holder.lapsed;
  switch (pass) {
    case 1:
      if (holder.kind === "time") return holder.source === work.running ? Number.POSITIVE_INFINITY : 0;
      return coveredBy(holder, held);
    case 2: {
      const covered = work.policy.takesItems ? coveredBy(holder, held + inItems(work, holder)) : 0;
      return covered > 0 ? Math.min(covered, untilNextItem(work, holder)) : 0;
    }
    case 3:
      return Number.POSITIVE_INFINITY;
  }
};

/**
 * Returns the sources that a payment can fund, in the order in which a refund takes from them: its own lots, add-on
 * first; account credit; later holders, oldest first.
 */
const placesOf = (work: Work): readonly string[] => {
  const own = [addOnSource(work.payment), work.payment];
  const sources = work.holders.map((holder) => holder.source);
  return [
    ...own.filter((source) => sources.includes(source)),
    ACCOUNT,
    ...sources.filter((source) => !own.includes(source)),
  ];
};

/**
 * Returns the next step of a refund, or null if the payment funds nothing more. Goes through the sources in three
 * passes.
 */
export const nextStep = (work: Work): Step | null => {
  const places = placesOf(work);
  for (const pass of [1, 2, 3] as const) {
    for (const source of places) {
      const isAccount = source === ACCOUNT;
      const holder = isAccount ? null : holderAt(work, source);
      const money = centsOf(holder?.parts ?? work.account, work.payment);
      if (money === 0) continue;
      const most = holder === null ? money : stepOf(work, holder, pass);
      const floor = holder !== null && source === work.running ? untilFloor(holder, work.policy) : money;
      const step = Math.min(money, most, Math.max(1, floor));
      if (step > 0) return { source, cents: step };
    }
  }
  return null;
};
