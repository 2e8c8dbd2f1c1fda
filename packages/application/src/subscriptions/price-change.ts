import {
  type Account,
  type Cents,
  type ChangeError,
  type ChangePreview,
  type CreditEntry,
  type LicenceId,
  type PaymentMethod,
  type PlanTerms,
  type PlanVariant,
  type Quote,
  type Ratio,
  applyEntries,
  cents,
  changeErrorMessage,
  isAvailableFor,
  licenceForPlan,
  message,
  minimumLicenceForUpgrade,
  payPalCanUpgrade,
  planTerms,
  planVariant,
  providerChangeError,
  previewChange,
  quoteUpgrade,
  renewalPrice,
  releaseHold,
  nextPaymentAmount,
  toCurrentSubscription,
  validateChange,
  providerOf,
  providerTraits,
  roleOf,
  withTax,
  changeBlock,
} from "@backlot/domain";
import {
  type ChangePreviewView,
  Conflict,
  Forbidden,
  NotFound,
  type PaymentProviderUnavailable,
  type Repositories,
  type StoredSubscription,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { accountCredit } from "../checkout/price-plan.ts";
import { payPalNotAllowed } from "../checkout/providers.ts";
import type { OrderPorts } from "../store-ports.ts";

const refusal = (error: ChangeError): Conflict | Forbidden => {
  const words = changeErrorMessage(error);
  switch (error._tag) {
    case "RoleMayNotChange":
      return new Forbidden({ message: words });
    case "PaymentOverdue":
      return new Conflict({ reason: "invoice_past_due", message: words });
    case "SubscriptionEnding":
      return new Conflict({ reason: "subscription_ended", message: words });
    case "BelowMinimumLicence":
      return new Conflict({ reason: "below_minimum_licence", message: words });
    case "PlanNotSold":
      return new Conflict({ reason: "plan_unavailable", message: words });
    case "LegacyLossNotAcknowledged":
      return new Conflict({ reason: "acknowledgement_required", message: words });
  }
};

/** A change as it would be made now. */
export interface PricedChange {
  readonly variant: PlanVariant;
  readonly target: PlanTerms;
  readonly preview: ChangePreview;
  /** What an upgrade costs; null for every other change. */
  readonly quote: Quote | null;
  /** What the subscription is taxed by, the change included. (ORD-04) */
  readonly tax: Ratio;
}

/** Which plan, under which licence, and whether the loss of legacy credits is accepted. */
export interface PlanChangeRequest {
  readonly plan_variant_id: number;
  readonly license_id?: LicenceId | undefined;
  readonly acknowledge_legacy_loss?: boolean | undefined;
}

/**
 * What the running subscription is before the change: its account credit, in cents, and entries that would come back.
 */
export interface ChangeBasis {
  readonly credit: Cents;
  readonly released?: readonly CreditEntry[];
}

/** Validates a change and works out what it does, by what the repositories hold. (CHG-01, CHG-03, CHG-05 – CHG-07) */
export const priceChange = (
  ports: Pick<OrderPorts, "clock" | "settings">,
  repos: Repositories,
  account: Account,
  stored: StoredSubscription,
  request: PlanChangeRequest,
  { credit, released = [] }: ChangeBasis,
): Effect.Effect<PricedChange, NotFound | Conflict | Forbidden> =>
  Effect.gen(function* () {
    const { subscription } = stored;
    const offer = yield* repos.plans.get(request.plan_variant_id);
    if (offer === null) return yield* new NotFound({ message: message("not_found") });
    const profile = yield* repos.accounts.profile(account.id);
    const { min_license_id } = account;
    const minimum = minimumLicenceForUpgrade({ min_license_id, profile, current: subscription.terms.license_id });
    const license_id = licenceForPlan(offer, { minimum, chosen: request.license_id });
    const variant = planVariant(offer, license_id);
    const lots = applyEntries(yield* repos.credits.lots(account.id), released);
    const renewal_price = nextPaymentAmount(subscription);
    const current = { ...toCurrentSubscription(subscription, lots), renewal_price };
    const target = planTerms(offer, license_id, variant.adjusted_price);
    const policy = ports.settings.changePolicy;
    const valid = validateChange({
      role: roleOf(account),
      minimum,
      current,
      target,
      sold: isAvailableFor(offer, license_id),
      acknowledged: request.acknowledge_legacy_loss ?? false,
      block: changeBlock(subscription),
      policy,
    });
    if (Result.isFailure(valid)) return yield* refusal(valid.failure);
    const preview = previewChange({ current, target, accountCredit: credit, at: ports.clock.now(), policy });
    const agreed = { interval: subscription.terms.interval, price: renewalPrice(subscription) };
    const refused = providerChangeError(providerTraits(stored.provider), preview.kind, agreed, target);
    if (refused !== null) return yield* new Conflict({ reason: "billed_by_paypal", message: message(refused) });
    return {
      variant,
      target,
      preview,
      quote: preview.kind === "upgrade" ? quoteUpgrade(variant, preview, stored.tax) : null,
      tax: stored.tax,
    };
  });

/** Whether a priced change is an upgrade that PayPal can be asked for. (CHG-09) */
export const isPayPalUpgrade = (priced: PricedChange): priced is PricedChange & { readonly quote: Quote } =>
  priced.quote !== null &&
  payPalCanUpgrade({ total: priced.quote.total, account_credit_left: priced.preview.account_credit_left });

/** An upgrade through PayPal as it would be made now: without account credit, which PayPal can't take off. (CHG-09) */
export const pricePayPalUpgrade = (
  ports: Pick<OrderPorts, "clock" | "settings">,
  repos: Repositories,
  account: Account,
  stored: StoredSubscription,
  request: PlanChangeRequest,
): Effect.Effect<PricedChange & { readonly quote: Quote }, NotFound | Conflict | Forbidden> =>
  Effect.gen(function* () {
    const priced = yield* priceChange(ports, repos, account, stored, request, { credit: cents(0) });
    return isPayPalUpgrade(priced) ? priced : yield* payPalNotAllowed(providerTraits(stored.provider).method, "price");
  });

/** A priced change as the wire has it. Its renewal is with tax. */
export const toChangePreviewView = ({ variant, preview, quote, tax }: PricedChange): ChangePreviewView => ({
  kind: preview.kind,
  plan_variant: variant,
  effective_at: preview.effective_at,
  charge_today: quote?.total ?? preview.charge_today,
  credits_returned: preview.credits_returned,
  credit_for_unused: preview.credit_for_unused,
  credits_gained: preview.credits_gained,
  legacy_credits_lost: preview.legacy_credits_lost,
  quote,
  next_renewal:
    preview.next_renewal === null ? null : { ...preview.next_renewal, price: withTax(preview.next_renewal.price, tax) },
});

/** What a change of the running plan would do, with what it costs today by card or through PayPal. (CHG-07) */
export const previewPlanChange =
  (ports: OrderPorts) =>
  (
    account: Account,
    request: PlanChangeRequest & { readonly payment_method?: PaymentMethod | undefined },
  ): Effect.Effect<PricedChange, NotFound | Conflict | Forbidden | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const stored = yield* read.subscriptions.current(account.id);
      if (stored === null) return yield* new NotFound({ message: message("no_subscription") });
      const payers = [stored.provider, providerOf(request.payment_method)];
      const takesCredit = payers.every((provider) => providerTraits(provider).takesAccountCredit);
      const credit = takesCredit ? yield* accountCredit(ports, account.stripe_customer_token) : cents(0);
      // The hold of an order that waits is released when another takes its place.
      const waiting = yield* read.orders.openSubscriptionOrder(account.id);
      const entries = waiting === null ? [] : yield* read.credits.entries(account.id);
      const released = waiting === null ? [] : releaseHold(entries, waiting.id, ports.clock.now());
      const asked = { ...request, acknowledge_legacy_loss: true };
      return yield* priceChange(ports, read, account, stored, asked, { credit, released });
    });
