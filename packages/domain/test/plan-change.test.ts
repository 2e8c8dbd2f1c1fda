import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CurrentStanding,
  type PlanStanding,
  cents,
  changeDoneMessage,
  changeKind,
  credits,
  effectiveDate,
  handBack,
  licenceId,
  previewChange,
} from "@backlot/domain";
import { arbCurrent, arbPrice, arbStanding } from "@backlot/domain/testing";

const plan = (over: Partial<CurrentStanding> = {}): CurrentStanding => ({
  variant_id: 130,
  license_id: licenceId(2),
  interval: "month",
  recurring_credits: credits(20),
  legacy: false,
  ...over,
});
const AS_SPECIFIED = { licenceRule: "as-specified" } as const;
const RAISE = { licenceRule: "raise-is-upgrade" } as const;

describe("plan changes", () => {
  const cases: readonly [string, CurrentStanding, PlanStanding, string][] = [
    ["the same plan", plan(), plan(), "no-change"],
    ["the same plan, legacy", plan({ legacy: true }), plan(), "no-change"],
    ["legacy to fewer credits", plan({ legacy: true }), plan({ variant_id: 128, recurring_credits: credits(0) }), "upgrade"],
    ["a lower licence", plan(), plan({ license_id: licenceId(1) }), "upgrade"],
    ["a higher licence", plan(), plan({ license_id: licenceId(3), variant_id: 136, recurring_credits: credits(50), interval: "year" }), "downgrade"],
    ["credits to Essentials, even yearly", plan(), plan({ variant_id: 129, recurring_credits: credits(0), interval: "year" }), "downgrade"],
    ["month to year", plan(), plan({ variant_id: 132, interval: "year", recurring_credits: credits(10) }), "upgrade"],
    ["year to month", plan({ interval: "year" }), plan({ variant_id: 131, recurring_credits: credits(50) }), "downgrade"],
    ["more credits", plan(), plan({ variant_id: 131, recurring_credits: credits(50) }), "upgrade"],
    ["fewer credits", plan({ variant_id: 131, recurring_credits: credits(50) }), plan({ variant_id: 130, recurring_credits: credits(20) }), "downgrade"],
    ["Essentials to credits", plan({ variant_id: 128, recurring_credits: credits(0) }), plan({ variant_id: 130 }), "upgrade"],
    [
      "Essentials by month to Essentials by year",
      plan({ recurring_credits: credits(0) }),
      plan({ variant_id: 129, recurring_credits: credits(0), interval: "year" }),
      "upgrade",
    ],
    ["a twin of the plan under another number", plan(), plan({ variant_id: 999 }), "no-change"],
  ];
  it.each(cases)("CHG-01 %s", (_, current, target, kind) => {
    expect(changeKind(current, target)).toBe(kind);
    expect(changeKind(current, target, AS_SPECIFIED)).toBe(kind);
  });

  it("CHG-01 the other licence rule turns only changes of licence round", () => {
    fc.assert(
      fc.property(arbStanding, fc.boolean(), arbStanding, (from, legacy, target) => {
        const current = { ...from, legacy };
        const asWritten = changeKind(current, target, AS_SPECIFIED);
        const turned = changeKind(current, target, RAISE);
        if (legacy || current.license_id === target.license_id) expect(turned).toBe(asWritten);
        else {
          expect(asWritten).toBe(target.license_id < current.license_id ? "upgrade" : "downgrade");
          expect(turned).toBe(asWritten === "upgrade" ? "downgrade" : "upgrade");
        }
      }),
    );
  });

  it("CHG-01 nobody goes round in a circle of upgrades: the way back from one is never another", () => {
    fc.assert(
      fc.property(arbStanding, arbStanding, (a, b) => {
        if (changeKind({ ...a, legacy: false }, b) === "upgrade") expect(changeKind({ ...b, legacy: false }, a)).not.toBe("upgrade");
      }),
    );
  });

  it("CHG-02 an upgrade counts now, a downgrade when the period ends", () => {
    fc.assert(
      fc.property(arbCurrent, ({ current, at }) => {
        expect(effectiveDate("upgrade", at, current.period)).toBe(at);
        expect(effectiveDate("downgrade", at, current.period)).toBe(current.period.end);
        expect(effectiveDate("no-change", at, current.period)).toBeNull();
      }),
    );
    expect(changeDoneMessage("upgrade")).toBe("Upgrade successful! Enjoy the benefits of your new plan instantly.");
    expect(changeDoneMessage("downgrade")).toBe("Downgrade successful. Your plan will downgrade at the end of your billing cycle.");
    expect(changeDoneMessage("no-change")).toBeNull();
  });

  it("CHG-07 nobody gets back more than was paid, nor more credits than are unspent", () => {
    fc.assert(
      fc.property(arbCurrent, ({ current, at }) => {
        const back = handBack(current, at);
        expect(back.value).toBeGreaterThanOrEqual(0);
        expect(back.value).toBeLessThanOrEqual(current.paid);
        expect(back.credits).toBeLessThanOrEqual(current.unspent);
      }),
    );
  });

  it("CHG-07 what is charged, credited and kept adds up", () => {
    fc.assert(
      fc.property(arbCurrent, arbStanding, arbPrice, arbPrice, ({ current, at }, target, price, accountCredit) => {
        const preview = previewChange({ current, target: { ...target, price }, accountCredit, at });
        expect(preview.charge_today).toBeGreaterThanOrEqual(0);
        if (preview.kind === "upgrade") {
          expect(preview.charge_today + preview.credit_for_unused + accountCredit).toBe(price + preview.account_credit_left);
          expect(preview.credits_gained).toBe(target.recurring_credits);
          expect(preview.legacy_credits_lost).toBe(current.legacy ? current.legacy_unspent : 0);
        } else {
          expect([preview.charge_today, preview.credits_gained, preview.credits_handed_back, preview.account_credit_left]).toEqual([0, 0, 0, accountCredit]);
        }
      }),
    );
  });

  it("CHG-07 half of a month unused, half of the credits unspent", () => {
    const preview = previewChange({
      current: {
        ...plan({ license_id: licenceId(1) }),
        period: { start: "2026-11-01T00:00:00.000Z" as never, end: "2026-12-01T00:00:00.000Z" as never },
        paid: cents(4_900),
        unspent: credits(15),
        legacy_unspent: credits(0),
      },
      target: { ...plan({ variant_id: 132, license_id: licenceId(1), interval: "year", recurring_credits: credits(240) }), price: cents(47_000) },
      accountCredit: cents(1_000),
      at: "2026-11-16T00:00:00.000Z" as never,
    });
    expect(preview).toMatchObject({
      kind: "upgrade",
      credits_handed_back: 10,
      credit_for_unused: 2_450,
      account_credit_used: 1_000,
      account_credit_left: 0,
      charge_today: 43_550,
      credits_gained: 240,
      next_renewal: { at: "2027-11-16T00:00:00.000Z", price: 47_000 },
    });
  });
});
