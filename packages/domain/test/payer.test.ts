import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  APPROVAL_PROVIDERS,
  type Instant,
  type LicenseId,
  PAYMENT_METHODS,
  PROVIDERS,
  type PayFacts,
  type Provider,
  approvalCanceledText,
  approvalDeclinedText,
  billingDayNote,
  cartCodeKind,
  cents,
  fitsAgreement,
  instantOf,
  isProvider,
  noCodeText,
  offeredPayers,
  payerOf,
  payerRefusal,
  payerRefusalReason,
  payerRefusalText,
  payerWords,
  payersFor,
  payersText,
  providerOf,
  renewalDate,
  waysToPay,
  waysUnder,
} from "../src/index.ts";

const L = (id: number) => id as LicenseId;
const arbLicense = fc.integer({ min: 1, max: 6 }).map(L);
/** The payers of these tests, whichever others the store supports. */
const BOTH = ["stripe", "paypal"] as const satisfies readonly Provider[];
const SOLO = { minimum: L(1), current: null, purchase: L(1) };

describe("payers", () => {
  it("DSC-06 CHG-02 CHK-09 cards take everything; PayPal asks its buyer first and takes less", () => {
    const { takes, plans, ...card } = payerOf("stripe");
    expect(card).toEqual({
      asks: "card",
      name: "Card",
      method: "card",
      lifetime_ms: 82_800_000,
      smallestPlanCharge: 50,
    });
    expect([...Object.values(takes), plans.changeInPlace, plans.changeFreely, plans.keepTheirDay]).not.toContain(false);
    expect(plans.stayWithIt).toBe(false);
    const payPal = payerOf("paypal");
    expect(payPal).toMatchObject({
      asks: "approval",
      method: "paypal",
      lifetime_ms: 10_800_000,
      smallestPlanCharge: 0,
    });
    expect(Object.values(payPal.takes)).not.toContain(true);
    expect(payPal.plans).toEqual({ changeInPlace: false, changeFreely: false, stayWithIt: true, keepTheirDay: false });
  });

  it("CHK-04 every payment method is one provider's", () => {
    expect(PAYMENT_METHODS.map(providerOf)).toEqual(PROVIDERS);
    for (const provider of PROVIDERS) expect(providerOf(payerOf(provider).method)).toBe(provider);
    expect(APPROVAL_PROVIDERS).toEqual(PROVIDERS.filter((provider) => payerOf(provider).asks === "approval"));
    expect(APPROVAL_PROVIDERS).toContain("paypal");
    expect(["stripe", "paypal", "Stripe", "toString", ""].filter(isProvider)).toEqual(["stripe", "paypal"]);
  });

  it("LIC-14 a store offers the payers that have keys and that no setting hides", () => {
    const offered = (keys: readonly Provider[], hidden: readonly Provider[]) =>
      offeredPayers({ hasKeys: (provider) => keys.includes(provider), hidden });
    expect(offered(["paypal", "stripe"], [])).toEqual(["stripe", "paypal"]);
    expect(offered(["stripe"], [])).toEqual(["stripe"]);
    expect(offered(["stripe", "paypal"], ["paypal"])).toEqual(["stripe"]);
  });

  it("LIC-14 CHK-09 Enterprise pays by card only, whichever of the buyer's licenses it is", () => {
    expect(waysUnder(BOTH, SOLO)).toEqual(BOTH.map((payer) => ({ payer, quote: null, note: null, refusal: null })));
    fc.assert(
      fc.property(fc.subarray([...BOTH]), arbLicense, fc.option(arbLicense), arbLicense, (offered, ...ids) => {
        const [minimum, current, purchase] = ids;
        const isEnterprise = ids.some((id) => id !== null && id >= 3);
        expect(payersFor(offered, { minimum, current, purchase })).toEqual(
          offered.filter((provider) => provider === "stripe" || !isEnterprise),
        );
      }),
    );
  });
});

describe("whether a payer can pay", () => {
  const facts = (more: Partial<PayFacts> = {}): PayFacts => ({
    licenses: SOLO,
    total: cents(900),
    code: "none",
    change: null,
    ...more,
  });
  const change = (kind: "upgrade" | "downgrade" | "no-change", billedBy: Provider, more: object = {}) => ({
    kind,
    billedBy,
    leavesCredit: false,
    fitsAgreement: true,
    ...more,
  });
  const byBoth = (asked: PayFacts, isOffered = true) =>
    BOTH.map((provider) => payerRefusal(provider, provider === "stripe" || isOffered, asked));

  it.each([
    ["none", 900, null],
    ["promo", 900, "no-code"],
    ["percent", 900, "no-code"],
    ["percent", 0, null],
    ["amount", 900, null],
  ] as const)("DSC-08 DSC-10 a purchase with the code %s and a total of %s is refused by PayPal for %s", (...row) => {
    const [code, total, refusal] = row;
    expect(byBoth(facts({ code, total: cents(total) }))).toEqual([null, refusal]);
  });

  it("DSC-10 a cart's code lowers it by a percentage or by an amount", () => {
    const kinds = [null, { code: "HALF", percent_off: 50 }, { code: "TEN", value: cents(1_000) }].map(cartCodeKind);
    expect(kinds).toEqual(["none", "percent", "amount"]);
  });

  it("LIC-14 a payer that isn't offered pays for nothing, but for the plans that it bills and for what is free", () => {
    expect(byBoth(facts(), false)).toEqual([null, "not-offered"]);
    expect(byBoth(facts({ total: cents(0) }), false)).toEqual([null, null]);
    expect(byBoth(facts({ change: change("upgrade", "stripe") }), false)).toEqual([null, "not-offered"]);
    expect(byBoth(facts({ change: change("upgrade", "paypal") }), false)).toEqual(["billed-elsewhere", null]);
  });

  it.each([
    ["upgrade", "stripe", {}, [null, null]],
    ["upgrade", "stripe", { leavesCredit: true }, [null, "no-charge"]],
    ["upgrade", "paypal", {}, ["billed-elsewhere", null]],
    ["upgrade", "paypal", { leavesCredit: true }, ["billed-elsewhere", "no-charge"]],
    ["downgrade", "stripe", {}, [null, "billed-elsewhere"]],
    ["downgrade", "stripe", { fitsAgreement: false }, [null, "billed-elsewhere"]],
    ["downgrade", "paypal", {}, ["billed-elsewhere", null]],
    ["downgrade", "paypal", { fitsAgreement: false }, ["billed-elsewhere", "no-downgrade"]],
    ["no-change", "stripe", {}, [null, "billed-elsewhere"]],
    ["no-change", "paypal", {}, ["billed-elsewhere", null]],
  ] as const)("CHG-09 CHK-09 a change that is %s of a plan billed by %s, with %j", (kind, billedBy, more, refusals) => {
    expect(byBoth(facts({ change: change(kind, billedBy, more) }))).toEqual(refusals);
  });

  it("DSC-08 LIC-14 a way that only a code rules out stays with the reason; others that can't pay are left out", () => {
    const ways = (asked: PayFacts, offered: readonly Provider[] = BOTH) =>
      waysToPay(
        offered,
        BOTH.map((payer) => ({ payer, paying: asked, quote: null, note: payer })),
      ).map(({ payer, note, refusal }) => [payer, note, refusal]);
    const card = ["stripe", "stripe", null];
    expect(ways(facts())).toEqual([card, ["paypal", "paypal", null]]);
    expect(ways(facts({ code: "promo" }))).toEqual([card, ["paypal", "paypal", noCodeText(payerOf("paypal"))]]);
    expect(ways(facts(), ["stripe"])).toEqual([card]);
    expect(ways(facts({ licenses: { ...SOLO, purchase: L(3) } }))).toEqual([card]);
    expect(ways(facts({ change: change("upgrade", "paypal") }), ["stripe"])).toEqual([["paypal", "paypal", null]]);
  });

  it("CHG-09 PayPal is asked for an upgrade only if it costs something", () => {
    for (const billedBy of BOTH)
      expect(payerRefusal("paypal", true, facts({ total: cents(0), change: change("upgrade", billedBy) }))).toBe(
        "no-charge",
      );
    expect(byBoth(facts({ total: cents(0), change: change("upgrade", "stripe") }))[0]).toBeNull();
  });

  it("CHG-09 LIC-14 the license is named before the code and before the change", () => {
    const licenses = { ...SOLO, purchase: L(3) };
    const asked = facts({ licenses, code: "percent", change: change("downgrade", "paypal", { fitsAgreement: false }) });
    expect(payerRefusal("paypal", true, asked)).toBe("no-enterprise");
  });

  it("CHG-09 any purchase has a payer on sale, unless its plan stays with one that can't make the change", () => {
    fc.assert(
      fc.property(
        fc.record({ minimum: arbLicense, current: fc.option(arbLicense), purchase: arbLicense }),
        fc.integer({ min: 0, max: 900 }).map(cents),
        fc.constantFrom("none" as const, "promo" as const, "percent" as const, "amount" as const),
        fc.option(
          fc.record({
            kind: fc.constantFrom("upgrade" as const, "downgrade" as const, "no-change" as const),
            billedBy: fc.constantFrom(...BOTH),
            leavesCredit: fc.boolean(),
            fitsAgreement: fc.boolean(),
          }),
        ),
        (licenses, total, code, changed) => {
          const refusals = byBoth({ licenses, total, code, change: changed });
          if (changed?.billedBy !== "paypal") expect(refusals[0]).not.toBe("billed-elsewhere");
          else if (changed.kind !== "no-change") expect(refusals[0]).toBe("billed-elsewhere");
          if (changed === null) expect(refusals[0]).toBeNull();
        },
      ),
    );
  });

  it("CHG-02 an agreement takes a lower price with its next period, no other interval, no higher price", () => {
    const plan = (interval: "month" | "year", price: number) => ({ interval, price: cents(price) });
    expect(fitsAgreement(plan("month", 9_900), plan("month", 4_900))).toBe(true);
    expect(fitsAgreement(plan("month", 9_900), plan("month", 9_900))).toBe(true);
    expect(fitsAgreement(plan("month", 4_900), plan("month", 4_901))).toBe(false);
    expect(fitsAgreement(plan("year", 47_000), plan("month", 4_900))).toBe(false);
  });
});

describe("what is said about payers", () => {
  it("DSC-08 LIC-14 CHG-09 PayPal's sentences are these", () => {
    const unavailable = "PayPal can't be used for this purchase. Pay by card.";
    expect(noCodeText(payerOf("paypal"))).toBe(
      "Unfortunately, we do not support promo codes with PayPal checkout. Please remove the promo code or " +
        "use normal checkout to continue",
    );
    for (const refusal of ["not-offered", "no-enterprise", "no-charge"] as const)
      for (const billedBy of [null, "stripe"] as const)
        expect(payerRefusalText("paypal", refusal, billedBy)).toBe(unavailable);
    expect(payerRefusalText("paypal", "billed-elsewhere", "stripe")).toBe(unavailable);
    expect(payerRefusalText("paypal", "no-code", "paypal")).toBe(noCodeText(payerOf("paypal")));
    expect(payerRefusalText("stripe", "billed-elsewhere", "paypal")).toBe(
      "You pay for this plan with PayPal. To change your plan, choose PayPal as your payment method.",
    );
    expect(payerRefusalText("paypal", "no-enterprise", "paypal")).toBe(
      "Enterprise plans can't be paid for with PayPal. Cancel your current plan. When it ends, choose the new " +
        "plan and pay by card.",
    );
    for (const refusal of ["no-charge", "no-downgrade"] as const)
      expect(payerRefusalText("paypal", refusal, "paypal")).toBe(
        "PayPal can't switch between these two plans. Cancel your current plan. When it ends, choose the new plan.",
      );
    expect([approvalDeclinedText("paypal"), approvalCanceledText("paypal")]).toEqual([
      "PayPal couldn't process your payment. Try again and choose a different payment method in PayPal.",
      "You left PayPal before completing your payment.",
    ]);
  });

  it.each([
    ["no-code", null, "promo_code_invalid"],
    ["billed-elsewhere", "paypal", "billed_elsewhere"],
    ["billed-elsewhere", "stripe", "payer_unavailable"],
    ["no-downgrade", "paypal", "billed_elsewhere"],
    ["no-charge", "paypal", "payer_unavailable"],
    ["no-enterprise", "paypal", "payer_unavailable"],
    ["not-offered", null, "payer_unavailable"],
  ] as const)("CHG-09 LIC-14 the API's reason for %s of a plan billed by %s is %s", (refusal, billedBy, reason) => {
    expect(payerRefusalReason(refusal, billedBy)).toBe(reason);
  });

  it("CHK-04 CHK-07 a payer has a name, a hint, and words for what it did", () => {
    expect([payersText(BOTH), payersText(["stripe"])]).toEqual(["Card or PayPal", "Card"]);
    expect(BOTH.map(payerWords)).toEqual([
      {
        hint: null,
        button: null,
        pending: "Payment in progress",
        paid: "Paid by card",
        paidHow: "by card",
        account: "to your card",
        overdue: "Pay with another card to keep your plan.",
      },
      {
        hint: "Click Continue to pay with PayPal.",
        button: "Continue",
        pending: "Waiting for your approval in PayPal",
        paid: "Paid with PayPal",
        paidHow: "with PayPal",
        account: "to your PayPal account",
        overdue: "PayPal will retry this payment. Make sure your PayPal account can cover it.",
      },
    ]);
  });

  const note = (day: string, interval: "month" | "year", provider: Provider = "paypal"): string | null => {
    const at: Instant = instantOf(`${day}T09:00:00Z`);
    return billingDayNote(provider, at, renewalDate(at, interval), interval);
  };
  it("CHK-09 PLN-03 the day of PayPal's renewals is said where a shorter month moves it for good", () => {
    expect(note("2027-01-31", "month")).toBe("With PayPal, this plan renews on the 28th of each month.");
    expect(note("2028-01-30", "month")).toBe("With PayPal, this plan renews on the 29th of each month.");
    expect(note("2026-10-31", "month")).toBe("With PayPal, this plan renews on the 30th of each month.");
    expect(note("2028-02-29", "year")).toBe("With PayPal, this plan renews on February 28th of each year.");
    const same = [note("2026-11-22", "month"), note("2026-12-31", "month"), note("2026-01-31", "year")];
    expect(same).toEqual([null, null, null]);
    expect(note("2027-01-31", "month", "stripe")).toBeNull();
  });
});
