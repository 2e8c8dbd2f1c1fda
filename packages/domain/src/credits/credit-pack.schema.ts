import * as Schema from "effect/Schema";
import { Cents } from "../kernel/money.schema.ts";

const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000_000 }));

/**
 * A range of custom amounts: from `min` up to and with `max` credits (null: no end), at a price per credit in cents.
 * (CRD-03)
 */
export const PackRange = Schema.Struct({ min: Count, max: Schema.NullOr(Count), price: Cents });
export type PackRange = typeof PackRange.Type;

/** What packs cost, in cents per credit, for individuals and for business. (CRD-01, CRD-04) */
export const PackPrices = Schema.Struct({
  presets: Schema.Array(Count),
  individual: Schema.Array(PackRange),
  business: Schema.Array(PackRange),
});
export type PackPrices = typeof PackPrices.Type;
