import {
  type Account,
  type Cents,
  type Order,
  message,
  payPalCartCodeError,
  providerTraits,
  sellsCart,
} from "@backlot/domain";
import {
  type ApprovalRedirect,
  Conflict,
  type PaymentDeclined,
  type PaymentNeedsConfirmation,
  type PaymentStep,
  type Repositories,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { advanceOrder } from "../orders/advance-order.ts";
import { endingText, paymentStep } from "../orders/order-view.ts";
import type { Priced, Placing } from "../orders/place-order.ts";
import { requireNoDispute } from "../refunds/open-disputes.ts";
import type { OrderPorts } from "../store-ports.ts";
import { ensureCustomer, requireOwnCard, requireOwnCustomer } from "./cards.ts";
import {
  type OneTimePayer,
  PAYPAL_PAYER,
  type PlaceError,
  notPaid,
  placeOneTime,
  requireOwnPayment,
} from "./one-time-payment.ts";
import { type PricedCart, priceCart } from "./price-cart.ts";
import { requirePayPalAllowed, toApprovalRedirect } from "./start-paypal-plan.ts";

const nothingToBuy = (): Conflict => new Conflict({ reason: "nothing_to_buy", message: message("nothing_to_buy") });

/** The account's cart as it can be bought; refused where nothing is in it or its code does not count. */
const requireCart = (
  ports: OrderPorts,
  repos: Repositories,
  account: Account,
  lock: boolean,
): Effect.Effect<PricedCart, Conflict> =>
  Effect.gen(function* () {
    const cart = yield* lock ? repos.carts.lockOfAccount(account.id) : repos.carts.ofAccount(account.id);
    if (cart === null) return yield* nothingToBuy();
    const priced = yield* priceCart(ports, repos, account, cart, lock);
    if (priced.items.length === 0) return yield* nothingToBuy();
    if (priced.code_error !== null)
      return yield* new Conflict({ reason: "promo_code_invalid", message: message(priced.code_error) });
    return priced;
  });

/** What an order of a cart sells, in the order of its quote. */
const toPriced = ({ license_id, items, quote, code }: PricedCart): Effect.Effect<Priced, Conflict> => {
  const [first, ...rest] = items.map(({ variant }) => ({
    kind: "product" as const,
    collection_variant_id: variant.id,
  }));
  return first === undefined
    ? Effect.fail(nothingToBuy())
    : Effect.succeed({
        license_id,
        items: [first, ...rest],
        quote,
        hold: [],
        code: code === null ? null : { name: code.code, isLimited: code.max_uses !== undefined },
      });
};

/** The order that sold what was in the cart, for who asks again after it was emptied. (CHK-07) */
const lastOrder = (ports: OrderPorts, account: Account): Effect.Effect<Order | null> =>
  Effect.gen(function* () {
    const { carts, orders } = ports.transactions.read;
    const cart = yield* carts.ofAccount(account.id);
    return cart?.order_id == null || cart.variant_ids.length > 0 ? null : yield* orders.get(cart.order_id);
  });

/** The payment of a cart that was bought before, for who asks again. Only a card's payment has an id to go on with. */
const stepOfSold = (order: Order, expected: Cents | null): Effect.Effect<PaymentStep, Conflict> => {
  if (expected !== null && expected !== order.quote.total) return Effect.fail(nothingToBuy());
  const step = paymentStep({ order, state: null });
  return Effect.succeed(providerTraits(order.provider).method === "card" ? step : { ...step, id: "" });
};

/** The account's cart as an order; refused where it costs another amount than its buyer was shown. (CHK-06) */
const priceOrder =
  (ports: OrderPorts, expected: Cents | null): Placing["price"] =>
  (repos, locked) =>
    Effect.gen(function* () {
      const priced = yield* requireCart(ports, repos, locked, true);
      if (expected !== null && expected !== priced.quote.total)
        return yield* new Conflict({ reason: "price_changed", message: message("offer_changed") });
      return yield* toPriced(priced);
    });

/** What somebody wants to pay for the cart with, and what they were shown that it costs, in cents. */
export interface CartPayment {
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  readonly amount: Cents | null;
}

/**
 * Places the order of the account's cart, priced by the store, and opens its payment by card. Nothing is charged yet; a
 * cart that costs nothing is bought at once. (ORD-01, CHK-06, DSC-10)
 */
export const startCartPayment =
  (ports: OrderPorts) =>
  (
    account: Account,
    { customer_id: named, payment_method_id, amount }: CartPayment,
  ): Effect.Effect<PaymentStep, PlaceError> =>
    Effect.gen(function* () {
      yield* requireNoDispute(ports.transactions.read, account.id);
      yield* requireOwnCustomer(named, account.stripe_customer_token);
      const sold = yield* lastOrder(ports, account);
      if (sold !== null) return yield* stepOfSold(sold, amount);
      yield* requireCart(ports, ports.transactions.read, account, false);
      const customer_id = yield* ensureCustomer(ports)(account);
      if (payment_method_id !== null) yield* requireOwnCard(ports, customer_id, payment_method_id);
      const payer: OneTimePayer = { provider: "stripe", customer_id, payment_method_id };
      const advanced = yield* placeOneTime(ports, account, payer, priceOrder(ports, amount));
      const ended = endingText(advanced.order);
      if (ended !== null) return yield* new Conflict({ reason: "order_ended", message: ended });
      return paymentStep(advanced);
    });

/** Asks PayPal for the money of the account's cart. Percent codes and Enterprise licences are refused. (DSC-08, LIC-14) */
export const startPayPalCart =
  (ports: OrderPorts) =>
  (account: Account, amount: Cents | null): Effect.Effect<ApprovalRedirect, PlaceError> =>
    Effect.gen(function* () {
      yield* requireNoDispute(ports.transactions.read, account.id);
      const { code, license_id } = yield* requireCart(ports, ports.transactions.read, account, false);
      const error = payPalCartCodeError(code);
      if (error !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(error) });
      yield* requirePayPalAllowed(ports, account, license_id);
      const advanced = yield* placeOneTime(ports, account, PAYPAL_PAYER, priceOrder(ports, amount));
      return toApprovalRedirect(ports, advanced);
    });

/** What a purchase of a cart came to. */
export interface BoughtCart {
  readonly order_id: string;
  readonly product_ids: readonly number[];
  readonly amount: Cents;
}

/**
 * The cart of a payment that came in: its items, once, whoever asks first. Without a payment it is the order that the cart
 * sold last. (ORD-01, CHK-07)
 */
export const recordCart =
  (ports: OrderPorts) =>
  (
    account: Account,
    paymentId: string | null,
  ): Effect.Effect<BoughtCart, PlaceError | PaymentDeclined | PaymentNeedsConfirmation> =>
    Effect.gen(function* () {
      const own =
        paymentId === null ? yield* lastOrder(ports, account) : yield* requireOwnPayment(ports, account, paymentId);
      if (own === null || !sellsCart(own)) return yield* nothingToBuy();
      const { order, state } = yield* advanceOrder(ports)(own.id, { _tag: "continue" });
      if (order.status._tag !== "paid") return yield* notPaid({ order, state });
      return {
        order_id: order.id,
        product_ids: order.items.flatMap((item) => (item.kind === "product" ? [item.collection_variant_id] : [])),
        amount: order.quote.total,
      };
    });
