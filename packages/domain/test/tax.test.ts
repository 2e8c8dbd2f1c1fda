import {
  ZERO,
  addOnTotal,
  balanceKeptOf,
  cents,
  lineShares,
  creditUsedOf,
  credits,
  grossRefund,
  loweredPrice,
  netRefunded,
  quotedDiscount,
  netOfTax,
  paidOfInvoice,
  percentOfRate,
  planVariant,
  previewChange,
  quotePlan,
  quoteUpgrade,
  sum,
  taxNote,
  taxOn,
  taxRate,
  taxRateOf,
  withTax,
  withoutTax,
} from "@backlot/domain";
import { arbCurrent, arbInstant, arbLicense, arbPlanOffer, arbPrice } from "@backlot/testing/arbitraries";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Percentages with four decimals at most. */
const arbPercent = fc.integer({ min: 0, max: 300_000 }).map((tenThousandths) => tenThousandths / 10_000);

describe("tax", () => {
  it("ORD-04 is rounded half up to the cent", () => {
    const cases = [
      [4_900, 8.25, 404],
      [1_900, 8.25, 157],
      [1_000, 8.25, 83],
      [999, 0, 0],
      [10, 5, 1],
      [9, 5, 0],
      [0, 20, 0],
    ] as const;
    for (const [amount, percent, tax] of cases) expect(taxOn(cents(amount), taxRate(percent))).toBe(tax);
  });

  it("ORD-04 is taken out of an amount as it was put on it", () => {
    fc.assert(
      fc.property(arbPrice, arbPercent, (amount, percent) => {
        const rate = taxRate(percent);
        expect(percentOfRate(rate)).toBe(percent);
        expect(withoutTax(withTax(amount, rate), rate)).toBe(amount);
        expect(withTax(amount, rate)).toBeGreaterThanOrEqual(amount);
      }),
    );
    expect([taxNote(taxRate(0)), taxNote(taxRate(8.25))]).toEqual([
      null,
      "Prices don't include tax. We add 8.25% at checkout.",
    ]);
    for (const wrong of [-1, 100.5, Number.NaN, 8.123_45]) expect(() => taxRate(wrong)).toThrow(RangeError);
  });

  it("ORD-04 ORD-06 a refund of a part with its tax takes exactly that part from the ledger, to the cent", () => {
    const arbPart = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(arbPrice, arbPercent, arbPart, (price, percent, part) => {
        const captured = withTax(price, taxRate(percent));
        const net = cents(Math.floor(price * part));
        const gross = grossRefund(net, captured, price);
        expect(netRefunded(gross, captured, price)).toBe(net);
        expect(gross).toBeLessThanOrEqual(captured);
        // Nobody is refunded a whole cent more than the part and its tax.
        expect(gross - (price === 0 ? 0 : (net * captured) / price)).toBeLessThan(1);
      }),
    );
  });

  it("ORD-04 what PayPal charges, for a plan and its pack and in every period, is what the quote states", () => {
    fc.assert(
      fc.property(
        arbPlanOffer,
        arbLicense,
        arbPrice,
        arbInstant,
        arbPercent,
        fc.integer({ min: 1, max: 99 }),
        (offer, id, price, at, percent, percent_off) => {
          const rate = taxRate(percent);
          const variant = planVariant(offer, id);
          const pack = { reference: "5", amount: credits(5), price };
          const promo = { code: "A", percent_off, months: 12 };
          const quote = quotePlan({ variant, accountCredit: ZERO, at, tax: rate, pack, promo: promo as never });
          const [plan] = quote.lines;
          expect(quote.total).toBe(withTax(plan?.net ?? ZERO, rate) + addOnTotal(quote));
          const discount = quotedDiscount(quote);
          if (discount === null) return;
          const lowered = loweredPrice(variant.adjusted_price, discount);
          expect(lowered).toBe(plan?.net);
          expect(withoutTax(withTax(lowered, rate), rate)).toBe(lowered);
        },
      ),
    );
  });

  it("ORD-04 of a quote is that of its lines, one by one, and its renewals have theirs", () => {
    fc.assert(
      fc.property(arbPlanOffer, arbLicense, arbPrice, arbInstant, arbPercent, (offer, id, credit, at, percent) => {
        const rate = taxRate(percent);
        const quote = quotePlan({ variant: planVariant(offer, id), accountCredit: credit, at, tax: rate });
        expect(quote.tax).toBe(sum(quote.lines.map((line) => taxOn(line.net, rate))));
        expect(quote.total + quote.account_credit).toBe(sum(quote.lines.map((line) => line.net)) + quote.tax);
        expect(quote.account_credit + quote.account_credit_left).toBe(credit);
        expect(quote.renewal?.price).toBe(withTax(planVariant(offer, id).adjusted_price, rate));
        expect(percentOfRate(taxRateOf(quote))).toBe(percent);
      }),
    );
  });

  it("ORD-04 CHG-07 of an upgrade: what was in hand, returned and charged is the new price and what is kept", () => {
    fc.assert(
      fc.property(
        arbCurrent,
        arbPlanOffer,
        arbLicense,
        arbPrice,
        arbPercent,
        ({ current, at }, offer, id, credit, percent) => {
          const rate = taxRate(percent);
          const variant = planVariant(offer, id);
          const target = { ...variant, variant_id: variant.id, price: variant.adjusted_price };
          const preview = previewChange({ current, target, accountCredit: credit, at });
          fc.pre(preview.kind === "upgrade");
          const quote = quoteUpgrade(variant, preview, rate);
          const returned = withTax(preview.credit_for_unused, rate);
          expect(credit + returned + quote.total).toBe(
            withTax(variant.adjusted_price, rate) + quote.account_credit_left,
          );
          expect(Math.min(quote.total, quote.tax, quote.account_credit)).toBeGreaterThanOrEqual(0);
          if (balanceKeptOf(quote) > 0) expect([quote.total, quote.account_credit]).toEqual([0, 0]);
        },
      ),
    );
  });

  it("ORD-06 is paid by money first, and stands behind nothing that was bought", () => {
    fc.assert(
      fc.property(arbPlanOffer, arbLicense, arbPrice, arbPercent, (offer, id, credit, percent) => {
        const quote = quotePlan({
          variant: planVariant(offer, id),
          accountCredit: credit,
          at: "2026-11-21T00:00:00.000Z" as never,
          tax: taxRate(percent),
        });
        const paid = { amount: quote.total, credit: quote.account_credit };
        const [share] = lineShares(quote, paid);
        expect(share).toEqual(netOfTax(paid, quote.tax, quote.lines[0]?.net ?? ZERO));
        expect((share?.amount ?? 0) + (share?.credit ?? 0)).toBe(quote.lines[0]?.net);
      }),
    );
    const net = (amount: number, credit: number) =>
      netOfTax({ amount: cents(amount), credit: cents(credit) }, cents(404), cents(4_900));
    expect(net(304, 5_000)).toEqual({ amount: 0, credit: 4_900 });
    expect(net(404, 4_900)).toEqual({ amount: 0, credit: 4_900 });
    expect(net(0, 0)).toEqual({ amount: 0, credit: 0 });
    const used = (total: number, amount_paid: number) =>
      creditUsedOf({ total: cents(total), amount_paid: cents(amount_paid) });
    // The charge exceeds the period's price if the customer owed money.
    expect([used(4_900, 4_900), used(4_900, 4_000), used(4_900, 5_400)]).toEqual([0, 900, 0]);
    const paid = (total: number, amount_paid: number) =>
      paidOfInvoice({ total: cents(total), amount_paid: cents(amount_paid) });
    expect(paid(4_900, 4_000)).toEqual({ amount: 4_000, credit: 900 });
    expect(paid(4_900, 5_400)).toEqual({ amount: 4_900, credit: 0 });
  });
});
