import {
  type Account,
  type LicenseId,
  type PlanVariant,
  type Quote,
  changeKind,
  checkoutRedirect,
  planSale,
  planTerms,
  licenseForPlan,
  message,
  minimumLicense,
  minimumToOffer,
  isLicenseKnown,
  PROVIDERS,
  type Provider,
  billingDayNote,
  payerRefusal,
  payerRefusalText,
  payersFor,
  type PayFacts,
  type PayerOffer,
  waysToPay,
  ZERO,
  planCheckoutStep,
  planVariant,
  payerOf,
  worksInTeam,
} from "@backlot/domain";
import {
  CardVault,
  type CheckoutView,
  currentTime,
  type Conflict,
  type CurrentCaller,
  type PaymentProviderUnavailable,
  ReadRepositories,
  type StoredSubscription,
} from "@backlot/ports";
import { Checkout } from "@backlot/ports/checkout/checkout.contract";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { callerAccount } from "../caller.ts";
import { implement } from "../implement.ts";
import type { StoreServices } from "../store-services.ts";
import { previewPlanChange, toChangePreviewView } from "../plan-changes/price-change.ts";
import { listPacks } from "../credits/credit-packs.ts";
import { listCards } from "./cards.ts";
import { quoteBeforePayment, quoteWithOptions } from "./quote-with-options.ts";
import { availableCredit, priceNewPlan, quoteForAnyone } from "../orders/price-plan.ts";
import { findOwnPromoCode } from "../pricing/promo-code.ts";
import { isOutage, orElse } from "./or-else.ts";
import { payersOnOffer } from "../providers.ts";

/** The query of a checkout URL. */
interface CheckoutRequest {
  readonly plan_variant_id: number;
  readonly license_id?: LicenseId | undefined;
  readonly license_chosen?: "true" | "false" | undefined;
  readonly discount_code?: string | undefined;
  readonly add_on_credits?: number | undefined;
}

/**
 * Returns the account's saved cards, or none and the reason if they can't be read. The buyer can still use a new card.
 */
const cardsOf = (account: Account) =>
  Effect.map(orElse(listCards(account), []), ({ value, error }) => ({ cards: value, cards_error: error }));

/** Returns a payer's offer, with a note if the payer would renew the plan on a different day. */
const offerBy = (payer: Provider, variant: PlanVariant, paying: PayFacts, quote: Quote | null) =>
  Effect.map(currentTime, (now) => {
    const at = quote?.renewal?.at;
    const note = at === undefined ? null : billingDayNote(payer, now, at, variant.interval);
    return { payer, paying, quote, note };
  });

/** Runs work that fetches the account's customer from the provider at most once. */
const withCustomerOnce =
  ({ stripe_customer_token: id }: Account) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const vault = yield* CardVault;
      if (id === null) return yield* work;
      const cachedCustomer = yield* Effect.cached(vault.customer(id));
      const customer: CardVault["customer"] = (customerId) =>
        customerId === id ? cachedCustomer : vault.customer(customerId);
      return yield* Effect.provideService(work, CardVault, { ...vault, customer });
    });

/** Returns the payment step for an account without a plan. Calls the providers in parallel. */
const newPlanStep = Effect.fnUntraced(function* (
  account: Account,
  minimum: LicenseId,
  variant: PlanVariant,
  request: CheckoutRequest,
) {
  const [credit, code, saved, { data: credit_packs, custom_credit_packs_prices }] = yield* Effect.all(
    [
      availableCredit(account),
      orElse(findOwnPromoCode(account, request.discount_code), null),
      cardsOf(account),
      listPacks(variant.license_id),
    ],
    { concurrency: "unbounded" },
  );
  const options = { promo: code.value, add_on_credits: request.add_on_credits };
  const { quote, promo, addOn, error } = yield* quoteWithOptions(variant, options, credit);
  const offered = yield* payersOnOffer;
  const licenses = { minimum, current: null, purchase: variant.license_id };
  const offers = yield* Effect.forEach(payersFor(offered, licenses), (payer) =>
    Effect.gen(function* () {
      const { accountCredit, promoCodes } = payerOf(payer).takes;
      // Some payers can't apply account credit or promo codes.
      const payerQuote =
        accountCredit && promoCodes
          ? quote
          : yield* priceNewPlan(variant, {
              promo: promoCodes ? promo : null,
              add_on_credits: addOn ?? undefined,
              credit: accountCredit ? credit : ZERO,
              payer,
            });
      const paying: PayFacts = {
        licenses,
        total: payerQuote.total,
        code: promo === null ? "none" : "promo",
        change: null,
      };
      return yield* offerBy(payer, variant, paying, payerQuote);
    }),
  );
  return {
    _tag: "new-plan" as const,
    plan_variant: variant,
    ways: waysToPay(offered, offers),
    quote,
    discount_code: promo?.code ?? null,
    add_on_credits: addOn,
    options_error: code.error ?? error,
    options_judged: code.judged,
    credit_packs,
    custom_credit_packs_prices,
    ...saved,
  };
});

/** Returns the payment step for an account that changes its plan, or "refused" if it can't change to this plan. */
const changeStep = Effect.fnUntraced(function* (
  account: Account,
  variant: PlanVariant,
  subscriptionRecord: StoredSubscription,
) {
  const request = { plan_variant_id: variant.id, license_id: variant.license_id };
  const refused = (error: string) => ({ _tag: "refused" as const, plan_variant: variant, message: error });
  const [priced, saved] = yield* Effect.all([Effect.result(previewPlanChange(account, request)), cardsOf(account)], {
    concurrency: "unbounded",
  });
  if (Result.isFailure(priced))
    return refused(isOutage(priced.failure) ? message("payment_unreachable") : priced.failure.message);
  const change = toChangePreviewView(priced.success);
  // Without account credit, which not every payer accepts, an upgrade costs more.
  const priceBy = (payer: Provider) =>
    change.kind === "upgrade" && !payerOf(payer).takes.accountCredit
      ? Effect.result(previewPlanChange(account, { ...request, payment_method: payerOf(payer).method }))
      : Effect.succeed(priced);
  const offers: (PayerOffer & { readonly payer: Provider })[] = [];
  for (const payer of PROVIDERS) {
    const priceResult = yield* priceBy(payer);
    if (Result.isSuccess(priceResult))
      offers.push(yield* offerBy(payer, variant, priceResult.success.paying, priceResult.success.quote));
    else if (payer === subscriptionRecord.provider) return refused(priceResult.failure.message);
  }
  const ways = waysToPay(yield* payersOnOffer, offers);
  const ofBiller = offers.find(({ payer }) => payer === subscriptionRecord.provider);
  const refusal = ofBiller === undefined ? null : payerRefusal(subscriptionRecord.provider, true, ofBiller.paying);
  if (refusal !== null)
    return refused(payerRefusalText(subscriptionRecord.provider, refusal, subscriptionRecord.provider));
  return { _tag: "change" as const, plan_variant: variant, ways, change, ...saved };
});

/**
 * Returns "chosen" if the URL says that the buyer chose its license, "open" if the buyer wants to choose again, or
 * null.
 */
const choiceOf = ({ license_chosen, license_id }: CheckoutRequest): "chosen" | "open" | null => {
  if (license_chosen === "false") return "open";
  return license_chosen === "true" && license_id !== undefined ? "chosen" : null;
};

/**
 * Returns the data of a plan's checkout page: a redirect, the caller's step, and at the payment step the amounts and
 * payment methods. A locked account gets the view of a visitor.
 */
const checkoutView = Effect.fnUntraced(function* (
  request: CheckoutRequest,
): Effect.fn.Return<CheckoutView, Conflict | PaymentProviderUnavailable, StoreServices | CurrentCaller> {
  const repos = yield* ReadRepositories;
  const accountResult = yield* Effect.result(callerAccount);
  const account = Result.isSuccess(accountResult) ? accountResult.success : null;
  const profile = account === null ? null : yield* repos.accounts.profile(account.id);
  const minimum = minimumLicense({ min_license_id: account?.min_license_id ?? null, profile });
  const subscriptionRecord = account === null ? null : yield* repos.subscriptions.current(account.id);
  const plan = yield* repos.plans.get(request.plan_variant_id);
  const terms = subscriptionRecord?.subscription.terms;
  const current = terms?.license_id ?? null;
  const license = licenseForPlan(plan, { minimum, current, chosen: request.license_id });
  const held = subscriptionRecord?.subscription;
  // The customer's plan may now be sold as a different variant, at a different price.
  const isCurrent =
    held !== undefined &&
    plan !== null &&
    changeKind({ ...held.terms, legacy: held.legacy }, planTerms(plan, license, plan.price)) === "no-change";
  const to = checkoutRedirect({
    variant_id: request.plan_variant_id,
    license,
    is_license_chosen: choiceOf(request) === "chosen",
    minimum,
    current: isCurrent ? { variant_id: request.plan_variant_id, license_id: license } : null,
    offer: plan === null ? "not-loaded" : planSale(plan, license),
  });
  if (to !== null || plan === null) return { _tag: "redirect", to: to ?? "/pricing" };
  const variant = planVariant(plan, license);
  const buyer = account && {
    isMember: worksInTeam(account),
    isLicenseKnown: isLicenseKnown({ min_license_id: account.min_license_id, current, profile }),
    hasPlan: subscriptionRecord !== null,
  };
  const step = planCheckoutStep(buyer, choiceOf(request));
  if (account === null || step === "account")
    return { _tag: "account", plan_variant: variant, quote: yield* quoteBeforePayment(variant, account, request) };
  if (step === "member")
    return { _tag: "refused", plan_variant: variant, message: message("team_may_not_change_plan") };
  if (step === "license")
    return {
      _tag: "license",
      plan_variant: variant,
      quote: yield* quoteBeforePayment(variant, account, request),
      minimum_license_id: minimumToOffer({ minimum, current }),
    };
  const once = withCustomerOnce(account);
  return subscriptionRecord === null
    ? yield* once(newPlanStep(account, minimum, variant, request))
    : yield* once(changeStep(account, variant, subscriptionRecord));
});

export const checkout = implement(Checkout, {
  quote: ({ query }) => quoteForAnyone(query),
  view: ({ query }) => checkoutView(query),
});
