import { type Ratio, percentOfRate } from "@backlot/domain";
import type { Asked } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { requestOrUnavailable } from "./client.ts";

/** What a tax rate that the store makes is called on the provider's invoices. */
const DISPLAY_NAME = "Tax";

/** Tax rates, which are made as they are needed. (ORD-04) */
export const makeTaxRates = (stripe: Stripe) => {
  const known = new Map<number, string>();

  /** The oldest active rate of a percentage, so that every process names the same; null where there is none. */
  const findOldest = (percentage: number): Asked<Stripe.TaxRate | null> =>
    Effect.map(
      requestOrUnavailable(() =>
        stripe.taxRates.list({ active: true, inclusive: false, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
      ),
      (rates) =>
        rates
          .filter((rate) => rate.percentage === percentage)
          .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))[0] ?? null,
    );

  const make = (percentage: number): Asked<Stripe.TaxRate> =>
    requestOrUnavailable(() => stripe.taxRates.create({ display_name: DISPLAY_NAME, inclusive: false, percentage }));

  /** The rates to tax a plan by: none where the rate is zero. Asked once a process for each percentage. */
  const ratesFor = (rate: Ratio): Asked<string[]> =>
    Effect.gen(function* () {
      const percentage = percentOfRate(rate);
      if (percentage === 0) return [];
      const before = known.get(percentage);
      if (before !== undefined) return [before];
      if ((yield* findOldest(percentage)) === null) yield* make(percentage);
      // Somebody else may have made one at the same time: the oldest is everybody's.
      const found = (yield* findOldest(percentage)) ?? (yield* make(percentage));
      known.set(percentage, found.id);
      return [found.id];
    });

  return { ratesFor };
};

/** Tax rates. */
export type TaxRates = ReturnType<typeof makeTaxRates>;
