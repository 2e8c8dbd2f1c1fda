import { type Account, type ChangeKind, credits, epochMs, type LicenceId, message } from "@backlot/domain";
import {
  Conflict,
  Forbidden,
  NotFound,
  type Order,
  PaymentDeclined,
  PaymentNeedsConfirmation,
  type PaymentProviderDown,
  type PlanPurchase,
  type SetupIntent,
  type SubscriptionView,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentSubscriptionView } from "../accounts/user-view.ts";
import type { StorePorts } from "../store-ports.ts";
import { alone } from "./alone.ts";
import { type CarriedOut, carryOut } from "./carry-out.ts";
import { carryOutChange } from "./carry-out-change.ts";
import { changeSubscription } from "./change-subscription.ts";
import { giveUpOrder } from "./recover.ts";
import { type Extras, accountCredit, priceNewPlan, promoNamed, purchasableVariant } from "./plan-purchase.ts";

/** What a buyer asks for. The setup intent makes two submits the same order. */
export interface PlanRequest extends Extras {
  readonly plan_variant_id: number;
  readonly setup_intent_id: string;
  readonly license_id?: LicenceId | undefined;
  /** That unused legacy credits will be lost. (CHG-05) */
  readonly acknowledge_legacy_loss?: boolean | undefined;
}

/** An order this young may be on its way to the provider right now, in milliseconds. */
const STARTING_MS = 5_000;

/** What placing orders of plans stands on. */
export type SubscribePorts = Pick<StorePorts, "clock" | "ids" | "payments" | "wallet" | "transactions" | "settings">;

/** The setup intent of an order: the buyer's own, with a card that can be charged. (CHK-03, CHK-06) */
export const usableIntent = (
  ports: SubscribePorts,
  account: Account,
  id: string,
): Effect.Effect<
  SetupIntent & { readonly customer_id: string; readonly payment_method_id: string },
  NotFound | Forbidden | Conflict | PaymentProviderDown
> =>
  Effect.gen(function* () {
    const intent = yield* ports.payments.setupIntent(id);
    if (intent === null) return yield* new NotFound({ message: message("not_found") });
    const { customer_id, payment_method_id } = intent;
    if (customer_id === null || customer_id !== account.stripe_customer_token) {
      return yield* new Forbidden({ message: message("forbidden") });
    }
    if (intent.status !== "succeeded" || payment_method_id === null) {
      return yield* new Conflict({ reason: "payment_method_required", message: message("payment_method_required") });
    }
    const cards = yield* ports.payments.cards(customer_id);
    if (!cards.some((card) => card.id === payment_method_id)) {
      return yield* new Conflict({ reason: "payment_method_required", message: message("card_unusable") });
    }
    return { ...intent, customer_id, payment_method_id };
  });

/** Writes the order down before the provider hears of it; the same setup intent finds the order it made. */
const writeOrder = (
  ports: SubscribePorts,
  account: Account,
  request: PlanRequest,
): Effect.Effect<Order, NotFound | Forbidden | Conflict | PaymentProviderDown> =>
  Effect.gen(function* () {
    const intent = yield* usableIntent(ports, account, request.setup_intent_id);
    const credit = yield* accountCredit(ports, intent.customer_id);
    const promo = yield* promoNamed(ports, request.discount_code);
    const id = ports.ids.next();
    return yield* ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        yield* repositories.accounts.lock(account.id);
        const same = yield* repositories.orders.bySubmitKey(request.setup_intent_id);
        if (same !== null) return same;
        if ((yield* repositories.subscriptions.current(account.id)) !== null) {
          return yield* new Conflict({ reason: "subscription_changed", message: message("subscription_changed") });
        }
        if ((yield* repositories.orders.pendingOf(account.id)) !== null) {
          return yield* new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });
        }
        const variant = yield* purchasableVariant(repositories, account, request);
        const created_at = ports.clock.now();
        const order: PlanPurchase = {
          id,
          user_id: account.id,
          kind: "plan",
          submit_key: request.setup_intent_id,
          plan_variant_id: variant.id,
          license_id: variant.license_id,
          customer_id: intent.customer_id,
          payment_method_id: intent.payment_method_id,
          credits: request.add_on_credits === undefined ? null : credits(request.add_on_credits),
          subscription_id: null,
          quote: yield* priceNewPlan(ports, repositories, variant, {
            promo,
            add_on_credits: request.add_on_credits,
            credit,
          }),
          provider_reference: null,
          outcome: { _tag: "pending" },
          created_at,
        };
        yield* repositories.orders.insert(order);
        return order;
      }),
    );
  });

/** An order that waits for its buyer gives way to a new one, unless it is paid after all. (CHK-03) */
export const makeWay =
  (ports: SubscribePorts) =>
  (account: Account): Effect.Effect<void, Conflict | PaymentProviderDown> =>
    Effect.gen(function* () {
      const waiting = yield* ports.transactions.read.orders.pendingOf(account.id);
      if (waiting === null) return;
      const age = epochMs(ports.clock.now()) - epochMs(waiting.created_at);
      if (waiting.kind === "plan" && waiting.provider_reference === null && age < STARTING_MS) {
        return yield* new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });
      }
      yield* giveUpOrder(ports)(waiting);
    });

/** What a buyer is told of an order of a plan. */
export const answerOf = (
  ports: SubscribePorts,
  account: Account,
  { order, outcome }: CarriedOut,
): Effect.Effect<SubscriptionView, Conflict | PaymentDeclined | PaymentNeedsConfirmation> =>
  Effect.gen(function* () {
    switch (order.outcome._tag) {
      case "failed": {
        // A webhook about the plan that was ended for it may have written the end down first: the provider's reason says more.
        const { message: words, decline_code } = outcome?._tag === "Declined" ? outcome : order.outcome;
        return yield* new PaymentDeclined({ message: words, decline_code });
      }
      case "pending":
        return outcome?._tag === "NeedsConfirmation"
          ? yield* new PaymentNeedsConfirmation({
              message: message("payment_needs_confirmation"),
              client_secret: outcome.client_secret,
            })
          : yield* new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });
      case "paid": {
        const view = yield* currentSubscriptionView(ports.transactions.read, account.id);
        if (view === null) return yield* new Conflict({ reason: "order_ended", message: message("order_ended") });
        return view;
      }
    }
  });

/**
 * Subscribes an account to a plan: writes the order, charges the card, records subscription and credits. Somebody who has
 * a plan changes it. However often and by however many it is sent, one setup intent makes one charge, one subscription
 * and one grant, and all get the same answer. (CHK-03, CHK-06, CHG-02)
 */
export const subscribe =
  (ports: SubscribePorts) =>
  (
    account: Account,
    request: PlanRequest,
  ): Effect.Effect<
    { readonly subscription: SubscriptionView; readonly change: ChangeKind | null },
    NotFound | Forbidden | Conflict | PaymentDeclined | PaymentNeedsConfirmation | PaymentProviderDown
  > =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const same = yield* read.orders.bySubmitKey(request.setup_intent_id);
      if (same !== null) {
        if (same.user_id !== account.id) return yield* new Forbidden({ message: message("forbidden") });
        const other =
          same.plan_variant_id !== request.plan_variant_id ||
          (request.license_id ?? same.license_id) !== same.license_id;
        if ((same.kind !== "plan" && same.kind !== "change") || other)
          return yield* new Conflict({ reason: "order_ended", message: message("setup_intent_reused") });
        const carried = yield* same.kind === "plan"
          ? carryOut(ports)(same)
          : alone(ports)(account.id)(carryOutChange(ports)(same));
        return {
          subscription: yield* answerOf(ports, account, carried),
          change: same.kind === "change" ? "upgrade" : null,
        };
      }
      yield* makeWay(ports)(account);
      const running = yield* read.subscriptions.current(account.id);
      if (running !== null && (request.discount_code !== undefined || request.add_on_credits !== undefined)) {
        const promo = request.discount_code !== undefined;
        return yield* new Conflict({
          reason: promo ? "promo_code_invalid" : "credit_pack_unavailable",
          message: message(promo ? "promo_for_new_plans" : "credit_pack_unavailable"),
        });
      }
      if (running !== null) return yield* changeSubscription(ports)(account, running, request);
      const written = yield* writeOrder(ports, account, request);
      if (written.kind !== "plan" && written.kind !== "change")
        return yield* new Conflict({ reason: "order_ended", message: message("setup_intent_reused") });
      const carried = yield* written.kind === "plan"
        ? carryOut(ports)(written)
        : alone(ports)(account.id)(carryOutChange(ports)(written));
      return {
        subscription: yield* answerOf(ports, account, carried),
        change: written.kind === "change" ? "upgrade" : null,
      };
    });
