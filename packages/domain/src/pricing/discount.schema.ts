import * as Schema from "effect/Schema";
import { Cents } from "../kernel/money.schema.ts";

const Percent = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }));

/**
 * A promo code of plans: a percentage for a number of months. Durations that are no positive whole number are refused.
 * (DSC-03)
 */
export const Promo = Schema.Struct({
  code: Schema.NonEmptyString,
  percent_off: Percent,
  duration_in_months: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 120 })),
  /** What the provider calls it, where that is not the code. */
  reference: Schema.optionalKey(Schema.NonEmptyString),
  /** How many purchases of one account it lowers; one, where it is not said. */
  uses_per_account: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
});
export type Promo = typeof Promo.Type;

/**
 * A sale over all plans: a percentage, for the first months of a monthly plan or the first year of a yearly one.
 * (DSC-04)
 */
export const Sale = Schema.Struct({ percent_off: Percent, months: Schema.Int.check(Schema.isGreaterThan(0)) });
export type Sale = typeof Sale.Type;

const CodeUses = {
  /** How many orders of one account it lowers; one, where it is not said. */
  uses_per_account: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  /** How many orders it lowers in all; any number, where it is not said. */
  max_uses: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
};

/**
 * A code of carts: money off or a percentage, and no duration. One that comes back without a value is an error.
 * (DSC-09, DSC-10)
 */
export const CartCode = Schema.Union([
  Schema.Struct({ code: Schema.NonEmptyString, value: Cents.check(Schema.isGreaterThan(0)), ...CodeUses }),
  Schema.Struct({ code: Schema.NonEmptyString, percent_off: Percent, ...CodeUses }),
]);
export type CartCode = typeof CartCode.Type;
