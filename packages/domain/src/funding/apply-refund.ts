import type { CreditEntry } from "../credits/ledger.schema.ts";
import { credits } from "../credits/credits.ts";
import { type Instant, remainingFraction } from "../kernel/calendar.ts";
import { type Cents, cents, floorOf } from "../kernel/money.ts";
import { ACCOUNT, AFTER_ITS_TIME, type FundingEntry } from "./funding.ts";
import { type Step, nextStep } from "./next-step.ts";
import { carry, moneyBehind, movePart } from "./parts.ts";
import { type Work, holderAt, move, movesOf, settleLot, update } from "./refund-work.ts";
import { type Holder, REFUND_POLICY, type RefundPolicy, type Standing } from "./standing.ts";

/** The total refunded on a payment, in cents net of tax, and when the report of it arrived. */
export interface RefundedPayment {
  readonly payment: string;
  readonly upTo: Cents;
  readonly at: Instant;
}

/** The effects of a refund: the new standing, and the records to post. */
export interface RefundEffects {
  readonly standing: Standing;
  /** In posting order: credits are returned before they are revoked. */
  readonly credit_entries: readonly CreditEntry[];
  readonly funding_entries: readonly FundingEntry[];
  /** Purchase references of the items that are revoked. */
  readonly items_taken: readonly string[];
  readonly has_ended: boolean;
}

/** Returns whether too little of a plan's price is left to keep it running. Never true for a free period. */
const isBelowFloor = ({ price, parts }: Holder, { endsBelow }: RefundPolicy): boolean =>
  BigInt(moneyBehind(parts)) * BigInt(endsBelow.denominator) < BigInt(price) * BigInt(endsBelow.numerator);

/** Ends the running plan. Unused time becomes account credit, paid credits stay, and unpaid credits expire. */
const endSubscription = (work: Work): void => {
  if (work.running === null) return;
  const ended = holderAt(work, work.running);
  work.running = null;
  if (ended.kind === "time" && ended.period !== null) {
    const { left, whole } = remainingFraction(ended.period, work.at);
    const unused = whole === 0 ? 0 : floorOf(moneyBehind(ended.parts), left, whole);
    const { moved, left: used } = carry(ended.parts, cents(unused));
    update(work, ended.source, () => ({ parts: used }));
    for (const part of moved) {
      move(work, ended.source, part.payment, -part.cents, "ended");
      move(work, ACCOUNT, part.payment, part.cents, "ended");
      work.account = movePart(work.account, part.payment, part.cents);
    }
  }
  for (const { source, kind, subscription_id, parts, unspent, lot_id } of work.holders) {
    if (kind !== "plan" || lot_id === null || unspent === 0 || moneyBehind(parts) > 0) continue;
    if (subscription_id !== ended.subscription_id) continue;
    movesOf(work, lot_id).lapsed += unspent;
    update(work, source, ({ lapsed }) => ({ unspent: credits(0), lapsed: credits(lapsed + unspent) }));
  }
};

const takeStep = (work: Work, { source, cents: by }: Step): void => {
  if (source === ACCOUNT) {
    // This must not merge into an entry from before the plan's end, which would take the credit before the end added
    // it.
    const isAdded = work.funding.some((entry) => entry.reason === "ended");
    move(work, source, work.payment, -by, "refund", isAdded ? AFTER_ITS_TIME : "");
    work.account = movePart(work.account, work.payment, -by);
    return;
  }
  const runs = source === work.running;
  const isOver = !runs && holderAt(work, source).kind === "time";
  move(work, source, work.payment, -by, "refund", isOver ? AFTER_ITS_TIME : "");
  update(work, source, (holder) => ({
    parts: movePart(holder.parts, work.payment, -by),
    removed: cents(holder.removed + by),
    falls: holder.kind === "time" ? [...holder.falls, { at: work.at, cents: cents(by), runs }] : [],
  }));
  settleLot(work, source);
  if (runs && isBelowFloor(holderAt(work, source), work.policy)) endSubscription(work);
};

const creditEntries = (work: Work, endedSubscription: string | null): readonly CreditEntry[] => {
  const { at, reference } = work;
  const moves = [...work.moves];
  const entry = (lot_id: string, amount: number, reason: CreditEntry["reason"], about: string): CreditEntry[] =>
    amount === 0 ? [] : [{ lot_id, amount, reason, reference: about, at }];
  return [
    ...moves.flatMap(([lot, { returned }]) =>
      returned.flatMap((each) => entry(lot, each.credits, "refund", each.reference)),
    ),
    // Un-expire lapsed credits before they are revoked.
    ...moves.flatMap(([lot, { fromLapsed }]) => entry(lot, fromLapsed, "expire", reference)),
    ...moves.flatMap(([lot, { revoked }]) => entry(lot, -revoked, "revoke", reference)),
    ...moves.flatMap(([lot, { lapsed }]) => entry(lot, -lapsed, "expire", endedSubscription ?? reference)),
  ];
};

const begin = (standing: Standing, refund: RefundedPayment, reference: string, policy: RefundPolicy): Work => ({
  holders: [...standing.holders],
  account: standing.account,
  items: [...standing.items],
  running: standing.running,
  moves: new Map(),
  funding: [],
  taken: [],
  payment: refund.payment,
  reference,
  at: refund.at,
  policy,
});

/**
 * Revokes credits that were returned to lots with missing credits, for example because a change that held them was
 * canceled. Revokes no items.
 */
export const revokeReturned = (
  standing: Standing,
  reference: string,
  at: Instant,
): Pick<RefundEffects, "credit_entries" | "standing"> => {
  const policy = { ...REFUND_POLICY, takesItems: false };
  const work = begin(standing, { payment: "", upTo: cents(0), at }, reference, policy);
  for (const { source } of standing.holders) settleLot(work, source);
  const { holders, account, items, running } = work;
  return {
    credit_entries: creditEntries(work, null),
    standing: { holders, account, items, running, refunded: standing.refunded },
  };
};

/**
 * Returns what a refund revokes. It takes the payment's cents from whatever they fund, and revokes credits, time and
 * items accordingly. The running plan ends if too little of its price is left. A total that was already processed
 * changes nothing. (CRD-09 ORD-06)
 */
export const applyRefund = (
  standing: Standing,
  refund: RefundedPayment,
  policy: RefundPolicy = REFUND_POLICY,
): RefundEffects => {
  const work = begin(standing, refund, `refund:${refund.payment}:${refund.upTo}`, policy);
  let total: number = standing.refunded.get(refund.payment) ?? 0;
  while (total < refund.upTo) {
    const step = nextStep(work);
    if (step === null) break;
    const taken = Math.min(refund.upTo - total, step.cents);
    takeStep(work, { ...step, cents: taken });
    total += taken;
  }
  const refunded = new Map(standing.refunded).set(refund.payment, cents(total));
  const ended = standing.holders.find((each) => each.source === standing.running)?.subscription_id ?? null;
  return {
    standing: { holders: work.holders, account: work.account, items: work.items, running: work.running, refunded },
    credit_entries: creditEntries(work, ended),
    funding_entries: work.funding,
    items_taken: work.taken,
    has_ended: standing.running !== null && work.running === null,
  };
};
