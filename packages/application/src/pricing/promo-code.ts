import {
  type Account,
  type Promo,
  codeFromAddress,
  isCodeName,
  isPromoUsedUp,
  message,
  promoCheckError,
} from "@backlot/domain";
import { Conflict, CurrentCaller, PromoCodes, ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { addressOf } from "../caller.ts";
import { Settings } from "../settings.ts";
import { takeTry } from "../take-try.ts";
import { limitCodeTries } from "./limit-code-tries.ts";
import { runningSale } from "./plan-sale.ts";

const lookUpPromoCode = Effect.fnUntraced(function* (name: string) {
  const promoCodes = yield* PromoCodes;
  const promo = isCodeName(name) ? yield* promoCodes.find(name) : null;
  return promo ?? (yield* new Conflict({ reason: "promo_code_invalid", message: message("promo_code_invalid") }));
});

/**
 * Returns a promo code by name, or null if the name is empty or a sale is running. Fails for an unknown code, and after
 * too many unknown codes. `who` is an account's id, or a visitor's network address. (DSC-04)
 */
export const findPromoCode = Effect.fnUntraced(function* (who: string, code: string | undefined) {
  if (codeFromAddress(code ?? null, null) === null) return null;
  const name = codeFromAddress(code ?? null, yield* runningSale);
  return name === null ? null : yield* limitCodeTries(who)(lookUpPromoCode(name));
});

/**
 * Fails if a promo code has been used up, by the account or by all accounts together. `account` is null for a new
 * customer. When an order is placed, call it under the locks of the account and the code.
 */
export const requireUnusedPromo = Effect.fnUntraced(function* (account: Account | null, promo: Promo | null) {
  if (promo === null) return;
  const repos = yield* ReadRepositories;
  const id = account?.id ?? null;
  const isUsedUp = id !== null && isPromoUsedUp(promo, yield* repos.orders.paidWithPromo(id, promo.code));
  let isEnded = false;
  for (const limit of promo.limits ?? []) isEnded ||= (yield* repos.orders.promoUses(limit.id, id)) >= limit.left;
  if (!isUsedUp && !isEnded) return;
  const words = message(isUsedUp ? "promo_code_used" : "promo_code_ended");
  return yield* new Conflict({ reason: "promo_code_invalid", message: words });
});

/** Locks a promo code whose number of uses is limited, so that two orders can't both take the last one. */
export const lockLimitedPromo = Effect.fnUntraced(function* (promo: Promo | null) {
  const repos = yield* Repositories;
  const ids = (promo?.limits ?? []).map(({ id }) => id);
  // Lock them in a fixed order, so that two orders with several limits never deadlock.
  for (const id of ids.sort()) yield* repos.orders.lockPromo(id);
});

/** Returns a promo code like {@link findPromoCode}, but also fails if the account has used it up. */
export const findOwnPromoCode = (account: Account, code: string | undefined) =>
  Effect.tap(findPromoCode(account.id, code), (promo) => requireUnusedPromo(account, promo));

/**
 * Returns a promo code for a new customer. Limits visitors, because each code is looked up at the provider; calls by
 * accounts are already limited.
 */
export const findPublicPromoCode = Effect.fnUntraced(function* (code: string | undefined) {
  const caller = yield* CurrentCaller;
  const who = caller._tag === "SignedIn" ? caller.person.id : addressOf(caller);
  const { limits } = yield* Settings;
  if (code !== undefined && caller._tag === "Anonymous") yield* takeTry(limits.inquiries, who);
  return yield* Effect.tap(findPromoCode(who, code), (promo) => requireUnusedPromo(null, promo));
});

/** Returns a promo code by name, or null if the name is empty. Fails while a sale is running. */
export const checkPromoCode = Effect.fnUntraced(function* (account: Account, code: string) {
  const error = promoCheckError(code, yield* runningSale);
  if (error !== null) return yield* new Conflict({ reason: "promo_code_invalid", message: message(error) });
  return yield* findOwnPromoCode(account, code);
});

/** Returns a promo code in its wire format, without its coupon and its remaining uses. */
export const toPromoView = ({ reference: _, limits: __, ...promo }: Promo): Promo => promo;
