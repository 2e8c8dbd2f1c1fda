import { customPackPrice, rangesFor } from "../credits/credit-pack.ts";
import { type Credits, creditsText } from "../credits/credits.ts";
import { monthsIn } from "../kernel/calendar.ts";
import { type Cents, formatUsd } from "../kernel/money.ts";
import { LICENSE_IDS, type LicenseId, licenseLabel } from "../licensing/license.ts";
import { isAvailableFor, planPrice } from "../plans/plan.ts";
import * as Result from "effect/Result";
import { SMALLEST_CHARGE } from "./discount.ts";
import type { PricesOnSale } from "./price-list-problems.ts";

/** A possible mistake in a price list. The list can still be imported. */
export type PriceListWarning =
  | {
      readonly _tag: "PackCheaper";
      readonly license_id: LicenseId;
      readonly variant_id: number;
      readonly credits: Credits;
      readonly plan: Cents;
      readonly pack: Cents;
    }
  | {
      readonly _tag: "YearlyCostsMore";
      readonly license_id: LicenseId;
      readonly variant_ids: readonly [month: number, year: number];
    }
  | {
      readonly _tag: "PackBelowSmallest";
      readonly list: "individual" | "business";
      readonly credits: Credits;
      readonly price: Cents;
    };

/** Returns the plans that cost more under a license than a pack with the same number of credits. */
const packsBelowPlans = ({ plans, packs }: PricesOnSale, license_id: LicenseId): readonly PriceListWarning[] =>
  plans.flatMap((offer): readonly PriceListWarning[] => {
    const { id: variant_id, recurring_credits } = offer;
    if (recurring_credits === 0 || !isAvailableFor(offer, license_id)) return [];
    const pack = customPackPrice(rangesFor(packs, license_id), recurring_credits);
    const plan = planPrice(offer, license_id);
    if (Result.isFailure(pack) || pack.success >= plan) return [];
    return [{ _tag: "PackCheaper", license_id, variant_id, credits: recurring_credits, plan, pack: pack.success }];
  });

/** Returns the yearly plans that cost more than twelve times a monthly plan with the same credits, under a license. */
const yearsAboveMonths = ({ plans }: PricesOnSale, license_id: LicenseId): readonly PriceListWarning[] => {
  const sold = plans.filter((offer) => isAvailableFor(offer, license_id));
  const months = monthsIn("year");
  return sold
    .filter(({ interval }) => interval === "year")
    .flatMap((year) =>
      sold
        .filter(
          (month) =>
            month.interval === "month" &&
            month.group_id === year.group_id &&
            month.recurring_credits * months === year.recurring_credits &&
            planPrice(month, license_id) * months < planPrice(year, license_id),
        )
        .map((month) => ({ _tag: "YearlyCostsMore" as const, license_id, variant_ids: [month.id, year.id] as const })),
    );
};

/**
 * Returns possible mistakes in a price list: credits that are cheaper in a pack than in a plan, yearly plans that cost
 * more than twelve months, and packs below Stripe's minimum charge.
 */
export const priceListWarnings = (list: PricesOnSale): readonly PriceListWarning[] => [
  ...LICENSE_IDS.flatMap((id) => [...packsBelowPlans(list, id), ...yearsAboveMonths(list, id)]),
  ...(["individual", "business"] as const).flatMap((name) =>
    list.packs[name]
      .filter(({ min, price }) => min * price < SMALLEST_CHARGE)
      .map(({ min, price }) => ({
        _tag: "PackBelowSmallest" as const,
        list: name,
        credits: min as Credits,
        price: (min * price) as Cents,
      })),
  ),
];

/** Returns a price list warning as one line for the owner of the list. */
export const priceListWarningText = (warning: PriceListWarning): string => {
  switch (warning._tag) {
    case "PackCheaper":
      return (
        `Under the ${licenseLabel(warning.license_id)} license, a pack of ${creditsText(warning.credits)} costs ` +
        `${formatUsd(warning.pack)}, but plan ${warning.variant_id} with the same credits costs ` +
        `${formatUsd(warning.plan)}.`
      );
    case "YearlyCostsMore":
      return (
        `Under the ${licenseLabel(warning.license_id)} license, yearly plan ${warning.variant_ids[1]} costs more ` +
        `than twelve months of plan ${warning.variant_ids[0]}.`
      );
    case "PackBelowSmallest":
      return (
        `${warning.list === "individual" ? "An individual" : "A business"} pack of ${creditsText(warning.credits)} ` +
        `costs ${formatUsd(warning.price)}, below Stripe's minimum charge of ${formatUsd(SMALLEST_CHARGE)}.`
      );
  }
};
