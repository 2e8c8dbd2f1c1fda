import type Stripe from "stripe";
import type { Route } from "../api.ts";
import { badState } from "../errors.ts";
import { bool, int, mergeMetadata, obj, str } from "../form.ts";
import { randomToken } from "../ids.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { makePromotionCode } from "../objects/coupon.ts";
import type { StripeState } from "../state.ts";

const isSameCode = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

/** Returns whether a code is active, not expired, and below its redemption limit. */
const isRedeemable = (
  state: StripeState,
  { active, expires_at, max_redemptions, times_redeemed }: Stripe.PromotionCode,
) => active && (expires_at === null || state.now() < expires_at) && times_redeemed < (max_redemptions ?? Infinity);

/** Redeems a code once. Throws the API's 400 if it is no longer redeemable. */
export const redeem = (state: StripeState, id: string, param: string): Stripe.PromotionCode => {
  const promotion = state.get("promotion_code", id, param);
  if (!isRedeemable(state, promotion)) throw badState("promotion_code_inactive", "This promotion code is inactive.");
  promotion.times_redeemed += 1;
  promotion.active = isRedeemable(state, promotion);
  return state.put(promotion);
};

/** Adds the routes for promotion codes, which are case-insensitive. */
export const promotionCodeRoutes =
  (state: StripeState) =>
  (route: Route): void => {
    route("post", "/v1/promotion_codes", ({ form }) => {
      const coupon = state.get("coupon", str(obj(form["promotion"])["coupon"]) ?? "", "promotion[coupon]");
      const code = str(form["code"]) ?? randomToken(8);
      const taken = state.all("promotion_code").some((each) => each.active && isSameCode(each.code, code));
      if (taken) throw badState("resource_already_exists", "An active promotion code with this code already exists.");
      return state.put(
        makePromotionCode(state.now(), {
          code,
          coupon: coupon.id,
          max_redemptions: int(form["max_redemptions"]) ?? null,
          expires_at: int(form["expires_at"]) ?? null,
          first_time_transaction: bool(obj(form["restrictions"])["first_time_transaction"]) ?? false,
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
    });
    route("get", "/v1/promotion_codes", ({ form }) => {
      const code = str(form["code"]);
      const active = bool(form["active"]);
      const all = state
        .all("promotion_code")
        .filter((each) => code === undefined || isSameCode(each.code, code))
        .filter((each) => active === undefined || isRedeemable(state, each) === active);
      return pageOf("/v1/promotion_codes", all, pageQuery(form));
    });
    route("get", "/v1/promotion_codes/:id", ({ id }) => state.get("promotion_code", id));
  };
