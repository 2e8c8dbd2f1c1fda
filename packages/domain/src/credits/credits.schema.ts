import * as Schema from "effect/Schema";

/** The maximum value of `Credits`. */
export const MAX_CREDITS = 10_000_000;

/** A whole number of credits, never negative. */
export const Credits = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CREDITS })).pipe(
  Schema.brand("Credits"),
);
export type Credits = typeof Credits.Type;
