import { PRICE_LIST } from "@backlot/domain/pricing/default-price-list";
import { type PriceList, cents, credits, licenseId } from "@backlot/domain";

const plan = (
  id: number,
  group_id: number,
  plan_name: string,
  interval: "month" | "year",
  count: number,
  dollars: number,
): PriceList["plans"][number] => ({
  id,
  group_id,
  plan_name,
  interval,
  recurring_credits: credits(count),
  price: cents(dollars * 100),
  license_from: licenseId(1),
  license_to: licenseId(6),
});

/** The price list of another store: five plans, and no number of the list of a new store. */
export const OWN_PRICES: PriceList = {
  plans: [
    plan(501, 51, "Starter", "month", 0, 12),
    { ...plan(502, 52, "Maker", "month", 30, 66), badge: "Most popular" },
    plan(503, 52, "Maker", "year", 360, 660),
    plan(504, 53, "House", "month", 90, 171),
    plan(505, 53, "House", "year", 1_080, 1_710),
  ],
  packs: {
    presets: [8, 40],
    individual: [
      { min: 1, max: 39, price: cents(333) },
      { min: 40, max: null, price: cents(325) },
    ],
    business: [{ min: 1, max: null, price: cents(444) }],
  },
  item_factors: { "1": 1, "2": 2, "3": 5, "4": 7, "5": 8, "6": 11 },
  plan_factors: { "3": 1.25, "4": 1.5, "5": 2.2, "6": 3.3 },
  bundle: { minimum_items: 3, percent_off: 10 },
  sale: { percent_off: 15, months: 4 },
  smallest_charge: cents(75),
  daily_downloads: { free: 3, paid: 33 },
};

/** Returns a list of prices with all plans at a percentage of their prices. */
export const plansAt = (percent: number, list: PriceList = PRICE_LIST): PriceList => ({
  ...list,
  plans: list.plans.map((each) => ({ ...each, price: cents(Math.round((each.price * percent) / 100)) })),
});
