import { ACCOUNT, addOnSource } from "./funding.ts";
import { ceilOf, floorOf } from "../kernel/money.ts";
import { centsOf, moneyBehind } from "./parts.ts";
import { type Work, drawOf, holderAt, inItems } from "./refund-work.ts";
import type { Holder, RefundPolicy } from "./standing.ts";

/** Where the next cents come from, and how many at most before something changes. */
export interface Step {
  readonly source: string;
  readonly cents: number;
}

/** The cents after which the running period stands on too little. */
const untilFloor = ({ price, parts }: Holder, { endsBelow }: RefundPolicy): number =>
  moneyBehind(parts) - ceilOf(price, endsBelow.numerator, endsBelow.denominator) + 1;

/** How many more cents of a lot may be refunded while its credits, as many as `usable`, make up for them. */
const coveredBy = ({ price, granted, taken, removed }: Holder, usable: number): number =>
  granted === 0 ? 0 : floorOf(taken + usable, price, granted) - removed;

/** The cents after which the newest item of a lot is missed whole; all of them where there is none. */
const untilNextItem = (work: Work, holder: Holder): number => {
  const newest = work.items.findLast((item) => drawOf(item, holder.lot_id) > 0);
  if (newest === undefined) return Number.POSITIVE_INFINITY;
  const needed = holder.taken + holder.unspent + holder.lapsed + drawOf(newest, holder.lot_id);
  return floorOf(needed - 1, holder.price, holder.granted) + 1 - holder.removed;
};

/** How many cents a pass may take from a holder in one step; 0 where it is not this pass's. */
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

/** Where a payment's money is: its own lots, the add-on first; account credit; later holders as they were opened. */
const placesOf = (work: Work): readonly string[] => {
  const own = [addOnSource(work.payment), work.payment];
  const sources = work.holders.map((holder) => holder.source);
  return [
    ...own.filter((source) => sources.includes(source)),
    ACCOUNT,
    ...sources.filter((source) => !own.includes(source)),
  ];
};

/** The next step: three times through the places, first where there is something to take. */
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
