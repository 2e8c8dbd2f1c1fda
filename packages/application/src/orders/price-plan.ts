import {
  type Provider,
  LOWEST_LICENSE,
  ZERO,
  type Account,
  type Cents,
  type LicenseId,
  type PaymentMethod,
  type PlanVariant,
  type Promo,
  addOnError,
  cents,
  packLine,
  soldPack,
  licenseForPlan,
  message,
  accountCreditHeldBy,
  accountCreditOf,
  planPurchaseError,
  planVariant,
  promoError,
  quotePlan,
  planUnavailableMessage,
  belowMinimumMessage,
  providerOf,
  payerOf,
} from "@backlot/domain";
import { CardVault, Conflict, NotFound, ReadRepositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { minimumLicenseOf } from "../accounts/minimum-license.ts";
import { runningSale } from "../pricing/plan-sale.ts";
import { findOwnPromoCode, findPublicPromoCode } from "../pricing/promo-code.ts";
import { planOffer } from "../plans/known-offers.ts";
import { payerRefused } from "../providers.ts";
import { Settings } from "../settings.ts";

/** A plan, and the license to buy it under. */
interface AskedPlan {
  readonly plan_variant_id: number;
  readonly license_id?: LicenseId | undefined;
}

/** Returns a plan priced for a license. Fails if the license is below a minimum, or the plan is not sold under it. */
const requireSoldPlan = Effect.fnUntraced(function* (request: AskedPlan, minimum: LicenseId) {
  const offer = yield* planOffer(request.plan_variant_id);
  if (offer === null) return yield* new NotFound({ message: message("not_found") });
  const license = licenseForPlan(offer, { minimum, chosen: request.license_id });
  const reason = planPurchaseError(offer, license, minimum);
  switch (reason) {
    case null:
      return planVariant(offer, license);
    case "below_minimum_license":
      return yield* new Conflict({ reason, message: belowMinimumMessage(minimum) });
    case "plan_unavailable":
      return yield* new Conflict({ reason, message: planUnavailableMessage(license, offer.retired) });
  }
});

/**
 * Returns the requested plan, priced for an account's license, and the account's minimum license. Fails if the license
 * is below that minimum, or if the plan is not sold under it.
 */
export const requirePurchasablePlan = Effect.fnUntraced(function* (account: Account, request: AskedPlan) {
  const minimum = yield* minimumLicenseOf(account);
  return { variant: yield* requireSoldPlan(request, minimum), minimum };
});

/**
 * Returns a customer's account credit at the card provider, in cents; a debt if negative, and 0 if `customerId` is
 * null.
 */
export const accountCredit = Effect.fnUntraced(function* (customerId: string | null) {
  if (customerId === null) return cents(0);
  const { balance } = yield* (yield* CardVault).customer(customerId);
  return accountCreditOf(balance);
});

/**
 * Returns the account credit that a new order of an account can use, in cents; a debt if negative. Includes the credit
 * that the account's open plan order reserves, because the new order would cancel that order.
 */
export const availableCredit = Effect.fnUntraced(function* ({ id, stripe_customer_token }: Account) {
  const repos = yield* ReadRepositories;
  const held = accountCreditHeldBy(yield* repos.orders.openSubscriptionOrder(id));
  return cents((yield* accountCredit(stripe_customer_token)) + held);
});

/** The options of a new plan: a promo code, and credits to buy with it. */
export interface OrderOptions {
  readonly discount_code?: string | undefined;
  readonly add_on_credits?: number | undefined;
}

/**
 * Prices the add-on credits under the plan's license. Returns null if `amount` is undefined; fails if that amount is
 * not sold.
 */
const addOnFor = Effect.fnUntraced(function* (variant: PlanVariant, amount: number | undefined) {
  const repos = yield* ReadRepositories;
  if (amount === undefined) return null;
  const pack = soldPack(yield* repos.packs.prices(), amount, variant.license_id);
  if (pack === null)
    return yield* new Conflict({ reason: "credit_pack_unavailable", message: message("credit_pack_unavailable") });
  return packLine(pack);
});

/**
 * Quotes a new plan with its promo code and add-on. Fails for a code that doesn't apply instead of ignoring it, and for
 * an add-on while account credit remains, because that credit is for plans only. (DSC-06)
 */
export const priceNewPlan = Effect.fnUntraced(function* (
  variant: PlanVariant,
  options: {
    readonly promo: Promo | null;
    readonly add_on_credits?: number | undefined;
    readonly credit: Cents;
    readonly payer: Provider;
  },
) {
  const settings = yield* Settings;
  const { promo, credit, payer } = options;
  const refused = promo === null ? null : promoError(promo, variant.interval);
  if (refused !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(refused) });
  const pack = yield* addOnFor(variant, options.add_on_credits);
  const quote = quotePlan({
    variant,
    sale: yield* runningSale,
    accountCredit: credit,
    smallest: payerOf(payer).smallestPlanCharge,
    at: yield* currentTime,
    tax: settings.tax,
    promo,
    pack,
  });
  const addOnRefused = addOnError(pack !== null, quote);
  if (addOnRefused !== null)
    return yield* new Conflict({ reason: "credit_pack_unavailable", message: message(addOnRefused) });
  return quote;
});

/**
 * Quotes a new plan for anyone, at the price that a new customer would pay: with the sale or a promo code, an add-on,
 * and tax.
 */
export const quoteForAnyone = Effect.fnUntraced(function* (request: OrderOptions & AskedPlan) {
  const variant = yield* requireSoldPlan(request, LOWEST_LICENSE);
  const promo = yield* findPublicPromoCode(request.discount_code);
  return yield* priceNewPlan(variant, { ...request, promo, credit: ZERO, payer: "stripe" });
});

/** Quotes a new plan for an account: the amount that pages show and that the order charges. */
export const quoteNewPlan = Effect.fnUntraced(function* (
  account: Account,
  request: OrderOptions & AskedPlan & { readonly payment_method?: PaymentMethod | undefined },
) {
  const { variant } = yield* requirePurchasablePlan(account, request);
  const payer = providerOf(request.payment_method ?? "card");
  const { takes } = payerOf(payer);
  const credit = takes.accountCredit ? yield* availableCredit(account) : ZERO;
  const promo = yield* findOwnPromoCode(account, request.discount_code);
  if (promo !== null && !takes.promoCodes) return yield* payerRefused(payer, "no-code", null);
  return yield* priceNewPlan(variant, { promo, add_on_credits: request.add_on_credits, credit, payer });
});
