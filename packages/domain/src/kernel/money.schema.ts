import * as Schema from "effect/Schema";

/** The maximum value of `Cents`: 10 million dollars. */
export const MAX_CENTS = 1_000_000_000;

/** An amount in US cents. May be negative, such as for a reduction. */
export const Cents = Schema.Int.check(Schema.isBetween({ minimum: -MAX_CENTS, maximum: MAX_CENTS })).pipe(
  Schema.brand("Cents"),
);
export type Cents = typeof Cents.Type;
