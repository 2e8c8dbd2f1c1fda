import {
  ZERO,
  max,
  type Account,
  type Cents,
  type ChangeError,
  type ChangePreview,
  type CreditEntry,
  type CreditLot,
  type LicenseId,
  type PaymentMethod,
  type PlanTerms,
  type PlanVariant,
  type Quote,
  type Ratio,
  accountCreditHeldBy,
  applyEntries,
  cents,
  changeErrorMessage,
  planSale,
  licenseForPlan,
  message,
  minimumLicenseForUpgrade,
  fitsAgreement,
  planTerms,
  planVariant,
  type PayFacts,
  payerRefusal,
  previewChange,
  quoteUpgrade,
  renewalPrice,
  releaseHold,
  nextPaymentAmount,
  toCurrentSubscription,
  validateChange,
  providerOf,
  payerOf,
  roleOf,
  withTax,
  changeBlock,
} from "@backlot/domain";
import {
  type ChangePreviewView,
  Conflict,
  Forbidden,
  NotFound,
  ReadRepositories,
  type StoredSubscription,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { accountCredit } from "../orders/price-plan.ts";
import { planOffer } from "../plans/known-offers.ts";
import { payerRefused } from "../providers.ts";
import { Settings } from "../settings.ts";

const refusal = (error: ChangeError): Conflict | Forbidden => {
  const words = changeErrorMessage(error);
  switch (error._tag) {
    case "RoleMayNotChange":
      return new Forbidden({ message: words });
    case "PaymentOverdue":
      return new Conflict({ reason: "invoice_past_due", message: words });
    case "SubscriptionEnding":
      return new Conflict({ reason: "subscription_ended", message: words });
    case "BelowMinimumLicense":
      return new Conflict({ reason: "below_minimum_license", message: words });
    case "PlanNotSold":
      return new Conflict({ reason: "plan_unavailable", message: words });
    case "LegacyLossNotAcknowledged":
      return new Conflict({ reason: "acknowledgement_required", message: words });
  }
};

/** A plan change at current prices. */
export interface PricedChange {
  readonly variant: PlanVariant;
  readonly target: PlanTerms;
  readonly preview: ChangePreview;
  /** The quote of an upgrade, or null for any other change. */
  readonly quote: Quote | null;
  /** The tax rate of the subscription and of the change. */
  readonly tax: Ratio;
  /** The facts that decide which payers can pay for it. */
  readonly paying: PayFacts;
  /** The account's credit lots used to compute the price. */
  readonly lots: readonly CreditLot[];
}

/** A requested plan and license, and whether the owner has acknowledged the loss of legacy credits. */
export interface PlanChangeRequest {
  readonly plan_variant_id: number;
  readonly license_id?: LicenseId | undefined;
  readonly acknowledge_legacy_loss?: boolean | undefined;
}

/**
 * The balances used to price a plan change: account credit in cents, a debt if negative, and the credit entries that
 * would release an open order's hold.
 */
interface ChangeBasis {
  readonly credit: Cents;
  readonly released?: readonly CreditEntry[];
}

/** Prices a change to the current subscription; fails if the change is not allowed. */
export const priceChange = Effect.fnUntraced(function* (
  account: Account,
  subscriptionRecord: StoredSubscription,
  request: PlanChangeRequest,
  { credit, released = [] }: ChangeBasis,
) {
  const repos = yield* ReadRepositories;
  const settings = yield* Settings;
  const { subscription } = subscriptionRecord;
  const offer = yield* planOffer(request.plan_variant_id);
  if (offer === null) return yield* new NotFound({ message: message("not_found") });
  const profile = yield* repos.accounts.profile(account.id);
  const { min_license_id } = account;
  const minimum = minimumLicenseForUpgrade({ min_license_id, profile, current: subscription.terms.license_id });
  const license_id = licenseForPlan(offer, { minimum, chosen: request.license_id });
  const variant = planVariant(offer, license_id);
  const lots = applyEntries(yield* repos.credits.lots(account.id), released);
  const renewal_price = nextPaymentAmount(subscription);
  const current = { ...toCurrentSubscription(subscription, lots), renewal_price };
  const target = planTerms(offer, license_id, variant.adjusted_price);
  const policy = settings.changePolicy;
  const valid = validateChange({
    role: roleOf(account),
    minimum,
    current,
    target,
    sale: planSale(offer, license_id),
    acknowledged: request.acknowledge_legacy_loss ?? false,
    block: changeBlock(subscription),
    policy,
  });
  if (Result.isFailure(valid)) return yield* refusal(valid.failure);
  const preview = previewChange({ current, target, accountCredit: max(ZERO, credit), at: yield* currentTime, policy });
  const agreed = { interval: subscription.terms.interval, price: renewalPrice(subscription) };
  const balance = {
    owed: max(ZERO, cents(-credit)),
    smallest: payerOf(subscriptionRecord.provider).smallestPlanCharge,
  };
  const quote = preview.kind === "upgrade" ? quoteUpgrade(variant, preview, subscriptionRecord.tax, balance) : null;
  const paying: PayFacts = {
    licenses: { minimum, current: subscription.terms.license_id, purchase: license_id },
    total: quote?.total ?? ZERO,
    code: "none",
    change: {
      kind: preview.kind,
      billedBy: subscriptionRecord.provider,
      leavesCredit: preview.account_credit_left > 0,
      fitsAgreement: fitsAgreement(agreed, target),
    },
  };
  // Only the provider that bills a plan can downgrade it, so other payers don't matter.
  const bound = preview.kind === "downgrade" ? payerRefusal(subscriptionRecord.provider, true, paying) : null;
  if (bound !== null) return yield* payerRefused(subscriptionRecord.provider, bound, subscriptionRecord.provider);
  const priced: PricedChange = { variant, target, preview, quote, tax: subscriptionRecord.tax, paying, lots };
  return priced;
});

/** Returns a priced change in its wire format. The renewal includes tax. */
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

/** Previews a change to the current plan, with its cost today by the chosen payment method. */
export const previewPlanChange = Effect.fnUntraced(function* (
  account: Account,
  request: PlanChangeRequest & { readonly payment_method?: PaymentMethod | undefined },
) {
  const repos = yield* ReadRepositories;
  const subscriptionRecord = yield* repos.subscriptions.current(account.id);
  if (subscriptionRecord === null) return yield* new NotFound({ message: message("no_subscription") });
  const payers = [subscriptionRecord.provider, providerOf(request.payment_method ?? "card")];
  const takesCredit = payers.every((provider) => payerOf(provider).takes.accountCredit);
  // Placing this order would cancel the open one, which releases everything it reserves.
  const waiting = yield* repos.orders.openSubscriptionOrder(account.id);
  const credit = takesCredit
    ? cents((yield* accountCredit(account.stripe_customer_token)) + accountCreditHeldBy(waiting))
    : cents(0);
  const entries = waiting === null ? [] : yield* repos.credits.entries(account.id);
  const released = waiting === null ? [] : releaseHold(entries, waiting.id, yield* currentTime);
  const changeRequest = { acknowledge_legacy_loss: true, ...request };
  return yield* priceChange(account, subscriptionRecord, changeRequest, { credit, released });
});
