import {
  type Account,
  cancelAtPeriodEnd,
  changeErrorMessage,
  legacyLossError,
  toCurrentSubscription,
} from "@backlot/domain";
import { Conflict, type NotFound, type PaymentProviderUnavailable, type SubscriptionView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { withAccountLease } from "../accounts/with-account-lease.ts";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { supersedeOpenOrder } from "../orders/place-order.ts";
import type { OrderPorts } from "../store-ports.ts";
import { requireSubscription, requireSubscriptionView } from "./require-subscription.ts";
import { saveSchedule } from "./schedule-downgrade.ts";
import { syncSubscription } from "./sync-subscription.ts";

/**
 * Ends the running plan with its paid period; a legacy plan's owner acknowledges what is lost then. (CHG-05, CHG-08)
 */
export const cancelSubscription =
  (ports: OrderPorts) =>
  (
    account: Account,
    acknowledged: boolean,
  ): Effect.Effect<SubscriptionView, NotFound | Conflict | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      // An upgrade that waits for its payment gives way to what its owner says later, unless it is paid after all.
      yield* supersedeOpenOrder(ports)(account.id);
      // A renewal that was refused without our knowing decides how long access lasts.
      yield* syncSubscription(ports)(yield* requireSubscription(read, account));
      const stored = yield* requireSubscription(read, account);
      const lots = yield* read.credits.lots(account.id);
      const lost = legacyLossError(toCurrentSubscription(stored.subscription, lots), "cancellation", acknowledged);
      if (lost !== null)
        return yield* new Conflict({ reason: "acknowledgement_required", message: changeErrorMessage(lost) });
      const { billing } = yield* providerOrUnavailable(ports, stored.provider);
      yield* billing.cancelAtPeriodEnd(stored.provider_subscription_id);
      yield* saveSchedule(ports, stored, cancelAtPeriodEnd);
      return yield* requireSubscriptionView(ports, account);
    }).pipe(withAccountLease(ports)(account.id));
