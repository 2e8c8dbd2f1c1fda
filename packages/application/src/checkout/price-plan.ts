import {
  type Account,
  type Cents,
  type LicenseId,
  type PaymentMethod,
  type PlanVariant,
  type Promo,
  addOnError,
  cents,
  codeFromAddress,
  isCodeName,
  isPromoUsedUp,
  packLine,
  soldPack,
  licenseForPlan,
  message,
  accountCreditOf,
  payPalPromoError,
  planPurchaseError,
  planVariant,
  promoCheckError,
  promoError,
  quotePlan,
  planUnavailableMessage,
  belowMinimumMessage,
  providerOf,
  providerTraits,
} from "@backlot/domain";
import { CardVault, Clock, Conflict, NotFound, PromoCodes, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { minimumLicenseOf } from "../accounts/minimum-license.ts";
import { limitCodeTries } from "./limit-code-tries.ts";
import { runningSale } from "./plan-sale.ts";
import { Settings } from "../settings.ts";

/**
 * Prices the requested plan for an account's license. Fails below its minimum license, and for a license that doesn't
 * sell the plan. (LIC-03, PLN-06)
 */
export const requirePurchasablePlan = (
  account: Account,
  asked: { readonly plan_variant_id: number; readonly license_id?: LicenseId | undefined },
) =>
  Effect.gen(function* () {
    const repos = yield* ReadRepositories;
    const offer = yield* repos.plans.get(asked.plan_variant_id);
    if (offer === null) return yield* new NotFound({ message: message("not_found") });
    const minimum = yield* minimumLicenseOf(account);
    const license = licenseForPlan(offer, { minimum, chosen: asked.license_id });
    const reason = planPurchaseError(offer, license, minimum);
    switch (reason) {
      case null:
        return planVariant(offer, license);
      case "below_minimum_licence":
        return yield* new Conflict({ reason, message: belowMinimumMessage(minimum) });
      case "plan_unavailable":
        return yield* new Conflict({ reason, message: planUnavailableMessage(license) });
    }
  });

/** Returns the account credit of a customer at the provider, in cents, 0 or more. (DSC-06) */
export const accountCredit = (customerId: string | null) =>
  Effect.gen(function* () {
    if (customerId === null) return cents(0);
    const { balance } = yield* (yield* CardVault).customer(customerId);
    return accountCreditOf(balance);
  });

/** The options of a new plan: a promo code, and credits to buy with it. */
export interface OrderOptions {
  readonly discount_code?: string | undefined;
  readonly add_on_credits?: number | undefined;
}

const lookUpPromoCode = (name: string) =>
  Effect.gen(function* () {
    const promoCodes = yield* PromoCodes;
    const promo = isCodeName(name) ? yield* promoCodes.find(name) : null;
    return promo ?? (yield* new Conflict({ reason: "promo_code_invalid", message: message("promo_code_invalid") }));
  });

/**
 * Returns the promo code of a name for an account, or null for an empty name and while a sale runs. (DSC-01, DSC-02,
 * DSC-04)
 */
export const findPromoCode = (account: Account, code: string | undefined) =>
  Effect.gen(function* () {
    if (codeFromAddress(code ?? null, null) === null) return null;
    const name = codeFromAddress(code ?? null, yield* runningSale);
    return name === null ? null : yield* limitCodeTries(account.id)(lookUpPromoCode(name));
  });

/**
 * Fails for a promo code that an account has used up. Runs under the account's lock when an order is placed. (DSC-02)
 */
export const requireUnusedPromo = (account: Account, promo: Promo | null) =>
  Effect.gen(function* () {
    const repos = yield* ReadRepositories;
    if (promo === null || !isPromoUsedUp(promo, yield* repos.orders.paidWithPromo(account.id, promo.code))) return;
    return yield* new Conflict({ reason: "promo_code_invalid", message: message("promo_code_used") });
  });

/** Returns the promo code of a name; fails if the account has used it up. (DSC-01, DSC-02) */
export const findOwnPromoCode = (account: Account, code: string | undefined) =>
  Effect.tap(findPromoCode(account, code), (promo) => requireUnusedPromo(account, promo));

/**
 * Checks a promo code: returns it, or null for an empty name. Fails while a sale runs. (DSC-01, DSC-04)
 */
export const checkPromoCode = (account: Account, code: string) =>
  Effect.gen(function* () {
    const error = promoCheckError(code, yield* runningSale);
    if (error !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(error) });
    return yield* findOwnPromoCode(account, code);
  });

/** Returns a promo code as the wire has it: without the provider's reference. (DSC-03) */
export const toPromoView = ({ reference: _, ...promo }: Promo): Promo => promo;

/** Prices the credits bought with a plan for its license, or returns null. (CRD-03, CRD-04) */
const addOnFor = (variant: PlanVariant, amount: number | undefined) =>
  Effect.gen(function* () {
    const repos = yield* ReadRepositories;
    if (amount === undefined) return null;
    const pack = soldPack(yield* repos.packs.prices(), amount, variant.license_id);
    if (pack === null)
      return yield* new Conflict({ reason: "credit_pack_unavailable", message: message("credit_pack_unavailable") });
    return packLine(pack);
  });

/**
 * Quotes a new plan with its promo code and add-on. Fails for a code that doesn't apply, instead of leaving it out, and
 * for an add-on while account credit remains, because that credit is for plans. (ORD-04, DSC-03, DSC-06)
 */
export const priceNewPlan = (
  variant: PlanVariant,
  options: { readonly promo: Promo | null; readonly add_on_credits?: number | undefined; readonly credit: Cents },
) =>
  Effect.gen(function* () {
    const settings = yield* Settings;
    const clock = yield* Clock;
    const { promo, credit } = options;
    const refused = promo === null ? null : promoError(promo, variant.interval);
    if (refused !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(refused) });
    const pack = yield* addOnFor(variant, options.add_on_credits);
    const quote = quotePlan({
      variant,
      sale: yield* runningSale,
      accountCredit: credit,
      at: clock.now(),
      tax: settings.tax,
      promo,
      pack,
    });
    const addOnRefused = addOnError(pack !== null, quote);
    if (addOnRefused !== null)
      return yield* new Conflict({ reason: "credit_pack_unavailable", message: message(addOnRefused) });
    return quote;
  });

/** Quotes a new plan: pages show this figure, and it is what is charged. (ORD-04, CHK-06) */
export const quoteNewPlan = (
  account: Account,
  asked: OrderOptions & {
    readonly plan_variant_id: number;
    readonly license_id?: LicenseId | undefined;
    readonly payment_method?: PaymentMethod | undefined;
  },
) =>
  Effect.gen(function* () {
    const variant = yield* requirePurchasablePlan(account, asked);
    const { takesAccountCredit } = providerTraits(providerOf(asked.payment_method));
    const credit = takesAccountCredit ? yield* accountCredit(account.stripe_customer_token) : cents(0);
    const promo = yield* findOwnPromoCode(account, asked.discount_code);
    const refused = takesAccountCredit ? null : payPalPromoError(promo);
    if (refused !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(refused) });
    return yield* priceNewPlan(variant, { promo, add_on_credits: asked.add_on_credits, credit });
  });
