import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  freePlanBenefits,
  freePlanLimits,
  FREE_RESOLUTION,
  billingNote,
  cents,
  changeNote,
  credits,
  creditsBuyText,
  DAILY_DOWNLOADS,
  type EnterprisePrices,
  PLAN_FACTORS,
  planFactor,
  featureText,
  instantOf,
  isAvailableFor,
  isEssentials,
  licenseOfPricingPage,
  LOWEST_LICENSE,
  licenseId,
  mayDownload,
  mayManageTeam,
  perMonth,
  firstPicks,
  libraryFirst,
  planAction,
  planBenefits,
  planFeatures,
  planChoiceError,
  planOpensText,
  planPrice,
  planVariant,
  planVariantsFor,
  pricingPath,
  quotePlan,
  taxRate,
  renewalText,
  sum,
  yearlySaving,
} from "@backlot/domain";
import { arbInstant, arbLicense, arbPlanOffer, arbPrice } from "@backlot/testing/arbitraries";

const L = licenseId;

describe("what plans are worth", () => {
  it("PLN-02 a yearly plan saves against twelve months of the same credits, and never less than nothing", () => {
    const plan = (interval: "month" | "year", recurring_credits: number, adjusted_price: number) => ({
      plan: { name: recurring_credits === 0 ? "Essentials" : "Pro" },
      interval,
      recurring_credits: credits(recurring_credits),
      adjusted_price: cents(adjusted_price),
    });
    const months = [plan("month", 0, 1_900), plan("month", 20, 4_900), plan("month", 50, 9_900)];
    const years = [plan("year", 0, 18_000), plan("year", 240, 47_000), plan("year", 600, 95_000)];
    expect(years.map((each) => yearlySaving(each, months))).toEqual([4_800, 11_800, 23_800]);
    expect(months.map((each) => yearlySaving(each, months))).toEqual([0, 0, 0]);
    expect(yearlySaving(plan("year", 100, 1), months)).toBe(0);
    fc.assert(
      fc.property(arbPrice, arbPrice, (month, year) => {
        const saved = yearlySaving(plan("year", 240, year), [plan("month", 20, month)]);
        expect(saved).toBe(Math.max(0, 12 * month - year));
      }),
    );
  });

  it("PLN-09 credits are worth whole items of the typical price", () => {
    expect(creditsBuyText(credits(240), credits(10))).toBe("about 24 premium items");
    expect(creditsBuyText(credits(19), credits(10))).toBe("about 1 premium item");
    expect(creditsBuyText(credits(12_000), credits(10))).toBe("about 1,200 premium items");
    expect([
      creditsBuyText(credits(9), credits(10)),
      creditsBuyText(credits(0), credits(10)),
      creditsBuyText(credits(240), credits(0)),
      creditsBuyText(credits(240), null),
    ]).toEqual([null, null, null, null]);
  });

  it("PLN-09 the comparison grows with the license, and no plan lacks what a smaller one has", () => {
    expect(([1, 2, 3] as const).map((id) => planFeatures(L(id), DAILY_DOWNLOADS).length)).toEqual([6, 7, 8]);
    for (const { values } of planFeatures(L(3), DAILY_DOWNLOADS)) {
      const [free, essentials, paid] = values.map((value) => value !== false);
      expect([!free || essentials, !essentials || paid]).toEqual([true, true]);
    }
  });
});

describe("the dialog to change a plan", () => {
  it("CHG-04 says why there is nothing to pay, the customer's own reasons first", () => {
    const running = {
      variant_id: 133,
      license_id: L(1),
      interval: "year",
      recurring_credits: credits(600),
      legacy: false,
      status: "active",
      cancel_at_period_end: false,
    } as const;
    const asked = { hasChoice: false, isCurrent: false, preselected: { _tag: "highest-already" } } as const;
    const note = (over: object, buyer: object = {}) =>
      changeNote({ role: "Admin", current: running, ...buyer }, { ...asked, ...over });
    expect(note({})).toBe("highest_plan");
    expect(note({ preselected: { _tag: "nothing-offered" } })).toBe("plan_unavailable");
    expect(note({ hasChoice: true })).toBeNull();
    expect(note({ hasChoice: true, isCurrent: true })).toBe("current_plan");
    expect(note({ hasChoice: true }, { role: "Artist" })).toBe("team_may_not_change_plan");
    const ended = { ...running, status: "past_due", cancel_at_period_end: true };
    expect(note({ hasChoice: true }, { current: ended })).toBe("subscription_ended");
  });
});

describe("the pricing pages", () => {
  it.each([
    ["/pricing", null, 1, 1],
    ["/pricing/studio", null, 1, 2],
    ["/pricing/enterprise", null, 1, 3],
    ["/pricing/enterprise", "5", 1, 5],
    ["/pricing/studio", "1", 1, 1],
    ["/pricing", "7", 1, 1],
    ["/pricing", "1.5", 1, 1],
    ["/pricing/studio", null, 4, 4],
    ["/pricing", "2", 4, 4],
  ])("PLN-05 LIC-11 %s with license %s and minimum %i shows the plans of %i", (pathname, asked, minimum, shown) => {
    expect(licenseOfPricingPage({ pathname, license_id: asked }, licenseId(minimum))).toBe(shown);
  });

  it("PLN-05 the address of a license's prices shows the plans of that license", () => {
    fc.assert(
      fc.property(
        arbLicense,
        fc.constantFrom({}, { interval: "month" } as const, { plan: "unavailable" } as const),
        (license, shown) => {
          const { pathname, searchParams } = new URL(pricingPath(license, shown), "http://own.invalid");
          const asked = { pathname, license_id: searchParams.get("license_id") };
          expect(licenseOfPricingPage(asked, LOWEST_LICENSE)).toBe(license);
          expect(Object.fromEntries(searchParams)).toMatchObject(shown);
        },
      ),
    );
    expect(pricingPath(L(4), { interval: "year" })).toBe("/pricing/enterprise?license_id=4&interval=year");
    expect(([1, 2] as const).map((id) => pricingPath(L(id)))).toEqual(["/pricing/individual", "/pricing/studio"]);
  });
});

describe("plans", () => {
  it.each([
    [1, 9_900],
    [2, 9_900],
    [3, 16_830],
    [4, 24_750],
    [5, 29_700],
    [6, 39_600],
  ])("PLN-01 a list price of 99 dollars is charged under license %i at %i cents", (id, price) => {
    expect(planPrice({ price: cents(9_900) }, L(id))).toBe(price);
  });

  it("PLN-01 prices follow the factor for Enterprise and the list for the others", () => {
    fc.assert(
      fc.property(arbPlanOffer, arbLicense, (offer, id) => {
        const variant = planVariant(offer, id);
        expect(variant.price).toBe(offer.price);
        const own = offer.enterprise_prices?.[String(id) as keyof EnterprisePrices];
        if (id >= 3 && own !== undefined) expect(variant.adjusted_price).toBe(own);
        else expect(Math.abs(variant.adjusted_price - offer.price * planFactor(PLAN_FACTORS, id))).toBeLessThan(0.51);
        expect(variant.user_facing_cost_per_credit === null).toBe(isEssentials(variant));
        if (variant.user_facing_cost_per_credit !== null)
          expect(variant.user_facing_cost_per_credit).toMatch(/^\d+\.\d{2}$/);
      }),
    );
  });

  it("PLN-01 a license is offered what it may buy, in a steady order", () => {
    fc.assert(
      fc.property(fc.array(arbPlanOffer, { maxLength: 12 }), arbLicense, (offers, id) => {
        const offered = planVariantsFor(offers, id);
        expect(offered.map((v) => v.id).sort()).toEqual(
          offers
            .filter((o) => isAvailableFor(o, id))
            .map((o) => o.id)
            .sort(),
        );
        const groups = offered.map((v) => v.group_id);
        expect(groups).toEqual([...groups].sort((a, b) => a - b));
      }),
    );
  });

  it("PLN-02 twelve shown months are at most six cents off the yearly charge, which stays the stored integer", () => {
    fc.assert(
      fc.property(arbPrice, (price) => {
        expect(Math.abs(12 * perMonth(price, "year") - price)).toBeLessThanOrEqual(6);
        expect(perMonth(price, "month")).toBe(price);
      }),
    );
    expect(billingNote("year")).toBe("billed annually");
    expect(billingNote("month")).toBeNull();
  });

  it("PLN-03 says when a plan renews and for how much", () => {
    expect(renewalText(cents(4_900), instantOf("2026-12-21T00:00:00.000Z"))).toBe(
      "Renews at $49.00 starting December 21, 2026",
    );
    const variant = planVariant(
      {
        id: 132,
        group_id: 2,
        plan_name: "Pro",
        interval: "year",
        recurring_credits: credits(240),
        price: cents(47_000),
        license_from: L(1),
        license_to: L(2),
      },
      L(1),
    );
    const quote = quotePlan({ variant, accountCredit: cents(0), at: instantOf("2028-02-29T12:00:00.000Z") });
    expect(quote.renewal).toEqual({
      price: 47_000,
      at: "2029-02-28T12:00:00.000Z",
      text: "Renews at $470.00 starting February 28, 2029",
    });
    expect(variant.user_facing_cost_per_credit).toBe("1.96");
  });

  it("PLN-04 writes the plan's own credits and interval into a feature", () => {
    expect(featureText("{credits} {interval}", { recurring_credits: credits(1_200), interval: "year" })).toBe(
      "1,200 credits per year",
    );
    expect(featureText("{credits} {interval}", { recurring_credits: credits(1), interval: "month" })).toBe(
      "1 credit per month",
    );
  });

  it("PLN-06 an offer is for the licenses from its first to its last", () => {
    const offer = {
      id: 1,
      group_id: 1,
      plan_name: "Pro",
      interval: "month" as const,
      recurring_credits: credits(1),
      price: cents(1),
      license_from: L(2),
      license_to: L(4),
    };
    expect([1, 2, 3, 4, 5].map((id) => isAvailableFor(offer, L(id)))).toEqual([false, true, true, true, false]);
    expect(planVariant(offer, L(3)).plan).toEqual({ name: "Pro" });
    const ids = planVariantsFor(
      [
        { ...offer, id: 9 },
        { ...offer, id: 3 },
        { ...offer, id: 5, recurring_credits: credits(0) },
      ],
      L(2),
    ).map((variant) => variant.id);
    expect(ids).toEqual([5, 3, 9]);
  });

  it("PLN-09 what a paid plan promises is what the rules of downloads and teams give", () => {
    const benefits = planBenefits({ recurring_credits: 0, interval: "month" }, L(1), DAILY_DOWNLOADS);
    expect(benefits[0]).toBe(`${DAILY_DOWNLOADS.paid} daily downloads`);
    const paid = { plan: "paid" as const, owns: false };
    expect(Result.isSuccess(mayDownload({ access: "free", credit_price: null }, "4K", paid))).toBe(true);
    expect(Result.isSuccess(mayDownload({ access: "essentials", credit_price: null }, "4K", paid))).toBe(true);
    for (const id of [1, 2, 3, 6]) {
      expect(
        planBenefits({ recurring_credits: 20, interval: "year" }, L(id), DAILY_DOWNLOADS).includes("Team management"),
        `license ${id}`,
      ).toBe(mayManageTeam({ license_id: L(id) }));
    }
    expect(planBenefits({ recurring_credits: 20, interval: "year" }, L(2), DAILY_DOWNLOADS)).toEqual([
      "20 credits per year for premium assets",
      ...benefits,
      "Team management",
    ]);
    expect(planBenefits({ recurring_credits: 0, interval: "year" }, L(3), DAILY_DOWNLOADS)).toEqual([
      ...benefits,
      "Team management",
      "Custom license and account manager",
    ]);
    expect(freePlanBenefits(DAILY_DOWNLOADS)[0]).toBe(`${DAILY_DOWNLOADS.free} daily downloads`);
    expect(freePlanBenefits(DAILY_DOWNLOADS)[2]).toBe(`${FREE_RESOLUTION} resolution`);
  });

  it("PLN-08 lists what each plan gives", () => {
    expect(freePlanBenefits(DAILY_DOWNLOADS)).toEqual([
      "10 daily downloads",
      "Free VFX and Practice Footage libraries",
      "2K resolution",
    ]);
    expect([1_500, 90_000, 1_499, 24, 9, 0].map((count) => freePlanLimits(count)[0])).toEqual([
      "No access to the 1500+ Essentials Catalog assets",
      "No access to the 1500+ Essentials Catalog assets",
      "No access to the 1400+ Essentials Catalog assets",
      "No access to the Essentials Catalog assets",
      "No access to the Essentials Catalog assets",
      "No access to the Essentials Catalog assets",
    ]);
    const essentials = { recurring_credits: 0, interval: "month" as const };
    const pro = { recurring_credits: 50, interval: "month" as const };
    expect(planBenefits(essentials, L(1), DAILY_DOWNLOADS)).toEqual([
      "20 daily downloads",
      "All resolutions, including 4K",
      "Every Essentials asset free",
    ]);
    expect(planBenefits(pro, L(2), DAILY_DOWNLOADS)[0]).toBe("50 credits per month for premium assets");
    expect(planBenefits(pro, L(2), DAILY_DOWNLOADS)).toContain("Team management");
    expect(planBenefits(pro, L(1), DAILY_DOWNLOADS)).not.toContain("Team management");
    expect(planBenefits(pro, L(3), DAILY_DOWNLOADS).at(-1)).toBe("Custom license and account manager");
  });

  it("ORD-04 lines sum to the total; account credit lowers the plan, never below zero, and its rest is kept", () => {
    fc.assert(
      fc.property(arbPlanOffer, arbLicense, arbPrice, arbInstant, (offer, id, accountCredit, at) => {
        const quote = quotePlan({ variant: planVariant(offer, id), accountCredit, at });
        expect(quote.total).toBe(sum(quote.lines.map((line) => line.net)) - quote.account_credit + quote.tax);
        expect(quote.total).toBeGreaterThanOrEqual(0);
        expect(quote.account_credit + quote.account_credit_left).toBe(accountCredit);
        for (const line of quote.lines) {
          expect(line.net).toBe(line.gross - line.discount);
          expect(line.discount).toBeGreaterThanOrEqual(0);
          expect(line.discount).toBeLessThanOrEqual(line.gross);
        }
      }),
    );
  });

  it("ORD-04 DSC-06 taxes each line by itself, before account credit, which pays the plan's tax too", () => {
    const variant = planVariant(
      {
        id: 130,
        group_id: 2,
        plan_name: "Pro",
        interval: "month",
        recurring_credits: credits(20),
        price: cents(4_900),
        license_from: L(1),
        license_to: L(2),
      },
      L(1),
    );
    const quote = quotePlan({
      variant,
      accountCredit: cents(900),
      at: instantOf("2026-11-21T00:00:00.000Z"),
      tax: { numerator: 20, denominator: 100 },
    });
    expect([quote.tax, quote.total]).toEqual([980, 4_980]);
    expect([quote.renewal?.price, quote.tax_rate]).toEqual([5_880, { numerator: 20, denominator: 100 }]);
    const free = quotePlan({
      variant,
      accountCredit: cents(9_000),
      at: instantOf("2026-11-21T00:00:00.000Z"),
      tax: taxRate(20),
    });
    expect([free.account_credit, free.account_credit_left, free.total]).toEqual([5_880, 3_120, 0]);
  });

  it("PLN-01 CHG-06 CHG-08 a plan is chosen or changed to by who may, and the running one is marked", () => {
    const plan = { variant_id: 130, license_id: L(1), interval: "month", recurring_credits: credits(20) } as const;
    const other = { ...plan, variant_id: 131, recurring_credits: credits(50) };
    // The same plan at another price.
    const later = { ...plan, variant_id: 140 };
    const current = { ...plan, legacy: false, status: "active", cancel_at_period_end: false } as const;
    const ending = { ...current, status: "past_due", cancel_at_period_end: true } as const;
    const admin = { role: "Admin", current } as const;
    const cases = [
      [{ role: "Admin", current: null }, "choose", "choose", null],
      [admin, "current", "change", null],
      [{ role: "Admin", current: { ...current, license_id: L(2) } }, "change", "change", null],
      [{ role: "Admin", current: { ...current, cancel_at_period_end: true } }, "current", "change", null],
      [{ role: "Admin", current: { ...current, status: "past_due" } }, "current", "change", null],
      [{ role: "Admin", current: ending }, "current", "none", "subscription_ended"],
      [{ role: "Artist", current }, "current", "none", "team_may_not_change_plan"],
      [{ role: "Download Only", current: null }, "none", "none", "team_may_not_change_plan"],
    ] as const;
    for (const [buyer, own, another, error] of cases)
      expect([
        planAction(plan, buyer),
        planAction(later, buyer),
        planAction(other, buyer),
        planChoiceError(buyer),
      ]).toEqual([own, own, another, error]);
  });

  it("PLN-09 a new plan is told what it opens, and shown what it can have", () => {
    const [essentials, pro] = [{ recurring_credits: 0 }, { recurring_credits: 20 }];
    expect([planOpensText(essentials).includes("credits"), planOpensText(pro).includes("credits")]).toEqual([
      false,
      true,
    ]);
    const items = [
      { id: 1, access: "free", library_id: 1, owned: false },
      { id: 2, access: "premium", library_id: 1, owned: false },
      { id: 3, access: "essentials", library_id: 1, owned: false },
      { id: 4, access: "essentials", library_id: 1, owned: false },
      { id: 5, access: "essentials", library_id: 3, owned: false },
      { id: 6, access: "essentials", library_id: 2, owned: true },
    ] as const;
    const ids = (picks: readonly { readonly id: number }[]) => picks.map(({ id }) => id);
    expect([ids(firstPicks(items, essentials, 2)), ids(firstPicks(items, pro, 2))]).toEqual([
      [3, 4, 5],
      [2, 3, 5],
    ]);
    // Those of the library that the customer comes from are first.
    expect(
      ([null, 1, 2, 3] as const).map((library) => ids(libraryFirst(firstPicks(items, pro, 2), library, 2))),
    ).toEqual([
      [2, 3],
      [2, 3],
      [2, 3],
      [5, 2],
    ]);
  });
});
