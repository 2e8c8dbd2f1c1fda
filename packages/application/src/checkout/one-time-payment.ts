import {
  type Account,
  claimsSubscription,
  isFinal,
  message,
  pendingMessage,
  endingText,
  endedReason,
} from "@backlot/domain";
import {
  type Buyer,
  Conflict,
  type Forbidden,
  type NotFound,
  PaymentDeclined,
  PaymentNeedsConfirmation,
  type PaymentProviderUnavailable,
  Repositories,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Advanced, advanceOrder } from "../orders/advance-order.ts";
import { requireOwnOrder } from "../orders/order-access.ts";
import { paymentStep } from "../orders/order-view.ts";
import { type Placing, placeOrder } from "../orders/place-order.ts";
import { requireNoDispute } from "../disputes/open-disputes.ts";
import type { UseCase } from "../store-services.ts";
import { requireOwnCard } from "./cards.ts";

/** The payment method of a one-time purchase: a customer's saved card, a new card, or PayPal. */
export type OneTimePayer =
  | { readonly provider: "stripe"; readonly customer_id: string | null; readonly payment_method_id: string | null }
  | { readonly provider: "paypal"; readonly customer_id: null; readonly payment_method_id: null };

/** A guest's payment method: a new card, which is not saved. */
export const GUEST_CARD: OneTimePayer = { provider: "stripe", customer_id: null, payment_method_id: null };

/** Payment through PayPal. */
export const PAYPAL_PAYER: OneTimePayer = { provider: "paypal", customer_id: null, payment_method_id: null };

/** Errors from placing a one-time order and creating its charge. */
export type PlaceError = NotFound | Forbidden | Conflict | PaymentProviderUnavailable;

/**
 * Places a one-time order and creates its charge. Reuses an open order with the same content, or places a new one if
 * that order turns out to have ended. `cart_token` names the cart that a guest buys, or is null.
 */
export const placeOneTime = (
  account: Account,
  payer: OneTimePayer,
  price: Placing["price"],
  cart_token: string | null = null,
): UseCase<Advanced, PlaceError> =>
  Effect.gen(function* () {
    const { order, placed } = yield* placeOrder({
      account,
      ...payer,
      cart_token,
      idempotency_key: null,
      price,
    });
    // If the request is repeated with another saved card, charge the most recent choice.
    const chosen = payer.payment_method_id;
    if (!placed && chosen !== null && chosen !== order.payment_method_id)
      yield* Repositories.use(({ orders }) => orders.setPaymentMethod(order.id, chosen)).pipe(transactional);
    const advanced = yield* advanceOrder(order.id, { _tag: "continue" }, placed ? order : null);
    const hasEnded = advanced.order.status._tag !== "pending" && advanced.order.status._tag !== "paid";
    return !placed && hasEnded ? yield* placeOneTime(account, payer, price, cart_token) : advanced;
  });

/** Returns the buyer's one-time order by the provider's payment id; fails for a plan's order or another buyer's. */
export const requireOwnPayment = (buyer: Buyer["Service"], paymentId: string) =>
  requireOwnOrder(
    (orders) =>
      Effect.map(orders.byPaymentReference(paymentId), (order) =>
        order !== null && !claimsSubscription(order) ? order : null,
      ),
    buyer,
  );

const declined = (refused: {
  readonly message: string;
  readonly decline_code: string | null;
}): Effect.Effect<never, PaymentDeclined> =>
  Effect.fail(new PaymentDeclined({ message: refused.message, decline_code: refused.decline_code }));

/** Confirms a one-time payment with the card that the request names, or with the order's saved card if null. */
export const confirmPayment = (account: Account, paymentId: string, payment_method_id: string | null) =>
  Effect.gen(function* () {
    const order = yield* requireOwnPayment(account, paymentId);
    if (!isFinal(order)) yield* requireNoDispute(account.id);
    if (payment_method_id !== null && order.customer_id !== null)
      yield* requireOwnCard(order.customer_id, payment_method_id);
    const advanced = yield* advanceOrder(order.id, { _tag: "confirm", payment_method_id });
    if (advanced.state?._tag === "RequiresPaymentMethod") return yield* declined(advanced.state);
    return paymentStep(advanced);
  });

/**
 * Fails with the reason why a one-time order is not paid: a declined card, a bank confirmation that is still due, or
 * the end of the order.
 */
export const notPaid = ({
  order,
  state,
}: Advanced): Effect.Effect<never, Conflict | PaymentDeclined | PaymentNeedsConfirmation> => {
  if (state?._tag === "RequiresPaymentMethod") return declined(state);
  if (state?._tag === "RequiresAction") {
    const client_secret = state.client_secret ?? "";
    return Effect.fail(new PaymentNeedsConfirmation({ message: message("payment_needs_confirmation"), client_secret }));
  }
  const ended = endingText(order);
  if (ended !== null) return Effect.fail(new Conflict({ reason: endedReason(order), message: ended }));
  const words = pendingMessage(state?._tag ?? null);
  const reason = words === "payment_on_its_way" ? "order_in_progress" : words;
  return Effect.fail(new Conflict({ reason, message: message(words) }));
};
