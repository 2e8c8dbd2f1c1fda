import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type FundedGrant,
  type RefundPolicy,
  REFUND_POLICY,
  type FundingState,
  centsOf,
  formatUsd,
  moneyBehind,
  netRefunded,
  netReversed,
  refundedTotal,
  cents,
  dueRefundAmount,
  unusedTimeAmount,
  grossRefund,
  remainingProrationCredit,
  heldCredits,
  instant,
  lineShares,
  prorationCredit,
  credits,
  shortOf,
  shortageEntries,
  sourcesFundedBy,
  unusedTimeRefunds,
  unrecovered,
} from "@backlot/domain";
import { type HistoryPlan, RefundHistory } from "@backlot/testing/refund-history";
import { EPSILON, expectWorthCovered, inItems, worthOf } from "@backlot/testing/refund-laws";

const ESSENTIALS: HistoryPlan = { price: 1_900, credits: 0 };
const SMALL: HistoryPlan = { price: 4_900, credits: 20 };
const MIDDLE: HistoryPlan = { price: 9_900, credits: 50 };
const NOTHING_HELD = { placed: credits(0), now: credits(0) };
const LARGE: HistoryPlan = { price: 95_000, credits: 600 };

const grantOf = (state: FundingState, source: string | null): FundedGrant => {
  const found = state.grants.find((each) => each.source === source);
  if (found === undefined) throw new Error(`no holder ${source}`);
  return found;
};

/** A lot in the notation of the worked examples: unspent/revoked/dollars left. */
const lot = (history: RefundHistory, source: string | null): string => {
  const { unspent, taken, allocations } = grantOf(history.state(), source);
  return `${unspent}/${taken}/${(moneyBehind(allocations) / 100).toFixed(2)}`;
};
const held = (history: RefundHistory): readonly string[] => history.state().items.map((item) => item.reference);
const lost = (history: RefundHistory): string =>
  formatUsd(cents(history.state().grants.reduce((all, holder) => all + unrecovered(holder), 0)));

describe("refunds, by worked examples", () => {
  it("ORD-06 cents add up to credits, unspent ones first", () => {
    const history = new RefundHistory();
    const pack = history.buyPack(5_900, 20);
    for (let n = 0; n < 20; n += 1) history.refund(pack, 1);
    expect(lot(history, pack)).toBe("19/1/58.80");
    history.buyItem(10);
    history.refund(pack, 2_930);
    expect(lot(history, pack)).toBe("0/10/29.50");
    expect(held(history)).toHaveLength(1);
  });

  it("ORD-06 an item goes once all credits that it drew are missing", () => {
    const history = new RefundHistory();
    const pack = history.buyPack(5_900, 20);
    history.buyItem(20);
    history.refund(pack, 500);
    expect([held(history).length, lost(history)]).toEqual([1, "$5.00"]);
    history.refund(pack, 5_400);
    expect([held(history).length, lost(history), lot(history, pack)]).toEqual([0, "$0.00", "0/20/0.00"]);
  });

  it("ORD-06 a refund of what an upgrade replaced reaches the new period", () => {
    const history = new RefundHistory();
    const first = history.subscribe(SMALL);
    const second = history.upgrade(MIDDLE);
    expect(history.captured.get(second ?? "")).toBe(5_000);
    const old = history.buyItem(40);
    history.buyItem(10);
    history.refund(first, 4_900);
    expect(held(history)).toEqual([old]);
    expect([lot(history, second), lost(history), history.running?.payment]).toEqual(["0/10/50.00", "$29.20", second]);
    history.refund(second ?? "", 5_000);
    expect(held(history)).toEqual([]);
    expect([lot(history, second), lost(history), history.running]).toEqual(["0/50/0.00", "$0.00", null]);
  });

  it("ORD-06 account credit that an upgrade left clawbacks before the plan that it did not pay", () => {
    const history = new RefundHistory();
    const first = history.subscribe({ price: 30_600, credits: 0 });
    const second = history.upgrade(ESSENTIALS);
    expect(history.accountCredit()).toBe(28_700);
    history.refund(first, 2_000);
    expect(history.accountCredit()).toBe(26_700);
    expect(history.running?.payment).toBe(second);
    expect(moneyBehind(grantOf(history.state(), second).allocations)).toBe(1_900);
  });

  it("ORD-06 Essentials runs on half of its price and ends below, unused time becomes account credit", () => {
    const history = new RefundHistory();
    const payment = history.subscribe(ESSENTIALS);
    history.wait(14);
    history.refund(payment, 950);
    expect([history.running?.payment, lost(history)]).toEqual([payment, "$4.75"]);
    const dearer = history.copy().upgrade(SMALL);
    const upgraded = history.copy();
    expect(upgraded.upgrade(SMALL)).toBe(dearer);
    expect(upgraded.captured.get(dearer ?? "")).toBe(4_425);
    const ended = history.refund(payment, 50);
    expect([ended.has_ended, history.accountCredit(), lost(history)]).toEqual([true, 425, "$4.76"]);
  });

  it("ORD-06 credits that other money paid stay when the plan ends", () => {
    const history = new RefundHistory();
    const first = history.subscribe(SMALL);
    history.buyItem(5);
    const second = history.upgrade(LARGE);
    expect(history.captured.get(second ?? "")).toBe(91_325);
    const { has_ended } = history.refund(second ?? "", 91_325);
    expect([has_ended, lot(history, second), held(history).length]).toEqual([true, "23/577/36.75", 1]);
    expect(lot(history, first)).toBe("0/0/12.25");
  });

  it("ORD-06 an item of two lots gives the other one its credits back", () => {
    const history = new RefundHistory();
    const first = history.subscribe(SMALL);
    const second = history.renew();
    history.buyItem(30);
    const pack = history.buyPack(5_900, 20);
    const { has_ended } = history.refund(second ?? "", 4_900);
    expect(has_ended).toBe(true);
    expect(held(history)).toEqual([]);
    expect([lot(history, first), lot(history, second), lot(history, pack)]).toEqual([
      "20/0/49.00",
      "0/20/0.00",
      "20/0/59.00",
    ]);
  });

  it("ORD-06 a refund in the middle of a chain takes its own share", () => {
    const history = new RefundHistory();
    history.subscribe(SMALL);
    const second = history.upgrade(MIDDLE);
    const third = history.upgrade(LARGE);
    history.refund(second ?? "", 5_000);
    expect([lot(history, third), history.running?.payment]).toEqual(["568/32/900.00", third]);
  });

  it("ORD-06 an add-on pack is refunded before the plan that it was bought beside", () => {
    const history = new RefundHistory();
    const payment = history.subscribeWithPack(SMALL, { price: 5_900, credits: 20 });
    history.refund(payment, 5_900);
    expect([lot(history, `${payment}:pack`), lot(history, payment), history.running?.payment]).toEqual([
      "0/20/0.00",
      "20/0/49.00",
      payment,
    ]);
  });

  it("ORD-06 a refund takes what is not used before it reaches for items", () => {
    const history = new RefundHistory();
    const first = history.subscribe(SMALL);
    history.buyItem(5);
    const second = history.upgrade(LARGE);
    history.refund(first, 3_675);
    expect([lot(history, first), lot(history, second), held(history).length]).toEqual([
      "0/0/12.25",
      "576/24/913.25",
      1,
    ]);
  });

  it("ORD-06 a refund takes items before it takes money behind nothing", () => {
    const history = new RefundHistory();
    const first = history.subscribe(ESSENTIALS);
    history.wait(14);
    const second = history.upgrade(SMALL);
    const old = history.buyItem(17);
    history.buyItem(3);
    history.refund(first, 950);
    expect([lot(history, second), held(history), lost(history)]).toEqual(["0/3/39.50", [old], "$2.15"]);
    expect(moneyBehind(grantOf(history.state(), first).allocations)).toBe(950);
    history.refund(first, 950);
    expect([lot(history, second), held(history), lost(history)]).toEqual(["0/3/39.50", [old], "$11.65"]);
  });

  it("ORD-06 a store may leave items with their buyers", () => {
    const history = new RefundHistory({ ...REFUND_POLICY, takesItems: false });
    const pack = history.buyPack(5_900, 20);
    history.buyItem(20);
    history.refund(pack, 5_900);
    expect([held(history).length, lost(history)]).toEqual([1, "$59.00"]);
  });

  it("ORD-06 credits that lapsed are taken before items", () => {
    const history = new RefundHistory();
    const payment = history.subscribe(SMALL);
    const item = history.buyItem(5);
    history.end();
    history.refund(payment, 3_675);
    expect([lot(history, payment), held(history), lost(history)]).toEqual(["0/15/12.25", [item], "$0.00"]);
    history.refund(payment, 1_225);
    expect([lot(history, payment), held(history)]).toEqual(["0/20/0.00", []]);
  });

  it("CHG-07 credits that an upgrade held come back only as far as their money stayed", () => {
    const history = new RefundHistory();
    const payment = history.subscribe(SMALL);
    history.hold(15, "order-1");
    expect(heldCredits(history.entries, "order-1")).toEqual({ placed: 15, now: 15 });
    history.refund(payment, 2_450);
    expect(lot(history, payment)).toBe("0/5/24.50");
    history.release("order-1");
    expect(heldCredits(history.entries, "order-1")).toEqual({ placed: 15, now: 0 });
    expect([lot(history, payment), lost(history)]).toEqual(["10/10/24.50", "$0.00"]);
  });

  it("CHG-07 a proration credit counts as far as its money and the credits that it holds are there", () => {
    const history = new RefundHistory();
    const payment = history.subscribe(SMALL);
    history.hold(15, "order-1");
    const left = (held = 15) =>
      remainingProrationCredit(grantOf(history.state(), payment), {
        value: cents(3_675),
        since: history.at,
        held: { placed: credits(15), now: credits(held) },
      });
    // Released credits are held again if unspent, and five are.
    expect([left(), left(14), left(0)]).toEqual([3_675, 3_675, 1_225]);
    history.refund(payment, 1_225);
    expect(left()).toBe(3_675);
    history.refund(payment, 1);
    expect(left()).toBe(3_674);
  });

  it("CHG-07 unused time counts for the share whose money did not go since the order", () => {
    const history = new RefundHistory();
    const payment = history.subscribe(ESSENTIALS);
    history.wait(7);
    const since = history.at;
    const left = (at = since) =>
      remainingProrationCredit(grantOf(history.state(), payment), {
        value: cents(1_425),
        since: at,
        held: NOTHING_HELD,
      });
    expect(left()).toBe(1_425);
    history.refund(payment, 190);
    expect(left()).toBe(1_282);
    history.wait(1);
    expect(left(history.at)).toBe(1_425);
    const unknown = { ...grantOf(history.state(), payment), price: cents(0), allocations: [] };
    expect(remainingProrationCredit(unknown, { value: cents(1_425), since, held: NOTHING_HELD })).toBe(1_425);
  });

  it("CHG-07 a period that is opened short grants no credits that nothing paid", () => {
    const history = new RefundHistory();
    const first = history.subscribe(SMALL);
    const second = history.upgrade(LARGE);
    history.fallShort(second ?? "", 2_000);
    expect(lot(history, second)).toBe("587/13/950.00");
    expect(moneyBehind(grantOf(history.state(), second).allocations)).toBe(95_000);
    expect(grantOf(history.state(), second)).toMatchObject({ price: 97_000, removed: 2_000 });
    expect(lost(history)).toBe("$0.00");
    expect(shortageEntries(first, cents(0), history.at)).toEqual([]);
  });

  it("ORD-06 unused time is refunded with its tax, less what the refund took of it beyond the end", () => {
    const entry = {
      holder: "account",
      payment: "p",
      reason: "ended",
      reference: "refund:p:951",
      at: instant(0),
    } as const;
    const beyond = { ...entry, cents: -49, reason: "refund", reference: "refund:p:951:over" } as const;
    const gift = { ...entry, payment: null, cents: 7 };
    expect(unusedTimeRefunds([{ ...entry, cents: 474 }, gift, beyond])).toEqual([
      { ...entry, cents: -425, reason: "refund", reference: "refund:p:951:unused" },
      { ...gift, cents: -7, reason: "refund", reference: "refund:p:951:unused" },
    ]);
    expect(unusedTimeRefunds([{ ...entry, cents: 49 }, beyond])).toEqual([]);
    expect(grossRefund(cents(425), cents(2_090), cents(1_900))).toBe(467);
    expect(grossRefund(cents(425), cents(0), cents(0))).toBe(0);
  });

  it("CHG-07 what a proration credit lacks is first missing from the account credit that it leaves", () => {
    const line = {
      kind: "plan",
      reference: "1",
      label: "",
      gross: cents(3_000),
      discount: cents(3_000),
      net: cents(0),
    } as const;
    const quote = { lines: [line], credit_for_unused: cents(5_000) };
    expect(shortOf(quote, cents(5_000))).toEqual({ price: 0, credit: 0 });
    expect(shortOf(quote, cents(4_000))).toEqual({ price: 0, credit: 1_000 });
    expect(shortOf(quote, cents(1_000))).toEqual({ price: 2_000, credit: 2_000 });
  });

  it("ORD-06 a total that is known, or lower, takes nothing back again", () => {
    const payment = { id: "p", amount: cents(1_100), refunded: cents(500), disputed: cents(0) };
    expect([0, 500, 700, 9_999].map((reported) => refundedTotal(payment, cents(reported)))).toEqual([
      500, 500, 700, 1_100,
    ]);
    const paid = { holder: "p", payment: "p", cents: 1_000, reason: "paid", reference: "p", at: instant(0) } as const;
    expect(netReversed([paid], payment)).toEqual({ upTo: 454, isNew: true });
    const refund = { ...paid, cents: -454, reason: "refund", reference: "refund:p:454" } as const;
    expect(netReversed([paid, refund], payment)).toEqual({ upTo: 454, isNew: false });
    expect(netReversed([paid, refund], { ...payment, disputed: cents(900) })).toEqual({ upTo: 1_000, isNew: true });
    expect(netReversed([], payment)).toEqual({ upTo: 0, isNew: false });
    // With tax, and at most what is left of the payment.
    expect(unusedTimeAmount(cents(500), payment, [paid])).toBe(550);
    expect(unusedTimeAmount(cents(900), payment, [paid])).toBe(600);
  });

  it("ORD-06 a due refund waits for a dispute, and leaves out what was lost", () => {
    const payment = { id: "p", amount: cents(1_900), refunded: cents(1_000), disputed: cents(0) };
    const lost = { ...payment, disputed: cents(600) };
    const due = { cause: "unfulfillable", amount: cents(900) } as const;
    expect(dueRefundAmount(due, payment, [{ status: "open" }, { status: "won" }], [])).toBeNull();
    expect(dueRefundAmount(due, payment, [{ status: "won" }], [])).toBe(900);
    expect(dueRefundAmount(due, lost, [{ status: "lost" }], [])).toBe(300);
    expect(dueRefundAmount(due, { ...lost, disputed: cents(900) }, [], [])).toBe(0);
  });

  it("ORD-06 a refund of unused time leaves out what was refunded since, and never takes used time", () => {
    const entry = { holder: "p", payment: "p", reference: "p", at: instant(0) } as const;
    // $100 plus $10 tax: a refund of $40 ended the plan and left $55 of unused time.
    const entries = [
      { ...entry, cents: 10_000, reason: "paid" as const },
      { ...entry, cents: -4_000, reason: "refund" as const },
      { ...entry, cents: -5_500, reason: "refund" as const },
    ];
    const due = { cause: "unused-time", amount: cents(6_050) } as const;
    const refunded = (by: number) => ({ id: "p", amount: cents(11_000), refunded: cents(by), disputed: cents(0) });
    const amounts = [4_400, 5_000, 10_449, 10_450, 11_000].map((by) => dueRefundAmount(due, refunded(by), [], entries));
    expect(amounts).toEqual([6_050, 5_450, 1, 0, 0]);
  });

  it("ORD-06 a payment bought its own lots, and what an upgrade or account credit carried it into", () => {
    const history = new RefundHistory();
    const first = history.subscribe({ price: 30_600, credits: 0 });
    const second = history.upgrade(SMALL);
    const pack = history.buyPack(5_900, 20);
    const third = history.upgrade(MIDDLE);
    expect(sourcesFundedBy(history.funding, [first])).toEqual([first, `${first}:pack`, third]);
    expect(sourcesFundedBy(history.funding, [pack])).toEqual([pack, `${pack}:pack`]);
    expect(sourcesFundedBy(history.funding, [second ?? ""])).toEqual([second, `${second}:pack`]);
  });

  it("ORD-06 a payment stands behind the lines of its quote to the cent, whatever was paid", () => {
    const line = (kind: "plan" | "pack", net: number) => ({
      kind,
      reference: "1",
      label: "",
      gross: cents(net),
      discount: cents(0),
      net: cents(net),
    });
    const quote = { lines: [line("plan", 4_900), line("pack", 1_500)], tax: cents(100) };
    const shares = (amount: number, credit: number) =>
      lineShares(quote, { amount: cents(amount), credit: cents(credit) }).map((each) => [each.amount, each.credit]);
    expect(shares(6_500, 0)).toEqual([
      [4_900, 0],
      [1_500, 0],
    ]);
    expect(shares(2_500, 4_000)).toEqual([
      [900, 4_000],
      [1_500, 0],
    ]);
    expect(shares(600, 5_900)).toEqual([
      [0, 4_900],
      [600, 900],
    ]);
    expect(shares(7_000, 0)).toEqual([
      [5_400, 0],
      [1_500, 0],
    ]);
    expect(shares(50, 0)).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it("ORD-06 a refund counts without the tax that it contains, rounded down", () => {
    expect(netRefunded(cents(5_950), cents(11_900), cents(10_000))).toBe(5_000);
    expect(netRefunded(cents(1), cents(11_900), cents(10_000))).toBe(0);
    expect(netRefunded(cents(0), cents(0), cents(0))).toBe(0);
  });
});

type Move = (history: RefundHistory) => void;

const PLANS: readonly HistoryPlan[] = [ESSENTIALS, SMALL, MIDDLE, LARGE, { price: 306_00, credits: 0 }];

const arbPlan = fc.constantFrom(
  ...PLANS,
  { price: 0, credits: 20 },
  { price: 0, credits: 0 },
  { price: 7, credits: 20 },
);

const payments = (history: RefundHistory): readonly string[] => [...history.captured.keys()];

const refundOf = (which: number, share: number): Move => {
  return (history) => {
    const all = payments(history);
    const payment = all[which % Math.max(1, all.length)];
    if (payment === undefined) return;
    history.refund(payment, Math.ceil((history.captured.get(payment) ?? 0) * share));
  };
};

const arbRefund: fc.Arbitrary<Move> = fc
  .tuple(fc.nat({ max: 11 }), fc.constantFrom(0.001, 0.01, 0.2, 0.33, 0.5, 0.51, 0.9, 0.989, 1))
  .map(([which, share]) => refundOf(which, share));

const arbMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: arbRefund },
  {
    weight: 4,
    arbitrary: arbPlan.map(
      (plan): Move =>
        (history) => {
          if (history.running === null) history.subscribe(plan);
          else history.upgrade(plan);
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 60 }).map(
      (cost): Move =>
        (history) =>
          void history.buyItem(cost),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.double({ min: 0, max: 20, noNaN: true }).map(
      (days): Move =>
        (history) =>
          history.wait(days),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom({ price: 5_900, credits: 20 }, { price: 28_900, credits: 100 }, { price: 3, credits: 10 })
      .map(
        (pack): Move =>
          (history) =>
            void history.buyPack(pack.price, pack.credits),
      ),
  },
  { weight: 1, arbitrary: fc.constant<Move>((history) => void history.renew()) },
  { weight: 1, arbitrary: fc.constant<Move>((history) => history.end()) },
);

const arbPolicy: fc.Arbitrary<RefundPolicy> = fc.record({
  takesItems: fc.boolean(),
  endsBelow: fc.constantFrom({ numerator: 1, denominator: 2 }, { numerator: 0, denominator: 1 }),
});

const play = (moves: readonly Move[], policy?: RefundPolicy): RefundHistory => {
  const history = new RefundHistory(policy);
  for (const move of moves) move(history);
  return history;
};

/** A state with its unrecovered cents instead of the single clawbacks. */
const plain = (state: FundingState) => ({
  ...state,
  refunded: new Map([...state.refunded].filter(([, amount]) => amount > 0)),
  grants: state.grants.map(({ clawbacks, ...holder }) => ({ ...holder, lost: unrecovered({ ...holder, clawbacks }) })),
});

describe("refunds, by laws over random histories", () => {
  it("ORD-06 the allocations of a payment are what stayed of it", () => {
    fc.assert(
      fc.property(fc.array(arbMove, { maxLength: 25 }), arbPolicy, (moves, policy) => {
        const history = play(moves, policy);
        const state = history.state();
        for (const [payment, captured] of history.captured) {
          const all = [state.account, ...state.grants.map((holder) => holder.allocations)];
          const stayed = all.reduce((n, allocations) => n + centsOf(allocations, payment), 0);
          expect(stayed).toBe(captured - (history.refunded.get(payment) ?? 0));
        }
      }),
    );
  });

  it("ORD-06 what a customer holds is worth no more than the money that stayed and the unrecovered", () => {
    fc.assert(
      fc.property(fc.array(arbMove, { maxLength: 25 }), arbPolicy, (moves, policy) => {
        const state = play(moves, policy).state();
        expectWorthCovered(state);
      }),
    );
  });

  it("ORD-06 what is unrecovered of a lot is no more than its newest item drew from it", () => {
    fc.assert(
      fc.property(fc.array(arbMove, { maxLength: 25 }), (moves) => {
        const state = play(moves).state();
        for (const holder of state.grants) {
          if (holder.kind === "time") continue;
          const newest = state.items.findLast((item) => item.draws.some((draw) => draw.lot_id === holder.lot_id));
          const drawn = newest?.draws.find((draw) => draw.lot_id === holder.lot_id)?.credits ?? 0;
          // A proration credit is rounded down, so a lot can keep up to a cent more than its credits are worth.
          expect(unrecovered(holder) * holder.granted).toBeLessThanOrEqual(drawn * holder.price + holder.granted);
        }
      }),
    );
  });

  it("ORD-06 nobody loses what money still pays", () => {
    fc.assert(
      fc.property(fc.array(arbMove, { maxLength: 25 }), (moves) => {
        const history = play(moves);
        const state = history.state();
        let short = 0;
        let mayBeShort = history.prorationCredits + EPSILON;
        for (const holder of state.grants) {
          const { price, granted, lapsed, allocations, removed } = holder;
          const each = granted === 0 ? 0 : price / granted;
          short += moneyBehind(allocations) + unrecovered(holder) - worthOf(state, holder) - lapsed * each;
          if (removed > 0 && granted > 0) mayBeShort += each + 1;
          if (holder.clawbacks.length > 0) mayBeShort += holder.clawbacks.length;
        }
        expect(short).toBeLessThanOrEqual(mayBeShort);
      }),
    );
  });

  it("ORD-06 a refund in allocations is the refund at once", () => {
    fc.assert(
      fc.property(
        fc.array(arbMove, { maxLength: 20 }),
        fc.nat({ max: 11 }),
        fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 5 }),
        arbPolicy,
        (moves, which, amounts, policy) => {
          const history = play(moves, policy);
          const payment = payments(history)[which % Math.max(1, history.captured.size)];
          if (payment === undefined) return;
          const atOnce = history.copy();
          for (const amount of amounts) history.refund(payment, amount);
          atOnce.refund(
            payment,
            amounts.reduce((all, each) => all + each, 0),
          );
          const [allocations, once] = [history.state(), atOnce.state()];
          expect(plain(allocations)).toEqual(plain(once));
        },
      ),
    );
  });

  it("ORD-06 a customer stands afterwards as the refund says", () => {
    fc.assert(
      fc.property(fc.array(arbMove, { maxLength: 20 }), fc.nat({ max: 11 }), arbPolicy, (moves, which, policy) => {
        const history = play(moves, policy);
        const payment = payments(history)[which % Math.max(1, history.captured.size)];
        if (payment === undefined) return;
        const { state } = history.refund(payment, 1_000);
        expect(plain(history.state())).toEqual(plain(state));
      }),
    );
  });

  it("ORD-06 the same total again changes nothing", () => {
    fc.assert(
      fc.property(fc.array(arbMove, { maxLength: 20 }), arbPolicy, (moves, policy) => {
        const history = play(moves, policy);
        for (const payment of payments(history)) {
          const again = history.copy().refund(payment, 0);
          expect([again.credit_entries, again.funding_entries, again.items_taken]).toEqual([[], [], []]);
          expect(again.has_ended).toBe(false);
        }
      }),
    );
  });

  it("ORD-06 two full refunds end the same in either order", () => {
    fc.assert(
      fc.property(fc.array(arbMove, { maxLength: 15 }), fc.nat({ max: 5 }), fc.nat({ max: 5 }), (moves, a, b) => {
        const history = play(moves);
        const all = payments(history);
        const [first, second] = [all[a % Math.max(1, all.length)], all[b % Math.max(1, all.length)]];
        if (first === undefined || second === undefined || first === second) return;
        const other = history.copy();
        for (const payment of [first, second]) history.refund(payment, 1e9);
        for (const payment of [second, first]) other.refund(payment, 1e9);
        expect(history.running?.payment).toBe(other.running?.payment);
        expect(Math.abs(held(history).length - held(other).length)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("ORD-06 a running plan that a refund lowered keeps half of its price, and a lot without money no items", () => {
    fc.assert(
      fc.property(fc.array(arbMove, { maxLength: 25 }), (moves) => {
        const history = play(moves);
        const state = history.state();
        for (const holder of state.grants) {
          const money = moneyBehind(holder.allocations);
          if (holder.source === state.running && holder.removed > 0)
            expect(money * 2).toBeGreaterThanOrEqual(holder.price);
          if (holder.kind !== "time" && holder.removed > 0 && money === 0)
            expect(inItems(state, holder.lot_id)).toBe(0);
          for (const count of [holder.unspent, holder.taken, holder.lapsed, holder.removed, money])
            expect(count).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("CHG-07 a proration credit never counts money that was refunded", () => {
    const history = new RefundHistory();
    const payment = history.subscribe(MIDDLE);
    history.refund(payment, 4_950);
    const holder = grantOf(history.state(), payment);
    const period = history.running?.period ?? { start: history.at, end: history.at };
    const paid = holder.price;
    const back = prorationCredit({ recurring_credits: credits(50), period, paid, unspent: holder.unspent }, history.at);
    expect([back.credits, back.value]).toEqual([25, 4_950]);
  });
});
