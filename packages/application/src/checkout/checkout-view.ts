import {
  type Account,
  type LicenceId,
  type PlanVariant,
  type Promo,
  type Quote,
  cents,
  paymentMethodsForChange,
  checkoutRedirect,
  isAvailableFor,
  isPayPalAllowedForPlan,
  licenceForPlan,
  message,
  minimumLicence,
  minimumToOffer,
  isLicenceKnown,
  payPalBillingDayNote,
  paymentMethods,
  planCheckoutStep,
  planOptionsToTry,
  planVariant,
  providerTraits,
  worksInTeam,
} from "@backlot/domain";
import type { CheckoutView, Conflict, PaymentProviderUnavailable, StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { type Caller, requireAccount } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";
import { isPayPalUpgrade, previewPlanChange, toChangePreviewView } from "../subscriptions/price-change.ts";
import { listPacks } from "./buy-credits.ts";
import { listCards } from "./cards.ts";
import { accountCredit, findOwnPromoCode, priceNewPlan } from "./price-plan.ts";
import { isOutage, orElse } from "./or-else.ts";
import { isPayPalHidden } from "./providers.ts";

/** What the address of a checkout names. */
export interface CheckoutRequest {
  readonly plan_variant_id: number;
  readonly license_id?: LicenceId | undefined;
  readonly license_chosen?: "true" | "false" | undefined;
  readonly discount_code?: string | undefined;
  readonly add_on_credits?: number | undefined;
}

/**
 * The account's saved cards; none, with the reason, where they can't be read: a new card pays all the same. (CHK-05)
 */
const cardsOf = (ports: StorePorts, account: Account) =>
  Effect.map(orElse(listCards(ports)(account), []), ({ value, error }) => ({ cards: value, cards_error: error }));

/**
 * The quote with as much of the promo code and the add-on as applies, and why the rest does not. (DSC-02, DSC-07)
 */
const quoteWithOptions = (
  ports: StorePorts,
  variant: PlanVariant,
  asked: { readonly promo: Promo | null; readonly add_on_credits: number | undefined },
  credit: Parameters<typeof priceNewPlan>[3]["credit"],
): Effect.Effect<
  { readonly quote: Quote; readonly promo: Promo | null; readonly addOn: number | null; readonly error: string | null },
  Conflict
> =>
  Effect.gen(function* () {
    let error: string | null = null;
    for (const option of planOptionsToTry(asked)) {
      const priced = yield* Effect.result(priceNewPlan(ports, ports.transactions.read, variant, { ...option, credit }));
      if (Result.isSuccess(priced))
        return { quote: priced.success, promo: option.promo, addOn: option.add_on_credits ?? null, error };
      error ??= priced.failure.message;
    }
    const quote = yield* priceNewPlan(ports, ports.transactions.read, variant, { promo: null, credit });
    return { quote, promo: null, addOn: null, error };
  });

const payPalNote = (ports: StorePorts, variant: PlanVariant, quote: Quote | null): string | null =>
  quote === null || quote.renewal === null
    ? null
    : payPalBillingDayNote(ports.clock.now(), quote.renewal.at, variant.interval);

/** Ports that ask for an account's customer once, however much of a page needs it. */
const withCustomerOnce = (ports: StorePorts, { stripe_customer_token: id }: Account): Effect.Effect<StorePorts> =>
  id === null
    ? Effect.succeed(ports)
    : Effect.map(Effect.cached(ports.cards.customer(id)), (own) => ({
        ...ports,
        cards: { ...ports.cards, customer: (asked) => (asked === id ? own : ports.cards.customer(asked)) },
      }));

/** The payment step of somebody without a plan. What providers know is asked for at once. (ORD-04, DSC-07, LIC-14) */
const newPlanStep = (
  ports: StorePorts,
  account: Account,
  minimum: LicenceId,
  variant: PlanVariant,
  asked: CheckoutRequest,
) =>
  Effect.gen(function* () {
    const { license_id } = variant;
    const [credit, code, saved, { data: credit_packs }] = yield* Effect.all(
      [
        accountCredit(ports, account.stripe_customer_token),
        orElse(findOwnPromoCode(ports, account, asked.discount_code), null),
        cardsOf(ports, account),
        listPacks(ports)(license_id),
      ],
      { concurrency: "unbounded" },
    );
    const options = { promo: code.value, add_on_credits: asked.add_on_credits };
    const { quote, promo, addOn, error } = yield* quoteWithOptions(ports, variant, options, credit);
    const offered = paymentMethods({ hidden: isPayPalHidden(ports), minimum, current: null, purchase: license_id });
    // Account credit and promo codes are for cards: PayPal can't take them off.
    const paypal_quote = offered.includes("paypal")
      ? yield* priceNewPlan(ports, ports.transactions.read, variant, {
          promo: null,
          add_on_credits: addOn ?? undefined,
          credit: cents(0),
        })
      : null;
    return {
      _tag: "new-plan" as const,
      plan_variant: variant,
      methods: offered,
      quote,
      paypal_quote,
      paypal_note: payPalNote(ports, variant, paypal_quote),
      discount_code: promo?.code ?? null,
      add_on_credits: addOn,
      options_error: code.error ?? error,
      options_judged: code.judged,
      credit_packs,
      ...saved,
    };
  });

/** The payment step of somebody who has a plan. (CHG-07, CHG-09) */
const changeStep = (
  ports: StorePorts,
  account: Account,
  minimum: LicenceId,
  variant: PlanVariant,
  stored: StoredSubscription,
) =>
  Effect.gen(function* () {
    const request = { plan_variant_id: variant.id, license_id: variant.license_id };
    const refused = (error: string) => ({ _tag: "refused" as const, plan_variant: variant, message: error });
    const [priced, saved] = yield* Effect.all(
      [Effect.result(previewPlanChange(ports)(account, request)), cardsOf(ports, account)],
      { concurrency: "unbounded" },
    );
    if (Result.isFailure(priced))
      return refused(isOutage(priced.failure) ? message("payment_unreachable") : priced.failure.message);
    const change = toChangePreviewView(priced.success);
    const current = stored.subscription.terms.license_id;
    const billedBy = providerTraits(stored.provider).method;
    const licences = { minimum, current, purchase: variant.license_id };
    const priceByPayPal =
      change.kind === "upgrade"
        ? yield* Effect.result(previewPlanChange(ports)(account, { ...request, payment_method: "paypal" }))
        : null;
    const byPayPal = priceByPayPal !== null && Result.isSuccess(priceByPayPal) ? priceByPayPal.success : null;
    const offered = paymentMethodsForChange({
      kind: change.kind,
      billedBy,
      isPayPalAllowed: isPayPalAllowedForPlan({ ...licences, billedBy, hidden: isPayPalHidden(ports) }),
      payPalTakes: byPayPal !== null && isPayPalUpgrade(byPayPal),
    });
    if (Result.isFailure(offered)) return refused(message(offered.failure));
    const methods = offered.success;
    const paypal_quote = methods.includes("paypal") ? (byPayPal?.quote ?? null) : null;
    const paypal_note = payPalNote(ports, variant, paypal_quote);
    return {
      _tag: "change" as const,
      plan_variant: variant,
      methods,
      change,
      paypal_quote,
      paypal_note,
      ...saved,
    };
  });

/** Whether a licence was chosen in this checkout, or is asked for again; null where its address says neither. */
const choiceOf = ({ license_chosen, license_id }: CheckoutRequest): "chosen" | "open" | null => {
  if (license_chosen === "false") return "open";
  return license_chosen === "true" && license_id !== undefined ? "chosen" : null;
};

/**
 * Everything that the checkout of a plan shows, in one answer: where it leads instead, the step that the caller is at,
 * and at the payment step what is paid and how. A locked account sees what a visitor sees. (PLN-06, ACC-06, CHK-09)
 */
export const checkoutView =
  (ports: StorePorts, caller: Caller) =>
  (asked: CheckoutRequest): Effect.Effect<CheckoutView, Conflict | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const known = yield* Effect.result(requireAccount(ports, caller));
      const account = Result.isSuccess(known) ? known.success : null;
      const profile = account === null ? null : yield* read.accounts.profile(account.id);
      const minimum = minimumLicence({ min_license_id: account?.min_license_id ?? null, profile });
      const stored = account === null ? null : yield* read.subscriptions.current(account.id);
      const plan = yield* read.plans.get(asked.plan_variant_id);
      const terms = stored?.subscription.terms;
      const current = terms?.license_id ?? null;
      const licence = licenceForPlan(plan, { minimum, current, chosen: asked.license_id });
      const to = checkoutRedirect({
        variant_id: asked.plan_variant_id,
        licence,
        is_licence_chosen: choiceOf(asked) === "chosen",
        minimum,
        current: terms === undefined ? null : { variant_id: terms.variant_id, license_id: terms.license_id },
        offer: plan === null ? "not-loaded" : isAvailableFor(plan, licence) ? "sold" : "not-under-this-licence",
      });
      if (to !== null || plan === null) return { _tag: "redirect", to: to ?? "/pricing" };
      const variant = planVariant(plan, licence);
      const listPrice = () => priceNewPlan(ports, read, variant, { promo: null, credit: cents(0) });
      const buyer = account && {
        isMember: worksInTeam(account),
        isLicenceKnown: isLicenceKnown({ min_license_id: account.min_license_id, current, profile }),
        hasPlan: stored !== null,
      };
      const step = planCheckoutStep(buyer, choiceOf(asked));
      if (account === null || step === "account")
        return { _tag: "account", plan_variant: variant, quote: yield* listPrice() };
      if (step === "member")
        return { _tag: "refused", plan_variant: variant, message: message("team_may_not_change_plan") };
      if (step === "licence")
        return {
          _tag: "licence",
          plan_variant: variant,
          quote: yield* listPrice(),
          minimum_license_id: minimumToOffer({ minimum, current }),
        };
      const asking = yield* withCustomerOnce(ports, account);
      return stored === null
        ? yield* newPlanStep(asking, account, minimum, variant, asked)
        : yield* changeStep(asking, account, minimum, variant, stored);
    });
