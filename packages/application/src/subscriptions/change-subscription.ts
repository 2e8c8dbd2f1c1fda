import {
  type Account,
  type ChangeKind,
  type ChangePreview,
  type CreditEntry,
  type ChangeRefusal,
  type Cents,
  type LicenceId,
  type PaymentMethod,
  type PlanVariant,
  type Quote,
  type TeamRole,
  applyEntries,
  cents,
  changeRefusalMessage,
  currentOf,
  holdForUpgrade,
  isAvailableFor,
  judgeChange,
  legacyLoss,
  message,
  minimumLicenceForUpgrade,
  planVariant,
  previewChange,
  quoteUpgrade,
  releaseHeld,
  changePlan,
  walletMayLower,
} from "@backlot/domain";
import {
  Conflict,
  Forbidden,
  NotFound,
  type Order,
  type PaymentDeclined,
  type PaymentNeedsConfirmation,
  type PaymentProviderDown,
  type PlanChangePurchase,
  type Repositories,
  type StoredSubscription,
  type SubscriptionView,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { currentSubscriptionView } from "../accounts/user-view.ts";
import type { StorePorts } from "../store-ports.ts";
import { billerOf } from "../wallet/wallet-of.ts";
import { alone } from "./alone.ts";
import { billedPlan, carryOutChange, giveUpChange } from "./carry-out-change.ts";
import { followPlan } from "./follow-plan.ts";
import { accountCredit } from "./plan-purchase.ts";
import { type PlanRequest, type SubscribePorts, answerOf, usableIntent } from "./subscribe.ts";

/** The role that an account has where teams have no other members yet: its own administrator. (ACC-08) */
const OWN_ROLE: TeamRole = "Admin";

const refusal = (refused: ChangeRefusal): Conflict | Forbidden => {
  const words = changeRefusalMessage(refused);
  switch (refused._tag) {
    case "RoleMayNotChange":
      return new Forbidden({ message: words });
    case "BelowMinimumLicence":
      return new Conflict({ reason: "below_minimum_licence", message: words });
    case "PlanNotSold":
      return new Conflict({ reason: "plan_unavailable", message: words });
    case "LegacyLossNotAcknowledged":
      return new Conflict({ reason: "legacy_loss_not_acknowledged", message: words });
  }
};

/** A change as it would be made now. */
interface Considered {
  readonly variant: PlanVariant;
  readonly preview: ChangePreview;
  /** What an upgrade costs; null for what costs nothing today. */
  readonly quote: Quote | null;
  /** Legacy credits that it would lose. (CHG-05) */
  readonly loses: number | null;
}

interface Wish {
  readonly plan_variant_id: number;
  readonly license_id?: LicenceId | undefined;
  readonly acknowledge_legacy_loss?: boolean | undefined;
}

/** Judges a change and works out what it does, by what the repositories hold. (CHG-01, CHG-03, CHG-05, CHG-06, CHG-07) */
const consider = (
  ports: Pick<StorePorts, "clock" | "settings">,
  repositories: Repositories,
  account: Account,
  stored: StoredSubscription,
  wish: Wish,
  credit: Cents,
  held: readonly CreditEntry[] = [],
): Effect.Effect<Considered, NotFound | Conflict | Forbidden> =>
  Effect.gen(function* () {
    const offer = yield* repositories.plans.get(wish.plan_variant_id);
    if (offer === null) return yield* new NotFound({ message: message("not_found") });
    // The refused renewal is still open at the provider: a change would leave it there to be charged.
    if (stored.life.standing._tag === "past-due") return yield* new Conflict({ reason: "payment_overdue", message: message("payment_overdue") });
    const profile = yield* repositories.accounts.profile(account.id);
    const minimum = minimumLicenceForUpgrade({ min_license_id: account.min_license_id, profile, current: stored.life.terms.license_id });
    const license_id = wish.license_id ?? minimum;
    const variant = planVariant(offer, license_id);
    const current = currentOf(stored.life, applyEntries(yield* repositories.credits.lots(account.id), held));
    const target = { variant_id: offer.id, license_id, interval: offer.interval, recurring_credits: offer.recurring_credits, price: variant.adjusted_price };
    const policy = ports.settings.changePolicy;
    const sold = isAvailableFor(offer, license_id);
    const judged = judgeChange({ role: OWN_ROLE, minimum, current, target, sold, acknowledged: wish.acknowledge_legacy_loss ?? false, policy });
    if (Result.isFailure(judged)) return yield* refusal(judged.failure);
    const preview = previewChange({ current, target, accountCredit: credit, at: ports.clock.now(), policy });
    if (stored.provider === "paypal" && preview.kind === "downgrade" && !walletMayLower(stored.life.terms, target)) {
      return yield* new Conflict({ reason: "wallet_bills_plan", message: message("wallet_no_downgrade") });
    }
    return {
      variant,
      preview,
      quote: preview.kind === "upgrade" ? quoteUpgrade(variant, preview, ports.settings.tax) : null,
      loses: legacyLoss(current, preview.kind),
    };
  });

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
    yield* downgrade(ports, account, stored, considered);
    return true;
  });

/** An upgrade as it would be made now without account credit, which the wallet can't take off. (CHG-07, CHG-09) */
export const considerUpgrade = (
  ports: Pick<StorePorts, "clock" | "settings">,
  repositories: Repositories,
  account: Account,
  stored: StoredSubscription,
  wish: Wish,
): Effect.Effect<Considered & { readonly quote: Quote }, NotFound | Conflict | Forbidden> =>
  Effect.gen(function* () {
    const { quote, ...considered } = yield* consider(ports, repositories, account, stored, wish, cents(0));
    if (quote !== null) return { ...considered, quote };
    return yield* new Conflict({ reason: "wallet_unavailable", message: message("wallet_unavailable") });
  });

/** Takes what an upgrade hands back, before the provider hears of it. (CHG-07) */
export const holdFor = (
  repositories: Repositories,
  stored: StoredSubscription,
  preview: ChangePreview,
  order: Pick<Order, "id" | "user_id" | "created_at">,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const lots = yield* repositories.credits.lots(order.user_id);
    yield* repositories.credits.post(order.user_id, holdForUpgrade(stored.life, lots, preview, order.id, order.created_at));
  });

/** What a change of the running plan would do, with what it costs today by card or through the wallet. (CHG-07) */
export const previewSubscriptionChange =
  (ports: Pick<StorePorts, "clock" | "payments" | "transactions" | "settings">) =>
  (
    account: Account,
    wish: Wish & { readonly payment_method?: PaymentMethod | undefined },
  ): Effect.Effect<Considered, NotFound | Conflict | Forbidden | PaymentProviderDown> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const stored = yield* read.subscriptions.current(account.id);
      if (stored === null) return yield* new NotFound({ message: message("no_subscription") });
      const byCard = stored.provider === "stripe" && wish.payment_method !== "wallet";
      const credit = byCard ? yield* accountCredit(ports, account.stripe_customer_token) : cents(0);
      // What an order that waits has put aside comes back when another takes its place.
      const waiting = yield* read.orders.pendingOf(account.id);
      const held = waiting === null ? [] : releaseHeld(yield* read.credits.entries(account.id), waiting.id, ports.clock.now());
      return yield* consider(ports, read, account, stored, { ...wish, acknowledge_legacy_loss: true }, credit, held);
    });

const downgrade = (
  ports: SubscribePorts,
  account: Account,
  stored: StoredSubscription,
  { variant, preview }: Considered,
): Effect.Effect<void, Conflict | PaymentProviderDown> =>
  Effect.gen(function* () {
    const plan = yield* billedPlan(ports, variant.id, preview.price);
    yield* (yield* billerOf(ports, stored.provider))
      .changeAtPeriodEnd(stored.provider_subscription_id, plan)
      .pipe(Effect.catchTag("PlanOver", () => Effect.fail(new Conflict({ reason: "plan_over", message: message("plan_over") }))));
    yield* ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        yield* repositories.accounts.lock(account.id);
        const now = (yield* repositories.subscriptions.get(stored.life.id)) ?? stored;
        const to = {
          variant_id: variant.id,
          license_id: variant.license_id,
          interval: variant.interval,
          recurring_credits: variant.recurring_credits,
          price: variant.adjusted_price,
        };
        const change = { to, accountCredit: preview.account_credit_left, at: ports.clock.now(), order: "", payment: "", policy: ports.settings.changePolicy };
        const step = changePlan(now.life, yield* repositories.credits.lots(account.id), change);
        if (step.preview.kind === "downgrade") yield* repositories.subscriptions.save(step.subscription);
      }),
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
        if (now?.life.payment !== stored.life.payment) return yield* new Conflict({ reason: "plan_changed", message: message("plan_changed") });
        if ((yield* repositories.orders.pendingOf(account.id)) !== null) {
          return yield* new Conflict({ reason: "order_in_progress", message: message("order_in_progress") });
        }
        const { variant, preview, quote } = yield* consider(ports, repositories, locked, now, request, credit);
        if (quote === null) return yield* new Conflict({ reason: "plan_changed", message: message("plan_changed") });
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
      if (same?.kind === "change") return { subscription: yield* answerOf(ports, account, yield* carryOutChange(ports)(same)), change: "upgrade" as const };
      const waiting = yield* read.orders.pendingOf(account.id);
      if (waiting?.kind === "change") yield* giveUpChange(ports)(waiting);
      // Renewals that we have not heard of yet come before the change.
      yield* followPlan(ports)(running);
      const stored = yield* read.subscriptions.current(account.id);
      if (stored === null) return yield* new Conflict({ reason: "plan_changed", message: message("plan_changed") });
      const credit = yield* accountCredit(ports, account.stripe_customer_token);
      const considered = yield* consider(ports, read, account, stored, request, credit);
      if (stored.provider === "paypal" && considered.preview.kind !== "no-change") {
        return yield* new Conflict({ reason: "wallet_bills_plan", message: message("wallet_bills_this_plan") });
      }
      if (considered.preview.kind === "upgrade") {
        const order = yield* writeUpgrade(ports, account, stored, request, credit);
        return { subscription: yield* answerOf(ports, account, yield* carryOutChange(ports)(order)), change: "upgrade" as const };
      }
      if (considered.preview.kind === "downgrade") yield* downgrade(ports, account, stored, considered);
      const view = yield* currentSubscriptionView(read, account.id);
      if (view === null) return yield* new Conflict({ reason: "plan_changed", message: message("plan_changed") });
      return { subscription: view, change: considered.preview.kind };
    }).pipe(alone(ports)(account.id));
