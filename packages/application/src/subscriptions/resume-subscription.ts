import { type Account, clearScheduledChange, resumeError } from "@backlot/domain";
import type { Conflict, NotFound, PaymentProviderUnavailable, SubscriptionView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { withAccountLease } from "../accounts/with-account-lease.ts";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { supersedeOpenOrder } from "../orders/place-order.ts";
import type { OrderPorts } from "../store-ports.ts";
import { billedDiscount, billedPlan } from "./billed-plan.ts";
import { requireSubscription, requireSubscriptionView } from "./require-subscription.ts";
import { schedule, subscriptionEnded } from "./schedule-downgrade.ts";

/**
 * Undoes a cancellation, or a downgrade, that waits for the end of the period; after it nothing can be resumed.
 * (CHG-08)
 */
export const resumeSubscription =
  (ports: OrderPorts) =>
  (account: Account): Effect.Effect<SubscriptionView, NotFound | Conflict | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      yield* supersedeOpenOrder(ports)(account.id);
      const stored = yield* requireSubscription(read, account);
      const { subscription } = stored;
      if (resumeError(subscription, ports.clock.now()) !== null) return yield* subscriptionEnded();
      const plan = yield* billedPlan(ports, subscription.terms.variant_id, subscription.terms.price);
      const { billing } = yield* providerOrUnavailable(ports, stored.provider);
      const tell = billing
        .resume(stored.provider_subscription_id, plan, billedDiscount(subscription.discount))
        .pipe(Effect.catchTag("SubscriptionEnded", () => Effect.fail(subscriptionEnded())));
      yield* schedule(ports, stored, billing.plansKnown, tell, clearScheduledChange);
      return yield* requireSubscriptionView(ports, account);
    }).pipe(withAccountLease(ports)(account.id));
