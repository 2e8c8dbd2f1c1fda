import { type Account, message } from "@backlot/domain";
import {
  Conflict,
  type Forbidden,
  NotFound,
  PaymentDeclined,
  PaymentNeedsConfirmation,
  type PaymentProviderDown,
  type SubscriptionView,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "../accounts/user-view.ts";
import { alone } from "./alone.ts";
import { followPlan } from "./follow-plan.ts";
import { type SubscribePorts, usableIntent } from "./subscribe.ts";

/** Pays a renewal that was refused with another card, which pays the renewals from then on. (CHK-07) */
export const payOverdue =
  (ports: SubscribePorts) =>
  (
    account: Account,
    setupIntentId: string,
  ): Effect.Effect<
    SubscriptionView,
    NotFound | Forbidden | Conflict | PaymentDeclined | PaymentNeedsConfirmation | PaymentProviderDown
  > =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const stored = yield* read.subscriptions.current(account.id);
      if (stored === null) return yield* new NotFound({ message: message("no_subscription") });
      if (stored.provider === "paypal")
        return yield* new Conflict({ reason: "billed_by_paypal", message: message("paypal_overdue") });
      const intent = yield* usableIntent(ports, account, setupIntentId);
      const outcome = yield* ports.payments
        .payOverdue(stored.provider_subscription_id, intent.payment_method_id)
        .pipe(
          Effect.catchTag("CardDeclined", (no) =>
            Effect.fail(new PaymentDeclined({ message: no.message, decline_code: no.decline_code })),
          ),
        );
      yield* followPlan(ports)(stored);
      if (outcome?._tag === "Declined")
        return yield* new PaymentDeclined({ message: outcome.message, decline_code: outcome.decline_code });
      if (outcome?._tag === "NeedsConfirmation") {
        return yield* new PaymentNeedsConfirmation({
          message: message("payment_needs_confirmation"),
          client_secret: outcome.client_secret,
        });
      }
      const view = yield* currentSubscriptionView(read, account.id);
      return (
        view ?? (yield* new Conflict({ reason: "subscription_changed", message: message("subscription_changed") }))
      );
    }).pipe(alone(ports)(account.id));
