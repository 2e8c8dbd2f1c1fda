import { cents, categoryPath, categorySlug, isExpectedOffer, offerOf } from "@backlot/domain";
import { describe, expect, it } from "vitest";

describe("an offer", () => {
  const now = { kind: "upgrade", total: cents(4_900) } as const;

  it.each([
    [{}, true],
    [{ expected_kind: "upgrade" }, true],
    [{ expected_total: cents(4_900) }, true],
    [{ expected_kind: "upgrade", expected_total: cents(4_900) }, true],
    [{ expected_kind: "new-plan" }, false],
    [{ expected_total: cents(4_901) }, false],
    [{ expected_kind: "new-plan", expected_total: cents(4_900) }, false],
  ] as const)("CHK-06 whoever saw %j has seen it: %s", (expected, isIt) => {
    expect(isExpectedOffer(expected, now)).toBe(isIt);
  });

  it("CHK-06 of an order is a new plan or an upgrade, at the total of its quote", () => {
    const quote = { total: cents(700) } as never;
    const plan = { kind: "plan", plan_variant_id: 130 } as const;
    const change = { kind: "plan-change", plan_variant_id: 131, subscription_id: "s", replaces_payment: null } as const;
    expect(offerOf({ items: [plan], quote })).toEqual({ kind: "new-plan", total: 700 });
    expect(offerOf({ items: [change], quote })).toEqual({ kind: "upgrade", total: 700 });
  });
});

describe("the address of a category", () => {
  it("CAT-02 has its letters and figures in small, with lines between", () => {
    const names = ["Smoke", "Fire & Embers", "--2D / Dust--", "Ünder Water"];
    expect(names.map(categorySlug)).toEqual(["smoke", "fire-embers", "2d-dust", "ünder-water"]);
    // An address in any script, which links encode.
    expect(categorySlug("爆炸 特效")).toBe("爆炸-特效");
    expect(categoryPath("爆炸")).toBe(`/collections/${encodeURIComponent("爆炸")}/category`);
    expect(categoryPath("fire-embers")).toBe("/collections/fire-embers/category");
  });
});
