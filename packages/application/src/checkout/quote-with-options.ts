import { type Account, type Cents, type PlanVariant, type Promo, cents, planOptionsToTry } from "@backlot/domain";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { priceNewPlan } from "../orders/price-plan.ts";
import { findPromoCode, findPublicPromoCode } from "../pricing/promo-code.ts";
import { orElse } from "./or-else.ts";

/** The options in a checkout's URL. */
interface Asked {
  readonly discount_code?: string | undefined;
  readonly add_on_credits?: number | undefined;
}

/**
 * Quotes a plan with its promo code and add-on, and omits those that don't apply. `error` is the reason, or null if
 * nothing was omitted.
 */
export const quoteWithOptions = Effect.fnUntraced(function* (
  variant: PlanVariant,
  options: { readonly promo: Promo | null; readonly add_on_credits: number | undefined },
  credit: Cents,
) {
  let error: string | null = null;
  for (const option of planOptionsToTry(options)) {
    const priced = yield* Effect.result(priceNewPlan(variant, { ...option, credit, payer: "stripe" }));
    if (Result.isSuccess(priced))
      return { quote: priced.success, promo: option.promo, addOn: option.add_on_credits ?? null, error };
    error ??= priced.failure.message;
  }
  const quote = yield* priceNewPlan(variant, { promo: null, credit, payer: "stripe" });
  return { quote, promo: null, addOn: null, error };
});

/**
 * Quotes a plan before the payment step, with the promo code and the add-on of the URL if they apply. The payment step
 * explains why an option doesn't apply. (DSC-07)
 */
export const quoteBeforePayment = Effect.fnUntraced(function* (
  variant: PlanVariant,
  account: Account | null,
  request: Asked,
) {
  const { discount_code } = request;
  const promoLookup = account === null ? findPublicPromoCode(discount_code) : findPromoCode(account.id, discount_code);
  const code = yield* orElse(promoLookup, null);
  const options = { promo: code.value, add_on_credits: request.add_on_credits };
  return (yield* quoteWithOptions(variant, options, cents(0))).quote;
});
