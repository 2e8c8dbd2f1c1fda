import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ACCOUNT,
  accountCreditWithTax,
  taxRate,
  type CreditEntry,
  type CreditLot,
  type Clawback,
  type FundingEntry,
  type HeldItem,
  type FundedGrant,
  type FundingAllocation,
  type RefundPolicy,
  REFUND_POLICY,
  type FundingState,
  type Subscription,
  applyRefund,
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
  inItems,
  instant,
  instantOf,
  licenseId,
  lineShares,
  missingCredits,
  prorationCredit,
  revokeReturned,
  startSubscription,
  subscriptionAfterRefund,
  credits,
  shortOf,
  shortageEntries,
  sourcesFundedBy,
  unusedTimeRefunds,
  unrecovered,
} from "@backlot/domain";
import { type RefundPlan, grantAt } from "@backlot/domain/funding/refund-plan";
import { type HistoryPlan, RefundHistory } from "@backlot/testing/refund-history";
import { EPSILON, expectWorthCovered, worthOf } from "@backlot/testing/refund-laws";

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
    expect(grossRefund(cents(425), cents(2_090), cents(1_900))).toBe(468);
    expect(grossRefund(cents(425), cents(0), cents(0))).toBe(0);
  });

  it("ORD-06 DSC-06 account credit moves with the tax of the payments behind it, and a gift without", () => {
    const entry = (payment: string | null, amount: number, reason: "paid" | "ended" | "refund", holder = ACCOUNT) =>
      ({ holder, payment, cents: amount, reason, reference: `${reason}:${payment}`, at: instant(0) }) as const;
    const payments = [
      { id: "p", amount: cents(2_057) },
      { id: "q", amount: cents(2_057) },
    ];
    const ledger = [entry("p", 1_900, "paid", "p"), entry("q", 1_900, "paid", "q")];
    const change = (entries: readonly FundingEntry[], before: readonly FundingAllocation[], percent = 8.25) =>
      accountCreditWithTax(entries, { before, payments, ledger, rate: taxRate(percent) });
    expect(change([entry("p", 884, "ended")], [])).toBe(957);
    expect(change([entry("p", -884, "refund")], [{ payment: "p", cents: cents(884) }])).toBe(-957);
    expect(change([entry("p", 884, "ended"), entry("p", -84, "refund")], [])).toBe(866);
    expect(change([entry(null, 100, "ended")], [])).toBe(100);
    // No more than the tax of the plan whose time is left, even if money had paid more than its share of the tax.
    expect(change([entry("p", 884, "ended")], [], 5)).toBe(928);
    expect(change([], [{ payment: "p", cents: cents(884) }])).toBe(0);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 4 }), (parts) => {
        // What was added is taken back to the cent, in any number of steps.
        const total = parts.reduce((sum, part) => sum + part, 0);
        const added = change([entry("p", total, "ended")], []);
        let left = total;
        const taken = parts.map((part) => {
          const before = [{ payment: "p", cents: cents(left) }];
          left -= part;
          return change([entry("p", -part, "refund")], before);
        });
        expect(taken.reduce((sum, by) => sum + by, added)).toBe(0);
      }),
    );
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

const AT = instantOf("2026-01-15T00:00:00Z");
/** Four weeks, of which two are over. */
const PERIOD = { start: instantOf("2026-01-01T00:00:00Z"), end: instantOf("2026-01-29T00:00:00Z") };

/** Parts in the order of their payments. */
const partsBy = (money: Readonly<Record<string, number>>): readonly FundingAllocation[] =>
  Object.entries(money).map(([payment, by]) => ({ payment, cents: cents(by) }));

type Counts = Partial<Record<"price" | "granted" | "unspent" | "taken" | "lapsed" | "removed", number>>;
type Facts = Partial<Pick<FundedGrant, "kind" | "period" | "subscription_id" | "clawbacks">>;

/** A pack of ten credits for ten dollars, all spent, with the money of some payments behind it. */
const lotOf = (source: string, money: Readonly<Record<string, number>>, counts: Counts & Facts = {}): FundedGrant => {
  const { price = 1_000, granted = 10, unspent = 0, taken = 0, lapsed = 0, removed = 0, ...facts } = counts;
  return {
    source,
    kind: "pack",
    lot_id: `lot:${source}`,
    subscription_id: null,
    period: null,
    price: cents(price),
    granted: credits(granted),
    unspent: credits(unspent),
    taken: credits(taken),
    lapsed: credits(lapsed),
    removed: cents(removed),
    allocations: partsBy(money),
    clawbacks: [],
    ...facts,
  };
};

/** An Essentials period for $19. */
const timeOf = (source: string, money: Readonly<Record<string, number>>, about: Counts & Facts = {}): FundedGrant => ({
  ...lotOf(source, money, { price: 1_900, granted: 0, kind: "time", period: PERIOD, subscription_id: "sub", ...about }),
  lot_id: null,
});

/** An item, and the credits that each lot gave for it. */
const itemOf = (reference: string, draws: Readonly<Record<string, number>>): HeldItem => ({
  reference,
  draws: Object.entries(draws).map(([source, drawn]) => ({ lot_id: `lot:${source}`, credits: credits(drawn) })),
});

const standingWith = (facts: Partial<FundingState>): FundingState => ({
  grants: [],
  account: [],
  items: [],
  running: null,
  refunded: new Map(),
  ...facts,
});

const refunded = (state: FundingState, payment: string, upTo: number, policy?: RefundPolicy) =>
  applyRefund(state, { payment, upTo: cents(upTo), at: AT }, policy);

/** Where a refund took its money, in the order of its entries. */
const places = ({ funding_entries }: { readonly funding_entries: readonly FundingEntry[] }) =>
  funding_entries.map((entry) => [entry.holder, entry.cents]);

describe("refunds, cent by cent", () => {
  it("ORD-06 posts what it takes of a lot once, and returns the credits of items before it revokes them", () => {
    const history = new RefundHistory();
    const pack = history.buyPack(5_900, 20);
    const [older, newer] = [history.buyItem(10), history.buyItem(5)];
    const effects = history.refund(pack, 5_900);
    const reference = `refund:${pack}:5900`;
    const { at } = history;
    const about = { lot_id: `lot:${pack}`, at };
    expect(effects.funding_entries).toEqual([
      { holder: pack, payment: pack, cents: -5_900, reason: "refund", reference, at },
    ]);
    expect(effects.credit_entries).toEqual([
      { ...about, amount: 5, reason: "refund", reference: newer },
      { ...about, amount: 10, reason: "refund", reference: older },
      { ...about, amount: -20, reason: "revoke", reference },
    ]);
    expect(effects.items_taken).toEqual([newer, older]);
    expect(effects.has_ended).toBe(false);
    expect(effects.state).toEqual(history.state());
  });

  it("ORD-06 takes the add-on and then the account credit under the same total", () => {
    const history = new RefundHistory();
    const first = history.subscribeWithPack({ price: 30_600, credits: 0 }, { price: 5_900, credits: 20 });
    history.upgrade(ESSENTIALS);
    const { funding_entries } = history.refund(first, 6_000);
    const entry = { payment: first, reason: "refund", reference: `refund:${first}:6000`, at: history.at };
    expect(funding_entries).toEqual([
      { ...entry, holder: `${first}:pack`, cents: -5_900 },
      { ...entry, holder: ACCOUNT, cents: -100 },
    ]);
  });

  it("ORD-06 leaves a plan at half of its price, in one step", () => {
    const history = new RefundHistory();
    const payment = history.subscribe(ESSENTIALS);
    history.wait(14);
    const effects = history.refund(payment, 950);
    expect(effects.has_ended).toBe(false);
    expect(effects.state).toEqual(history.state());
    expect(grantOf(effects.state, payment).clawbacks).toEqual([{ at: history.at, cents: 950, runs: true }]);
  });

  it("ORD-06 an ended period returns its unused time to each payment behind it", () => {
    const second = timeOf("second", { first: 950, second: 3_050 }, { price: 4_000 });
    const state = standingWith({ grants: [second], running: "second" });
    const { state: after, ...effects } = refunded(state, "second", 2_501);
    const entry = { reference: "refund:second:2501", at: AT };
    // Of $40, $19.99 are left: half of that is unused, and $4.75 of it came from the first payment.
    expect(effects).toEqual({
      credit_entries: [],
      funding_entries: [
        { ...entry, holder: "second", payment: "second", cents: -2_001, reason: "refund" },
        { ...entry, holder: "second", payment: "first", cents: -475, reason: "ended" },
        { ...entry, holder: ACCOUNT, payment: "first", cents: 475, reason: "ended" },
        { ...entry, holder: "second", payment: "second", cents: -524, reason: "ended" },
        { ...entry, holder: ACCOUNT, payment: "second", cents: 524, reason: "ended" },
        {
          ...entry,
          holder: ACCOUNT,
          payment: "second",
          cents: -500,
          reason: "refund",
          reference: `${entry.reference}:over`,
        },
      ],
      items_taken: [],
      has_ended: true,
    });
    expect(after.account).toEqual(partsBy({ first: 475, second: 24 }));
    expect(after.grants.map(({ allocations }) => allocations)).toEqual([partsBy({ first: 475, second: 525 })]);
    expect([after.running, after.refunded]).toEqual([null, new Map([["second", 2_501]])]);
  });

  it("ORD-06 earlier account credit is posted apart from what a plan's end adds and the refund takes", () => {
    const state = standingWith({
      grants: [timeOf("second", { first: 1_900 })],
      account: partsBy({ first: 300 }),
      running: "second",
    });
    const { funding_entries } = refunded(state, "first", 1_351);
    const [reference, over] = ["refund:first:1351", "refund:first:1351:over"];
    expect(funding_entries.map((entry) => [entry.holder, entry.cents, entry.reason, entry.reference])).toEqual([
      [ACCOUNT, -300, "refund", reference],
      ["second", -951, "refund", reference],
      ["second", -474, "ended", reference],
      [ACCOUNT, 474, "ended", reference],
      [ACCOUNT, -100, "refund", over],
    ]);
  });

  it.each([
    ["its dates are unknown", null],
    ["it has no length", { start: AT, end: AT }],
  ])("ORD-06 a period ends without unused time if %s", (_, period) => {
    const state = standingWith({ grants: [timeOf("p", { p: 1_900 }, { period })], running: "p" });
    const effects = refunded(state, "p", 951);
    expect([effects.has_ended, effects.state.account, places(effects)]).toEqual([true, [], [["p", -951]]]);
  });

  it("ORD-06 money behind a period that is over had paid for used time", () => {
    const effects = refunded(standingWith({ grants: [timeOf("p", { p: 1_900 })] }), "p", 100);
    expect(effects.funding_entries).toEqual([
      { holder: "p", payment: "p", cents: -100, reason: "refund", reference: "refund:p:100:over", at: AT },
    ]);
    expect(effects.state.grants.map(unrecovered)).toEqual([100]);
  });

  it("ORD-06 takes time that still runs before time that is used up, and account credit before both", () => {
    const state = standingWith({
      grants: [timeOf("first", { first: 950 }), timeOf("second", { first: 950, second: 950 })],
      account: partsBy({ first: 300 }),
      running: "second",
    });
    expect(places(refunded(state, "first", 500))).toEqual([
      [ACCOUNT, -300],
      ["second", -200],
    ]);
    expect(places(refunded(state, "first", 2_000)).slice(0, 2)).toEqual([
      [ACCOUNT, -300],
      ["second", -950],
    ]);
  });

  it("ORD-06 takes time that runs before the account credit that the same payment left", () => {
    const state = standingWith({
      grants: [timeOf("p", { p: 1_900 })],
      account: partsBy({ p: 300 }),
      running: "p",
    });
    expect(places(refunded(state, "p", 400))).toEqual([["p", -400]]);
  });

  it("ORD-06 takes no more than the payment still funds, and says how much that was", () => {
    const state = standingWith({ grants: [lotOf("p", { p: 300, q: 700 }, { unspent: 10 })] });
    const effects = refunded(state, "p", 500);
    expect(places(effects)).toEqual([["p", -300]]);
    expect(effects.state.refunded).toEqual(new Map([["p", 300]]));
    expect(places(refunded(state, "unknown", 500))).toEqual([]);
  });

  it("ORD-06 what an earlier refund took of a lot counts before later lots lose unspent credits", () => {
    const own = lotOf("p", { p: 700 }, { unspent: 2, taken: 3, removed: 300 });
    const state = standingWith({
      grants: [own, lotOf("later", { p: 500 }, { price: 500, granted: 5, unspent: 5 })],
      items: [itemOf("item", { p: 5 })],
      refunded: new Map([["p", cents(300)]]),
    });
    expect(places(refunded(state, "p", 800))).toEqual([
      ["p", -200],
      ["later", -300],
    ]);
  });

  it("ORD-06 lapsed credits go before the unspent ones of later lots", () => {
    const state = standingWith({
      grants: [lotOf("p", { p: 1_000 }, { lapsed: 10 }), lotOf("later", { p: 1_000 }, { unspent: 10 })],
    });
    const effects = refunded(state, "p", 300);
    const entry = { lot_id: "lot:p", reference: "refund:p:300", at: AT };
    expect(places(effects)).toEqual([["p", -300]]);
    expect(effects.credit_entries).toEqual([
      { ...entry, amount: 3, reason: "expire" },
      { ...entry, amount: -3, reason: "revoke" },
    ]);
  });

  it("ORD-06 a lot gives up its unspent credits, then only as many lapsed ones as are still missing", () => {
    const state = standingWith({ grants: [lotOf("p", { p: 1_000 }, { unspent: 5, lapsed: 5 })] });
    const effects = refunded(state, "p", 600);
    expect(effects.state.grants[0]).toMatchObject({ unspent: 0, lapsed: 4, taken: 6 });
    expect(effects.credit_entries.map(({ amount, reason }) => [amount, reason])).toEqual([
      [1, "expire"],
      [-6, "revoke"],
    ]);
  });

  it("ORD-06 an item goes with the cent that makes its last credit missing, and its credits with it", () => {
    const state = standingWith({ grants: [lotOf("p", { p: 1_000 })], items: [itemOf("item", { p: 10 })] });
    const [before, after] = [refunded(state, "p", 900), refunded(state, "p", 901)];
    expect([before.items_taken, before.state.grants.map(unrecovered)]).toEqual([[], [900]]);
    expect([after.items_taken, after.state.grants.map(unrecovered)]).toEqual([["item"], [0]]);
    expect(after.state.grants[0]).toMatchObject({ unspent: 0, taken: 10 });
  });

  it("ORD-06 a newer item that the lot gave nothing for stays", () => {
    const state = standingWith({
      grants: [lotOf("p", { p: 1_000 }), lotOf("q", { q: 1_000 })],
      items: [itemOf("older", { p: 10 }), itemOf("newer", { q: 10 })],
    });
    const effects = refunded(state, "p", 1_000);
    expect(effects.items_taken).toEqual(["older"]);
    expect(effects.state.items).toEqual([itemOf("newer", { q: 10 })]);
  });

  it("ORD-06 credits that a taken item returns to another lot go before the next item", () => {
    const state = standingWith({
      grants: [
        lotOf("p", { p: 800 }, { taken: 2, removed: 200 }),
        lotOf("later", { p: 500, q: 500 }),
        lotOf("other", { r: 1_000 }, { unspent: 9 }),
      ],
      items: [
        itemOf("oldest", { later: 5 }),
        itemOf("older", { p: 3 }),
        itemOf("newer", { p: 5, later: 5 }),
        itemOf("newest", { other: 1 }),
      ],
      refunded: new Map([["p", cents(200)]]),
    });
    const effects = refunded(state, "p", 800);
    expect(effects.items_taken).toEqual(["newer"]);
    expect(places(effects)).toEqual([
      ["p", -500],
      ["later", -100],
    ]);
    expect(effects.state.grants[1]).toMatchObject({ unspent: 4, taken: 1 });
  });

  it("ORD-06 an item returns its credits in the order in which it took them", () => {
    const state = standingWith({
      grants: [lotOf("p", { p: 1_000 }), lotOf("q", { q: 1_000 })],
      items: [itemOf("item", { q: 5, p: 5 })],
    });
    const { credit_entries } = refunded(state, "p", 500);
    expect(credit_entries).toEqual([
      { lot_id: "lot:q", amount: 5, reason: "refund", reference: "item", at: AT },
      { lot_id: "lot:p", amount: 5, reason: "refund", reference: "item", at: AT },
      { lot_id: "lot:p", amount: -5, reason: "revoke", reference: "refund:p:500", at: AT },
    ]);
  });

  const plan = { kind: "plan", subscription_id: "sub" } as const;

  it.each([
    ["free credits of the plan lapse", lotOf("x", {}, { ...plan, price: 0, unspent: 10 }), 10],
    ["free credits that lapsed in part lapse in full", lotOf("x", {}, { ...plan, price: 0, unspent: 7, lapsed: 3 }), 7],
    ["credits of the plan with a cent behind them stay", lotOf("x", { q: 1 }, { ...plan, unspent: 10 }), 0],
    ["free credits of another plan stay", lotOf("x", {}, { ...plan, subscription_id: "old", unspent: 10 }), 0],
    ["a free pack stays", lotOf("x", {}, { ...plan, kind: "pack", unspent: 10 }), 0],
    ["what support granted stays", lotOf("x", {}, { ...plan, kind: "grant", unspent: 10 }), 0],
    ["spent credits stay spent", lotOf("x", {}, { ...plan, price: 0 }), 0],
  ])("ORD-06 when a refund ends a plan, %s", (_, lot, lapses) => {
    const state = standingWith({
      grants: [lotOf("pack", { q: 1_000 }), lot, lotOf("p", { p: 1_000 }, { ...plan, unspent: 10 })],
      running: "p",
    });
    const effects = refunded(state, "p", 501);
    const about = (entry: CreditEntry) => entry.lot_id === "lot:x";
    expect(effects.has_ended).toBe(true);
    expect(effects.credit_entries.filter(about)).toEqual(
      lapses === 0 ? [] : [{ lot_id: "lot:x", amount: -lapses, reason: "expire", reference: "sub", at: AT }],
    );
    expect(effects.state.grants[1]).toEqual({
      ...lot,
      unspent: lot.unspent - lapses,
      lapsed: lot.lapsed + lapses,
    });
  });

  it("ORD-06 unspent credits of the plan that its own money still pays outlast it", () => {
    const state = standingWith({ grants: [lotOf("p", { p: 1_000 }, { ...plan, unspent: 10 })], running: "p" });
    const effects = refunded(state, "p", 501);
    expect([effects.has_ended, effects.state.running]).toEqual([true, null]);
    expect(effects.state.grants[0]).toMatchObject({ unspent: 4, taken: 6, lapsed: 0 });
  });

  it("CHG-07 credits that come back to a lot whose money went are revoked, items and gifts stay", () => {
    const short = lotOf("p", { p: 500 }, { unspent: 3, removed: 500 });
    const gift = lotOf("gift", {}, { kind: "grant", price: 0, unspent: 10 });
    const state = standingWith({
      grants: [short, gift],
      account: partsBy({ q: 5 }),
      items: [itemOf("item", { p: 2 })],
      running: "q",
      refunded: new Map([["p", cents(500)]]),
    });
    expect(revokeReturned(state, "release:order-1", AT)).toEqual({
      credit_entries: [{ lot_id: "lot:p", amount: -3, reason: "revoke", reference: "release:order-1", at: AT }],
      state: { ...state, grants: [{ ...short, unspent: 0, taken: 3 }, gift] },
    });
  });

  it("ORD-06 an unknown source is an error, not an empty lot", () => {
    const work: RefundPlan = {
      ...standingWith({}),
      grants: [lotOf("p", { p: 1_000 })],
      items: [],
      moves: new Map(),
      funding: [],
      taken: [],
      payment: "p",
      reference: "refund:p:100",
      at: AT,
      policy: REFUND_POLICY,
    };
    expect(grantAt(work, "p").source).toBe("p");
    expect(() => grantAt(work, "q")).toThrow(new RangeError("grant q doesn't exist"));
  });
});

describe("what refunds could not revoke", () => {
  it.each([
    ["nothing was refunded", { removed: 0 }, 0],
    ["one cent of ten dollars", { removed: 1 }, 1],
    ["the cents of one credit", { removed: 100 }, 1],
    ["a cent more than that", { removed: 101 }, 2],
    ["half, of which three were revoked", { removed: 500, taken: 3 }, 2],
    ["more was revoked than was refunded", { removed: 100, taken: 3 }, 0],
    ["a gift has no price", { price: 0, removed: 0 }, 0],
  ])("ORD-06 the credits that a lot misses if %s", (_, counts, missing) => {
    expect(missingCredits(lotOf("p", {}, counts))).toBe(missing);
  });

  it.each([
    ["half, of which three credits were revoked", { removed: 500, taken: 3 }, 200],
    ["no more than was revoked", { removed: 300, taken: 3 }, 0],
    ["less than was revoked", { removed: 250, taken: 3 }, 0],
    ["a lot that cost nothing", { price: 0, removed: 100 }, 0],
    ["a lot without credits", { granted: 0, removed: 100 }, 0],
  ])("ORD-06 the cents for which a lot gave nothing: %s", (_, counts, lost) => {
    expect(unrecovered(lotOf("p", {}, counts))).toBe(lost);
  });

  const day = (n: number) => instantOf(`2026-01-${String(n).padStart(2, "0")}T00:00:00Z`);
  const fall = (n: number, by: number, runs = true): Clawback => ({ at: day(n), cents: cents(by), runs });

  it.each<readonly [string, readonly Clawback[], number]>([
    ["a quarter of the money after a quarter of the time", [fall(8, 400)], 100],
    ["half of it after half of the time", [fall(15, 400)], 200],
    ["each refund at its own moment", [fall(8, 400), fall(15, 400)], 300],
    ["a used fraction of a cent, as a whole one", [fall(8, 1)], 1],
    ["refunds of one moment, added up before rounding", [fall(8, 1), fall(8, 1), fall(8, 1), fall(8, 1)], 1],
    ["all of what a period lost after its end", [fall(8, 400, false)], 400],
    ["at one moment, before and after the end", [fall(15, 400), fall(15, 400, false)], 600],
    ["nothing of what it lost before it began", [fall(1, 400)], 0],
  ])("ORD-06 used time of an Essentials period counts: %s", (_, clawbacks, lost) => {
    expect(unrecovered(timeOf("p", {}, { clawbacks }))).toBe(lost);
  });

  it.each([
    ["whose dates are unknown", null],
    ["without a length", { start: AT, end: AT }],
  ])("ORD-06 all that a refund took from a period %s is unrecovered", (_, period) => {
    expect(unrecovered(timeOf("p", {}, { period, clawbacks: [fall(15, 400)] }))).toBe(400);
  });

  const remaining = (holder: FundedGrant, value: number, placed = 0, now = 0) =>
    remainingProrationCredit(holder, {
      value: cents(value),
      since: AT,
      held: { placed: credits(placed), now: credits(now) },
    });

  it("CHG-07 a proration credit is worth no more than the credits that the order held", () => {
    const holder = lotOf("p", { p: 1_000 }, { unspent: 10 });
    expect(remaining(holder, 1_000, 7, 7)).toBe(700);
    // Three of the seven were released, and they are still unspent.
    expect(remaining(holder, 1_000, 7, 4)).toBe(700);
    expect(remaining({ ...holder, unspent: credits(1) }, 1_000, 7, 4)).toBe(500);
    expect(remaining({ ...holder, granted: credits(0) }, 1_000, 7, 7)).toBe(0);
  });

  it("CHG-07 a period whose money all went before the order has no proration credit", () => {
    expect(remaining(timeOf("p", {}, { clawbacks: [fall(8, 1_900)] }), 900)).toBe(0);
    expect(remaining(timeOf("p", {}, { clawbacks: [fall(15, 1_900)] }), 900)).toBe(0);
  });
});

describe("a subscription after a refund", () => {
  const started = (recurring: number, price: number): Subscription =>
    startSubscription({
      id: "sub",
      terms: {
        variant_id: 130,
        license_id: licenseId(1),
        interval: "month",
        recurring_credits: credits(recurring),
        price: cents(price),
      },
      at: PERIOD.start,
      payment: { reference: "p", paid: cents(price) },
    }).subscription;

  const held = (kind: CreditLot["kind"], source: string): CreditLot => ({
    id: `lot:${source}`,
    kind,
    granted: credits(10),
    remaining: credits(10),
    granted_at: PERIOD.start,
    source,
    subscription_id: "sub",
  });

  const after = (subscription: Subscription, state: Partial<FundingState>, has_ended = false) =>
    subscriptionAfterRefund(
      subscription,
      [held("plan", "p"), held("legacy", "old"), held("pack", "q")],
      { state: standingWith(state), has_ended },
      AT,
    );

  it("ORD-06 ended by the refund, it keeps the credits that were paid", () => {
    const subscription = started(10, 1_000);
    expect(after(subscription, { grants: [lotOf("p", { p: 499 }, { kind: "plan", removed: 501 })] }, true)).toEqual({
      subscription: { ...subscription, status: { _tag: "ended", at: AT, reason: "refunded" } },
      grants: [],
      entries: [],
    });
  });

  it("ORD-06 a legacy plan that the refund ends takes its legacy credits with it, and nothing else", () => {
    const { subscription, entries } = after({ ...started(10, 1_000), legacy: true }, {}, true);
    expect(subscription.status).toEqual({ _tag: "ended", at: AT, reason: "refunded" });
    expect(entries).toEqual([{ lot_id: "lot:old", amount: -10, reason: "expire", reference: "sub", at: AT }]);
  });

  it("CHG-07 an Essentials period that lost money and runs on is worth the money that is left", () => {
    const subscription = started(0, 1_900);
    const older = timeOf("older", { older: 7 }, { removed: 5 });
    const running = timeOf("p", { older: 500, p: 450 }, { removed: 950 });
    expect(after(subscription, { grants: [older, running] })).toEqual({
      subscription: { ...subscription, paid: 950 },
      grants: [],
      entries: [],
    });
  });

  it.each([
    ["its Essentials period lost nothing", [timeOf("older", {}, { removed: 5 }), timeOf("p", { p: 1_000 })]],
    ["it gives credits, whose lot counts at its price", [lotOf("p", { p: 600 }, { kind: "plan", removed: 400 })]],
    ["its period is from before the ledger", [timeOf("older", { older: 7 }, { removed: 5 })]],
    ["nothing is known of it", []],
  ])("CHG-07 what it cost stays the same if %s", (_, grants) => {
    const subscription = started(0, 1_900);
    expect(after(subscription, { grants })).toEqual({ subscription, grants: [], entries: [] });
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
          if (holder.kind !== "time" && holder.removed > 0 && money === 0) expect(inItems(state, holder)).toBe(0);
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
