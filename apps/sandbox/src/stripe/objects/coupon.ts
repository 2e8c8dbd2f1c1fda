import type Stripe from "stripe";
import { newId, randomToken } from "../ids.ts";

/** A coupon of a percentage; its id is its maker's where one is given. */
export const makeCoupon = (
  at: number,
  of: {
    readonly id: string | undefined;
    readonly percent_off: number | null;
    readonly duration: string;
    readonly duration_in_months: number | null;
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
  max_redemptions: null,
  metadata: of.metadata ?? {},
  name: null,
  percent_off: of.percent_off,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
});

/** A coupon as it lowers one subscription, until its end where it has one. */
export const makeDiscount = (
  at: number,
  of: {
    readonly customer: string;
    readonly subscription: string;
    readonly coupon: string;
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
  promotion_code: null,
  source: { coupon: of.coupon, type: "coupon" },
  start: at,
  subscription: of.subscription,
  subscription_item: null,
});
