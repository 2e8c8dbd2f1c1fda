import { type Account, message, overduePaymentError, providerTraits } from "@backlot/domain";
import {
  Conflict,
  type Forbidden,
  type NotFound,
  PaymentDeclined,
  PaymentNeedsConfirmation,
  type PaymentProviderUnavailable,
  type SubscriptionView,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { withAccountLease } from "../accounts/with-account-lease.ts";
import { requireSetupIntent } from "../checkout/setup-intent.ts";
import type { OrderPorts } from "../store-ports.ts";
import { requireSubscription, requireSubscriptionView } from "./require-subscription.ts";
import { subscriptionEnded } from "./schedule-downgrade.ts";
import { syncSubscription } from "./sync-subscription.ts";

/** Pays a renewal that was refused with another card, which pays the renewals from then on. (CHK-07) */
export const payOverdue =
  (ports: OrderPorts) =>
  (
    account: Account,
    setupIntentId: string,
  ): Effect.Effect<
    SubscriptionView,
    NotFound | Forbidden | Conflict | PaymentDeclined | PaymentNeedsConfirmation | PaymentProviderUnavailable
  > =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const stored = yield* requireSubscription(read, account);
      const error = overduePaymentError(stored.subscription, providerTraits(stored.provider));
      if (error === "paypal_overdue")
        return yield* new Conflict({ reason: "billed_by_paypal", message: message(error) });
      if (error === "subscription_ended") return yield* subscriptionEnded();
      const intent = yield* requireSetupIntent(ports, account, setupIntentId);
      const state = yield* ports.cards.payOverdue(stored.provider_subscription_id, intent.payment_method_id);
      yield* syncSubscription(ports)(stored);
      if (state?._tag === "RequiresPaymentMethod")
        return yield* new PaymentDeclined({ message: state.message, decline_code: state.decline_code });
      if (state?._tag === "RequiresAction") {
        const client_secret = state.client_secret ?? "";
        return yield* new PaymentNeedsConfirmation({ message: message("payment_needs_confirmation"), client_secret });
      }
      return yield* requireSubscriptionView(ports, account);
    }).pipe(withAccountLease(ports)(account.id));
