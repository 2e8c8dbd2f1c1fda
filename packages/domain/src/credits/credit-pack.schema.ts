import * as Schema from "effect/Schema";
import { Cents } from "../kernel/money.schema.ts";

const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000_000 }));

const Price = Cents.check(Schema.isGreaterThanOrEqualTo(1, { expected: "a price of 1 cent or more" }));

/**
 * A range of credit amounts, from `min` to `max` inclusive (null: no upper bound), with the price per credit in cents.
 */
export const PackRange = Schema.Struct({ min: Count, max: Schema.NullOr(Count), price: Price });
export type PackRange = typeof PackRange.Type;

/** The credit pack sizes for sale, and the prices per credit in cents, for individuals and for businesses. */
export const PackPrices = Schema.Struct({
  presets: Schema.Array(Count),
  individual: Schema.Array(PackRange),
  business: Schema.Array(PackRange),
});
export type PackPrices = typeof PackPrices.Type;
