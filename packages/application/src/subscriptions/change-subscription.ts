import {
  type Account,
  type Cents,
  type ChangeKind,
  type CreditLot,
  type Subscription,
  cents,
  applyPlanChange,
  message,
} from "@backlot/domain";
import {
  Conflict,
  type Forbidden,
  type NotFound,
  type PaymentDeclined,
  type PaymentNeedsConfirmation,
  type PaymentProviderDown,
  type PlanChangePurchase,
  type StoredSubscription,
  type SubscriptionView,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "../accounts/user-view.ts";
import { billerOf } from "../wallet/wallet-of.ts";
import { alone } from "./alone.ts";
import { billedPlan } from "./billed-plan.ts";
import { carryOutChange, giveUpChange } from "./carry-out-change.ts";
import { type Considered, type Wish, consider, holdFor } from "./consider-change.ts";
import { followPlan } from "./follow-plan.ts";
import { accountCredit } from "./plan-purchase.ts";
import { type PlanRequest, type SubscribePorts, answerOf, usableIntent } from "./subscribe.ts";

/**
 * Arranges a downgrade of a plan that the wallet bills: it lowers its agreement's price, and asks its owner nothing. Answers
 * false where the change is none; one that has to be paid is for `startWalletPlan`. (CHG-02)
 */
export const downgradeInWallet = (
  ports: SubscribePorts,
  account: Account,
  stored: StoredSubscription,
  wish: Wish,
): Effect.Effect<boolean, NotFound | Forbidden | Conflict | PaymentProviderDown> =>
  Effect.gen(function* () {
    if (stored.provider !== "paypal") return false;
    const considered = yield* consider(ports, ports.transactions.read, account, stored, wish, cents(0));
    if (considered.preview.kind !== "downgrade") return false;
    yield* downgrade(ports, stored, considered);
    return true;
  });

/** Writes down what is arranged for the end of the period. */
const arrange = (
  ports: SubscribePorts,
  stored: StoredSubscription,
  to: (life: Subscription, lots: readonly CreditLot[]) => Subscription,
): Effect.Effect<void> =>
  ports.transactions.run((repositories) =>
    Effect.gen(function* () {
      yield* repositories.accounts.lock(stored.user_id);
      const now = (yield* repositories.subscriptions.get(stored.life.id)) ?? stored;
      yield* repositories.subscriptions.save(to(now.life, yield* repositories.credits.lots(stored.user_id)));
    }),
  );

const downgrade = (
  ports: SubscribePorts,
  stored: StoredSubscription,
  { variant, preview }: Considered,
): Effect.Effect<void, Conflict | PaymentProviderDown> =>
  Effect.gen(function* () {
    const plan = yield* billedPlan(ports, variant.id, preview.price);
    const biller = yield* billerOf(ports, stored.provider);
    const tell = biller
      .changeAtPeriodEnd(stored.provider_subscription_id, plan)
      .pipe(
        Effect.catchTag("PlanOver", () =>
          Effect.fail(new Conflict({ reason: "subscription_ended", message: message("subscription_ended") })),
        ),
      );
    const to = {
      variant_id: variant.id,
      license_id: variant.license_id,
      interval: variant.interval,
      recurring_credits: variant.recurring_credits,
      price: variant.adjusted_price,
    };
    const write = arrange(ports, stored, (life, lots) => {
      const change = {
        to,
        accountCredit: preview.account_credit_left,
        at: ports.clock.now(),
        order: "",
        payment: "",
        policy: ports.settings.changePolicy,
      };
      const step = applyPlanChange(life, lots, change);
      return step.preview.kind === "downgrade" ? step.subscription : life;
    });
    if (stored.provider === "stripe") return yield* Effect.andThen(tell, write);
    // The wallet knows a price, not a plan: what it was told is checked against the store's word, which comes first.
    yield* write;
    yield* Effect.onError(tell, () =>
      arrange(ports, stored, (life) => ({ ...life, at_period_end: stored.life.at_period_end })),
    );
  });

/** Writes an upgrade down and holds what it hands back, before the provider hears of it. (CHG-07, CHK-03) */
const writeUpgrade = (
  ports: SubscribePorts,
  account: Account,
  stored: StoredSubscription,
  request: PlanRequest,
  credit: Cents,
): Effect.Effect<PlanChangePurchase, NotFound | Forbidden | Conflict | PaymentProviderDown> =>
  Effect.gen(function* () {
    const intent = yield* usableIntent(ports, account, request.setup_intent_id);
    const id = ports.ids.next();
    return yield* ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        const locked = (yield* repositories.accounts.lock(account.id)) ?? account;
        const same = yield* repositories.orders.bySubmitKey(request.setup_intent_id);
        if (same?.kind === "change") return same;
        const now = yield* repositories.subscriptions.current(account.id);
        if (now?.life.payment !== stored.life.payment)
          return yield* new Conflict({ reason: "subscription_changed", message: message("subscription_changed") });
        if ((yield* repositories.orders.pendingOf(account.id)) !== null) {
          return yield* new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });
        }
        const { variant, preview, quote } = yield* consider(ports, repositories, locked, now, request, credit);
        if (quote === null)
          return yield* new Conflict({ reason: "subscription_changed", message: message("subscription_changed") });
        const created_at = ports.clock.now();
        const order: PlanChangePurchase = {
          id,
          user_id: account.id,
          kind: "change",
          submit_key: request.setup_intent_id,
          plan_variant_id: variant.id,
          license_id: variant.license_id,
          customer_id: intent.customer_id,
          payment_method_id: intent.payment_method_id,
          credits: null,
          subscription_id: now.life.id,
          quote,
          provider_reference: null,
          outcome: { _tag: "pending" },
          created_at,
        };
        yield* holdFor(repositories, now, preview, order);
        yield* repositories.orders.insert(order);
        return order;
      }),
    );
  });

/**
 * Changes the running plan: an upgrade is charged and counts at once, a downgrade waits for the end of the paid period,
 * the same plan is no change and costs nothing. (CHG-01, CHG-02, CHG-07)
 */
export const changeSubscription =
  (ports: SubscribePorts) =>
  (
    account: Account,
    running: StoredSubscription,
    request: PlanRequest,
  ): Effect.Effect<
    { readonly subscription: SubscriptionView; readonly change: ChangeKind },
    NotFound | Forbidden | Conflict | PaymentDeclined | PaymentNeedsConfirmation | PaymentProviderDown
  > =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      // The first of two submits may have changed the plan while this one waited its turn.
      const same = yield* read.orders.bySubmitKey(request.setup_intent_id);
      if (same?.kind === "change")
        return {
          subscription: yield* answerOf(ports, account, yield* carryOutChange(ports)(same)),
          change: "upgrade" as const,
        };
      const waiting = yield* read.orders.pendingOf(account.id);
      if (waiting?.kind === "change") yield* giveUpChange(ports)(waiting);
      // Renewals that we have not heard of yet come before the change.
      yield* followPlan(ports)(running);
      const stored = yield* read.subscriptions.current(account.id);
      if (stored === null)
        return yield* new Conflict({ reason: "subscription_changed", message: message("subscription_changed") });
      const credit = yield* accountCredit(ports, account.stripe_customer_token);
      const considered = yield* consider(ports, read, account, stored, request, credit);
      if (stored.provider === "paypal" && considered.preview.kind !== "no-change") {
        return yield* new Conflict({ reason: "billed_by_paypal", message: message("billed_by_paypal") });
      }
      if (considered.preview.kind === "upgrade") {
        const order = yield* writeUpgrade(ports, account, stored, request, credit);
        return {
          subscription: yield* answerOf(ports, account, yield* carryOutChange(ports)(order)),
          change: "upgrade" as const,
        };
      }
      if (considered.preview.kind === "downgrade") yield* downgrade(ports, stored, considered);
      const view = yield* currentSubscriptionView(read, account.id);
      if (view === null)
        return yield* new Conflict({ reason: "subscription_changed", message: message("subscription_changed") });
      return { subscription: view, change: considered.preview.kind };
    }).pipe(alone(ports)(account.id));
