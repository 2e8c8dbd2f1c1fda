import {
  type Account,
  type ExpectedOffer,
  type Order,
  cardChangeError,
  cents,
  changeOptionsError,
  credits,
  sellsPlan,
  message,
  providerTraits,
} from "@backlot/domain";
import {
  Conflict,
  Forbidden,
  type NotFound,
  type PaymentDeclined,
  type PaymentNeedsConfirmation,
  type PaymentProviderUnavailable,
  type TooManyAttempts,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "../accounts/user-view.ts";
import { withAccountLease } from "../accounts/with-account-lease.ts";
import { advanceOrder } from "../orders/advance-order.ts";
import { placeOrder, supersedeOpenOrder } from "../orders/place-order.ts";
import { requireNoDispute } from "../refunds/open-disputes.ts";
import type { OrderPorts } from "../store-ports.ts";
import { holdOfChange } from "../subscriptions/hold-of-change.ts";
import { type PlanChangeRequest, previewPlanChange, priceChange } from "../subscriptions/price-change.ts";
import { scheduleDowngrade } from "../subscriptions/schedule-downgrade.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import {
  type OrderOptions,
  findPromoCode,
  priceNewPlan,
  requirePurchasablePlan,
  requireUnusedPromo,
} from "./price-plan.ts";
import { requireExpected } from "./require-expected.ts";
import { requireSetupIntent } from "./setup-intent.ts";
import { type SubscribeResult, toSubscribeResult } from "./subscribe-result.ts";

/** What a buyer asks for. The setup intent makes two submits the same order. */
export interface PlanRequest extends OrderOptions, PlanChangeRequest, ExpectedOffer {
  readonly setup_intent_id: string;
}

type SubscribeError =
  | NotFound
  | Forbidden
  | Conflict
  | PaymentDeclined
  | PaymentNeedsConfirmation
  | PaymentProviderUnavailable
  | TooManyAttempts;

const conflict = (reason: "order_in_progress" | "order_ended" | "subscription_changed" | "setup_intent_reused") =>
  new Conflict({ reason, message: message(reason) });

/** Goes on with the order that a setup intent has made already. */
const continueKnown = (
  ports: OrderPorts,
  account: Account,
  order: Order,
  request: PlanRequest,
): Effect.Effect<SubscribeResult, SubscribeError> =>
  Effect.gen(function* () {
    if (order.user_id !== account.id) return yield* new Forbidden({ message: message("forbidden") });
    if (!sellsPlan(order, request)) return yield* conflict("setup_intent_reused");
    return yield* toSubscribeResult(ports, account, yield* advanceOrder(ports)(order.id, { _tag: "continue" }));
  });

/** A new plan, with its promo code and add-on. Three calls to the provider, four with a code. */
const subscribeNew = (
  ports: OrderPorts,
  account: Account,
  request: PlanRequest,
): Effect.Effect<SubscribeResult, SubscribeError> =>
  Effect.gen(function* () {
    const [card, promo] = yield* Effect.all(
      [
        requireSetupIntent(ports, account, request.setup_intent_id),
        findPromoCode(ports, account, request.discount_code),
      ],
      { concurrency: 2 },
    );
    const { add_on_credits } = request;
    const { order, placed } = yield* placeOrder(ports)({
      account,
      provider: "stripe",
      customer_id: card.customer_id,
      payment_method_id: card.payment_method_id,
      idempotency_key: request.setup_intent_id,
      price: (repos, locked) =>
        Effect.gen(function* () {
          if ((yield* repos.subscriptions.current(account.id)) !== null) return yield* conflict("subscription_changed");
          const variant = yield* requirePurchasablePlan(repos, locked, request);
          yield* requireUnusedPromo(repos, locked, promo);
          const options = { promo, add_on_credits, credit: card.credit };
          const plan = { kind: "plan" as const, plan_variant_id: variant.id };
          const pack = add_on_credits === undefined ? null : credits(add_on_credits);
          const quote = yield* priceNewPlan(ports, repos, variant, options);
          yield* requireExpected(request, { kind: "new-plan", total: quote.total });
          return {
            license_id: variant.license_id,
            items: pack === null ? [plan] : [plan, { kind: "credit-pack" as const, credits: pack }],
            quote,
            hold: [],
          };
        }),
    });
    if (!sellsPlan(order, request)) return yield* conflict("setup_intent_reused");
    return yield* toSubscribeResult(
      ports,
      account,
      yield* advanceOrder(ports)(order.id, { _tag: "continue" }, placed ? order : null),
    );
  });

/** An upgrade by card: charged now, under the account's lease. */
const upgrade = (
  ports: OrderPorts,
  account: Account,
  request: PlanRequest,
  replaces: string,
): Effect.Effect<SubscribeResult, SubscribeError> =>
  Effect.gen(function* () {
    const card = yield* requireSetupIntent(ports, account, request.setup_intent_id);
    const { order, placed } = yield* placeOrder(ports)({
      account,
      provider: "stripe",
      customer_id: card.customer_id,
      payment_method_id: card.payment_method_id,
      idempotency_key: request.setup_intent_id,
      price: (repos, locked, orderId) =>
        Effect.gen(function* () {
          const running = yield* repos.subscriptions.current(account.id);
          if (running?.subscription.payment !== replaces) return yield* conflict("subscription_changed");
          const priced = yield* priceChange(ports, repos, locked, running, request, { credit: card.credit });
          if (priced.quote === null) return yield* conflict("subscription_changed");
          yield* requireExpected(request, { kind: "upgrade", total: priced.quote.total });
          return yield* holdOfChange(ports, repos, running, { ...priced, quote: priced.quote }, orderId);
        }),
    });
    return yield* toSubscribeResult(
      ports,
      account,
      yield* advanceOrder(ports)(order.id, { _tag: "continue" }, placed ? order : null),
    );
  });

/**
 * Changes the running plan: an upgrade is charged and counts at once, a downgrade waits for the end of the paid period,
 * the same plan is no change and costs nothing. (CHG-01, CHG-02, CHG-07)
 */
const placePlanChange = (
  ports: OrderPorts,
  account: Account,
  request: PlanRequest,
): Effect.Effect<SubscribeResult, SubscribeError> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    // The first of two submits may have changed the plan while this one waited its turn.
    const known = yield* read.orders.byIdempotencyKey(request.setup_intent_id);
    if (known !== null) return yield* continueKnown(ports, account, known, request);
    // Whoever was shown another offer keeps the order that waits.
    if ((yield* read.orders.openSubscriptionOrder(account.id)) !== null) {
      const { preview, quote } = yield* previewPlanChange(ports)(account, request);
      yield* requireExpected(request, { kind: preview.kind, total: quote?.total ?? cents(0) });
    }
    yield* supersedeOpenOrder(ports)(account.id);
    const before = yield* read.subscriptions.current(account.id);
    if (before === null) return yield* conflict("subscription_changed");
    // Renewals that were not received yet come before the change.
    yield* syncSubscription(ports)(before);
    const running = yield* read.subscriptions.current(account.id);
    if (running === null) return yield* conflict("subscription_changed");
    // Account credit lowers an upgrade alone, whose price is compared once its card and that credit are known.
    const priced = yield* priceChange(ports, read, account, running, request, { credit: cents(0) });
    const { kind } = priced.preview;
    if (kind !== "upgrade") yield* requireExpected(request, { kind, total: cents(0) });
    const error = cardChangeError(kind, providerTraits(running.provider).method);
    if (error !== null) return yield* new Conflict({ reason: error, message: message(error) });
    if (kind === "upgrade") return yield* upgrade(ports, account, request, running.subscription.payment);
    if (kind === "downgrade") yield* scheduleDowngrade(ports, running, priced);
    const subscription = yield* currentSubscriptionView(ports, account.id);
    return subscription === null ? yield* conflict("subscription_changed") : { subscription, change: kind };
  }).pipe(withAccountLease(ports)(account.id));

/** A promo code and credits beside it are for new plans only. */
const requireNoOptions = (request: OrderOptions): Effect.Effect<void, Conflict> => {
  const error = changeOptionsError(request);
  if (error === null) return Effect.void;
  const reason = error === "promo_for_new_plans" ? "promo_code_invalid" : "credit_pack_unavailable";
  return Effect.fail(new Conflict({ reason, message: message(error) }));
};

/**
 * Subscribes an account to a plan: writes the order, charges the card, records subscription and credits. Somebody who
 * has a plan changes it. However often and by however many it is sent, one setup intent makes one charge, one
 * subscription and one grant, and all get the same answer. (CHK-03, CHK-06, CHG-02)
 */
export const subscribe =
  (ports: OrderPorts) =>
  (account: Account, request: PlanRequest): Effect.Effect<SubscribeResult, SubscribeError> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const known = yield* read.orders.byIdempotencyKey(request.setup_intent_id);
      if (known !== null) return yield* continueKnown(ports, account, known, request);
      yield* requireNoDispute(read, account.id);
      if ((yield* read.subscriptions.current(account.id)) === null) return yield* subscribeNew(ports, account, request);
      yield* requireNoOptions(request);
      return yield* placePlanChange(ports, account, request);
    });
