import { endedReason, type ChangeKind, type Account, message, endingText } from "@backlot/domain";
import { Conflict, PaymentDeclined, PaymentNeedsConfirmation, type SubscriptionView } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "../accounts/user-view.ts";
import type { Advanced } from "../orders/advance-order.ts";
import { orderInProgress } from "../orders/order-in-progress.ts";

const conflict = (reason: "order_ended") => new Conflict({ reason, message: message(reason) });

/** The subscription after a plan request. `change` is the kind of plan change, or null for a new plan. */
export interface SubscribeResult {
  readonly subscription: SubscriptionView;
  readonly change: ChangeKind | null;
}

/** Returns the result of a plan's order for its buyer; fails if it is not paid. */
export const toSubscribeResult = (account: Account, { order, state }: Advanced) =>
  Effect.gen(function* () {
    const { status } = order;
    switch (status._tag) {
      case "failed": {
        // If a webhook ended the order first, only this request has the bank's decline message.
        const { message: words, decline_code } = state?._tag === "Canceled" && state.message !== null ? state : status;
        return yield* new PaymentDeclined({ message: words ?? status.message, decline_code });
      }
      case "canceled":
      case "expired":
      case "unfulfillable":
        return yield* new Conflict({
          reason: endedReason(order),
          message: endingText(order) ?? message("order_ended"),
        });
      case "pending": {
        if (state?._tag !== "RequiresAction") return yield* orderInProgress(order, true);
        const client_secret = state.client_secret ?? "";
        return yield* new PaymentNeedsConfirmation({ message: message("payment_needs_confirmation"), client_secret });
      }
      case "paid": {
        const subscription = yield* currentSubscriptionView(account.id);
        if (subscription === null) return yield* conflict("order_ended");
        const result: SubscribeResult = {
          subscription,
          change: order.items[0].kind === "plan-change" ? "upgrade" : null,
        };
        return result;
      }
    }
  });
