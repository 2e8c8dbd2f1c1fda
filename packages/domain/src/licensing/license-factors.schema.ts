import * as Schema from "effect/Schema";

const DECIMALS = 100_000;

/** A price multiplier: more than 0, at most 1,000, with at most five decimals. */
const Factor = Schema.Finite.check(
  Schema.makeFilter(
    (factor) => factor > 0 && factor <= 1_000 && Math.abs(factor * DECIMALS - Math.round(factor * DECIMALS)) < 1e-6,
    {
      expected: "a factor from 0.00001 to 1000 with at most 5 decimals",
    },
  ),
);

/** The multiplier of each license for the prices of single items. Individual pays the list price. */
export const ItemFactors = Schema.Struct({
  "1": Schema.Literal(1),
  "2": Factor,
  "3": Factor,
  "4": Factor,
  "5": Factor,
  "6": Factor,
});
export type ItemFactors = typeof ItemFactors.Type;

/** The multiplier of each Enterprise license for the list prices of plans. Other licenses pay the list price. */
export const PlanFactors = Schema.Struct({ "3": Factor, "4": Factor, "5": Factor, "6": Factor });
export type PlanFactors = typeof PlanFactors.Type;
