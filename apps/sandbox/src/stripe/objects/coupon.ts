import type Stripe from "stripe";
import { newId, randomToken } from "../ids.ts";

/** Creates a percentage coupon. Without an id it gets a random one. */
export const makeCoupon = (
  at: number,
  of: {
    readonly id: string | undefined;
    readonly percent_off: number | null;
    readonly duration: string;
    readonly duration_in_months: number | null;
    readonly max_redemptions?: number | null;
    readonly metadata?: Stripe.Metadata;
  },
): Stripe.Coupon => ({
  id: of.id ?? randomToken(8),
  object: "coupon",
  amount_off: null,
  created: at,
  currency: null,
  duration: of.duration,
  duration_in_months: of.duration_in_months,
  livemode: false,
  max_redemptions: of.max_redemptions ?? null,
  metadata: of.metadata ?? {},
  name: null,
  percent_off: of.percent_off,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
});

/** Creates a subscription's discount from a coupon. `end` is in Unix seconds, or null if it does not end. */
export const makeDiscount = (
  at: number,
  of: {
    readonly customer: string;
    readonly subscription: string;
    readonly coupon: string;
    readonly promotion_code: string | null;
    readonly end: number | null;
  },
): Stripe.Discount => ({
  id: newId("di"),
  object: "discount",
  checkout_session: null,
  customer: of.customer,
  customer_account: null,
  end: of.end,
  invoice: null,
  invoice_item: null,
  promotion_code: of.promotion_code,
  source: { coupon: of.coupon, type: "coupon" },
  start: at,
  subscription: of.subscription,
  subscription_item: null,
});

/** Creates a code that redeems a coupon. */
export const makePromotionCode = (
  at: number,
  of: {
    readonly code: string;
    readonly coupon: string;
    readonly max_redemptions: number | null;
    readonly expires_at: number | null;
    readonly first_time_transaction: boolean;
    readonly metadata: Stripe.Metadata;
  },
): Stripe.PromotionCode => ({
  id: newId("promo"),
  object: "promotion_code",
  active: true,
  code: of.code,
  created: at,
  customer: null,
  customer_account: null,
  expires_at: of.expires_at,
  livemode: false,
  max_redemptions: of.max_redemptions,
  metadata: of.metadata,
  promotion: { coupon: of.coupon, type: "coupon" },
  restrictions: {
    first_time_transaction: of.first_time_transaction,
    minimum_amount: null,
    minimum_amount_currency: null,
  },
  times_redeemed: 0,
});
