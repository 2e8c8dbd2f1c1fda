import * as Schema from "effect/Schema";

/** The maximum value of an amount: 10 million dollars, in cents. */
export const MAX_CENTS = 1_000_000_000;

/** An amount in US cents. Negative amounts are credits. */
export const Cents = Schema.Int.check(Schema.isBetween({ minimum: -MAX_CENTS, maximum: MAX_CENTS })).pipe(
  Schema.brand("Cents"),
);
export type Cents = typeof Cents.Type;
