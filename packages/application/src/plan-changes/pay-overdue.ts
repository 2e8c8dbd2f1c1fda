import { type Account, message, overduePaymentError, payerOf, payerWords } from "@backlot/domain";
import { CardVault, Conflict, PaymentDeclined, PaymentNeedsConfirmation } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { withAccountLease } from "../account-lease.ts";
import { requireSetupIntent } from "../fulfillment/setup-intent.ts";
import { requireSubscription, requireSubscriptionView } from "../subscriptions/require-subscription.ts";
import { subscriptionEnded } from "./schedule-downgrade.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

/** Pays a declined renewal with another card, which also pays future renewals. */
export const payOverdue = Effect.fn("planChanges.payOverdue")(
  function* (account: Account, setupIntentId: string) {
    const cards = yield* CardVault;
    const subscriptionRecord = yield* requireSubscription(account);
    const error = overduePaymentError(subscriptionRecord.subscription, payerOf(subscriptionRecord.provider));
    if (error === "not_by_card")
      return yield* new Conflict({
        reason: "billed_elsewhere",
        message: payerWords(subscriptionRecord.provider).overdue,
      });
    if (error === "subscription_ended") return yield* subscriptionEnded();
    const intent = yield* requireSetupIntent(account, setupIntentId);
    const state = yield* cards.payOverdue(subscriptionRecord.provider_subscription_id, intent.payment_method_id);
    yield* syncSubscription(subscriptionRecord);
    if (state?._tag === "RequiresPaymentMethod")
      return yield* new PaymentDeclined({ message: state.message, decline_code: state.decline_code });
    if (state?._tag === "RequiresAction") {
      const client_secret = state.client_secret ?? "";
      return yield* new PaymentNeedsConfirmation({ message: message("payment_needs_confirmation"), client_secret });
    }
    return yield* requireSubscriptionView(account);
  },
  (effect, account) => withAccountLease(account.id)(effect),
);
