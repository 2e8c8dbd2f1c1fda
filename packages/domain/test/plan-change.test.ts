import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CurrentPlan,
  type PlanSelection,
  afterPlanOrder,
  cents,
  changeDoneMessage,
  changeEffectText,
  changeKind,
  changeErrorMessage,
  credits,
  effectiveDate,
  explainQuote,
  prorationCredit,
  validateChange,
  legacyLoss,
  legacyLossError,
  legacyLossMessage,
  licenseId,
  message,
  planComparison,
  planVariant,
  counterpartVariant,
  preselectVariant,
  previewChange,
  priceReasons,
  quoteUpgrade,
} from "@backlot/domain";
import { arbCurrent, arbLicense, arbPlanOffer, arbPrice, arbPlanSelection } from "@backlot/testing/arbitraries";

const plan = (over: Partial<CurrentPlan> = {}): CurrentPlan => ({
  variant_id: 130,
  license_id: licenseId(2),
  interval: "month",
  recurring_credits: credits(20),
  legacy: false,
  ...over,
});
const AS_SPECIFIED = { licenseRule: "as-specified" } as const;
const RAISE = { licenseRule: "raise-is-upgrade" } as const;

describe("plan changes", () => {
  const cases: readonly [string, CurrentPlan, PlanSelection, string][] = [
    ["the same plan", plan(), plan(), "no-change"],
    ["the same plan, legacy", plan({ legacy: true }), plan(), "no-change"],
    [
      "legacy to fewer credits",
      plan({ legacy: true }),
      plan({ variant_id: 128, recurring_credits: credits(0) }),
      "upgrade",
    ],
    ["a lower license", plan(), plan({ license_id: licenseId(1) }), "upgrade"],
    [
      "a higher license",
      plan(),
      plan({ license_id: licenseId(3), variant_id: 136, recurring_credits: credits(50), interval: "year" }),
      "downgrade",
    ],
    [
      "credits to Essentials, even yearly",
      plan(),
      plan({ variant_id: 129, recurring_credits: credits(0), interval: "year" }),
      "downgrade",
    ],
    ["month to year", plan(), plan({ variant_id: 132, interval: "year", recurring_credits: credits(10) }), "upgrade"],
    [
      "year to month",
      plan({ interval: "year" }),
      plan({ variant_id: 131, recurring_credits: credits(50) }),
      "downgrade",
    ],
    ["more credits", plan(), plan({ variant_id: 131, recurring_credits: credits(50) }), "upgrade"],
    [
      "fewer credits",
      plan({ variant_id: 131, recurring_credits: credits(50) }),
      plan({ variant_id: 130, recurring_credits: credits(20) }),
      "downgrade",
    ],
    [
      "Essentials to credits",
      plan({ variant_id: 128, recurring_credits: credits(0) }),
      plan({ variant_id: 130 }),
      "upgrade",
    ],
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

  it("CHG-01 the other license rule turns only changes of license round", () => {
    fc.assert(
      fc.property(arbPlanSelection, fc.boolean(), arbPlanSelection, (from, legacy, target) => {
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
      fc.property(arbPlanSelection, arbPlanSelection, (a, b) => {
        if (changeKind({ ...a, legacy: false }, b) === "upgrade")
          expect(changeKind({ ...b, legacy: false }, a)).not.toBe("upgrade");
      }),
    );
  });

  it.each([
    ["upgrade", false, "/thank-you?change=upgrade"],
    ["upgrade", true, null],
    ["downgrade", false, "/?plan=changed"],
    ["downgrade", true, "/?plan=changed"],
    ["no-change", false, null],
    [null, false, "/thank-you"],
    [null, true, null],
  ] as const)("CHG-02 CHK-03 after %s, told to stay %s, one is at %s", (kind, stay, path) => {
    expect(afterPlanOrder(kind, stay)).toBe(path);
    if (!stay) expect(afterPlanOrder(kind)).toBe(path);
  });

  const YEARLY = [
    { id: 132, interval: "year" as const, recurring_credits: 240 },
    { id: 133, interval: "year" as const, recurring_credits: 600 },
    { id: 131, interval: "month" as const, recurring_credits: 50 },
    { id: 130, interval: "month" as const, recurring_credits: 20 },
  ];
  it.each([
    ["month", 20, "month", { _tag: "variant", variant_id: 131 }],
    ["month", 50, "month", { _tag: "variant", variant_id: 131 }],
    ["month", 0, "month", { _tag: "variant", variant_id: 130 }],
    ["month", 50, "year", { _tag: "variant", variant_id: 132 }],
    ["month", 900, "year", { _tag: "variant", variant_id: 133 }],
    ["year", 240, "year", { _tag: "variant", variant_id: 133 }],
    ["year", 600, "year", { _tag: "highest-already" }],
    ["year", 900, "year", { _tag: "highest-already" }],
    ["year", 600, "month", { _tag: "variant", variant_id: 131 }],
  ] as const)(
    "CHG-04 on a %s plan of %i credits, the %s choice opens at %o",
    (interval, count, chosen, preselected) => {
      expect(preselectVariant({ interval, recurring_credits: credits(count) }, YEARLY, chosen)).toEqual(preselected);
    },
  );

  const OFFERED = YEARLY.map((each) => ({ ...each, recurring_credits: credits(each.recurring_credits) }));
  it.each([
    ["month", 20, "year", 132],
    ["month", 50, "year", 133],
    ["year", 240, "month", 130],
    ["year", 600, "month", 131],
    ["year", 900, "month", 131],
    ["year", 420, "year", 132],
  ] as const)("CHG-04 the match of a %s plan of %i credits by the %s is %i", (interval, count, to, id) => {
    expect(counterpartVariant({ interval, recurring_credits: credits(count) }, OFFERED, to)?.id).toBe(id);
  });

  it("CHG-04 an interval without plans has no match", () => {
    const plan = { interval: "month", recurring_credits: credits(20) } as const;
    expect(counterpartVariant(plan, OFFERED.slice(2), "year")).toBeNull();
  });

  it("CHG-04 of three choices the top is the one with the most", () => {
    const three = [...YEARLY, { id: 140, interval: "year" as const, recurring_credits: 900 }];
    expect(preselectVariant({ interval: "year", recurring_credits: credits(600) }, three, "year")).toEqual({
      _tag: "variant",
      variant_id: 140,
    });
    expect(preselectVariant({ interval: "month", recurring_credits: credits(950) }, three, "year")).toEqual({
      _tag: "variant",
      variant_id: 140,
    });
  });

  it("CHG-04 with nothing offered nothing is chosen", () => {
    expect(preselectVariant({ interval: "month", recurring_credits: credits(20) }, YEARLY.slice(2), "year")).toEqual({
      _tag: "nothing-offered",
    });
    expect(YEARLY.map((each) => each.id)).toEqual([132, 133, 131, 130]);
    expect([message("highest_plan"), message("all_credits_upfront")]).toEqual([
      "You already have the highest available plan variant.",
      "Get all credits upfront",
    ]);
  });

  it("CHG-05 legacy credits are lost by an upgrade or a cancellation of a legacy plan, and only then", () => {
    const legacy = { legacy: true, legacy_unspent: credits(30) };
    expect(
      (["upgrade", "cancellation", "downgrade", "no-change"] as const).map((kind) => legacyLoss(legacy, kind)),
    ).toEqual([30, 30, null, null]);
    expect(legacyLoss({ ...legacy, legacy: false }, "upgrade")).toBeNull();
    expect(legacyLoss({ ...legacy, legacy_unspent: credits(0) }, "cancellation")).toBeNull();
    expect(legacyLossError(legacy, "cancellation", false)).toEqual({ _tag: "LegacyLossNotAcknowledged", credits: 30 });
    expect(legacyLossError(legacy, "cancellation", true)).toBeNull();
    expect(legacyLossError(legacy, "downgrade", false)).toBeNull();
    expect(legacyLossMessage(1, "upgrade")).toEqual({
      title: "Warning: Legacy Credit Loss Upon Upgrade",
      text:
        "All unused legacy credits are permanently lost on upgrade. This cannot be reversed. You have 1 " +
        "credit left.",
    });
    expect(legacyLossMessage(7, "cancellation")).toEqual({
      title: "Warning: Legacy Credit Loss Upon Cancellation",
      text:
        "All unused legacy credits are permanently lost on cancellation. This cannot be reversed. You have 7 credits " +
        "left.",
    });
  });

  const judged = (over: Partial<Parameters<typeof validateChange>[0]> = {}) =>
    validateChange({
      role: "Admin",
      minimum: licenseId(1),
      current: { ...plan(), legacy_unspent: credits(0) },
      target: plan({ variant_id: 131, recurring_credits: credits(50) }),
      sale: "sold",
      acknowledged: false,
      ...over,
    });
  it("CHG-06 a change is refused to artists and downloaders before anything else", () => {
    expect(judged()).toEqual(Result.succeed("upgrade"));
    const refused = judged({ role: "Artist", minimum: licenseId(6), sale: "retired" });
    expect(refused).toEqual(Result.fail({ _tag: "RoleMayNotChange", role: "Artist" }));
    expect(changeErrorMessage({ _tag: "RoleMayNotChange", role: "Artist" })).toBe(message("team_may_not_change_plan"));
    expect(judged({ role: "Download Only", target: plan() })).toEqual(
      Result.fail({ _tag: "RoleMayNotChange", role: "Download Only" }),
    );
  });

  it("CHK-07 a change is refused while a payment is overdue, whatever is asked for", () => {
    const refused = Result.fail({ _tag: "PaymentOverdue" });
    for (const asked of [{}, { target: plan() }, { sale: "retired" as const }])
      expect(judged({ ...asked, block: "PaymentOverdue" })).toEqual(refused);
    expect(judged({ block: null })).toEqual(Result.succeed("upgrade"));
    expect(judged({ block: "SubscriptionEnding" })).toEqual(Result.fail({ _tag: "SubscriptionEnding" }));
    expect(changeErrorMessage({ _tag: "SubscriptionEnding" })).toBe(message("subscription_ended"));
    expect(judged({ block: "PaymentOverdue", role: "Artist" })).toEqual(
      Result.fail({ _tag: "RoleMayNotChange", role: "Artist" }),
    );
    expect(changeErrorMessage({ _tag: "PaymentOverdue" })).toBe(message("invoice_past_due"));
  });

  it("CHG-03 a change is refused below the minimum license, and for what is not sold", () => {
    expect(judged({ minimum: licenseId(3), sale: "retired" })).toEqual(
      Result.fail({ _tag: "BelowMinimumLicense", minimum: 3 }),
    );
    expect(judged({ minimum: licenseId(2) })).toEqual(Result.succeed("upgrade"));
    expect(judged({ sale: "not-under-this-license" })).toEqual(
      Result.fail({ _tag: "PlanNotSold", license_id: 2, is_retired: false }),
    );
    expect(changeErrorMessage({ _tag: "BelowMinimumLicense", minimum: licenseId(3) })).toContain("Enterprise $3M-$20M");
    expect(changeErrorMessage({ _tag: "PlanNotSold", license_id: licenseId(2), is_retired: false })).toContain(
      "isn't available with the Startup license",
    );
  });

  it("CHG-05 an upgrade that loses legacy credits waits for the acknowledgment", () => {
    const current = { ...plan({ legacy: true }), legacy_unspent: credits(30) };
    expect(judged({ current })).toEqual(Result.fail({ _tag: "LegacyLossNotAcknowledged", credits: 30 }));
    expect(judged({ current, acknowledged: true })).toEqual(Result.succeed("upgrade"));
    expect(judged({ current: { ...current, legacy_unspent: credits(0) } })).toEqual(Result.succeed("upgrade"));
    expect(changeErrorMessage({ _tag: "LegacyLossNotAcknowledged", credits: credits(30) })).toBe(
      "All unused legacy credits are permanently lost on upgrade. This cannot be reversed. You would " +
        "lose 30 credits. Confirm that to continue.",
    );
  });

  it("CHG-01 the same plan again is never an error, and the other license rule counts", () => {
    expect(judged({ target: plan(), minimum: licenseId(6), sale: "retired" })).toEqual(Result.succeed("no-change"));
    const raise = plan({ license_id: licenseId(3), variant_id: 136 });
    expect(judged({ target: raise })).toEqual(Result.succeed("downgrade"));
    expect(judged({ target: raise, policy: RAISE })).toEqual(Result.succeed("upgrade"));
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
    expect(changeDoneMessage("downgrade")).toBe(
      "Downgrade successful. Your plan will downgrade at the end of your billing cycle.",
    );
    expect(changeDoneMessage("no-change")).toBeNull();
  });

  it("CHG-07 nobody gets back more than was paid, nor more credits than are unspent", () => {
    fc.assert(
      fc.property(arbCurrent, ({ current, at }) => {
        const back = prorationCredit(current, at);
        expect(back.value).toBeGreaterThanOrEqual(0);
        expect(back.value).toBeLessThanOrEqual(current.paid);
        expect(back.credits).toBeLessThanOrEqual(current.unspent);
      }),
    );
  });

  it("CHG-07 what is charged, credited and kept adds up", () => {
    fc.assert(
      fc.property(arbCurrent, arbPlanSelection, arbPrice, arbPrice, ({ current, at }, target, price, accountCredit) => {
        const preview = previewChange({ current, target: { ...target, price }, accountCredit, at });
        expect(preview.charge_today).toBeGreaterThanOrEqual(0);
        if (preview.kind === "upgrade") {
          expect(preview.charge_today + preview.credit_for_unused + accountCredit).toBe(
            price + preview.account_credit_left,
          );
          expect(preview.credits_gained).toBe(target.recurring_credits);
          expect(preview.legacy_credits_lost).toBe(current.legacy ? current.legacy_unspent : 0);
        } else {
          expect([
            preview.charge_today,
            preview.credits_gained,
            preview.credits_returned,
            preview.account_credit_left,
          ]).toEqual([0, 0, 0, accountCredit]);
        }
      }),
    );
  });

  it("CHG-07 a period that is no time, or is over, gives nothing back; all of it unused gives all of it", () => {
    const at = "2026-11-01T00:00:00.000Z" as never;
    const end = "2026-12-01T00:00:00.000Z" as never;
    const current = { recurring_credits: credits(20), paid: cents(4_900), unspent: credits(20) };
    expect(prorationCredit({ ...current, period: { start: at, end: at } }, at)).toEqual({ credits: 0, value: 0 });
    expect(prorationCredit({ ...current, period: { start: at, end } }, end)).toEqual({ credits: 0, value: 0 });
    expect(prorationCredit({ ...current, period: { start: at, end } }, at)).toEqual({ credits: 20, value: 4_900 });
    expect(
      prorationCredit(
        { ...current, recurring_credits: credits(0), unspent: credits(0), period: { start: at, end } },
        at,
      ),
    ).toEqual({ credits: 0, value: 4_900 });
    const less = previewChange({
      current: {
        ...plan({ recurring_credits: credits(50), variant_id: 131 }),
        period: { start: at, end },
        paid: cents(9_900),
        unspent: credits(50),
        legacy_unspent: credits(0),
      },
      target: { ...plan(), price: cents(4_900) },
      accountCredit: cents(300),
      at,
    });
    expect(less).toEqual({
      kind: "downgrade",
      effective_at: end,
      price: 4_900,
      credits_returned: 0,
      credit_for_unused: 0,
      account_credit_used: 0,
      account_credit_left: 300,
      charge_today: 0,
      credits_gained: 0,
      legacy_credits_lost: 0,
      next_renewal: { at: end, price: 4_900 },
    });
    const same = previewChange({
      current: {
        ...plan(),
        period: { start: at, end },
        paid: cents(4_900),
        unspent: credits(20),
        legacy_unspent: credits(0),
      },
      target: { ...plan(), price: cents(4_900) },
      accountCredit: cents(0),
      at,
    });
    expect(same).toMatchObject({ kind: "no-change", effective_at: null, next_renewal: { at: end, price: 4_900 } });
    // The proration credit beyond the new price becomes account credit.
    const cheaper = previewChange({
      current: {
        ...plan({ recurring_credits: credits(0), variant_id: 129, interval: "year" }),
        legacy: true,
        period: { start: at, end },
        paid: cents(18_000),
        unspent: credits(0),
        legacy_unspent: credits(7),
      },
      target: { ...plan(), price: cents(4_900) },
      accountCredit: cents(300),
      at,
    });
    expect(cheaper).toMatchObject({
      kind: "upgrade",
      credit_for_unused: 18_000,
      account_credit_used: 0,
      account_credit_left: 13_400,
      charge_today: 0,
      legacy_credits_lost: 7,
    });
  });

  it("ORD-04 the quote of an upgrade says what the preview says", () => {
    fc.assert(
      fc.property(arbCurrent, arbPlanOffer, arbLicense, arbPrice, ({ current, at }, offer, id, accountCredit) => {
        const variant = planVariant(offer, id);
        const target = {
          variant_id: variant.id,
          license_id: id,
          interval: variant.interval,
          recurring_credits: variant.recurring_credits,
          price: variant.adjusted_price,
        };
        const preview = previewChange({ current, target, accountCredit, at });
        if (preview.kind !== "upgrade") return;
        const quote = quoteUpgrade(variant, preview);
        expect(quote.total).toBe(preview.charge_today);
        expect([quote.account_credit, quote.account_credit_left]).toEqual([
          preview.account_credit_used,
          preview.account_credit_left,
        ]);
        expect(explainQuote(quote).reduce((total, rule) => total + rule.amount, 0)).toBe(quote.total);
        expect(priceReasons(quote, id, PRICE_RULES).reduce((total, { amount }) => total + amount, 0)).toBe(quote.total);
        expect(quote.renewal?.at).toBe(preview.next_renewal?.at);
      }),
    );
  });

  it("CHG-02 a change says what it does to the billing period", () => {
    const end = "2026-12-01T00:00:00.000Z" as never;
    const said = (["no-change", "downgrade", "upgrade"] as const).map((kind) =>
      changeEffectText({ kind, effective_at: kind === "downgrade" ? end : null }),
    );
    expect(said).toEqual([
      "You already have this plan. Nothing changes, and you won't be charged.",
      "You pay nothing today. Your plan stays the same until December 1, 2026.",
      "Takes effect today and starts a new billing period.",
    ]);
    expect(changeEffectText({ kind: "downgrade", effective_at: null })).toBe("You pay nothing today.");
  });

  it("CHG-04 a change stands next to the running plan, fact by fact", () => {
    const [month, year] = [
      { plan: { name: "Pro" }, interval: "month" as const, recurring_credits: 20, license_id: licenseId(1) },
      { plan: { name: "Pro" }, interval: "year" as const, recurring_credits: 600, license_id: licenseId(2) },
    ];
    const running = {
      plan_variant: month,
      current_credit_balance: 32,
      legacy_current_credit_balance: 7,
      payment: "$49.00 on December 21, 2026",
    };
    const unchanged = { effective_at: null, credits_returned: 0, credits_gained: 0, legacy_credits_lost: 0 };
    const renewal = { at: "2027-11-21T00:00:00.000Z" as never, price: cents(143_000) };
    expect(
      planComparison(running, {
        kind: "upgrade",
        plan_variant: year,
        effective_at: "2026-11-21T00:00:00.000Z" as never,
        credits_returned: 12,
        credits_gained: 600,
        legacy_credits_lost: 7,
        next_renewal: renewal,
      }),
    ).toEqual({
      from: "From today",
      facts: [
        { name: "Plan", now: "Pro", next: "Pro" },
        { name: "License", now: "Individual", next: "Startup" },
        { name: "Credits", now: "20 credits a month", next: "600 credits a year" },
        { name: "Balance", now: "32 credits and 7 legacy credits", next: "620 credits" },
        { name: "Next payment", now: "$49.00 on December 21, 2026", next: "$1,430.00 on November 21, 2027" },
      ],
    });
    // Until the end of the period, the balance stays. What is left of it then depends on what is spent.
    const essentials = { ...month, plan: { name: "Essentials" }, recurring_credits: 0 };
    const down = { ...unchanged, kind: "downgrade" as const, plan_variant: essentials };
    const end = { at: "2026-12-21T00:00:00.000Z" as never, price: cents(1_900) };
    expect(planComparison(running, { ...down, effective_at: end.at, next_renewal: end })).toEqual({
      from: "From December 21, 2026",
      facts: [
        { name: "Plan", now: "Pro", next: "Essentials" },
        { name: "Credits", now: "20 credits a month", next: "None" },
        { name: "Balance", now: "32 credits and 7 legacy credits", next: "Rolls over" },
        { name: "Next payment", now: "$49.00 on December 21, 2026", next: "$19.00 on December 21, 2026" },
      ],
    });
    expect(planComparison(running, { ...down, next_renewal: null }).facts.at(-1)?.next).toBe("None");
  });

  it("ORD-04 the quote of an upgrade names what is returned, and explains it", () => {
    const at = "2026-11-16T00:00:00.000Z" as never;
    const period = { start: "2026-11-01T00:00:00.000Z" as never, end: "2026-12-01T00:00:00.000Z" as never };
    const offer = {
      id: 132,
      group_id: 2,
      plan_name: "Pro",
      interval: "year" as const,
      recurring_credits: credits(240),
      price: cents(47_000),
    };
    const variant = planVariant({ ...offer, license_from: licenseId(1), license_to: licenseId(2) }, licenseId(1));
    const target = {
      ...plan({ variant_id: 132, license_id: licenseId(1), interval: "year", recurring_credits: credits(240) }),
      price: cents(47_000),
    };
    const from = {
      ...plan({ license_id: licenseId(1) }),
      period,
      paid: cents(4_900),
      unspent: credits(15),
      legacy_unspent: credits(0),
    };
    const quote = quoteUpgrade(variant, previewChange({ current: from, target, accountCredit: cents(1_000), at }));
    expect(quote).toMatchObject({
      total: 43_550,
      credit_for_unused: 2_450,
      account_credit: 1_000,
      account_credit_left: 0,
    });
    expect(explainQuote(quote)[1]).toEqual({
      rule: "discount for the unused part of the current plan",
      requirement: "CHG-07",
      inputs: { discount: "Unused part of your plan (10 credits)" },
      amount: -2_450,
    });
    const byTime = { ...from, recurring_credits: credits(0), variant_id: 128, unspent: credits(0) };
    expect(
      quoteUpgrade(variant, previewChange({ current: byTime, target, accountCredit: cents(0), at })).discounts,
    ).toEqual([{ kind: "unused", label: "Unused part of your plan", amount: 2_450, note: null }]);
    expect(
      quoteUpgrade(
        variant,
        previewChange({ current: { ...from, unspent: credits(0) }, target, accountCredit: cents(0), at }),
      ).discounts,
    ).toEqual([]);
  });

  it("CHG-07 half of a month unused, half of the credits unspent", () => {
    const preview = previewChange({
      current: {
        ...plan({ license_id: licenseId(1) }),
        period: { start: "2026-11-01T00:00:00.000Z" as never, end: "2026-12-01T00:00:00.000Z" as never },
        paid: cents(4_900),
        unspent: credits(15),
        legacy_unspent: credits(0),
      },
      target: {
        ...plan({ variant_id: 132, license_id: licenseId(1), interval: "year", recurring_credits: credits(240) }),
        price: cents(47_000),
      },
      accountCredit: cents(1_000),
      at: "2026-11-16T00:00:00.000Z" as never,
    });
    expect(preview).toMatchObject({
      kind: "upgrade",
      credits_returned: 10,
      credit_for_unused: 2_450,
      account_credit_used: 1_000,
      account_credit_left: 0,
      charge_today: 43_550,
      credits_gained: 240,
      next_renewal: { at: "2027-11-16T00:00:00.000Z", price: 47_000 },
    });
  });
});
