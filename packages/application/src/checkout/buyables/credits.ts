import {
  type Account,
  type Cents,
  type LicenseId,
  creditPurchaseError,
  isCreditBased,
  licenseForItems,
  message,
  packLine,
  planVariantOf,
  quotePack,
  roleOf,
  soldPack,
} from "@backlot/domain";
import { Conflict, Forbidden, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { licensesOf } from "../../accounts/minimum-license.ts";
import { packPrices } from "../../credits/credit-packs.ts";
import { Settings } from "../../settings.ts";
import type { Buyable, Offered } from "../buyable.ts";
import { requireExpectedTotal } from "../require-expected.ts";

/**
 * A request to buy credits: how many, the total that the buyer was shown, in cents, and the variant of a plan that is
 * bought with them. A null field was not in the request.
 */
export interface CreditsRequest {
  readonly credits: number;
  readonly amount: Cents | null;
  readonly plan_variant_id: number | null;
}

/**
 * Returns the license of the plan that is bought together with the credits. Returns null if there is no such plan, or
 * if its order is no longer open.
 */
const licenseBeside = Effect.fnUntraced(function* (account: Account, planVariantId: number | null) {
  if (planVariantId === null) return null;
  const repos = yield* ReadRepositories;
  const open = yield* repos.orders.openSubscriptionOrder(account.id);
  return open !== null && planVariantOf(open.items[0]) === planVariantId ? open.license_id : null;
});

/**
 * Prices credits for the account's license, or for the license of a plan bought with them. Fails if the account can't
 * buy credits.
 */
const offer = Effect.fnUntraced(function* (account: Account, { credits: amount, plan_variant_id }: CreditsRequest) {
  const settings = yield* Settings;
  const chosen: LicenseId | null = yield* licenseBeside(account, plan_variant_id);
  const licenses = yield* licensesOf(account);
  const is_credit_based_legacy = isCreditBased(licenses.legacy_kind);
  const error = creditPurchaseError({ role: roleOf(account), is_credit_based_legacy });
  if (error !== null) return yield* new Forbidden({ message: message(error) });
  const license_id = licenseForItems({ ...licenses, chosen });
  const pack = soldPack(yield* packPrices, amount, license_id);
  if (pack === null)
    return yield* new Conflict({ reason: "credit_pack_unavailable", message: message("credit_pack_unavailable") });
  const quote = quotePack(packLine(pack), settings.tax);
  const offered: Offered = {
    content: { license_id, items: [{ kind: "credit-pack", credits: pack.amount }], quote, hold: [] },
    paying: { licenses: { ...licenses, purchase: license_id }, total: quote.total, code: "none", change: null },
  };
  return offered;
});

/** Returns credits as something to buy. */
export const creditsToBuy = (account: Account, request: CreditsRequest): Buyable => {
  const requireShown: Buyable["requireShown"] = ({ quote }) => requireExpectedTotal(request.amount, quote);
  return {
    ready: null,
    cart_token: null,
    isFor: () => true,
    sold: Effect.succeed(null),
    pricer: Effect.succeed((locked) => offer(locked, request)),
    requireShown,
    check: Effect.flatMap(offer(account, request), ({ content }) => requireShown(content)),
  };
};
