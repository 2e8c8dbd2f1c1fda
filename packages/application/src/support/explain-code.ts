import { type Account, cartCodeError, isCodeName, message, promoCheckError, typedCode } from "@backlot/domain";
import { PromoCodes, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { requireUnusedPromo, toPromoView } from "../pricing/promo-code.ts";
import { runningSale } from "../pricing/plan-sale.ts";
import { accountNamed } from "./find-customer.ts";

/**
 * Returns a code's discount on a customer's cart, and the reason if it doesn't apply; null if no cart code has this
 * name.
 */
const cartCode = Effect.fnUntraced(function* (accountId: string, name: string) {
  const repos = yield* ReadRepositories;
  const code = yield* repos.discountCodes.find(name);
  if (code === null) return null;
  const { byAccount, inAll } = yield* repos.discountCodes.uses(code.code, accountId);
  const error = cartCodeError(code, { byAccount, inAll });
  return { code, uses_by_customer: byAccount, uses: inAll, refusal: error === null ? null : message(error) };
});

/**
 * Returns a code's discount on a customer's new plan, and the reason if it doesn't apply; null if no promo code has
 * this name.
 */
const planCode = Effect.fnUntraced(function* (account: Account, name: string) {
  const repos = yield* ReadRepositories;
  const promo = isCodeName(name) ? yield* (yield* PromoCodes).find(name) : null;
  if (promo === null) return null;
  const error =
    (yield* repos.subscriptions.current(account.id)) === null
      ? promoCheckError(name, yield* runningSale)
      : ("promo_for_new_plans" as const);
  if (error !== null) return { promo: toPromoView(promo), refusal: message(error) };
  const unused = yield* Effect.result(requireUnusedPromo(account, promo));
  return { promo: toPromoView(promo), refusal: Result.isFailure(unused) ? unused.failure.message : null };
});

/**
 * Explains a discount code for a customer: as a cart code, and as a promo code for plans, each with the reason why it
 * doesn't apply to them now. Doesn't count as an attempt. Fails if there is no such customer.
 */
export const explainCode = Effect.fnUntraced(function* ({
  customer,
  code,
}: {
  readonly customer: string;
  readonly code: string;
}) {
  const account = yield* accountNamed(customer);
  const name = typedCode(code);
  return { cart: yield* cartCode(account.id, name), plan: yield* planCode(account, name) };
});
