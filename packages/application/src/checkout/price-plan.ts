import {
  type Account,
  type Cents,
  type LicenceId,
  type PaymentMethod,
  type PlanVariant,
  type Promo,
  type Quote,
  type QuotedPack,
  addOnError,
  cents,
  codeFromAddress,
  isCodeName,
  isPromoUsedUp,
  packLine,
  soldPack,
  licenceForPlan,
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
import {
  Conflict,
  NotFound,
  type PaymentProviderUnavailable,
  type Repositories,
  type TooManyAttempts,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { minimumLicenceOf } from "../accounts/minimum-licence.ts";
import type { StorePorts } from "../store-ports.ts";
import { limitCodeTries } from "./limit-code-tries.ts";
import { runningSale } from "./plan-sale.ts";

/**
 * The plan an account asks for, priced for the licence it may have. Refused below its minimum licence, and under one
 * that does not sell the plan. (LIC-03, PLN-06)
 */
export const requirePurchasablePlan = (
  repos: Repositories,
  account: Account,
  asked: { readonly plan_variant_id: number; readonly license_id?: LicenceId | undefined },
): Effect.Effect<PlanVariant, NotFound | Conflict> =>
  Effect.gen(function* () {
    const offer = yield* repos.plans.get(asked.plan_variant_id);
    if (offer === null) return yield* new NotFound({ message: message("not_found") });
    const minimum = yield* minimumLicenceOf(repos, account);
    const licence = licenceForPlan(offer, { minimum, chosen: asked.license_id });
    const reason = planPurchaseError(offer, licence, minimum);
    switch (reason) {
      case null:
        return planVariant(offer, licence);
      case "below_minimum_licence":
        return yield* new Conflict({ reason, message: belowMinimumMessage(minimum) });
      case "plan_unavailable":
        return yield* new Conflict({ reason, message: planUnavailableMessage(licence) });
    }
  });

/** What the account has in hand at the provider, in cents, 0 or more. (DSC-06) */
export const accountCredit = (
  ports: Pick<StorePorts, "cards">,
  customerId: string | null,
): Effect.Effect<Cents, PaymentProviderUnavailable> =>
  customerId === null
    ? Effect.succeed(cents(0))
    : Effect.map(ports.cards.customer(customerId), ({ balance }) => accountCreditOf(balance));

/** What is asked for with a new plan: a promo code, and credits to buy beside it. */
export interface OrderOptions {
  readonly discount_code?: string | undefined;
  readonly add_on_credits?: number | undefined;
}

type PromoPorts = Pick<StorePorts, "clock" | "promoCodes" | "rateLimits" | "transactions" | "settings">;

const lookUpPromoCode = (
  ports: PromoPorts,
  name: string,
): Effect.Effect<Promo, Conflict | PaymentProviderUnavailable> =>
  Effect.gen(function* () {
    const promo = isCodeName(name) ? yield* ports.promoCodes.find(name) : null;
    return promo ?? (yield* new Conflict({ reason: "promo_code_invalid", message: message("promo_code_invalid") }));
  });

/**
 * The promo code of a name, for an account; a name that says nothing asks for none, and a sale lets none
 * count. (DSC-01, DSC-02, DSC-04)
 */
export const findPromoCode = (
  ports: PromoPorts,
  account: Account,
  code: string | undefined,
): Effect.Effect<Promo | null, Conflict | TooManyAttempts | PaymentProviderUnavailable> =>
  Effect.gen(function* () {
    if (codeFromAddress(code ?? null, null) === null) return null;
    const name = codeFromAddress(code ?? null, yield* runningSale(ports, ports.transactions.read));
    return name === null ? null : yield* limitCodeTries(ports, account.id)(lookUpPromoCode(ports, name));
  });

/**
 * Refuses a promo code that an account has used up. Read under the account's lock where an order is placed. (DSC-02)
 */
export const requireUnusedPromo = (
  repos: Repositories,
  account: Account,
  promo: Promo | null,
): Effect.Effect<void, Conflict> =>
  Effect.gen(function* () {
    if (promo === null || !isPromoUsedUp(promo, yield* repos.orders.paidWithPromo(account.id, promo.code))) return;
    return yield* new Conflict({ reason: "promo_code_invalid", message: message("promo_code_used") });
  });

/** The promo code of a name, for an account that has not used it up. (DSC-01, DSC-02) */
export const findOwnPromoCode = (
  ports: PromoPorts,
  account: Account,
  code: string | undefined,
): Effect.Effect<Promo | null, Conflict | TooManyAttempts | PaymentProviderUnavailable> =>
  Effect.tap(findPromoCode(ports, account, code), (promo) =>
    requireUnusedPromo(ports.transactions.read, account, promo),
  );

/**
 * What a check of a code answers: the code, or nothing for an empty name. Refused while a sale is on. (DSC-01, DSC-04)
 */
export const checkPromoCode =
  (ports: PromoPorts) =>
  (
    account: Account,
    code: string,
  ): Effect.Effect<Promo | null, Conflict | TooManyAttempts | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const error = promoCheckError(code, yield* runningSale(ports, ports.transactions.read));
      if (error !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(error) });
      return yield* findOwnPromoCode(ports, account, code);
    });

/** A promo code as the wire has it: without what the provider calls it. (DSC-03) */
export const toPromoView = ({ reference: _, ...promo }: Promo): Promo => promo;

/** The credits that are bought beside a plan, priced for its licence. (CRD-03, CRD-04) */
const addOnFor = (
  repos: Repositories,
  variant: PlanVariant,
  amount: number | undefined,
): Effect.Effect<QuotedPack | null, Conflict> =>
  Effect.gen(function* () {
    if (amount === undefined) return null;
    const pack = soldPack(yield* repos.packs.prices(), amount, variant.license_id);
    if (pack === null)
      return yield* new Conflict({ reason: "credit_pack_unavailable", message: message("credit_pack_unavailable") });
    return packLine(pack);
  });

/**
 * Prices a new plan with its promo code and add-on. A code that does not apply is refused, never silently left out; and
 * so is an add-on beside a plan whose account credit is not used up, since that credit is for plans. (ORD-04, DSC-03,
 * DSC-06)
 */
export const priceNewPlan = (
  ports: Pick<StorePorts, "clock" | "settings">,
  repos: Repositories,
  variant: PlanVariant,
  options: { readonly promo: Promo | null; readonly add_on_credits?: number | undefined; readonly credit: Cents },
): Effect.Effect<Quote, Conflict> =>
  Effect.gen(function* () {
    const { promo, credit } = options;
    const refused = promo === null ? null : promoError(promo, variant.interval);
    if (refused !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(refused) });
    const pack = yield* addOnFor(repos, variant, options.add_on_credits);
    const quote = quotePlan({
      variant,
      sale: yield* runningSale(ports, repos),
      accountCredit: credit,
      at: ports.clock.now(),
      tax: ports.settings.tax,
      promo,
      pack,
    });
    const addOnRefused = addOnError(pack !== null, quote);
    if (addOnRefused !== null)
      return yield* new Conflict({ reason: "credit_pack_unavailable", message: message(addOnRefused) });
    return quote;
  });

/** The quote of a new plan: what a page shows and what is charged are this one figure. (ORD-04, CHK-06) */
export const quoteNewPlan =
  (ports: Pick<StorePorts, "clock" | "cards" | "promoCodes" | "rateLimits" | "transactions" | "settings">) =>
  (
    account: Account,
    asked: OrderOptions & {
      readonly plan_variant_id: number;
      readonly license_id?: LicenceId | undefined;
      readonly payment_method?: PaymentMethod | undefined;
    },
  ): Effect.Effect<Quote, NotFound | Conflict | TooManyAttempts | PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const variant = yield* requirePurchasablePlan(read, account, asked);
      const { takesAccountCredit } = providerTraits(providerOf(asked.payment_method));
      const credit = takesAccountCredit ? yield* accountCredit(ports, account.stripe_customer_token) : cents(0);
      const promo = yield* findOwnPromoCode(ports, account, asked.discount_code);
      const refused = takesAccountCredit ? null : payPalPromoError(promo);
      if (refused !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(refused) });
      return yield* priceNewPlan(ports, read, variant, { promo, add_on_credits: asked.add_on_credits, credit });
    });
