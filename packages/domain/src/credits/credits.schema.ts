import * as Schema from "effect/Schema";

/** The most credits one figure may hold. */
export const MAX_CREDITS = 10_000_000;

/** A whole number of credits, never negative. (CRD-09) */
export const Credits = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CREDITS })).pipe(
  Schema.brand("Credits"),
);
export type Credits = typeof Credits.Type;
