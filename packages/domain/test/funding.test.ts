import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ACCOUNT,
  type CreditLot,
  type FundingEntry,
  type FundingReason,
  type Opening,
  type FundingAllocation,
  carry,
  cents,
  centsOf,
  credits,
  instantOf,
  lineShares,
  moneyBehind,
  moveAllocation,
  netPaid,
  openingEntries,
  allocationsOf,
  refundedBefore,
  shortageEntries,
  sourcePayment,
  sourcesFundedBy,
  fundingStateOf,
  takeOldest,
  unusedTimeRefunds,
} from "@backlot/domain";

const AT = instantOf("2026-01-15T00:00:00Z");
const OLD = { start: instantOf("2026-01-01T00:00:00Z"), end: instantOf("2026-01-29T00:00:00Z") };
const NEW = { start: AT, end: instantOf("2026-02-12T00:00:00Z") };

/** Parts in the order of their payments. "gift" stands for no known payment. */
const partsBy = (money: Readonly<Record<string, number>>): readonly FundingAllocation[] =>
  Object.entries(money).map(([payment, by]) => ({ payment: payment === "gift" ? null : payment, cents: cents(by) }));

const entry = (
  holder: string,
  payment: string | null,
  by: number,
  reason: FundingReason,
  reference: string,
): FundingEntry => ({ holder, payment, cents: by, reason, reference, at: AT });

const paid = (payment: string, by: number): FundingEntry => entry(payment, payment, by, "paid", payment);

/** The opening of a period "new" that the payment "new" pays in part or in full. */
const opening = (
  price: number,
  { amount = 0, credit = 0, from }: { amount?: number; credit?: number; from?: readonly [string, number] },
): Opening => ({
  holder: "new",
  payment: "new",
  price: cents(price),
  paid: { amount: cents(amount), credit: cents(credit) },
  proration_credit: from === undefined ? null : { holder: from[0], value: cents(from[1]) },
  at: AT,
});

const arbPayment = fc.constantFrom("a", "b", "c", null);

/** Money of several payments, each once. */
const arbParts: fc.Arbitrary<readonly FundingAllocation[]> = fc.uniqueArray(
  fc.record({ payment: arbPayment, cents: fc.integer({ min: 1, max: 100_000 }).map(cents) }),
  {
    selector: ({ payment }) => payment,
    maxLength: 4,
  },
);

const arbCents = fc.integer({ min: 0, max: 200_000 }).map(cents);

describe("the money behind a holder", () => {
  it("ORD-06 a payment whose money has all gone is no longer behind it", () => {
    const allocations = partsBy({ a: 500, b: 300 });
    expect(moveAllocation(allocations, "a", -500)).toEqual(partsBy({ b: 300 }));
    expect(moveAllocation(allocations, "a", -200)).toEqual(partsBy({ a: 300, b: 300 }));
    expect(moveAllocation(allocations, "c", 0)).toEqual(allocations);
    expect(moveAllocation(allocations, null, 100)).toEqual(partsBy({ a: 500, b: 300, gift: 100 }));
  });

  it.each([
    { of: 500, moved: { a: 300, b: 200 }, left: { a: 300, b: 200 } },
    { of: 333, moved: { a: 200, b: 133 }, left: { a: 400, b: 267 } },
    { of: 1, moved: { a: 1 }, left: { a: 599, b: 400 } },
    { of: 0, moved: {}, left: { a: 600, b: 400 } },
    { of: 1_001, moved: { a: 600, b: 400 }, left: {} },
  ])("CHG-07 $of cents out of $6 and $4 come from both in proportion, a broken cent from the older", (each) => {
    expect(carry(partsBy({ a: 600, b: 400 }), cents(each.of))).toEqual({
      moved: partsBy(each.moved),
      remainder: partsBy(each.left),
    });
  });

  it.each([
    { of: 400, moved: { a: 300, b: 100 }, left: { b: 400 } },
    { of: 300, moved: { a: 300 }, left: { b: 500 } },
    { of: 299, moved: { a: 299 }, left: { a: 1, b: 500 } },
    { of: 0, moved: {}, left: { a: 300, b: 500 } },
    { of: 801, moved: { a: 300, b: 500 }, left: {} },
  ])("ORD-06 $of cents of account credit use up the oldest payment before the next", (each) => {
    expect(takeOldest(partsBy({ a: 300, b: 500 }), cents(each.of))).toEqual({
      moved: partsBy(each.moved),
      remainder: partsBy(each.left),
    });
  });

  it.each([
    ["in proportion", carry],
    ["oldest first", takeOldest],
  ] as const)("ORD-06 splitting money %s loses none, moves what it says, and leaves no empty part", (_, splitOff) => {
    fc.assert(
      fc.property(arbParts, arbCents, (allocations, value) => {
        const { moved, remainder: left } = splitOff(allocations, value);
        expect(moneyBehind(moved)).toBe(Math.min(value, moneyBehind(allocations)));
        for (const { payment, cents: whole } of allocations)
          expect(centsOf(moved, payment) + centsOf(left, payment)).toBe(whole);
        for (const part of [...moved, ...left]) expect(part.cents).toBeGreaterThan(0);
      }),
    );
  });

  it("CHG-07 each payment carries its proportion, to the cent", () => {
    fc.assert(
      fc.property(arbParts, arbCents, (allocations, value) => {
        const whole = moneyBehind(allocations);
        const { moved } = carry(allocations, value);
        for (const { payment, cents: own } of allocations)
          expect(Math.abs(centsOf(moved, payment) * whole - own * Math.min(value, whole))).toBeLessThanOrEqual(whole);
      }),
    );
  });

  it("CHG-07 where there is no money, there is none to carry", () => {
    expect(carry([], cents(500))).toEqual({ moved: [], remainder: [] });
    expect(carry([{ payment: "a", cents: cents(0) }], cents(500))).toEqual({ moved: [], remainder: [] });
  });
});

describe("the money of a new period", () => {
  it("ORD-06 a first period is paid by its payment alone", () => {
    expect(openingEntries([], opening(4_900, { amount: 4_900 }))).toEqual([paid("new", 4_900)]);
    expect(openingEntries([], opening(0, {}))).toEqual([]);
  });

  it("CHG-07 an upgrade moves what the old period returns into the new one, and the payment adds the rest", () => {
    const known = [paid("old", 4_900)];
    expect(openingEntries(known, opening(9_900, { amount: 6_225, from: ["old", 3_675] }))).toEqual([
      entry("old", "old", -3_675, "carried", "new"),
      entry("new", "old", 3_675, "carried", "new"),
      paid("new", 6_225),
    ]);
  });

  it("CHG-07 what a cheaper period does not need of it is kept as account credit", () => {
    const known = [paid("old", 30_600)];
    expect(openingEntries(known, opening(1_900, { from: ["old", 30_600] }))).toEqual([
      entry("old", "old", -30_600, "carried", "new"),
      entry("new", "old", 1_900, "carried", "new"),
      entry(ACCOUNT, "old", 28_700, "kept", "new"),
    ]);
  });

  it("CHG-07 a period that older money paid returns it to the payments that it came from", () => {
    const known = [paid("old", 600), entry("old", "older", 400, "carried", "old")];
    expect(openingEntries(known, opening(300, { from: ["old", 500] }))).toEqual([
      entry("old", "old", -300, "carried", "new"),
      entry("old", "older", -200, "carried", "new"),
      entry("new", "old", 180, "carried", "new"),
      entry("new", "older", 120, "carried", "new"),
      entry(ACCOUNT, "old", 120, "kept", "new"),
      entry(ACCOUNT, "older", 80, "kept", "new"),
    ]);
  });

  const credit = [entry(ACCOUNT, "a", 300, "kept", "b"), entry(ACCOUNT, "b", 500, "kept", "c")];

  it("ORD-06 a period uses account credit, the oldest first, and the payment adds the rest", () => {
    expect(openingEntries(credit, opening(1_900, { amount: 1_500, credit: 400 }))).toEqual([
      entry(ACCOUNT, "a", -300, "used", "new"),
      entry("new", "a", 300, "used", "new"),
      entry(ACCOUNT, "b", -100, "used", "new"),
      entry("new", "b", 100, "used", "new"),
      paid("new", 1_500),
    ]);
  });

  it("ORD-06 account credit that no known payment explains is a gift, which is spent last", () => {
    expect(openingEntries(credit, opening(1_900, { amount: 900, credit: 1_000 }))).toEqual([
      entry(ACCOUNT, null, 200, "paid", "new"),
      entry(ACCOUNT, "a", -300, "used", "new"),
      entry("new", "a", 300, "used", "new"),
      entry(ACCOUNT, "b", -500, "used", "new"),
      entry("new", "b", 500, "used", "new"),
      entry(ACCOUNT, null, -200, "used", "new"),
      entry("new", null, 200, "used", "new"),
      paid("new", 900),
    ]);
  });

  it("CHG-07 what a period from before the ledger returns is a gift", () => {
    const known = [paid("other", 4_900)];
    expect(openingEntries(known, opening(9_900, { amount: 7_900, from: ["old", 2_000] }))).toEqual([
      entry("old", null, 2_000, "paid", "old"),
      entry("old", null, -2_000, "carried", "new"),
      entry("new", null, 2_000, "carried", "new"),
      paid("new", 7_900),
    ]);
    expect(openingEntries(known, opening(9_900, { amount: 9_900, from: ["old", 0] }))).toEqual([paid("new", 9_900)]);
  });

  it("CHG-07 a known period returns no more than the money behind it, and no gift on top", () => {
    const known = [paid("old", 1_000), entry("old", "old", -400, "refund", "refund:old:400")];
    expect(openingEntries(known, opening(9_900, { amount: 8_900, from: ["old", 1_000] }))).toEqual([
      entry("old", "old", -600, "carried", "new"),
      entry("new", "old", 600, "carried", "new"),
      paid("new", 8_900),
    ]);
  });

  it("CHG-07 ORD-06 a new period moves money and makes none: only its payment and gifts add some", () => {
    const arbKnown = fc
      .tuple(arbParts, arbParts)
      .map(([old, account]): readonly FundingEntry[] => [
        ...old.map((part) => entry("old", part.payment, part.cents, "paid", "old")),
        ...account.map((part) => entry(ACCOUNT, part.payment, part.cents, "kept", "old")),
      ]);
    const total = (entries: readonly FundingEntry[]) => entries.reduce((all, each) => all + each.cents, 0);
    fc.assert(
      fc.property(arbKnown, arbCents, arbCents, arbCents, fc.option(arbCents), (known, price, amount, used, back) => {
        const from = back === null ? {} : { from: ["old", back] as const };
        const entries = openingEntries(known, opening(price, { amount, credit: used, ...from }));
        const all = [...known, ...entries];
        const isKnown = known.some(({ holder }) => holder === "old");
        const returned = back === null ? 0 : isKnown ? Math.min(back, moneyBehind(allocationsOf(known, "old"))) : back;
        const inAccount = moneyBehind(allocationsOf(known, ACCOUNT));
        const gifts = Math.max(0, used - inAccount) + (isKnown ? 0 : (back ?? 0));
        expect(total(entries)).toBe(amount + gifts);
        expect(moneyBehind(allocationsOf(all, "new"))).toBe(amount + used + Math.min(price, returned));
        expect(moneyBehind(allocationsOf(all, ACCOUNT))).toBe(
          Math.max(0, inAccount - used) + Math.max(0, returned - price),
        );
        for (const holder of ["old", "new", ACCOUNT])
          for (const part of allocationsOf(all, holder)) expect(part.cents).toBeGreaterThan(0);
        for (const each of entries) expect(each.cents).not.toBe(0);
      }),
    );
  });

  it("CHG-07 a shortfall counts as paid and refunded, so the period keeps its price and lacks the money", () => {
    expect(shortageEntries("new", cents(2_000), AT)).toEqual([
      entry("new", null, 2_000, "paid", "new"),
      entry("new", null, -2_000, "refund", "short:new"),
    ]);
  });
});

describe("the funding ledger", () => {
  it("ORD-06 a payment has paid and lost what its own entries say, whoever else paid", () => {
    const entries = [
      paid("a", 4_900),
      entry("a:pack", "a", 5_900, "paid", "a:pack"),
      paid("b", 700),
      entry("a", "a", -4_900, "carried", "b"),
      entry("b", "a", 4_900, "carried", "b"),
      entry("a:pack", "a", -1_000, "refund", "refund:a:1000"),
      entry("b", "b", -30, "refund", "refund:b:30"),
    ];
    expect([netPaid(entries, "a"), refundedBefore(entries, "a")]).toEqual([10_800, 1_000]);
    expect([netPaid(entries, "b"), refundedBefore(entries, "b")]).toEqual([700, 30]);
    expect([netPaid(entries, "c"), refundedBefore(entries, "c")]).toEqual([0, 0]);
  });

  it("ORD-06 unused time is refunded once per payment, though its end moves it from the period to the account", () => {
    const reference = "refund:new:2001";
    const ends = [
      entry("new", "old", -475, "ended", reference),
      entry(ACCOUNT, "old", 475, "ended", reference),
      entry("new", "new", -524, "ended", reference),
      entry(ACCOUNT, "new", 524, "ended", reference),
    ];
    expect(unusedTimeRefunds([entry("new", "new", -2_001, "refund", reference), ...ends])).toEqual([
      entry(ACCOUNT, "old", -475, "refund", `${reference}:unused`),
      entry(ACCOUNT, "new", -524, "refund", `${reference}:unused`),
    ]);
  });

  it("ORD-06 a period belongs to each of the payments that carried money into it, not only to all of them", () => {
    const entries = [paid("a", 900), paid("b", 900), entry("c", "a", 500, "carried", "c"), paid("c", 100)];
    expect(sourcesFundedBy(entries, ["a", "b"])).toEqual(["a", "a:pack", "b", "b:pack", "c"]);
    expect(sourcesFundedBy(entries, ["b"])).toEqual(["b", "b:pack"]);
  });

  it.each([
    ["pay-1", "pay-1"],
    ["pay-1:pack", "pay-1"],
    ["pay:packed", "pay:packed"],
    ["pay:pack:1", "pay:pack:1"],
  ])("ORD-06 the payment of the source %s is %s", (source, payment) => {
    expect(sourcePayment(source)).toBe(payment);
  });
});

describe("the share of a payment in the lines of its quote", () => {
  const line = (kind: "plan" | "pack" | "item", net: number) => ({
    kind,
    reference: "1",
    label: "",
    gross: cents(net),
    discount: cents(0),
    net: cents(net),
  });
  const PLAN = line("plan", 4_900);
  const ITEMS = [line("item", 1_000), line("item", 700), line("item", 300)];

  const shares = (lines: readonly ReturnType<typeof line>[], tax: number, amount: number, credit: number) =>
    lineShares({ lines, tax: cents(tax) }, { amount: cents(amount), credit: cents(credit) }).map((each) => [
      each.amount,
      each.credit,
    ]);

  it("ORD-06 items are paid in the order of their lines, and the last takes what is left", () => {
    expect(shares(ITEMS, 0, 1_500, 0)).toEqual([
      [1_000, 0],
      [500, 0],
      [0, 0],
    ]);
    expect(shares(ITEMS, 0, 2_100, 0)).toEqual([
      [1_000, 0],
      [700, 0],
      [400, 0],
    ]);
  });

  it("ORD-06 without a plan, account credit pays for the items first, and only beyond them tax", () => {
    expect(shares([line("item", 1_000)], 100, 1_050, 50)).toEqual([[950, 50]]);
    expect(shares([line("item", 1_000)], 100, 60, 1_040)).toEqual([[0, 1_000]]);
  });

  it("ORD-06 the plan takes the rest wherever its line is", () => {
    const pack = line("pack", 1_500);
    expect(shares([PLAN, pack], 0, 2_000, 4_400)).toEqual([
      [500, 4_400],
      [1_500, 0],
    ]);
    expect(shares([pack, PLAN], 0, 2_000, 4_400)).toEqual([
      [1_500, 0],
      [500, 4_400],
    ]);
  });

  it("ORD-06 the shares add up to the payment without its tax", () => {
    const arbLines = fc
      .tuple(
        fc.boolean(),
        fc.array(fc.tuple(fc.constantFrom("pack" as const, "item" as const), arbCents), { maxLength: 4 }),
      )
      .map(([hasPlan, rest]) => [...(hasPlan ? [PLAN] : []), ...rest.map(([kind, net]) => line(kind, net))])
      .filter((lines) => lines.length > 0);
    fc.assert(
      fc.property(arbLines, arbCents, arbCents, arbCents, (lines, tax, amount, credit) => {
        const all = shares(lines, tax, amount + tax, credit).flat();
        expect(all.reduce((whole, each) => whole + (each ?? 0), 0)).toBe(amount + credit);
        for (const each of all) expect(each).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("a state, read from the ledgers", () => {
  const lot = (source: string, remaining: number): CreditLot => ({
    id: `lot:${source}`,
    kind: "plan",
    granted: credits(20),
    remaining: credits(remaining),
    granted_at: AT,
    source,
    subscription_id: "sub-2",
  });

  it("ORD-06 says of each lot and period what it cost, what is left, and who paid", () => {
    const funding = [
      paid("first", 1_900),
      entry("first", "first", -950, "carried", "second"),
      entry("second", "first", 950, "carried", "second"),
      paid("second", 3_050),
      entry("third", null, 500, "paid", "third"),
      paid("third", 4_400),
      entry(ACCOUNT, null, 100, "paid", "gift"),
      entry("third", "third", -245, "refund", "refund:third:245"),
      entry("second", "second", -50, "refund", "refund:second:50"),
      entry("second", "second", -20, "refund", "refund:second:70:over"),
    ];
    const move = (amount: number, reason: "grant" | "spend" | "refund" | "expire" | "revoke", reference: string) => ({
      lot_id: "lot:third",
      amount,
      reason,
      reference,
      at: AT,
    });
    const entries = [
      move(20, "grant", "third"),
      move(-6, "spend", "item-1"),
      move(-4, "spend", "item-2"),
      move(6, "refund", "item-1"),
      move(-2, "expire", "sub-2"),
      move(-1, "revoke", "refund:third:245"),
      { ...move(-9, "revoke", "other"), lot_id: "lot:other" },
    ];
    const periods = [
      { source: "first", subscription_id: "sub-1", period: OLD },
      { source: "second", subscription_id: "sub-1", period: NEW },
    ];
    const common = { granted: 0, unspent: 0, taken: 0, lapsed: 0 };
    const state = fundingStateOf({ lots: [lot("third", 13)], entries, funding, periods, running: "second" });
    expect(state).toEqual({
      grants: [
        {
          ...common,
          source: "first",
          kind: "time",
          lot_id: null,
          subscription_id: "sub-1",
          period: OLD,
          price: 1_900,
          removed: 0,
          allocations: partsBy({ first: 950 }),
          clawbacks: [],
        },
        {
          ...common,
          source: "second",
          kind: "time",
          lot_id: null,
          subscription_id: "sub-1",
          period: NEW,
          price: 4_000,
          removed: 70,
          allocations: partsBy({ first: 950, second: 2_980 }),
          clawbacks: [
            { at: AT, cents: 50, runs: true },
            { at: AT, cents: 20, runs: false },
          ],
        },
        {
          source: "third",
          kind: "plan",
          lot_id: "lot:third",
          subscription_id: "sub-2",
          period: null,
          price: 4_900,
          granted: 20,
          unspent: 13,
          taken: 1,
          lapsed: 2,
          removed: 245,
          allocations: partsBy({ gift: 500, third: 4_155 }),
          clawbacks: [],
        },
      ],
      account: partsBy({ gift: 100 }),
      items: [{ reference: "item-2", draws: [{ lot_id: "lot:third", credits: 4 }] }],
      running: "second",
      refunded: new Map([
        ["first", 0],
        ["second", 70],
        ["third", 245],
      ]),
    });
  });

  it("ORD-06 lists a lot that nothing paid for, after those with money", () => {
    const { grants } = fundingStateOf({
      lots: [lot("gift", 20), lot("paid", 20)],
      entries: [],
      funding: [paid("paid", 4_900)],
      periods: [],
      running: null,
    });
    expect(grants.map(({ source, price, unspent }) => [source, price, unspent])).toEqual([
      ["paid", 4_900, 20],
      ["gift", 0, 20],
    ]);
  });
});
