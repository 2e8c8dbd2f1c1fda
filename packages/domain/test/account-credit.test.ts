import {
  ACCOUNT,
  type FundingEntry,
  accountCreditBalance,
  allocationsOf,
  cents,
  creditPayouts,
  instantOf,
  payoutEntries,
  payoutErrorMessage,
  payoutTotal,
} from "@backlot/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const AT = instantOf("2026-11-26T10:00:00Z");

/** Payments with their tax, and how much of each is account credit (`kept`, net) or already refunded. */
const histories = fc.array(
  fc
    .record({
      net: fc.integer({ min: 1, max: 100_000 }),
      taxed: fc.integer({ min: 0, max: 30 }),
      kept: fc.integer({ min: 0, max: 100 }),
      refunded: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ net, taxed, kept, refunded }) => {
      const amount = net + Math.floor((net * taxed) / 100);
      return {
        net,
        amount: cents(amount),
        kept: Math.floor((net * kept) / 100),
        refunded: cents(Math.floor((amount * refunded) / 100)),
        disputed: cents(0),
      };
    }),
  { minLength: 1, maxLength: 4 },
);

const entry = (holder: string, payment: string | null, by: number, reason: FundingEntry["reason"]): FundingEntry => ({
  holder,
  payment,
  cents: by,
  reason,
  reference: holder,
  at: AT,
});

describe("account credit that is paid out", () => {
  it("DSC-06 CLI-02 comes from payments alone, oldest first, and never more than they have left", () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 300_000 }), (history, wanted) => {
        const payments = history.map((each, at) => ({ ...each, id: `p${at}` }));
        const ledger = [
          entry(ACCOUNT, null, 500, "paid"),
          ...payments.flatMap(({ id, net, kept }) => [
            entry(id, id, net, "paid"),
            ...(kept === 0 ? [] : [entry(id, id, -kept, "carried"), entry(ACCOUNT, id, kept, "kept")]),
          ]),
        ];
        const payouts = creditPayouts(ledger, payments, cents(wanted));
        expect(payoutTotal(payouts)).toBeLessThanOrEqual(wanted);
        for (const { payment, gross, net } of payouts) {
          const of = payments.find(({ id }) => id === payment);
          expect(gross).toBeLessThanOrEqual((of?.amount ?? 0) - (of?.refunded ?? 0));
          expect(net).toBeLessThanOrEqual(of?.kept ?? 0);
          expect(gross).toBeGreaterThan(0);
        }
        expect(payouts.map(({ payment }) => payment)).toEqual(payouts.map(({ payment }) => payment).toSorted());
        const left = allocationsOf([...ledger, ...payoutEntries(payouts, "payout", AT)], ACCOUNT);
        expect(left.every((part) => part.cents > 0)).toBe(true);
        expect(left.find((part) => part.payment === null)?.cents).toBe(500);
        // Without refunds, everything that the payments explain can be paid out.
        const whole = payments.map((each) => ({ ...each, refunded: cents(0) }));
        const all = creditPayouts(ledger, whole, cents(10_000_000));
        const parts = whole.map(({ id, kept, amount, net }) => ({
          payment: id,
          cents: cents(kept),
          captured: amount,
          net: cents(net),
        }));
        expect(payoutTotal(all)).toBe(accountCreditBalance(parts));
      }),
    );
  });

  it("DSC-06 counts its tax with it, and a gift as it is", () => {
    const taxed = { payment: "p", cents: cents(1_000), captured: cents(11_000), net: cents(10_000) };
    const gift = { payment: null, cents: cents(250), captured: cents(0), net: cents(0) };
    expect(accountCreditBalance([taxed, gift])).toBe(1_350);
    expect([payoutErrorMessage(cents(0)), payoutErrorMessage(cents(4_999))]).toEqual([
      "This account has no account credit to pay out.",
      "Only $49.99 in account credit can be paid out.",
    ]);
  });
});
