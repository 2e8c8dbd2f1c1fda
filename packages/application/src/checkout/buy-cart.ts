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
  cartCodeKind,
  payerOf,
  variantOf,
  sellsCart,
  endingText,
  emptyingOrder,
  endedReason,
  variantLabel,
} from "@backlot/domain";
import { type Buyer, Conflict, Forbidden, type PaymentStep, ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { advanceOrder } from "../orders/advance-order.ts";
import { requireOwnOrder } from "../orders/order-access.ts";
import { paymentStep } from "../orders/order-view.ts";
import type { Priced, Placing } from "../orders/place-order.ts";
import { requireNoDispute } from "../disputes/open-disputes.ts";
import { lockVisitorsCart, visitorsCart } from "./cart.ts";
import { ensureCustomer, requireOwnCard, requireOwnCustomer } from "./cards.ts";
import {
  GUEST_CARD,
  type OneTimePayer,
  PAYPAL_PAYER,
  notPaid,
  placeOneTime,
  requireOwnPayment,
} from "./one-time-payment.ts";
import { type FindCode, type PricedCart, findCode, lockCode, priceCart } from "../pricing/price-cart.ts";
import { requireExpectedTotal } from "./require-expected.ts";
import { licensesOf } from "../accounts/minimum-license.ts";
import { requirePayer } from "../providers.ts";
import { toApprovalRedirect } from "./start-paypal-plan.ts";

const nothingToBuy = (): Conflict => new Conflict({ reason: "nothing_to_buy", message: message("nothing_to_buy") });

/** The buyer of a cart: an account with its own cart, or a guest with a visitor's cart, by its token. */
export type CartBuyer =
  | { readonly _tag: "Account"; readonly account: Account }
  | { readonly _tag: "Guest"; readonly account: Account; readonly token: string };

const cartOf = (buyer: CartBuyer) =>
  buyer._tag === "Guest"
    ? visitorsCart(buyer.token)
    : ReadRepositories.use(({ carts }) => carts.ofAccount(buyer.account.id));

const lockCartOf = (buyer: CartBuyer) =>
  buyer._tag === "Guest"
    ? lockVisitorsCart(buyer.token)
    : Repositories.use(({ carts }) => carts.lockOfAccount(buyer.account.id));

/**
 * Fails if the cart has an item that the guest already owns, and names it. A visitor's cart can't leave out owned
 * items, because the guest isn't known before payment.
 */
const requireNotOwned = (guest: Account, { items }: PricedCart) =>
  Effect.gen(function* () {
    const repos = yield* ReadRepositories;
    const owned = yield* repos.collections.entitlementsOf(guest.id);
    const again = items.find(({ collection, variant }) => ownedVariantIds(collection, owned).includes(variant.id));
    if (again === undefined) return;
    const words = ownedByGuestMessage(itemLabel(again.collection.name, variantLabel(again.variant)));
    return yield* new Conflict({ reason: "already_owned", message: words });
  });

/**
 * Returns the buyer's cart with its prices. Fails if it is empty, if its code doesn't apply, or if a guest already owns
 * an item.
 */
const requireCart = <R>(buyer: CartBuyer, cart: Cart | null, findCode: FindCode<R>) =>
  Effect.gen(function* () {
    if (cart === null) return yield* nothingToBuy();
    // A guest pays the prices that a visitor sees. The guest's earlier purchases only affect how often a code may be
    // used.
    const owner = buyer._tag === "Guest" ? null : buyer.account;
    const priced = yield* priceCart(owner, cart, { findCode, codeUser: buyer.account.id });
    if (priced.items.length === 0) return yield* nothingToBuy();
    if (buyer._tag === "Guest") yield* requireNotOwned(buyer.account, priced);
    if (priced.code_error !== null)
      return yield* new Conflict({ reason: "promo_code_invalid", message: message(priced.code_error) });
    return priced;
  });

/** Returns a priced cart as an order's content, with the items in the order of the quote's lines. */
const toPriced = ({ license_id, items, quote, code }: PricedCart): Effect.Effect<Priced, Conflict> => {
  const [first, ...rest] = items.map(({ variant, raised_from }) => ({
    kind: "product" as const,
    collection_variant_id: variant.id,
    raised_from,
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

/** Returns the order that sold a cart's last contents, or null if there is none or it belongs to another buyer. */
const soldOrder = (cart: Cart | null, buyer: Buyer["Service"]) =>
  Effect.gen(function* () {
    const order_id = cart === null ? null : emptyingOrder(cart);
    if (order_id === null) return null;
    return yield* requireOwnOrder((orders) => orders.get(order_id), buyer).pipe(
      Effect.catch(() => Effect.succeed(null)),
    );
  });

/**
 * Returns the payment step of a cart that was already bought; fails if the buyer was shown another total. `id` is empty
 * unless the order was paid by card.
 */
const stepOfSold = (order: Order, expected: Cents | null): Effect.Effect<PaymentStep, Conflict> => {
  if (!isExpectedTotal(expected, order.quote.total)) return Effect.fail(nothingToBuy());
  const step = paymentStep({ order, state: null });
  return Effect.succeed(payerOf(order.provider).asks === "card" ? step : { ...step, id: "" });
};

/**
 * Returns the function that prices the buyer's cart as an order. It fails if the total differs from what the buyer was
 * shown.
 */
const priceOrder =
  (buyer: CartBuyer, expected: Cents | null): Placing["price"] =>
  (account) =>
    Effect.gen(function* () {
      const locked = { ...buyer, account };
      const priced = yield* requireCart(locked, yield* lockCartOf(locked), lockCode);
      yield* requireExpectedTotal(expected, priced.quote);
      return yield* toPriced(priced);
    });

/**
 * A request to pay for a cart: the customer, the saved card, and the total that the buyer was shown, in cents. Null
 * means that the request doesn't name it.
 */
export interface CartPayment {
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  readonly amount: Cents | null;
}

/**
 * Returns the payer of a card payment: an account's Stripe customer, created if necessary, or a guest with a new card.
 * Fails for a guest who names a customer or a saved card.
 */
const cardPayer = (buyer: CartBuyer, { customer_id: named, payment_method_id }: CartPayment) =>
  Effect.gen(function* () {
    if (buyer._tag === "Guest") {
      if (named === null && payment_method_id === null) return GUEST_CARD;
      return yield* new Forbidden({ message: message("forbidden") });
    }
    const customer_id = yield* ensureCustomer(buyer.account);
    if (payment_method_id !== null) yield* requireOwnCard(customer_id, payment_method_id);
    const payer: OneTimePayer = { provider: "stripe", customer_id, payment_method_id };
    return payer;
  });

const placeCart = (buyer: CartBuyer, payer: OneTimePayer, amount: Cents | null) =>
  placeOneTime(buyer.account, payer, priceOrder(buyer, amount), buyer._tag === "Guest" ? buyer.token : null);

/**
 * Places a cart's order at the store's prices, and creates its card payment. Charges nothing yet; a free cart is bought
 * at once.
 */
export const startCartPayment = (buyer: CartBuyer, payment: CartPayment) =>
  Effect.gen(function* () {
    const { account } = buyer;
    yield* requireNoDispute(account.id);
    yield* requireOwnCustomer(payment.customer_id, account.stripe_customer_token);
    const sold = yield* soldOrder(yield* cartOf(buyer), account);
    if (sold !== null) return yield* stepOfSold(sold, payment.amount);
    yield* requireCart(buyer, yield* cartOf(buyer), findCode);
    const payer = yield* cardPayer(buyer, payment);
    const advanced = yield* placeCart(buyer, payer, payment.amount);
    const ended = endingText(advanced.order);
    if (ended !== null) return yield* new Conflict({ reason: endedReason(advanced.order), message: ended });
    return paymentStep(advanced);
  });

/**
 * Starts a PayPal payment for a cart. Fails for percentage codes and Enterprise licenses. A free cart is bought at once
 * without PayPal. (DSC-08, LIC-14)
 */
export const startPayPalCart = (buyer: CartBuyer, amount: Cents | null) =>
  Effect.gen(function* () {
    const { account } = buyer;
    yield* requireNoDispute(account.id);
    const { code, license_id, quote } = yield* requireCart(buyer, yield* cartOf(buyer), findCode);
    const licenses = { ...(yield* licensesOf(account)), purchase: license_id };
    yield* requirePayer("paypal", { licenses, total: quote.total, code: cartCodeKind(code), change: null });
    return yield* toApprovalRedirect(yield* placeCart(buyer, PAYPAL_PAYER, amount));
  });

/**
 * Completes a cart's order: records the payment and delivers the items once, no matter whether this request, a webhook,
 * or a job comes first. If `paymentId` is null, uses the cart's last order.
 */
export const recordCart = (
  buyer: Buyer["Service"],
  { token, paymentId }: { readonly token: string; readonly paymentId: string | null },
) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const cart = "guest_key" in buyer ? visitorsCart(token) : read.carts.ofAccount(buyer.id);
    const own = paymentId === null ? yield* soldOrder(yield* cart, buyer) : yield* requireOwnPayment(buyer, paymentId);
    if (own === null || !sellsCart(own)) return yield* nothingToBuy();
    const { order, state } = yield* advanceOrder(own.id, { _tag: "continue" });
    if (order.status._tag !== "paid") return yield* notPaid({ order, state });
    return {
      order_id: order.id,
      product_ids: order.items.map(variantOf).filter((id) => id !== null),
      amount: order.quote.total,
    };
  });
