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
  codeFromAddress,
  isCodeName,
  isPromoUsedUp,
  packLine,
  soldPack,
  licenseForPlan,
  message,
  accountCreditHeldBy,
  accountCreditOf,
  planPurchaseError,
  planVariant,
  promoCheckError,
  promoError,
  quotePlan,
  planUnavailableMessage,
  belowMinimumMessage,
  providerOf,
  payerOf,
} from "@backlot/domain";
import { CardVault, Clock, Conflict, NotFound, PromoCodes, ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { minimumLicenseOf } from "../accounts/minimum-license.ts";
import { limitCodeTries } from "./limit-code-tries.ts";
import { runningSale } from "./plan-sale.ts";
import { planOffer } from "../plans/known-offers.ts";
import { payerRefused } from "../providers.ts";
import { Settings } from "../settings.ts";

/** A plan, and the license to buy it under. */
interface AskedPlan {
  readonly plan_variant_id: number;
  readonly license_id?: LicenseId | undefined;
}

/** Returns a plan priced for a license. Fails if the license is below a minimum, or the plan is not sold under it. */
const requireSoldPlan = (asked: AskedPlan, minimum: LicenseId) =>
  Effect.gen(function* () {
    const offer = yield* planOffer(asked.plan_variant_id);
    if (offer === null) return yield* new NotFound({ message: message("not_found") });
    const license = licenseForPlan(offer, { minimum, chosen: asked.license_id });
    const reason = planPurchaseError(offer, license, minimum);
    switch (reason) {
      case null:
        return planVariant(offer, license);
      case "below_minimum_licence":
        return yield* new Conflict({ reason, message: belowMinimumMessage(minimum) });
      case "plan_unavailable":
        return yield* new Conflict({ reason, message: planUnavailableMessage(license, offer.retired) });
    }
  });

/**
 * Returns the requested plan, priced for an account's license, and the account's minimum license. Fails if the license
 * is below that minimum, or if the plan is not sold under it.
 */
export const requirePurchasablePlan = (account: Account, asked: AskedPlan) =>
  Effect.gen(function* () {
    const minimum = yield* minimumLicenseOf(account);
    return { variant: yield* requireSoldPlan(asked, minimum), minimum };
  });

/**
 * Returns a customer's account credit at the card provider, in cents; a debt if negative, and 0 if `customerId` is
 * null.
 */
export const accountCredit = (customerId: string | null) =>
  Effect.gen(function* () {
    if (customerId === null) return cents(0);
    const { balance } = yield* (yield* CardVault).customer(customerId);
    return accountCreditOf(balance);
  });

/**
 * Returns the account credit that a new order of an account can use, in cents; a debt if negative. Includes what the
 * account's open plan order holds, because the new order would cancel it.
 */
export const availableCredit = ({ id, stripe_customer_token }: Account) =>
  Effect.gen(function* () {
    const { orders } = yield* ReadRepositories;
    const held = accountCreditHeldBy(yield* orders.openSubscriptionOrder(id));
    return cents((yield* accountCredit(stripe_customer_token)) + held);
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
 * Returns a promo code by name, or null if the name is empty or a sale is running. Fails for an unknown code, and after
 * too many of them. `who` is an account's id, or a visitor's network address. (DSC-04)
 */
export const findPromoCode = (who: string, code: string | undefined) =>
  Effect.gen(function* () {
    if (codeFromAddress(code ?? null, null) === null) return null;
    const name = codeFromAddress(code ?? null, yield* runningSale);
    return name === null ? null : yield* limitCodeTries(who)(lookUpPromoCode(name));
  });

/**
 * Fails if the account, or all accounts together, have used up a promo code. Placing an order calls it under the
 * account's lock, and the code's.
 */
export const requireUnusedPromo = (account: Account, promo: Promo | null) =>
  Effect.gen(function* () {
    if (promo === null) return;
    const { orders } = yield* ReadRepositories;
    const isUsedUp = isPromoUsedUp(promo, yield* orders.paidWithPromo(account.id, promo.code));
    let isEnded = false;
    for (const { id, left } of promo.limits ?? []) isEnded ||= (yield* orders.promoUses(id, account.id)) >= left;
    if (!isUsedUp && !isEnded) return;
    const words = message(isUsedUp ? "promo_code_used" : "promo_code_ended");
    return yield* new Conflict({ reason: "promo_code_invalid", message: words });
  });

/** Locks a promo code whose number of uses is limited, so that two orders can't both take the last one. */
export const lockLimitedPromo = (promo: Promo | null) =>
  Effect.gen(function* () {
    const { orders } = yield* Repositories;
    const ids = (promo?.limits ?? []).map(({ id }) => id);
    // In one order, so that two orders with several limits never wait for each other.
    for (const id of ids.sort()) yield* orders.lockPromo(id);
  });

/** Returns a promo code like {@link findPromoCode}, but also fails if the account has used it up. */
export const findOwnPromoCode = (account: Account, code: string | undefined) =>
  Effect.tap(findPromoCode(account.id, code), (promo) => requireUnusedPromo(account, promo));

/** Returns a promo code by name, or null if the name is empty. Fails while a sale is running. */
export const checkPromoCode = (account: Account, code: string) =>
  Effect.gen(function* () {
    const error = promoCheckError(code, yield* runningSale);
    if (error !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(error) });
    return yield* findOwnPromoCode(account, code);
  });

/** Returns a promo code in its wire format, without its coupon and how often it can still be used. */
export const toPromoView = ({ reference: _, limits: __, ...promo }: Promo): Promo => promo;

/**
 * Prices the add-on credits under the plan's license. Returns null if `amount` is undefined; fails if that amount is
 * not sold.
 */
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
 * Quotes a new plan with its promo code and add-on. Fails for a code that doesn't apply instead of leaving it out, and
 * for an add-on while account credit remains, because that credit is for plans only. (DSC-06)
 */
export const priceNewPlan = (
  variant: PlanVariant,
  options: {
    readonly promo: Promo | null;
    readonly add_on_credits?: number | undefined;
    readonly credit: Cents;
    readonly payer: Provider;
  },
) =>
  Effect.gen(function* () {
    const settings = yield* Settings;
    const clock = yield* Clock;
    const { promo, credit, payer } = options;
    const refused = promo === null ? null : promoError(promo, variant.interval);
    if (refused !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(refused) });
    const pack = yield* addOnFor(variant, options.add_on_credits);
    const quote = quotePlan({
      variant,
      sale: yield* runningSale,
      accountCredit: credit,
      smallest: payerOf(payer).smallestPlanCharge,
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

/**
 * Quotes a new plan for anyone, as a new customer would pay it: with the sale or a promo code, an add-on, and tax.
 * `who` is the caller for the limit on unknown codes.
 */
export const quoteForAnyone = (who: string, asked: OrderOptions & AskedPlan) =>
  Effect.gen(function* () {
    const variant = yield* requireSoldPlan(asked, LOWEST_LICENSE);
    const promo = yield* findPromoCode(who, asked.discount_code);
    return yield* priceNewPlan(variant, { ...asked, promo, credit: ZERO, payer: "stripe" });
  });

/** Quotes a new plan for an account: the amount that pages show and that the order charges. */
export const quoteNewPlan = (
  account: Account,
  asked: OrderOptions & AskedPlan & { readonly payment_method?: PaymentMethod | undefined },
) =>
  Effect.gen(function* () {
    const { variant } = yield* requirePurchasablePlan(account, asked);
    const payer = providerOf(asked.payment_method ?? "card");
    const { takes } = payerOf(payer);
    const credit = takes.accountCredit ? yield* availableCredit(account) : ZERO;
    const promo = yield* findOwnPromoCode(account, asked.discount_code);
    if (promo !== null && !takes.promoCodes) return yield* payerRefused(payer, "no-code", null);
    return yield* priceNewPlan(variant, { promo, add_on_credits: asked.add_on_credits, credit, payer });
  });
