import type { CreditLot } from "../credits/ledger.ts";
import type { Instant } from "../kernel/calendar.ts";
import { endSubscription } from "../subscriptions/end-subscription.ts";
import { type Subscription, type SubscriptionTransition, unchanged } from "../subscriptions/subscription.ts";
import type { RefundEffects } from "./apply-refund.ts";
import { moneyBehind } from "./parts.ts";

/**
 * How the running plan stands after a refund. Where it ends, legacy credits lapse with it, and plan credits with money
 * behind them stay. Of Essentials, what is left of its money is what it cost from then on. (CHG-07, ORD-06)
 */
export const subscriptionAfterRefund = (
  subscription: Subscription,
  lots: readonly CreditLot[],
  effects: Pick<RefundEffects, "standing" | "has_ended">,
  at: Instant,
): SubscriptionTransition => {
  const legacy = lots.filter((lot) => lot.kind === "legacy");
  if (effects.has_ended) return endSubscription(subscription, legacy, at, "refunded");
  const holder = effects.standing.holders.find((each) => each.source === subscription.payment);
  const isLowered = holder?.kind === "time" && holder.removed > 0;
  return unchanged(isLowered ? { ...subscription, paid: moneyBehind(holder.parts) } : subscription);
};
