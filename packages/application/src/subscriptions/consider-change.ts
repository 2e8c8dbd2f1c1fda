import {
  type Account,
  type ChangePreview,
  type CreditEntry,
  type ChangeError,
  type Cents,
  type LicenceId,
  type PaymentMethod,
  type PlanVariant,
  type Quote,
  type TeamRole,
  applyEntries,
  cents,
  changeErrorMessage,
  toCurrentSubscription,
  holdCredits,
  isAvailableFor,
  validateChange,
  legacyLoss,
  message,
  minimumLicenceForUpgrade,
  planVariant,
  previewChange,
  quoteUpgrade,
  releaseHold,
  payPalCanDowngrade,
} from "@backlot/domain";
import {
  Conflict,
  Forbidden,
  NotFound,
  type Order,
  type PaymentProviderDown,
  type Repositories,
  type StoredSubscription,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import type { StorePorts } from "../store-ports.ts";
import { accountCredit } from "./plan-purchase.ts";

/** The role that an account has where teams have no other members yet: its own administrator. (ACC-08) */
const OWN_ROLE: TeamRole = "Admin";

const refusal = (refused: ChangeError): Conflict | Forbidden => {
  const words = changeErrorMessage(refused);
  switch (refused._tag) {
    case "RoleMayNotChange":
      return new Forbidden({ message: words });
    case "BelowMinimumLicence":
      return new Conflict({ reason: "below_minimum_licence", message: words });
    case "PlanNotSold":
      return new Conflict({ reason: "plan_unavailable", message: words });
    case "LegacyLossNotAcknowledged":
      return new Conflict({ reason: "acknowledgement_required", message: words });
  }
};

/** A change as it would be made now. */
export interface Considered {
  readonly variant: PlanVariant;
  readonly preview: ChangePreview;
  /** What an upgrade costs; null for what costs nothing today. */
  readonly quote: Quote | null;
  /** Legacy credits that it would lose. (CHG-05) */
  readonly loses: number | null;
}

/** Which plan, under which licence, and whether the loss of legacy credits is accepted. */
export interface Wish {
  readonly plan_variant_id: number;
  readonly license_id?: LicenceId | undefined;
  readonly acknowledge_legacy_loss?: boolean | undefined;
}

/** Judges a change and works out what it does, by what the repositories hold. (CHG-01, CHG-03, CHG-05, CHG-06, CHG-07) */
export const consider = (
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
    if (stored.life.status._tag === "past-due")
      return yield* new Conflict({ reason: "invoice_past_due", message: message("invoice_past_due") });
    const profile = yield* repositories.accounts.profile(account.id);
    const minimum = minimumLicenceForUpgrade({
      min_license_id: account.min_license_id,
      profile,
      current: stored.life.terms.license_id,
    });
    const license_id = wish.license_id ?? minimum;
    const variant = planVariant(offer, license_id);
    const current = toCurrentSubscription(
      stored.life,
      applyEntries(yield* repositories.credits.lots(account.id), held),
    );
    const target = {
      variant_id: offer.id,
      license_id,
      interval: offer.interval,
      recurring_credits: offer.recurring_credits,
      price: variant.adjusted_price,
    };
    const policy = ports.settings.changePolicy;
    const sold = isAvailableFor(offer, license_id);
    const judged = validateChange({
      role: OWN_ROLE,
      minimum,
      current,
      target,
      sold,
      acknowledged: wish.acknowledge_legacy_loss ?? false,
      policy,
    });
    if (Result.isFailure(judged)) return yield* refusal(judged.failure);
    const preview = previewChange({ current, target, accountCredit: credit, at: ports.clock.now(), policy });
    if (
      stored.provider === "paypal" &&
      preview.kind === "downgrade" &&
      !payPalCanDowngrade(stored.life.terms, target)
    ) {
      return yield* new Conflict({ reason: "billed_by_paypal", message: message("paypal_no_downgrade") });
    }
    return {
      variant,
      preview,
      quote: preview.kind === "upgrade" ? quoteUpgrade(variant, preview, ports.settings.tax) : null,
      loses: legacyLoss(current, preview.kind),
    };
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
    return yield* new Conflict({ reason: "paypal_unavailable", message: message("paypal_unavailable") });
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
    yield* repositories.credits.post(
      order.user_id,
      holdCredits(stored.life, lots, preview, order.id, order.created_at),
    );
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
      const byCard = stored.provider === "stripe" && wish.payment_method !== "paypal";
      const credit = byCard ? yield* accountCredit(ports, account.stripe_customer_token) : cents(0);
      // What an order that waits has put aside comes back when another takes its place.
      const waiting = yield* read.orders.pendingOf(account.id);
      const held =
        waiting === null ? [] : releaseHold(yield* read.credits.entries(account.id), waiting.id, ports.clock.now());
      return yield* consider(ports, read, account, stored, { ...wish, acknowledge_legacy_loss: true }, credit, held);
    });
