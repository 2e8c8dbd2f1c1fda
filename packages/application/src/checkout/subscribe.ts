import {
  type Account,
  type ExpectedOffer,
  type Order,
  accountCreditHeldBy,
  payerRefusal,
  cents,
  changeOptionsError,
  endsTooSoon,
  credits,
  sellsPlan,
  message,
} from "@backlot/domain";
import {
  Clock,
  Conflict,
  Forbidden,
  type NotFound,
  type PaymentDeclined,
  type PaymentNeedsConfirmation,
  type PaymentProviderUnavailable,
  ReadRepositories,
  type TooManyAttempts,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "../accounts/user-view.ts";
import { withAccountLease } from "../account-lease.ts";
import { advanceOrder } from "../orders/advance-order.ts";
import { placeOrder } from "../orders/place-order.ts";
import { requireNoDispute } from "../disputes/open-disputes.ts";
import { holdOfChange } from "../plan-changes/hold-of-change.ts";
import { type PlanChangeRequest, priceChange } from "../plan-changes/price-change.ts";
import { scheduleDowngrade } from "../plan-changes/schedule-downgrade.ts";
import {
  type OrderOptions,
  findPromoCode,
  lockLimitedPromo,
  priceNewPlan,
  requirePurchasablePlan,
  requireUnusedPromo,
} from "../pricing/price-plan.ts";
import { payerRefused } from "../providers.ts";
import { readyForChange, subscriptionChanged } from "./ready-for-change.ts";
import { requireExpected } from "./require-expected.ts";
import { requireSetupIntent } from "../orders/setup-intent.ts";
import type { UseCase } from "../store-services.ts";
import { type SubscribeResult, toSubscribeResult } from "./subscribe-result.ts";

/** A buyer's request for a plan. Repeated requests with the same setup intent are the same order. */
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

const conflict = (reason: "setup_intent_reused" | "period_ends_soon") =>
  new Conflict({ reason, message: message(reason) });

/** Continues the order that an earlier request placed with the same setup intent. */
const continueKnown = (account: Account, order: Order, request: PlanRequest) =>
  Effect.gen(function* () {
    if (order.user_id !== account.id) return yield* new Forbidden({ message: message("forbidden") });
    if (!sellsPlan(order, request)) return yield* conflict("setup_intent_reused");
    return yield* toSubscribeResult(account, yield* advanceOrder(order.id, { _tag: "continue" }));
  });

/** Subscribes to a new plan with its promo code and add-on. Makes three provider calls, or four with a promo code. */
const subscribeNew = (account: Account, request: PlanRequest) =>
  Effect.gen(function* () {
    const [card, promo] = yield* Effect.all(
      [requireSetupIntent(account, request.setup_intent_id), findPromoCode(account.id, request.discount_code)],
      { concurrency: 2 },
    );
    const { add_on_credits } = request;
    const { order, placed } = yield* placeOrder({
      account,
      provider: "stripe",
      customer_id: card.customer_id,
      payment_method_id: card.payment_method_id,
      idempotency_key: request.setup_intent_id,
      price: (locked, _orderId, replaced) =>
        Effect.gen(function* () {
          const repos = yield* ReadRepositories;
          if ((yield* repos.subscriptions.current(account.id)) !== null) return yield* subscriptionChanged();
          const variant = yield* requirePurchasablePlan(locked, request);
          yield* lockLimitedPromo(promo);
          yield* requireUnusedPromo(locked, promo);
          const credit = cents(card.credit + accountCreditHeldBy(yield* replaced));
          const options = { promo, add_on_credits, credit, payer: "stripe" as const };
          const plan = { kind: "plan" as const, plan_variant_id: variant.id };
          const pack = add_on_credits === undefined ? null : credits(add_on_credits);
          const quote = yield* priceNewPlan(variant, options);
          yield* requireExpected(request, { kind: "new-plan", total: quote.total });
          return {
            license_id: variant.license_id,
            items: pack === null ? [plan] : [plan, { kind: "credit-pack" as const, credits: pack }],
            quote,
            hold: [],
            holdsLimitedCode: promo?.limits !== undefined,
          };
        }),
    });
    if (!sellsPlan(order, request)) return yield* conflict("setup_intent_reused");
    return yield* toSubscribeResult(
      account,
      yield* advanceOrder(order.id, { _tag: "continue" }, placed ? order : null),
    );
  });

/**
 * Upgrades by card, charged now. `replaces` is the payment of the period that the upgrade replaces. Call it under the
 * account's lease.
 */
const upgrade = (account: Account, request: PlanRequest, replaces: string) =>
  Effect.gen(function* () {
    const card = yield* requireSetupIntent(account, request.setup_intent_id);
    const { order, placed } = yield* placeOrder({
      account,
      provider: "stripe",
      customer_id: card.customer_id,
      payment_method_id: card.payment_method_id,
      idempotency_key: request.setup_intent_id,
      price: (locked, orderId) =>
        Effect.gen(function* () {
          const repos = yield* ReadRepositories;
          const running = yield* repos.subscriptions.current(account.id);
          if (running?.subscription.payment !== replaces) return yield* subscriptionChanged();
          const priced = yield* priceChange(locked, running, request, { credit: card.credit });
          if (priced.quote === null) return yield* subscriptionChanged();
          // The bank could still be asking the buyer when the provider bills the next period.
          const renews_at = running.subscription.period.end;
          if (endsTooSoon(renews_at, (yield* Clock).now())) return yield* conflict("period_ends_soon");
          yield* requireExpected(request, { kind: "upgrade", total: priced.quote.total });
          return { ...(yield* holdOfChange(running, { ...priced, quote: priced.quote }, orderId)), renews_at };
        }),
    });
    return yield* toSubscribeResult(
      account,
      yield* advanceOrder(order.id, { _tag: "continue" }, placed ? order : null),
    );
  });

/**
 * Changes the running plan. An upgrade is charged and takes effect now, a downgrade waits for the end of the paid
 * period, and the same plan changes nothing and costs nothing.
 */
const placePlanChange = (account: Account, request: PlanRequest) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    // An earlier submit of the same form may have changed the plan while this one waited.
    const known = yield* read.orders.byIdempotencyKey(request.setup_intent_id);
    if (known !== null) return yield* continueKnown(account, known, request);
    const running = yield* readyForChange(account, request, "card");
    // Price it without account credit, which lowers only upgrades. An upgrade's price is checked later, with its
    // credit.
    const priced = yield* priceChange(account, running, request, { credit: cents(0) });
    const { kind } = priced.preview;
    if (kind !== "upgrade") yield* requireExpected(request, { kind, total: cents(0) });
    const refusal = kind === "no-change" ? null : payerRefusal("stripe", true, priced.paying);
    if (refusal !== null) return yield* payerRefused("stripe", refusal, running.provider);
    if (kind === "upgrade") return yield* upgrade(account, request, running.subscription.payment);
    if (kind === "downgrade") yield* scheduleDowngrade(running, priced);
    const subscription = yield* currentSubscriptionView(account.id);
    return subscription === null ? yield* subscriptionChanged() : { subscription, change: kind };
  }).pipe(withAccountLease(account.id));

/** Fails for a promo code or an add-on: both are for new plans only. */
const requireNoOptions = (request: OrderOptions): Effect.Effect<void, Conflict> => {
  const error = changeOptionsError(request);
  if (error === null) return Effect.void;
  const reason = error === "promo_for_new_plans" ? "promo_code_invalid" : "credit_pack_unavailable";
  return Effect.fail(new Conflict({ reason, message: message(error) }));
};

/**
 * Subscribes an account to a plan, or changes its running plan: places the order, charges the card, and records the
 * subscription and credits. Repeated requests with the same setup intent lead to one charge, one subscription, and one
 * grant, and get the same result. (CHK-03)
 */
export const subscribe = (account: Account, request: PlanRequest): UseCase<SubscribeResult, SubscribeError> =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const known = yield* read.orders.byIdempotencyKey(request.setup_intent_id);
    if (known !== null) return yield* continueKnown(account, known, request);
    yield* requireNoDispute(account.id);
    if ((yield* read.subscriptions.current(account.id)) === null) return yield* subscribeNew(account, request);
    yield* requireNoOptions(request);
    return yield* placePlanChange(account, request);
  });
