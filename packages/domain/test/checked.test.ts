import * as door from "@backlot/domain/checked";
import * as rules from "@backlot/domain";
import { PLAN_OFFERS } from "@backlot/domain/pricing/default-price-list";
import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const AT = door.instantOf("2027-01-20T10:00:00Z");
const PERIOD = { start: door.instantOf("2027-01-05T00:00:00Z"), end: door.instantOf("2027-02-05T00:00:00Z") };
const LICENSE = door.licenseId(1);
const PLAN = {
  variant_id: 130,
  license_id: LICENSE,
  interval: "month" as const,
  recurring_credits: door.credits(20),
};
const CURRENT = {
  ...PLAN,
  legacy: false,
  period: PERIOD,
  paid: door.cents(4_900),
  unspent: door.credits(20),
  legacy_unspent: door.credits(0),
};
const TARGET = {
  ...PLAN,
  variant_id: 132,
  interval: "year" as const,
  recurring_credits: door.credits(240),
  price: door.cents(47_000),
};
const INPUT = { current: CURRENT, target: TARGET, accountCredit: door.cents(0), at: AT };
const [VARIANT] = rules.planVariantsFor(PLAN_OFFERS, LICENSE);
const SALE = { percent_off: 30, months: 6 };
const CART = {
  items: [{ product_id: "1011", name: "Ground Fire", price: door.cents(2_400) }],
  code: null,
  rules: door.PRICE_RULES,
};
const PREVIEW = door.previewChange(INPUT);

const DOOR = new Map<string, unknown>(Object.entries(door));

/** Calls a function as plain JavaScript would, with whatever it is given. */
const call = (name: keyof typeof door, ...given: readonly unknown[]): unknown =>
  (DOOR.get(name) as (...all: readonly unknown[]) => unknown)(...given);

const withField = (whole: object, path: string, value: unknown): object => {
  const [first = "", ...rest] = path.split(".");
  const inner: unknown = Reflect.get(whole, first);
  return { ...whole, [first]: rest.length === 0 ? value : withField(Object(inner), rest.join("."), value) };
};

/** Wrong inputs: the function, its arguments, and what the error says first. */
const WRONG: readonly (readonly [keyof typeof door, readonly unknown[], string])[] = [
  // A license as text made an upgrade a downgrade.
  ...(
    [
      ["current.license_id", "1", 'input.current.license_id is "1" (a string). Use a license from 1 to 6.'],
      ["current.license_id", 7, "input.current.license_id is 7"],
      ["current.interval", "yearly", 'input.current.interval is "yearly" (a string). Use "month" or "year".'],
      ["current.interval", undefined, "input.current.interval is missing"],
      ["target.interval", "monthly", "input.target.interval is"],
      ["target.license_id", null, "input.target.license_id is null"],
      ["target.recurring_credits", "240", "input.target.recurring_credits is"],
      ["target.recurring_credits", 0.5, "input.target.recurring_credits is 0.5"],
      ["target.price", 470.0001, "input.target.price is 470.0001. Use whole cents"],
      ["target.price", -1, "input.target.price is -1"],
      ["target", undefined, "input.target is missing. Use an object with variant_id"],
      ["current.variant_id", "130", "input.current.variant_id is"],
      ["current.legacy", "no", "input.current.legacy is"],
      ["current.legacy", undefined, "input.current.legacy is missing. Use true or false."],
      ["current.paid", 49.5, "input.current.paid is 49.5"],
      ["current.paid", Number.NaN, "input.current.paid is NaN"],
      ["current.unspent", -1, "input.current.unspent is -1"],
      ["current.unspent", undefined, "input.current.unspent is missing"],
      ["current.legacy_unspent", null, "input.current.legacy_unspent is null"],
      ["current.renewal_price", "49", "input.current.renewal_price is"],
      ["current.period", null, "input.current.period is null"],
      ["current.period.start", "2027-01-05", "input.current.period.start is"],
      ["current.period.end", PERIOD.start, "input.current.period.end is"],
      ["accountCredit", -100, "input.accountCredit is -100"],
      ["accountCredit", undefined, "input.accountCredit is missing"],
      ["at", new Date(), "input.at is an object. Use a UTC time such as"],
      ["at", "yesterday", "input.at is"],
      ["policy", {}, "input.policy.licenseRule is missing"],
      ["policy", { licenseRule: "reverse" }, 'input.policy.licenseRule is "reverse"'],
    ] as const
  ).map(([path, value, says]) => ["previewChange", [withField(INPUT, path, value)], says] as const),
  ["previewChange", [], "input is missing"],
  ["changeKind", [CURRENT], "target is missing"],
  ["changeKind", [CURRENT, TARGET, {}], "policy.licenseRule is missing"],
  ["changeKind", [CURRENT, { ...TARGET, interval: "yearly" }], "target.interval is"],
  ["cents", [49.5], "amount is 49.5. Use whole cents"],
  ["cents", ["4900"], "amount is"],
  ["cents", [Number.POSITIVE_INFINITY], "amount is Infinity"],
  ["credits", [-1], "amount is -1"],
  ["instantOf", ["2027-01-05"], "iso is"],
  ["instantOf", [1_800_000_000], "iso is 1800000000"],
  // JavaScript reads the first as March 2, and the second in the time zone of the machine.
  ["instantOf", ["2027-02-30T00:00:00Z"], "iso is"],
  ["instantOf", ["2027-01-05T00:00:00"], "iso is"],
  ["monthsAfter", ["2027-02-30T00:00:00.000Z", 1], "anchor is"],
  ["licenseId", ["1"], "id is"],
  ["taxRate", [825], "percent is 825"],
  ["taxRate", ["8.25"], "percent is"],
  ["formatUsd", [12.34], "amount is 12.34. Use whole cents"],
  ["formatUsd", [], "amount is missing"],
  ["creditsText", [null], "amount is null"],
  ["intervalText", ["monthly"], "interval is"],
  ["licenseLabel", [0], "id is 0"],
  ["message", ["no_such"], 'name is "no_such" (a string). Use the name of a message.'],
  ["message", ["toString"], "name is"],
  ["licenseForRevenue", ["250000"], "dollars is"],
  ["licenseForRevenue", [250_000, "team"], "licensed is"],
  ["monthsAfter", [AT, 1.5], "months is 1.5"],
  ["periodContaining", [PERIOD.start, "monthly", AT], "interval is"],
  ["periodContaining", [AT, "month", PERIOD.start], "at is"],
  ["planTerms", [VARIANT, "1", 4_900], "license_id is"],
  ["planTerms", [{ ...VARIANT, interval: "yearly" }, 1, 4_900], "plan.interval is"],
  ["planVariantsFor", [{}, 1], "offers is an object. Use an array."],
  ["planVariantsFor", [PLAN_OFFERS, "Startup"], "license_id is"],
  [
    "planVariantsFor",
    [[{ ...PLAN_OFFERS[0], enterprise_prices: { 3: "99.00" } }], 3],
    "offers[0].enterprise_prices.3 is",
  ],
  [
    "quotePlan",
    [{ variant: VARIANT, accountCredit: 0, at: AT, promo: { code: "A", percent_off: 120 } }],
    "input.promo",
  ],
  ["quotePlan", [{ variant: VARIANT, accountCredit: 0, at: AT, sale: { ...SALE, months: 0 } }], "input.sale.months"],
  ["quotePlan", [{ variant: VARIANT, at: AT }], "input.accountCredit is missing"],
  ["quotePlan", [{ variant: 130, accountCredit: 0, at: AT }], "input.variant is 130"],
  ["quotePlan", [{ variant: VARIANT, accountCredit: 0, at: AT, tax: 8.25 }], "input.tax is 8.25"],
  [
    "quotePlan",
    [{ variant: VARIANT, accountCredit: 0, at: AT, tax: { numerator: 825, denominator: 100 } }],
    "input.tax.numerator is 825. Use at most the denominator",
  ],
  ["quoteUpgrade", [VARIANT, { ...PREVIEW, credit_for_unused: 24.5 }], "preview.credit_for_unused is 24.5"],
  ["quotePack", [{ reference: "20", amount: 20, price: "59.00" }], "pack.price is"],
  ["quoteCart", [{ ...CART, items: "1011" }], "input.items is"],
  ["quoteCart", [{ ...CART, items: [{ ...CART.items[0], price: 24.5 }] }], "input.items[0].price is 24.5"],
  ["quoteCart", [{ ...CART, rules: {} }], "input.rules.bundle is missing"],
  ["quoteCart", [{ items: [], rules: door.PRICE_RULES }], "input.code is missing"],
  ["quoteCart", [{ ...CART, code: { code: "A" } }], "input.code.percent_off is missing"],
  ["quoteCart", [{ ...CART, code: { code: "A", percent_off: "20" } }], "input.code.percent_off is"],
  ["quoteCart", [{ ...CART, code: { code: "A", value: 9.5 } }], "input.code.value is 9.5. Use whole cents"],
  ["explainQuote", [{}], "quote.lines is missing"],
  ["itemPrice", [2_400, 3, {}], "factors.1 is missing"],
  ["customPackPrice", [[{ min: 1, price: 300 }], 20], "ranges[0].max is missing"],
  ["mayDownload", [{ access: "paid", credit_price: 10 }, "2K", { plan: "free", owns: false }], "collection.access is"],
  ["mayDownload", [{ access: "free", credit_price: null }, "3K", { plan: "free", owns: false }], "resolution is"],
  ["exceedsLimit", [10], "limit is missing"],
  ["changePreviewFacts", [PREVIEW, { total: 100 }], "costs.tax is missing"],
];

describe("the door for other channels", () => {
  it.each(WRONG)("DEV-01 %s refuses what types would, and names it", (name, given, says) => {
    let said = "nothing";
    try {
      call(name, ...given);
    } catch (error) {
      said = error instanceof Error ? error.message : String(error);
    }
    expect(said.slice(0, Math.max(says.length, 20))).toContain(says);
    expect(said).toMatch(/\. Use .+\.$/);
  });

  it("DEV-01 refuses sixty wrong inputs at least, of every function that it has", () => {
    expect(WRONG.length).toBeGreaterThanOrEqual(60);
    const functions = Object.entries(door).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
    expect(functions.filter((name) => !WRONG.some(([wrong]) => wrong === name))).toEqual([]);
  });

  it("DEV-01 gives the store's own figures for what is right", () => {
    expect([PREVIEW.kind, PREVIEW.charge_today, PREVIEW.credits_returned]).toEqual(["upgrade", 44_550, 10]);
    const change = fc.record({
      current: fc.record({
        variant_id: fc.integer({ min: 1, max: 200 }),
        license_id: fc.integer({ min: 1, max: 6 }),
        interval: fc.constantFrom("month", "year"),
        recurring_credits: fc.nat(600),
        legacy: fc.boolean(),
        period: fc.constant(PERIOD),
        paid: fc.nat(1_000_000),
        unspent: fc.nat(600),
        legacy_unspent: fc.nat(600),
      }),
      target: fc.record({
        variant_id: fc.integer({ min: 1, max: 200 }),
        license_id: fc.integer({ min: 1, max: 6 }),
        interval: fc.constantFrom("month", "year"),
        recurring_credits: fc.nat(600),
        price: fc.nat(1_000_000),
      }),
      accountCredit: fc.nat(100_000),
      at: fc.constant(AT),
    });
    fc.assert(
      fc.property(change, (input) => {
        expect(call("previewChange", input)).toEqual(rules.previewChange(input as never));
        expect(call("changeKind", input.current, input.target)).toBe(
          rules.changeKind(input.current as never, input.target as never),
        );
      }),
    );
    const plan = { variant: VARIANT, accountCredit: 100, at: AT, sale: SALE };
    expect(call("quotePlan", plan)).toEqual(rules.quotePlan(plan as never));
    expect(call("quoteCart", CART)).toEqual(rules.quoteCart(CART));
    expect(Result.isSuccess(call("customPackPrice", [{ min: 1, max: null, price: 300 }], 20) as never)).toBe(true);
    expect(call("exceedsLimit", 10, 10)).toBe(rules.exceedsLimit(10, 10));
  });
});
