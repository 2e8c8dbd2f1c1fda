import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { Cents } from "../kernel/money.schema.ts";

const Percent = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }));

/** A promo code for plans: a percentage off for 1 to 120 months. */
export const Promo = Schema.Struct({
  code: Schema.NonEmptyString,
  percent_off: Percent,
  duration_in_months: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 120 })),
  /** The provider's id of the coupon that gives the discount, if it can be used without limit. */
  reference: Schema.optionalKey(Schema.NonEmptyString),
  /**
   * The limits on the total number of uses, such as those of the code and of its coupon, which other codes can share.
   * Each has the provider's id and the number of uses left, as the provider counts them. Unlimited by default.
   */
  limits: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ id: Schema.NonEmptyString, left: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)) }),
    ),
  ),
  /** Maximum number of purchases per account; 1 by default. */
  uses_per_account: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
});
export type Promo = typeof Promo.Type;

/** A sale on all plans: a percentage off the first months of a monthly plan or the first year of a yearly plan. */
export const Sale = Schema.Struct({ percent_off: Percent, months: Schema.Int.check(Schema.isGreaterThan(0)) });
export type Sale = typeof Sale.Type;

const CodeUses = {
  /** Maximum number of orders per account; 1 by default. */
  uses_per_account: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  /** Maximum number of orders in total; unlimited by default. */
  max_uses: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  /** When staff ended the code, after which it can't be used. Omitted if they didn't. */
  ended_at: Schema.optionalKey(Instant),
};

/** A discount code for carts: an amount or a percentage off. A code without either fails to decode. */
export const CartCode = Schema.Union([
  Schema.Struct({ code: Schema.NonEmptyString, value: Cents.check(Schema.isGreaterThan(0)), ...CodeUses }),
  Schema.Struct({ code: Schema.NonEmptyString, percent_off: Percent, ...CodeUses }),
]);
export type CartCode = typeof CartCode.Type;
