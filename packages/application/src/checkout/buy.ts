import { type Order, type Provider, ZERO, accountCreditHeldBy, cents, message, payerOf } from "@backlot/domain";
import { Conflict, Forbidden, ReadRepositories, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { withAccountLease } from "../account-lease.ts";
import { requireNoDispute } from "../disputes/dispute-guard.ts";
import { advanceOrder } from "../fulfillment/advance-order.ts";
import { placeOrder } from "../fulfillment/place-order.ts";
import { withKnownOffers } from "../plans/known-offers.ts";
import { requirePayer } from "../providers.ts";
import type { UseCase, UseCaseSteps } from "../store-services.ts";
import type { BuyError, Buyable, Changed, Given, Ordered, Purchaser, ToPay } from "./buyable.ts";
import { type Funds, createsCustomer, fundsOf } from "./funds.ts";

type AnyBuyable = Buyable<Changed>;

/** Continues an order of an earlier request. */
const continued = (order: Order) =>
  Effect.map(advanceOrder(order.id, { _tag: "continue" }), (advanced): Ordered => ({ _tag: "Ordered", ...advanced }));

/** Fails if the order isn't for this purchase, which means that the request reuses another purchase's key. */
const requireSame = (what: AnyBuyable, order: Order): Effect.Effect<void, Conflict> =>
  what.isFor(order)
    ? Effect.void
    : Effect.fail(new Conflict({ reason: "setup_intent_reused", message: message("setup_intent_reused") }));

/** Returns the order that an earlier request with the same setup intent placed, or null. */
const orderOfKey = Effect.fnUntraced(function* ({ account }: Purchaser, what: AnyBuyable, given: Given) {
  if (given._tag !== "SetupIntent") return null;
  const repos = yield* ReadRepositories;
  const order = yield* repos.orders.byIdempotencyKey(given.id);
  if (order === null) return null;
  if (order.user_id !== account.id) return yield* new Forbidden({ message: message("forbidden") });
  yield* requireSame(what, order);
  return order;
});

/** Places a purchase's order and creates its charge, or continues an identical open order. */
const place = Effect.fnUntraced(function* (
  buyer: Purchaser,
  what: AnyBuyable,
  payer: Provider,
  given: Given,
  replaces: string | null,
  earlyFunds: Funds | null = null,
): UseCaseSteps<Ordered, BuyError> {
  const { account } = buyer;
  if (createsCustomer(buyer, payer, given)) yield* Effect.andThen(requireNoDispute(account.id), what.check);
  const fundsLookup = earlyFunds === null ? fundsOf(buyer, payer, given) : Effect.succeed(earlyFunds);
  const [funds, price] = yield* Effect.all([fundsLookup, what.pricer], { concurrency: 2 });
  const { customer_id, payment_method_id, key } = funds;
  const { order, placed } = yield* placeOrder({
    account,
    provider: payer,
    customer_id,
    payment_method_id,
    cart_token: what.cart_token,
    idempotency_key: key,
    price: (locked, orderId, replaced) =>
      Effect.gen(function* () {
        const takesCredit = what.ready !== null && payerOf(payer).takes.accountCredit;
        const credit = takesCredit ? cents(funds.credit + accountCreditHeldBy(yield* replaced)) : ZERO;
        const { content, paying } = yield* price(locked, { payer, credit, orderId, replaces });
        yield* requirePayer(payer, paying);
        yield* what.requireShown(content);
        return content;
      }),
  });
  if (key !== null) yield* requireSame(what, order);
  // If a request is repeated with another saved card, charge the most recently chosen one.
  if (!placed && key === null && payment_method_id !== null && payment_method_id !== order.payment_method_id)
    yield* Repositories.use(({ orders }) => orders.setPaymentMethod(order.id, payment_method_id)).pipe(transactional);
  const advanced = yield* advanceOrder(order.id, { _tag: "continue" }, placed ? order : null);
  // If an open order without a key turns out to have ended, place it again.
  const hasEnded = advanced.order.status._tag !== "pending" && advanced.order.status._tag !== "paid";
  if (!placed && key === null && hasEnded) return yield* place(buyer, what, payer, given, replaces);
  return { _tag: "Ordered", ...advanced };
});

/**
 * Returns the open plan order that this request repeats, or null. Card payments are matched by their setup intent
 * instead.
 */
const openOrderOf = Effect.fnUntraced(function* ({ account }: Purchaser, what: AnyBuyable, payer: Provider) {
  if (payerOf(payer).asks !== "approval") return null;
  const repos = yield* ReadRepositories;
  const open = yield* repos.orders.openSubscriptionOrder(account.id);
  if (open === null || open.provider !== payer || !what.isFor(open)) return null;
  return yield* Effect.match(what.requireShown(open), { onFailure: () => null, onSuccess: () => open });
});

/**
 * Buys a plan under the account's lease: a change, or a plan that the buyer approves at the provider. An earlier
 * request may have placed the order while this one waited for the lease.
 */
const buyLeased = Effect.fnUntraced(
  function* <C extends Changed>(
    buyer: Purchaser,
    what: AnyBuyable,
    payer: Provider,
    given: Given,
    prepare: (isWaiting: boolean) => UseCase<C | ToPay, BuyError>,
  ): UseCaseSteps<C | Ordered, BuyError> {
    const order = (yield* orderOfKey(buyer, what, given)) ?? (yield* openOrderOf(buyer, what, payer));
    if (order !== null) return yield* continued(order);
    const repos = yield* ReadRepositories;
    const isWaiting = (yield* repos.orders.openSubscriptionOrder(buyer.account.id)) !== null;
    // Fetch the card while the plan is being synced, unless an open order must be canceled first, which may change the
    // account credit.
    const asksEarly = given._tag === "SetupIntent" && !isWaiting;
    const early = asksEarly ? Effect.result(fundsOf(buyer, payer, given)) : Effect.succeed(null);
    const [ready, funds] = yield* Effect.all([prepare(isWaiting), early], { concurrency: 2 });
    if (ready._tag !== "ToPay") return ready;
    const earlyFunds = funds === null ? null : yield* Effect.fromResult(funds);
    return yield* place(buyer, what, payer, given, ready.replaces, earlyFunds);
  },
  (effect, buyer) => withAccountLease(buyer.account.id)(effect),
);

/**
 * Buys something: places its order, creates the charge, and captures it if the buyer has nothing left to confirm. A
 * repeated request continues the order of the earlier one. A smaller plan is only scheduled, without an order. The
 * store computes the price, and rejects the purchase if the buyer was shown a different price. (CHK-03)
 */
export const buy = Effect.fn("checkout.buy")(function* <C extends Changed = never>(
  buyer: Purchaser,
  what: Buyable<C>,
  payer: Provider,
  given: Given,
): UseCaseSteps<C | Ordered, BuyError> {
  const { account } = buyer;
  yield* Effect.annotateCurrentSpan({ provider: payer });
  const order = (yield* orderOfKey(buyer, what, given)) ?? (yield* what.sold);
  if (order !== null) return yield* continued(order);
  if (what.ready === null) return yield* place(buyer, what, payer, given, null);
  const repos = yield* ReadRepositories;
  const isLeased = payerOf(payer).asks === "approval" || (yield* repos.subscriptions.current(account.id)) !== null;
  if (!isLeased) return yield* place(buyer, what, payer, given, null);
  yield* requireNoDispute(account.id);
  const { ready } = what;
  return yield* buyLeased(buyer, what, payer, given, (isWaiting) => ready(payer, given, isWaiting));
}, withKnownOffers);
