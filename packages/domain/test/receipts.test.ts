import { type Quote, cents, instant, licenseId, receiptOfQuote, receiptOfRenewal } from "@backlot/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const STATED = {
  seller: { name: "Backlot", address: [], tax_id: null },
  license_id: licenseId(1),
  paid_at: instant(0),
  period: null,
};

const arbCents = fc.nat({ max: 100_000 }).map(cents);

describe("a receipt", () => {
  it("ORD-06 adds up, whatever the provider charged for a quote", () => {
    fc.assert(
      fc.property(arbCents, arbCents, arbCents, arbCents, arbCents, (price, tax, credit, debt, charged) => {
        const account_credit = cents(Math.min(credit, price + tax));
        const quote = {
          lines: [{ label: "Pro", gross: price }],
          discounts: [],
          subtotal: price,
          account_credit,
          ...(debt === 0 ? {} : { balance_due: debt }),
          tax,
          total: cents(price + tax + debt - account_credit),
        } as unknown as Quote;
        const receipt = receiptOfQuote(quote, { ...STATED, paid_with: "card", total: charged });
        const { subtotal, balance_due = 0, account_credit: used, total } = receipt;
        expect(subtotal + tax + balance_due - used).toBe(total);
        const asQuoted = receiptOfQuote(quote, { ...STATED, paid_with: "card", total: quote.total });
        expect(asQuoted).toMatchObject({ account_credit, tax, total: quote.total });
      }),
    );
  });

  it("DSC-03 ORD-06 adds up for a renewal, with a discount, account credit, or a debt", () => {
    fc.assert(
      fc.property(arbCents, arbCents, arbCents, fc.option(arbCents), (price, tax, amount_paid, off) => {
        const invoice = { total: cents(price + tax), tax, amount_paid };
        const discounted = off === null ? null : { price: cents(price + off), label: "FILM20" };
        const receipt = receiptOfRenewal(invoice, { ...STATED, method: "card", label: "Pro", discounted });
        const { subtotal, discounts, balance_due = 0, account_credit, total } = receipt;
        expect(discounts.map(({ amount }) => amount)).toEqual(off === null ? [] : [off]);
        expect(subtotal - (off ?? 0) + receipt.tax + balance_due - account_credit).toBe(total);
      }),
    );
  });
});
