import type { CreditLot } from "../credits/ledger.ts";
import type { Instant } from "../kernel/calendar.ts";
import { endSubscription } from "../subscriptions/end-subscription.ts";
import { type Subscription, type SubscriptionTransition, unchanged } from "../subscriptions/subscription.ts";
import type { RefundEffects } from "../funding/apply-refund.ts";
import { moneyBehind } from "../funding/parts.ts";

/**
 * Returns the current subscription after a refund. If the refund ended it, legacy credits expire with it, but paid plan
 * credits stay. For Essentials, the money that still funds the period becomes the period's cost. (CHG-07, ORD-06)
 */
export const subscriptionAfterRefund = (
  subscription: Subscription,
  lots: readonly CreditLot[],
  effects: Pick<RefundEffects, "state" | "has_ended">,
  at: Instant,
): SubscriptionTransition => {
  const legacy = lots.filter((lot) => lot.kind === "legacy");
  if (effects.has_ended) return endSubscription(subscription, legacy, at, "refunded");
  const holder = effects.state.grants.find((each) => each.source === subscription.payment);
  const isLowered = holder?.kind === "time" && holder.removed > 0;
  return unchanged(isLowered ? { ...subscription, paid: moneyBehind(holder.allocations) } : subscription);
};
