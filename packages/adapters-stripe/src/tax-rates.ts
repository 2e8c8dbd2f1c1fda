import { type Ratio, percentOfRate } from "@backlot/domain";
import type { ProviderCall } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { requestOrUnavailable } from "./client.ts";

/** The name of the store's tax rates on Stripe's invoices. */
const DISPLAY_NAME = "Tax";

/** Creates the lookup of tax rates, which are created on demand. */
export const makeTaxRates = (stripe: Stripe) => {
  const rateIds = new Map<number, string>();

  /**
   * Returns the oldest active rate with a percentage, so that every process uses the same rate, or null if there is
   * none.
   */
  const findOldest = (percentage: number): ProviderCall<Stripe.TaxRate | null> =>
    Effect.map(
      requestOrUnavailable(() =>
        stripe.taxRates.list({ active: true, inclusive: false, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
      ),
      (rates) =>
        rates
          .filter((rate) => rate.percentage === percentage)
          .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))[0] ?? null,
    );

  const make = (percentage: number): ProviderCall<Stripe.TaxRate> =>
    requestOrUnavailable(() => stripe.taxRates.create({ display_name: DISPLAY_NAME, inclusive: false, percentage }));

  /**
   * Returns the ids of the Stripe tax rates for a rate; none for a rate of zero. Asks Stripe once per process and
   * percentage.
   */
  const ratesFor = (rate: Ratio): ProviderCall<string[]> =>
    Effect.gen(function* () {
      const percentage = percentOfRate(rate);
      if (percentage === 0) return [];
      const before = rateIds.get(percentage);
      if (before !== undefined) return [before];
      if ((yield* findOldest(percentage)) === null) yield* make(percentage);
      // Another process may have created a rate at the same time. All processes use the oldest.
      const taxRate = (yield* findOldest(percentage)) ?? (yield* make(percentage));
      rateIds.set(percentage, taxRate.id);
      return [taxRate.id];
    });

  return { ratesFor };
};

/** The lookup of Stripe tax rates. */
export type TaxRates = ReturnType<typeof makeTaxRates>;
