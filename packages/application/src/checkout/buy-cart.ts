import {
  type Account,
  type Cart,
  type Cents,
  type Order,
  isExpectedTotal,
  itemLabel,
  message,
  ownedByGuestMessage,
  ownedVariantIds,
  payPalCartCodeError,
  providerTraits,
  variantOf,
  sellsCart,
  endingText,
  emptyingOrder,
  endedReason,
} from "@backlot/domain";
import {
  type ApprovalRedirect,
  Conflict,
  Forbidden,
  type PaymentDeclined,
  type PaymentNeedsConfirmation,
  type PaymentStep,
  type Repositories,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Advanced, advanceOrder } from "../orders/advance-order.ts";
import { type Buyer, requireOwnOrder } from "../orders/order-access.ts";
import { paymentStep } from "../orders/order-view.ts";
import type { Priced, Placing } from "../orders/place-order.ts";
import { requireNoDispute } from "../refunds/open-disputes.ts";
import type { OrderPorts } from "../store-ports.ts";
import { visitorsCart } from "./cart.ts";
import { ensureCustomer, requireOwnCard, requireOwnCustomer } from "./cards.ts";
import {
  GUEST_CARD,
  type OneTimePayer,
  PAYPAL_PAYER,
  type PlaceError,
  notPaid,
  placeOneTime,
  requireOwnPayment,
} from "./one-time-payment.ts";
import { type PricedCart, priceCart } from "./price-cart.ts";
import { requireExpectedTotal } from "./require-expected.ts";
import { requirePayPalAllowed, toApprovalRedirect } from "./start-paypal-plan.ts";

const nothingToBuy = (): Conflict => new Conflict({ reason: "nothing_to_buy", message: message("nothing_to_buy") });

/** Who buys a cart: an account its own, or a guest the visitor's cart with a token. */
export type CartBuyer =
  | { readonly _tag: "Account"; readonly account: Account }
  | { readonly _tag: "Guest"; readonly account: Account; readonly token: string };

const cartOf = (repos: Repositories, buyer: CartBuyer, lock: boolean): Effect.Effect<Cart | null> => {
  if (buyer._tag === "Account")
    return lock ? repos.carts.lockOfAccount(buyer.account.id) : repos.carts.ofAccount(buyer.account.id);
  return visitorsCart(repos, buyer.token, lock);
};

/** Refuses what the guest has bought before, by its name: a visitor's cart does not know who will pay. (ORD-03) */
const requireNotOwned = (repos: Repositories, guest: Account, { items }: PricedCart): Effect.Effect<void, Conflict> =>
  Effect.gen(function* () {
    const owned = yield* repos.collections.entitlementsOf(guest.id);
    const again = items.find(({ collection, variant }) => ownedVariantIds(collection, owned).includes(variant.id));
    if (again === undefined) return;
    const words = ownedByGuestMessage(itemLabel(again.collection.name, again.variant.resolution));
    return yield* new Conflict({ reason: "already_owned", message: words });
  });

/** The buyer's cart as it can be bought; refused where nothing is in it or its code does not count. */
const requireCart = (
  ports: OrderPorts,
  repos: Repositories,
  buyer: CartBuyer,
  lock: boolean,
): Effect.Effect<PricedCart, Conflict> =>
  Effect.gen(function* () {
    const cart = yield* cartOf(repos, buyer, lock);
    if (cart === null) return yield* nothingToBuy();
    // A guest is shown a visitor's prices, and pays them: no purchase before counts but the uses of its code.
    const owner = buyer._tag === "Guest" ? null : buyer.account;
    const priced = yield* priceCart(ports, repos, owner, cart, { lock, codeUser: buyer.account.id });
    if (priced.items.length === 0) return yield* nothingToBuy();
    if (buyer._tag === "Guest") yield* requireNotOwned(repos, buyer.account, priced);
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

/** The order that sold what was in a cart, where it is the buyer's own. (CHK-07) */
const soldOrder = (ports: OrderPorts, cart: Cart | null, buyer: Buyer): Effect.Effect<Order | null> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const order_id = cart === null ? null : emptyingOrder(cart);
    if (order_id === null) return null;
    return yield* requireOwnOrder((orders) => orders.get(order_id), read, buyer).pipe(
      Effect.catch(() => Effect.succeed(null)),
    );
  });

/** The payment of a cart that was bought before, for who asks again. Only a card's payment has an id to go on with. */
const stepOfSold = (order: Order, expected: Cents | null): Effect.Effect<PaymentStep, Conflict> => {
  if (!isExpectedTotal(expected, order.quote.total)) return Effect.fail(nothingToBuy());
  const step = paymentStep({ order, state: null });
  return Effect.succeed(providerTraits(order.provider).method === "card" ? step : { ...step, id: "" });
};

/** The buyer's cart as an order; refused where it costs another amount than its buyer was shown. (CHK-06) */
const priceOrder =
  (ports: OrderPorts, buyer: CartBuyer, expected: Cents | null): Placing["price"] =>
  (repos, account) =>
    Effect.gen(function* () {
      const priced = yield* requireCart(ports, repos, { ...buyer, account }, true);
      yield* requireExpectedTotal(expected, priced.quote);
      return yield* toPriced(priced);
    });

/** What somebody wants to pay for the cart with, and what they were shown that it costs, in cents. */
export interface CartPayment {
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  readonly amount: Cents | null;
}

/** Whose card pays: a customer's, which is looked up or made; a guest is none. */
const cardPayer = (
  ports: OrderPorts,
  buyer: CartBuyer,
  { customer_id: named, payment_method_id }: CartPayment,
): Effect.Effect<OneTimePayer, PlaceError> =>
  Effect.gen(function* () {
    if (buyer._tag === "Guest") {
      if (named === null && payment_method_id === null) return GUEST_CARD;
      return yield* new Forbidden({ message: message("forbidden") });
    }
    const customer_id = yield* ensureCustomer(ports)(buyer.account);
    if (payment_method_id !== null) yield* requireOwnCard(ports, customer_id, payment_method_id);
    return { provider: "stripe", customer_id, payment_method_id };
  });

const placeCart = (
  ports: OrderPorts,
  buyer: CartBuyer,
  payer: OneTimePayer,
  amount: Cents | null,
): Effect.Effect<Advanced, PlaceError> =>
  placeOneTime(
    ports,
    buyer.account,
    payer,
    priceOrder(ports, buyer, amount),
    buyer._tag === "Guest" ? buyer.token : null,
  );

/**
 * Places the order of a cart, priced by the store, and opens its payment by card. Nothing is charged yet; a cart that
 * costs nothing is bought at once. (ORD-01, ORD-03, CHK-06, DSC-10)
 */
export const startCartPayment =
  (ports: OrderPorts) =>
  (buyer: CartBuyer, payment: CartPayment): Effect.Effect<PaymentStep, PlaceError> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const { account } = buyer;
      yield* requireNoDispute(read, account.id);
      yield* requireOwnCustomer(payment.customer_id, account.stripe_customer_token);
      const sold = yield* soldOrder(ports, yield* cartOf(read, buyer, false), account);
      if (sold !== null) return yield* stepOfSold(sold, payment.amount);
      yield* requireCart(ports, read, buyer, false);
      const payer = yield* cardPayer(ports, buyer, payment);
      const advanced = yield* placeCart(ports, buyer, payer, payment.amount);
      const ended = endingText(advanced.order);
      if (ended !== null) return yield* new Conflict({ reason: endedReason(advanced.order), message: ended });
      return paymentStep(advanced);
    });

/** Asks PayPal for the money of a cart. Percent codes and Enterprise licences are refused. (DSC-08, LIC-14) */
export const startPayPalCart =
  (ports: OrderPorts) =>
  (buyer: CartBuyer, amount: Cents | null): Effect.Effect<ApprovalRedirect, PlaceError> =>
    Effect.gen(function* () {
      const { account } = buyer;
      yield* requireNoDispute(ports.transactions.read, account.id);
      const { code, license_id } = yield* requireCart(ports, ports.transactions.read, buyer, false);
      const error = payPalCartCodeError(code);
      if (error !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(error) });
      yield* requirePayPalAllowed(ports, account, license_id);
      return toApprovalRedirect(ports, yield* placeCart(ports, buyer, PAYPAL_PAYER, amount));
    });

/** What a purchase of a cart came to. */
export interface BoughtCart {
  readonly order_id: string;
  readonly product_ids: readonly number[];
  readonly amount: Cents;
}

/**
 * The cart of a payment that came in: its items, once, whoever asks first. Without a payment it is the order that the
 * cart sold last. (ORD-01, CHK-07)
 */
export const recordCart =
  (ports: OrderPorts) =>
  (
    buyer: Buyer,
    { token, paymentId }: { readonly token: string; readonly paymentId: string | null },
  ): Effect.Effect<BoughtCart, PlaceError | PaymentDeclined | PaymentNeedsConfirmation> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const cart = "guest_key" in buyer ? visitorsCart(read, token, false) : read.carts.ofAccount(buyer.id);
      const own =
        paymentId === null
          ? yield* soldOrder(ports, yield* cart, buyer)
          : yield* requireOwnPayment(ports, buyer, paymentId);
      if (own === null || !sellsCart(own)) return yield* nothingToBuy();
      const { order, state } = yield* advanceOrder(ports)(own.id, { _tag: "continue" });
      if (order.status._tag !== "paid") return yield* notPaid({ order, state });
      return {
        order_id: order.id,
        product_ids: order.items.map(variantOf).filter((id) => id !== null),
        amount: order.quote.total,
      };
    });
