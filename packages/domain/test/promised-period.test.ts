import {
  cents,
  credits,
  instant,
  licenseId,
  monthsAfter,
  planTerms,
  startSubscription,
  taxRate,
  upcomingAmount,
  withTax,
} from "@backlot/domain";
import {
  discountOfPeriod,
  discountToBill,
  promisedMoney,
  promisedPeriod,
} from "@backlot/domain/subscriptions/promised-period";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const PRO = { id: 130, interval: "month", recurring_credits: credits(20) } as const;
const START = instant(Date.parse("2026-01-05T00:00:00Z"));

const running = (price: number, percent_off: number | null) =>
  startSubscription({
    id: "plan",
    terms: planTerms(PRO, licenseId(1), cents(price)),
    at: START,
    payment: { reference: "first", paid: cents(price) },
    discount: percent_off === null ? null : { code: "FILM3", percent_off, cycles_left: 2 },
  }).subscription;
const billed = (paid: number, variant_id = 130) => ({ reference: "second", paid: cents(paid), variant_id });
const arbPrice = fc.integer({ min: 100, max: 100_000 });

describe("a period compared with what the customer was told", () => {
  it("CHK-07 what was billed is what counts plus what is given back, and never more counts than was told", () => {
    fc.assert(
      fc.property(
        arbPrice,
        fc.option(fc.integer({ min: 1, max: 99 })),
        arbPrice,
        fc.option(arbPrice),
        (price, off, paid, next) => {
          const plan = running(price, off);
          const smaller = planTerms({ ...PRO, id: 128 }, licenseId(1), cents(next ?? 0));
          const subscription =
            next === null ? plan : { ...plan, at_period_end: { _tag: "changes" as const, to: smaller } };
          const told = upcomingAmount(subscription);
          const { payment, over, price: full } = promisedPeriod(subscription, billed(paid));
          expect(payment.paid + over).toBe(paid);
          expect(over === 0 || payment.variant_id === (next === null ? 130 : 128)).toBe(true);
          expect(payment.paid).toBe(Math.min(told, paid));
          expect(full).toBeGreaterThanOrEqual(payment.paid);
        },
      ),
    );
  });

  it("CHK-07 a plan of another interval is left as it was billed, and so is one that was canceled", () => {
    const plan = running(4_900, null);
    const yearly = { ...planTerms({ ...PRO, id: 132, interval: "year" }, licenseId(1), cents(1_000)) };
    const changes = { ...plan, at_period_end: { _tag: "changes" as const, to: yearly } };
    expect(promisedPeriod(changes, billed(4_900))).toMatchObject({ over: 0, price: 4_900 });
    expect(promisedPeriod({ ...plan, at_period_end: { _tag: "cancels" } }, billed(5_000)).over).toBe(0);
    // A year that was billed for a plan of a month isn't given away for the price of a month.
    const aYear = { start: plan.period.end, end: monthsAfter(plan.period.end, 12) };
    expect(promisedPeriod(plan, { ...billed(18_000), period: aYear }).over).toBe(0);
    const aMonth = { start: plan.period.end, end: monthsAfter(plan.period.end, 1) };
    expect(promisedPeriod(plan, { ...billed(5_000), period: aMonth }).over).toBe(100);
  });

  it("ORD-04 gives back the excess with its tax, as money before account credit, and never more than was paid", () => {
    fc.assert(
      fc.property(
        arbPrice,
        arbPrice,
        fc.integer({ min: 0, max: 200_000 }),
        fc.boolean(),
        (told, paid, held, isTaxed) => {
          const rate = isTaxed ? taxRate(8.25) : taxRate(0);
          const total = withTax(cents(paid), rate);
          const credit = Math.min(held, total);
          const invoice = { total, tax: cents(total - paid), amount_paid: cents(total - credit) };
          const promised = promisedPeriod(running(told, null), billed(paid));
          const { kept, over, refund } = promisedMoney(invoice, promised, rate);
          const back = refund.amount + refund.account_credit;
          expect(back).toBe(paid > told ? total - withTax(cents(told), rate) : 0);
          expect(refund.amount).toBe(Math.min(back, invoice.amount_paid));
          expect(refund.account_credit).toBeLessThanOrEqual(credit);
          expect(kept.amount + kept.credit).toBe(Math.min(told, paid));
          expect(Math.min(over, kept.amount)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it("DSC-03 names the discount of a period that it lowered, and of no other", () => {
    const plan = running(4_900, 20);
    expect(discountOfPeriod(plan, billed(3_920))).toEqual({ price: 4_900, label: "FILM3" });
    for (const paid of [4_900, 3_919]) expect(discountOfPeriod(plan, billed(paid))).toBeNull();
    expect(discountOfPeriod(running(4_900, null), billed(3_920))).toBeNull();
    expect(discountToBill(plan, START)).toMatchObject({ cycles_left: 2 });
    expect(discountToBill(plan, plan.period.end)).toMatchObject({ cycles_left: 1 });
  });
});
