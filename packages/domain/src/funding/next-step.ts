import { ACCOUNT, addOnSource } from "./funding.ts";
import { ceilOf, floorOf } from "../kernel/money.ts";
import { centsOf, moneyBehind } from "./parts.ts";
import { drawOf, inItems } from "./funding-state.ts";
import { type RefundPlan, grantAt } from "./refund-plan.ts";
import type { FundedGrant, RefundPolicy } from "./funding-state.ts";

/** One step of a refund: the source to take cents from, and the maximum to take before choosing the next step. */
export interface Step {
  readonly source: string;
  readonly cents: number;
}

/** Returns the number of cents to take until the running period falls below the policy's minimum. */
const untilFloor = ({ price, allocations }: FundedGrant, { endsBelow }: RefundPolicy): number =>
  moneyBehind(allocations) - ceilOf(price, endsBelow.numerator, endsBelow.denominator) + 1;

/** Returns how many more cents of a lot can be refunded if `usable` of its credits are revoked for them. */
const coveredBy = ({ price, granted, taken, removed }: FundedGrant, usable: number): number =>
  granted === 0 ? 0 : floorOf(taken + usable, price, granted) - removed;

/**
 * Returns the number of cents to take until the newest item bought from the lot has to be revoked, or Infinity if there
 * is no such item.
 */
const untilNextItem = (plan: RefundPlan, grant: FundedGrant): number => {
  const newest = plan.items.findLast((item) => drawOf(item, grant.lot_id) > 0);
  if (newest === undefined) return Number.POSITIVE_INFINITY;
  const needed = grant.taken + grant.unspent + grant.lapsed + drawOf(newest, grant.lot_id);
  return floorOf(needed - 1, grant.price, grant.granted) + 1 - grant.removed;
};

/**
 * Returns the upper limit, in cents, of what one step of a pass can take from a grant; Infinity means no limit. Pass 1
 * takes the running period's time and any lot's unspent or lapsed credits, pass 2 takes credits spent on items, and
 * pass 3 takes anything.
 */
const stepOf = (plan: RefundPlan, grant: FundedGrant, pass: 1 | 2 | 3): number => {
  const held = grant.unspent + grant.lapsed;
  switch (pass) {
    case 1:
      if (grant.kind === "time") return grant.source === plan.running ? Number.POSITIVE_INFINITY : 0;
      return coveredBy(grant, held);
    case 2: {
      const covered = plan.policy.takesItems ? coveredBy(grant, held + inItems(plan, grant)) : 0;
      return covered > 0 ? Math.min(covered, untilNextItem(plan, grant)) : 0;
    }
    case 3:
      return Number.POSITIVE_INFINITY;
  }
};

/**
 * Returns the sources that a payment can fund, in the order in which a refund takes from them: its own lots (the add-on
 * first), then account credit, then later grants (oldest first).
 */
const placesOf = (plan: RefundPlan): readonly string[] => {
  const paymentSources = [addOnSource(plan.payment), plan.payment];
  const sources = plan.grants.map((grant) => grant.source);
  return [
    ...paymentSources.filter((source) => sources.includes(source)),
    ACCOUNT,
    ...sources.filter((source) => !paymentSources.includes(source)),
  ];
};

/**
 * Returns the next step of a refund, or null if the payment funds nothing more. Tries all sources in pass 1, then in
 * pass 2, then in pass 3.
 */
export const nextStep = (plan: RefundPlan): Step | null => {
  const places = placesOf(plan);
  for (const pass of [1, 2, 3] as const) {
    for (const source of places) {
      const isAccount = source === ACCOUNT;
      const grant = isAccount ? null : grantAt(plan, source);
      const money = centsOf(grant?.allocations ?? plan.account, plan.payment);
      if (money === 0) continue;
      const most = grant === null ? money : stepOf(plan, grant, pass);
      const floor = grant !== null && source === plan.running ? untilFloor(grant, plan.policy) : money;
      const step = Math.min(money, most, Math.max(1, floor));
      if (step > 0) return { source, cents: step };
    }
  }
  return null;
};
