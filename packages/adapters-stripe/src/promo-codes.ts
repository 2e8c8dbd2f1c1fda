import type { Promo as PromoCode } from "@backlot/domain";
import { Promo } from "@backlot/domain/pricing/discount.schema";
import type { ProviderCall, PromoCodes } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import type Stripe from "stripe";
import { requestOrUnavailable } from "./client.ts";

const decodePromo = Schema.decodeUnknownResult(Promo);

/**
 * Returns the active promotion code with a name, ignoring case, or null. Stripe deactivates a code once it reaches its
 * redemption limit.
 */
const findPromotionCode = (stripe: Stripe, code: string): ProviderCall<Stripe.PromotionCode | null> =>
  Effect.map(
    requestOrUnavailable(() =>
      stripe.promotionCodes.list({ code, active: true, limit: 1, expand: ["data.promotion.coupon"] }),
    ),
    ({ data: [promotionCode = null] }) => promotionCode,
  );

const usesPerAccount = (...metadata: readonly (Stripe.Metadata | null)[]): { readonly uses_per_account?: number } => {
  const [uses] = metadata.flatMap((each) => each?.["uses_per_account"] ?? []);
  return uses === undefined ? {} : { uses_per_account: Number(uses) };
};

/**
 * Returns the limits on a code's redemptions (its own, its coupon's, or both), each with the number of redemptions left
 * by Stripe's count. The store counts its own uses and redeems nothing at Stripe, because Stripe never gives back a use
 * after a declined payment.
 */
const limitsOf = (limited: readonly Pick<Stripe.PromotionCode, "id" | "max_redemptions" | "times_redeemed">[]) => {
  const limits = limited.flatMap(({ id, max_redemptions, times_redeemed }) =>
    max_redemptions === null ? [] : [{ id, left: Math.max(0, max_redemptions - times_redeemed) }],
  );
  return limits.length === 0 ? {} : { limits };
};

/**
 * Converts a promotion code to the kind that the store supports: a percentage for a number of months, without
 * conditions. Returns null for any other.
 */
const toPromo = (promotionCode: Stripe.PromotionCode): PromoCode | null => {
  const { code, promotion, restrictions, customer, metadata } = promotionCode;
  const { coupon } = promotion;
  const hasConditions =
    restrictions.first_time_transaction || restrictions.minimum_amount !== null || customer !== null;
  if (coupon === null || typeof coupon === "string" || coupon.duration !== "repeating" || hasConditions) return null;
  const { percent_off, duration_in_months } = coupon;
  const uses = usesPerAccount(metadata, coupon.metadata);
  // Stripe also counts the coupon's uses, so replace a limited coupon with the store's own.
  const reference = coupon.max_redemptions === null ? { reference: coupon.id } : {};
  const limits = limitsOf([promotionCode, coupon]);
  const read = decodePromo({ code, percent_off, duration_in_months, ...reference, ...uses, ...limits });
  return Result.isSuccess(read) ? read.success : null;
};

/** Creates the lookup of promo codes for plans: Stripe's promotion codes for a percentage over a number of months. */
export const makePromoCodes = (stripe: Stripe): PromoCodes => ({
  find: (code) =>
    Effect.map(findPromotionCode(stripe, code), (promotionCode) =>
      promotionCode === null ? null : toPromo(promotionCode),
    ),
});
