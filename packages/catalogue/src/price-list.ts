import { type PlanOffer, cents, credits, licenceId } from "@backlot/domain";

type Row = readonly [id: number, group: number, name: string, interval: "month" | "year", credits: number, dollars: number];

// Groups keep a plan's intervals together: what the month/year switch turns between.
const SMALL: readonly Row[] = [
  [128, 1, "Essentials", "month", 0, 19],
  [129, 1, "Essentials", "year", 0, 180],
  [130, 2, "Pro", "month", 20, 49],
  [131, 2, "Pro", "month", 50, 99],
  [132, 2, "Pro", "year", 240, 470],
  [133, 2, "Pro", "year", 600, 950],
];
const ENTERPRISE: readonly Row[] = [
  [134, 3, "Essentials", "month", 0, 19],
  [135, 3, "Essentials", "year", 0, 180],
  [136, 4, "Pro", "month", 50, 99],
  [137, 4, "Pro", "month", 100, 179],
  [138, 4, "Pro", "year", 600, 950],
  [139, 4, "Pro", "year", 1_200, 1_720],
];

const offers = (rows: readonly Row[], from: number, to: number): readonly PlanOffer[] =>
  rows.map(([id, group_id, plan_name, interval, count, dollars]) => ({
    id,
    group_id,
    plan_name,
    interval,
    recurring_credits: credits(count),
    price: cents(dollars * 100),
    licence_from: licenceId(from),
    licence_to: licenceId(to),
  }));

/** The plans of the sample store: one list for Individual and Startup, one for the Enterprise bands. (PLN-01) */
export const PRICE_LIST: readonly PlanOffer[] = [...offers(SMALL, 1, 2), ...offers(ENTERPRISE, 3, 6)];
