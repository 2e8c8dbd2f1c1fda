import { factorRatio, planFactor } from "../licensing/license-factors.ts";
import type { PlanFactors } from "../licensing/license-factors.schema.ts";
import { LICENSE_IDS, type LicenseId, isEnterprise, licenseId } from "../licensing/license.ts";
import { type Cents, multiply } from "../kernel/money.ts";
import { planPrice } from "../plans/plan.ts";
import type { EnterprisePrices, PlanOffer } from "../plans/plan.schema.ts";
import type { ListedPlan, PriceList, PriceRules } from "./price-list.schema.ts";

export type { ListedPlan, PriceList, PriceRules } from "./price-list.schema.ts";

/** Returns a plan's Enterprise prices for its list price, in cents. */
export const enterprisePrices = (price: Cents, factors: PlanFactors): EnterprisePrices => {
  const under = (id: number): Cents => multiply(price, factorRatio(planFactor(factors, licenseId(id))));
  return { "3": under(3), "4": under(4), "5": under(5), "6": under(6) };
};

/** Returns a plan of a price list as the store sells it, with its Enterprise prices. */
const offerOf = (plan: ListedPlan, id: number, factors: PlanFactors): PlanOffer => ({
  id,
  group_id: plan.group_id,
  plan_name: plan.plan_name,
  interval: plan.interval,
  recurring_credits: plan.recurring_credits,
  price: plan.price,
  license_from: plan.license_from,
  license_to: plan.license_to,
  ...(isEnterprise(plan.license_to) ? { enterprise_prices: enterprisePrices(plan.price, factors) } : {}),
  ...(plan.badge === undefined ? {} : { badge: plan.badge }),
});

/** Returns the plans of a price list as a new store sells them. Plans without an id get the next ones. */
export const offersOf = (list: PriceList): readonly PlanOffer[] => priceListChanges([], list).map(({ offer }) => offer);

/** Returns the price list as its owner can edit it. `offers` are the plans for sale. */
export const toPriceList = (offers: readonly PlanOffer[], packs: PriceList["packs"], rules: PriceRules): PriceList => ({
  plans: offers.map((offer) => ({
    id: offer.id,
    group_id: offer.group_id,
    plan_name: offer.plan_name,
    ...(offer.badge === undefined ? {} : { badge: offer.badge }),
    interval: offer.interval,
    recurring_credits: offer.recurring_credits,
    price: offer.price,
    license_from: offer.license_from,
    license_to: offer.license_to,
  })),
  packs,
  ...rules,
});

/**
 * The effect of a price list import on a plan: it stays as it is, gets a new name, badge, or group, replaces a plan
 * with a different price or number of credits (`replaces`), is new, or is no longer sold.
 */
export type PlanOutcome = "unchanged" | "relabeled" | "repriced" | "added" | "retired";

/** A plan of a store, and the effect of an import on it. */
export interface ListedChange {
  readonly offer: PlanOffer;
  readonly outcome: PlanOutcome;
  /** The plan that it replaces, which existing subscribers keep. */
  readonly replaces: PlanOffer | null;
}

const licensesOf = (offer: PlanOffer): readonly LicenseId[] =>
  LICENSE_IDS.filter((id) => id >= offer.license_from && id <= offer.license_to);

/** Returns whether two plans sell the same thing, to the same licenses, at the same prices. */
const sellsTheSame = (a: PlanOffer, b: PlanOffer): boolean =>
  a.interval === b.interval &&
  a.recurring_credits === b.recurring_credits &&
  a.price === b.price &&
  a.license_from === b.license_from &&
  a.license_to === b.license_to &&
  licensesOf(a).every((id) => planPrice(a, id) === planPrice(b, id));

const isRelabeled = (a: PlanOffer, b: PlanOffer): boolean =>
  a.plan_name !== b.plan_name || a.badge !== b.badge || a.group_id !== b.group_id;

/**
 * Returns the changes that importing a price list makes to a store's plans, whether for sale or retired. A plan whose
 * price, credits, interval, or licenses differ gets a new id, and the old plan is retired, so that its subscribers keep
 * what they bought. Ids are never reused. Importing the same list again changes nothing.
 */
export const priceListChanges = (offers: readonly PlanOffer[], list: PriceList): readonly ListedChange[] => {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const matched = new Map<ListedPlan, PlanOffer>();
  const taken = new Set<number>();
  const match = (plan: ListedPlan, offer: PlanOffer | undefined): void => {
    if (offer === undefined || taken.has(offer.id) || !sellsTheSame(offer, offerOf(plan, offer.id, list.plan_factors)))
      return;
    matched.set(plan, offer);
    taken.add(offer.id);
  };
  for (const plan of list.plans) if (plan.id !== undefined) match(plan, byId.get(plan.id));
  // Handles lists that were edited without first exporting their new ids.
  for (const plan of list.plans) {
    if (matched.has(plan)) continue;
    for (const offer of offers)
      if (!matched.has(plan) && offer.retired !== true && offer.group_id === plan.group_id) match(plan, offer);
  }
  let last = Math.max(0, ...byId.keys(), ...list.plans.map(({ id }) => id ?? 0));
  const sold = list.plans.map((plan): ListedChange => {
    const offer = matched.get(plan);
    if (offer !== undefined) {
      const now = offerOf(plan, offer.id, list.plan_factors);
      const outcome = offer.retired === true ? "added" : isRelabeled(offer, now) ? "relabeled" : "unchanged";
      return { offer: outcome === "unchanged" ? offer : now, outcome, replaces: null };
    }
    const before = plan.id === undefined ? undefined : byId.get(plan.id);
    const id = plan.id === undefined || before !== undefined ? ++last : plan.id;
    const replaces = before === undefined || before.retired === true ? null : before;
    const outcome = replaces === null ? "added" : "repriced";
    return { offer: offerOf(plan, id, list.plan_factors), outcome, replaces };
  });
  const retired = offers
    .filter((offer) => offer.retired !== true && !taken.has(offer.id))
    .map((offer): ListedChange => ({ offer: { ...offer, retired: true }, outcome: "retired", replaces: null }));
  return [...sold, ...retired];
};
