import {
  type Account,
  type Order,
  claimsSubscription,
  isFinal,
  message,
  pendingMessage,
  endingText,
  endedReason,
} from "@backlot/domain";
import {
  Conflict,
  type Forbidden,
  type NotFound,
  PaymentDeclined,
  PaymentNeedsConfirmation,
  type PaymentProviderUnavailable,
  type PaymentStep,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Advanced, advanceOrder } from "../orders/advance-order.ts";
import { type Buyer, requireOwnOrder } from "../orders/order-access.ts";
import { paymentStep } from "../orders/order-view.ts";
import { type Placing, placeOrder } from "../orders/place-order.ts";
import { requireNoDispute } from "../refunds/open-disputes.ts";
import type { OrderPorts } from "../store-ports.ts";
import { requireOwnCard } from "./cards.ts";

/** Who pays for a one-time purchase: a card, a customer's saved one or one that is typed; or PayPal. */
export type OneTimePayer =
  | { readonly provider: "stripe"; readonly customer_id: string | null; readonly payment_method_id: string | null }
  | { readonly provider: "paypal"; readonly customer_id: null; readonly payment_method_id: null };

/** A guest's card is typed, and nobody keeps it. (ORD-03) */
export const GUEST_CARD: OneTimePayer = { provider: "stripe", customer_id: null, payment_method_id: null };

/** The payer of a one-time purchase through PayPal. */
export const PAYPAL_PAYER: OneTimePayer = { provider: "paypal", customer_id: null, payment_method_id: null };

/** Why a one-time order could not be placed or paid. */
export type PlaceError = NotFound | Forbidden | Conflict | PaymentProviderUnavailable;

/**
 * Places a one-time order and makes its charge. An equal one that waits is the same order; where it turns out to have
 * ended, a new one is placed. (CRD-05, ORD-01)
 */
export const placeOneTime = (
  ports: OrderPorts,
  account: Account,
  payer: OneTimePayer,
  price: Placing["price"],
  cart_token: string | null = null,
): Effect.Effect<Advanced, PlaceError> =>
  Effect.gen(function* () {
    const { order, placed } = yield* placeOrder(ports)({
      account,
      ...payer,
      cart_token,
      idempotency_key: null,
      price,
    });
    // The same again with another saved card: the one that was chosen last pays.
    if (!placed && payer.payment_method_id !== null && payer.payment_method_id !== order.payment_method_id)
      yield* ports.transactions.read.orders.setPaymentMethod(order.id, payer.payment_method_id);
    const advanced = yield* advanceOrder(ports)(order.id, { _tag: "continue" }, placed ? order : null);
    const hasEnded = advanced.order.status._tag !== "pending" && advanced.order.status._tag !== "paid";
    return !placed && hasEnded ? yield* placeOneTime(ports, account, payer, price, cart_token) : advanced;
  });

/** A one-time order of the buyer's own, by what the provider calls its payment. (CHK-06) */
export const requireOwnPayment = (
  ports: OrderPorts,
  buyer: Buyer,
  paymentId: string,
): Effect.Effect<Order, NotFound | Forbidden> =>
  requireOwnOrder(
    (orders) =>
      Effect.map(orders.byPaymentReference(paymentId), (order) =>
        order !== null && !claimsSubscription(order) ? order : null,
      ),
    ports.transactions.read,
    buyer,
  );

const declined = (refused: {
  readonly message: string;
  readonly decline_code: string | null;
}): Effect.Effect<never, PaymentDeclined> =>
  Effect.fail(new PaymentDeclined({ message: refused.message, decline_code: refused.decline_code }));

/** Charges the saved card of a one-time payment, or another one that is named. (CRD-05, CHK-06) */
export const confirmPayment =
  (ports: OrderPorts) =>
  (
    account: Account,
    paymentId: string,
    payment_method_id: string | null,
  ): Effect.Effect<PaymentStep, PlaceError | PaymentDeclined> =>
    Effect.gen(function* () {
      const order = yield* requireOwnPayment(ports, account, paymentId);
      if (!isFinal(order)) yield* requireNoDispute(ports.transactions.read, account.id);
      if (payment_method_id !== null && order.customer_id !== null)
        yield* requireOwnCard(ports, order.customer_id, payment_method_id);
      const advanced = yield* advanceOrder(ports)(order.id, { _tag: "confirm", payment_method_id });
      if (advanced.state?._tag === "RequiresPaymentMethod") return yield* declined(advanced.state);
      return paymentStep(advanced);
    });

/** Why a one-time order is not paid: its card was refused, the bank asks, or it has ended. (CHK-03) */
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
