import type { CreditEntry } from "../credits/ledger.schema.ts";
import { credits } from "../credits/credits.ts";
import { type Instant, remainingFraction } from "../kernel/calendar.ts";
import { type Cents, cents, floorOf } from "../kernel/money.ts";
import { ACCOUNT, AFTER_ITS_TIME, type FundingEntry } from "./funding.ts";
import { type Step, nextStep } from "./next-step.ts";
import { carry, moneyBehind, moveAllocation } from "./parts.ts";
import { type RefundPlan, grantAt, move, movesOf, settleLot, update } from "./refund-plan.ts";
import { type FundedGrant, REFUND_POLICY, type RefundPolicy, type FundingState } from "./funding-state.ts";

/** The total refunded on a payment so far, in cents net of tax, and when we learned about it. */
export interface RefundedPayment {
  readonly payment: string;
  readonly upTo: Cents;
  readonly at: Instant;
}

/** The effects of a refund: the new state, the records to post, and whether the refund ended the plan (`has_ended`). */
export interface RefundEffects {
  readonly state: FundingState;
  /** In posting order: credits are returned before they are revoked. */
  readonly credit_entries: readonly CreditEntry[];
  readonly funding_entries: readonly FundingEntry[];
  /** Purchase references of the items that are revoked. */
  readonly items_taken: readonly string[];
  readonly has_ended: boolean;
}

/** Returns whether so little of a plan's price is still funded that the plan must end. Never true for a free period. */
const isBelowFloor = ({ price, allocations }: FundedGrant, { endsBelow }: RefundPolicy): boolean =>
  BigInt(moneyBehind(allocations)) * BigInt(endsBelow.denominator) < BigInt(price) * BigInt(endsBelow.numerator);

/**
 * Ends the current plan. For Essentials, the money that funds the unused time becomes account credit. Plan lots that
 * money still funds keep their credits; the plan's other credits expire.
 */
const endSubscription = (plan: RefundPlan): void => {
  if (plan.running === null) return;
  const ended = grantAt(plan, plan.running);
  plan.running = null;
  if (ended.kind === "time" && ended.period !== null) {
    const { remainder, whole } = remainingFraction(ended.period, plan.at);
    const unused = whole === 0 ? 0 : floorOf(moneyBehind(ended.allocations), remainder, whole);
    const { moved, remainder: used } = carry(ended.allocations, cents(unused));
    update(plan, ended.source, () => ({ allocations: used }));
    for (const part of moved) {
      move(plan, ended.source, part.payment, -part.cents, "ended");
      move(plan, ACCOUNT, part.payment, part.cents, "ended");
      plan.account = moveAllocation(plan.account, part.payment, part.cents);
    }
  }
  for (const { source, kind, subscription_id, allocations, unspent, lot_id } of plan.grants) {
    if (kind !== "plan" || lot_id === null || unspent === 0 || moneyBehind(allocations) > 0) continue;
    if (subscription_id !== ended.subscription_id) continue;
    movesOf(plan, lot_id).lapsed += unspent;
    update(plan, source, ({ lapsed }) => ({ unspent: credits(0), lapsed: credits(lapsed + unspent) }));
  }
};

const takeStep = (plan: RefundPlan, { source, cents: by }: Step): void => {
  if (source === ACCOUNT) {
    // Keep this entry separate from those before the plan's end. If merged, it would remove the credit before the
    // plan's end adds it.
    const isAdded = plan.funding.some((entry) => entry.reason === "ended");
    move(plan, source, plan.payment, -by, "refund", isAdded ? AFTER_ITS_TIME : "");
    plan.account = moveAllocation(plan.account, plan.payment, -by);
    return;
  }
  const runs = source === plan.running;
  const isOver = !runs && grantAt(plan, source).kind === "time";
  move(plan, source, plan.payment, -by, "refund", isOver ? AFTER_ITS_TIME : "");
  update(plan, source, (grant) => ({
    allocations: moveAllocation(grant.allocations, plan.payment, -by),
    removed: cents(grant.removed + by),
    clawbacks: grant.kind === "time" ? [...grant.clawbacks, { at: plan.at, cents: cents(by), runs }] : [],
  }));
  settleLot(plan, source);
  if (runs && isBelowFloor(grantAt(plan, source), plan.policy)) endSubscription(plan);
};

const creditEntries = (plan: RefundPlan, endedSubscription: string | null): readonly CreditEntry[] => {
  const { at, reference } = plan;
  const moves = [...plan.moves];
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

const begin = (state: FundingState, refund: RefundedPayment, reference: string, policy: RefundPolicy): RefundPlan => ({
  grants: [...state.grants],
  account: state.account,
  items: [...state.items],
  running: state.running,
  moves: new Map(),
  funding: [],
  taken: [],
  payment: refund.payment,
  reference,
  at: refund.at,
  policy,
});

/**
 * Revokes credits that were returned to lots from which a refund could not revoke enough, for example after a change
 * that reserved them was canceled. Revokes no items.
 */
export const revokeReturned = (
  state: FundingState,
  reference: string,
  at: Instant,
): Pick<RefundEffects, "credit_entries" | "state"> => {
  const policy = { ...REFUND_POLICY, takesItems: false };
  const plan = begin(state, { payment: "", upTo: cents(0), at }, reference, policy);
  for (const { source } of state.grants) settleLot(plan, source);
  const { grants, account, items, running } = plan;
  return {
    credit_entries: creditEntries(plan, null),
    state: { grants, account, items, running, refunded: state.refunded },
  };
};

/**
 * Returns the effects of a refund. A refund takes the payment's cents from whatever they fund and revokes credits,
 * time, and items accordingly. The current plan ends if too little of its price is left. A total that was already
 * processed changes nothing. (CRD-09, ORD-06)
 */
export const applyRefund = (
  state: FundingState,
  refund: RefundedPayment,
  policy: RefundPolicy = REFUND_POLICY,
): RefundEffects => {
  const plan = begin(state, refund, `refund:${refund.payment}:${refund.upTo}`, policy);
  let total: number = state.refunded.get(refund.payment) ?? 0;
  while (total < refund.upTo) {
    const step = nextStep(plan);
    if (step === null) break;
    const taken = Math.min(refund.upTo - total, step.cents);
    takeStep(plan, { ...step, cents: taken });
    total += taken;
  }
  const refunded = new Map(state.refunded).set(refund.payment, cents(total));
  const ended = state.grants.find((each) => each.source === state.running)?.subscription_id ?? null;
  return {
    state: { grants: plan.grants, account: plan.account, items: plan.items, running: plan.running, refunded },
    credit_entries: creditEntries(plan, ended),
    funding_entries: plan.funding,
    items_taken: plan.taken,
    has_ended: state.running !== null && plan.running === null,
  };
};
