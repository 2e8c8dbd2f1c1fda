import {
  type Account,
  type ChangeKind,
  afterPlanOrder,
  endedReason,
  endingText,
  message,
  payerOf,
  pendingMessage,
} from "@backlot/domain";
import {
  Conflict,
  PaymentDeclined,
  PaymentNeedsConfirmation,
  type PaymentStep,
  type SubscriptionView,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "../subscriptions/subscription-view.ts";
import type { Advanced } from "../fulfillment/advance-order.ts";
import { returnUrls } from "../fulfillment/charge-of.ts";
import { orderInProgress } from "../fulfillment/order-in-progress.ts";
import { paymentStep } from "./order-view.ts";
import { Settings } from "../settings.ts";
import type { Changed, Ordered } from "./buyable.ts";
import { subscriptionChanged } from "./ready-for-change.ts";

/** The subscription after a plan request. `change` is the kind of plan change, or null for a new plan. */
interface SubscribeResult {
  readonly subscription: SubscriptionView;
  readonly change: ChangeKind | null;
}

const needsConfirmation = (client_secret: string | null): PaymentNeedsConfirmation =>
  new PaymentNeedsConfirmation({
    message: message("payment_needs_confirmation"),
    client_secret: client_secret ?? "",
  });

/** Returns the error for an order that ended without delivering anything, or null for any other order. */
const endedError = ({ order }: Advanced): Conflict | null => {
  const ended = endingText(order);
  return ended === null ? null : new Conflict({ reason: endedReason(order), message: ended });
};

/** Fails with the reason why a plan's order is not paid. */
const planNotPaid = (
  advanced: Advanced,
): Effect.Effect<void, Conflict | PaymentDeclined | PaymentNeedsConfirmation> => {
  const { order, state } = advanced;
  const { status } = order;
  if (status._tag === "paid") return Effect.void;
  if (status._tag === "failed") {
    // If a webhook ended the order first, only this request has the bank's decline message.
    const { message: words, decline_code } = state?._tag === "Canceled" && state.message !== null ? state : status;
    return Effect.fail(new PaymentDeclined({ message: words ?? status.message, decline_code }));
  }
  const ended = endedError(advanced);
  if (ended !== null) return Effect.fail(ended);
  return Effect.fail(
    state?._tag === "RequiresAction" ? needsConfirmation(state.client_secret) : orderInProgress(order, true),
  );
};

/** Returns the result of buying a plan by card; fails if its order is not paid. */
export const toSubscribeResult = Effect.fnUntraced(function* (account: Account, bought: Changed | Ordered) {
  if (bought._tag === "Ordered") yield* planNotPaid(bought);
  const subscription = yield* currentSubscriptionView(account.id);
  if (subscription === null)
    return yield* bought._tag === "Changed"
      ? subscriptionChanged()
      : new Conflict({ reason: "order_ended", message: message("order_ended") });
  const change =
    bought._tag === "Changed"
      ? bought.change
      : bought.order.items[0].kind === "plan-change"
        ? ("upgrade" as const)
        : null;
  const result: SubscribeResult = { subscription, change };
  return result;
});

/**
 * Returns the state of a one-time purchase's card payment, for the browser to continue. Its id is empty if the order
 * was paid another way. Fails if the order has ended.
 */
export const toPaymentStep = (advanced: Advanced): Effect.Effect<PaymentStep, Conflict> => {
  const ended = endedError(advanced);
  if (ended !== null) return Effect.fail(ended);
  const step = paymentStep(advanced);
  return Effect.succeed(payerOf(advanced.order.provider).asks === "card" ? step : { ...step, id: "" });
};

/**
 * Returns the URL where the buyer approves an order at its provider, or where the buyer continues if no approval is
 * needed. Returns an error message if the order can't continue.
 */
export const toApprovalRedirect = Effect.fnUntraced(function* (bought: Changed | Ordered) {
  const { siteUrl } = yield* Settings;
  if (bought._tag === "Changed") {
    const page = afterPlanOrder(bought.change) ?? "/accounts/subscriptions";
    return { redirect_url: `${siteUrl}${page}`, error: null };
  }
  const { order, state } = bought;
  const ended = endingText(order);
  if (ended !== null) return { redirect_url: null, error: ended };
  if (state?._tag !== "RequiresAction") return { redirect_url: (yield* returnUrls(order.id)).return_url, error: null };
  return state.redirect_url === null
    ? { redirect_url: null, error: message("error_occured") }
    : { redirect_url: state.redirect_url, error: null };
});

/**
 * Fails with the reason why a one-time order is not paid: a declined card, a pending bank confirmation, or the end of
 * the order.
 */
export const notPaid = (
  advanced: Advanced,
): Effect.Effect<never, Conflict | PaymentDeclined | PaymentNeedsConfirmation> => {
  const { state } = advanced;
  if (state?._tag === "RequiresPaymentMethod") return Effect.fail(declined(state));
  if (state?._tag === "RequiresAction") return Effect.fail(needsConfirmation(state.client_secret));
  const ended = endedError(advanced);
  if (ended !== null) return Effect.fail(ended);
  const words = pendingMessage(state?._tag ?? null);
  const reason = words === "payment_on_its_way" ? "order_in_progress" : words;
  return Effect.fail(new Conflict({ reason, message: message(words) }));
};

export const declined = (refused: {
  readonly message: string;
  readonly decline_code: string | null;
}): PaymentDeclined => new PaymentDeclined({ message: refused.message, decline_code: refused.decline_code });
