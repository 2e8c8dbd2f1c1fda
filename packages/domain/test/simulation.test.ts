import { PLAN_OFFERS } from "@backlot/domain/pricing/default-price-list";
import {
  type PlanTerms,
  cents,
  credits,
  epochMs,
  instant,
  instantOf,
  licenseId,
  monthsAfter,
  planPrice,
  planTerms,
  previewChange,
} from "@backlot/domain";
import { type SimulatedEvent, simulatePlan } from "@backlot/domain/subscriptions/simulation";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const INDIVIDUAL = licenseId(1);
const termsOf = (id: number): PlanTerms => {
  const offer = PLAN_OFFERS.find((each) => each.id === id);
  if (offer === undefined) throw new Error(`no plan ${id}`);
  return planTerms(offer, INDIVIDUAL, planPrice(offer, INDIVIDUAL));
};
const START = instantOf("2027-01-31T10:00:00Z");
const DAY = 86_400_000;
const plan = (id: number, events: readonly SimulatedEvent[] = []) => {
  const terms = termsOf(id);
  return { terms, start: START, paid: terms.price, discount: null, events };
};
const day = (days: number) => instant(epochMs(START) + days * DAY);

const arbEvent = fc
  .record({
    days: fc.integer({ min: 0, max: 500 }),
    act: fc.constantFrom("change", "change", "cancel", "keep", "card_declines", "card_works", "spend"),
    to: fc.constantFrom(128, 129, 130, 131, 132, 133),
    credits: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ days, act, to, credits: cost }): SimulatedEvent => {
    const at = day(days);
    if (act === "change") return { at, do: act, to: termsOf(to) };
    if (act === "spend") return { at, do: act, credits: credits(cost) };
    return { at, do: act as "cancel" | "keep" | "card_declines" | "card_works" };
  });

describe("the life of a plan, simulated", () => {
  it("PLN-03 renews on the last day of short months, and on its own day of the long ones", () => {
    const life = simulatePlan(plan(130), instantOf("2027-06-01T00:00:00Z"));
    expect(life.map(({ at, what, charged, credits: balance }) => [at.slice(0, 10), what, charged, balance])).toEqual([
      ["2027-01-31", "Starts", 4_900, 20],
      ["2027-02-28", "Renews at $49.00", 4_900, 40],
      ["2027-03-31", "Renews at $49.00", 4_900, 60],
      ["2027-04-30", "Renews at $49.00", 4_900, 80],
      ["2027-05-31", "Renews at $49.00", 4_900, 100],
    ]);
  });

  it("DSC-03 CHG-02 CHG-08 knows discounts, scheduled changes, cancellations, and unpaid renewals", () => {
    const until = instantOf("2027-08-01T00:00:00Z");
    const discount = { code: "FILM20", percent_off: 20, cycles_left: 1 };
    const life = simulatePlan(
      {
        ...plan(131, [
          { at: day(40), do: "change", to: termsOf(130) },
          { at: day(70), do: "card_declines" },
          { at: instantOf("2027-05-02T00:00:00Z"), do: "card_works" },
          { at: instantOf("2027-06-10T00:00:00Z"), do: "cancel" },
        ]),
        discount,
        paid: cents(7_920),
      },
      until,
    );
    expect(life.map(({ at, what, charged, status }) => [at.slice(0, 10), what, charged, status])).toEqual([
      ["2027-01-31", "Starts", 7_920, "active"],
      ["2027-02-28", "Renews at $79.20", 7_920, "active"],
      ["2027-03-12", "Changes to another plan on March 31, 2027", 0, "active"],
      ["2027-03-31", "The scheduled plan starts at $49.00", 4_900, "active"],
      ["2027-04-11", "The card stops working", 0, "active"],
      ["2027-04-30", "The renewal is declined", 0, "past-due"],
      ["2027-05-02", "Pays the renewal at $49.00", 4_900, "active"],
      ["2027-05-31", "Renews at $49.00", 4_900, "active"],
      ["2027-06-10", "Cancels", 0, "active"],
      ["2027-06-30", "Ends as canceled", 0, "ended"],
    ]);
    expect(life.at(-1)?.credits).toBe(0);
    const unpaid = simulatePlan(plan(130, [{ at: day(1), do: "card_declines" }]), until);
    expect(unpaid.slice(-2).map(({ at, what }) => [at.slice(0, 10), what])).toEqual([
      ["2027-02-28", "The renewal is declined"],
      ["2027-03-07", "Ends because the renewal wasn't paid"],
    ]);
  });

  it("CHG-07 charges for an upgrade what its preview says", () => {
    const at = day(10);
    const [, spent, upgraded] = simulatePlan(
      plan(130, [
        { at: day(5), do: "spend", credits: credits(5) },
        { at, do: "change", to: termsOf(132) },
      ]),
      day(11),
    );
    const { price: _, ...running } = termsOf(130);
    const preview = previewChange({
      current: {
        ...running,
        legacy: false,
        period: { start: START, end: monthsAfter(START, 1) },
        paid: cents(4_900),
        unspent: credits(15),
        legacy_unspent: credits(0),
      },
      target: termsOf(132),
      accountCredit: cents(0),
      at,
    });
    expect(spent).toMatchObject({ what: "Spends 5 credits", credits: 15 });
    expect(upgraded).toMatchObject({
      what: "Upgrades",
      charged: preview.charge_today,
      credits: 15 - preview.credits_returned + preview.credits_gained,
    });
  });

  it("CRD-09 never overdraws, never charges an ended plan, and goes forward, whatever happens", () => {
    fc.assert(
      fc.property(fc.constantFrom(128, 129, 130, 131, 132), fc.array(arbEvent, { maxLength: 12 }), (id, events) => {
        const until = day(600);
        const life = simulatePlan(plan(id, events), until);
        for (const [n, moment] of life.entries()) {
          const before = life[n - 1];
          expect(moment.credits).toBeGreaterThanOrEqual(0);
          expect(moment.charged).toBeGreaterThanOrEqual(0);
          expect(moment.account_credit).toBeGreaterThanOrEqual(0);
          expect(moment.at >= START && moment.at <= until).toBe(true);
          if (before === undefined) continue;
          expect(moment.at >= before.at).toBe(true);
          if (before.status === "ended") expect([moment.status, moment.charged]).toEqual(["ended", 0]);
        }
        // A plan that runs has a paid period or a grace period that reaches beyond the end.
        const last = life.at(-1);
        if (last !== undefined && last.status === "active") expect(last.period_end > until).toBe(true);
        // The order of the file doesn't matter, and an end earlier in time shows the same beginning.
        const half = day(200);
        expect(simulatePlan(plan(id, events), half)).toEqual(life.filter(({ at }) => at <= half));
      }),
      { numRuns: TEST_SCALE.laws, seed: LAW_SEED },
    );
  });
});
