import * as Schema from "effect/Schema";

/** The largest amount the store handles in one figure: 10 million dollars, in cents. */
export const MAX_CENTS = 1_000_000_000;

/** An amount of US dollars in integer cents. Negative means credit. (DSC-06) */
export const Cents = Schema.Int.check(Schema.isBetween({ minimum: -MAX_CENTS, maximum: MAX_CENTS })).pipe(
  Schema.brand("Cents"),
);
export type Cents = typeof Cents.Type;
