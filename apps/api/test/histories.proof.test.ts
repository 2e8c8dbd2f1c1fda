import { refundDue, resumeOrders, runDueJobs } from "@backlot/application";
import {
  accountCreditChange,
  cents,
  centsOf,
  costOfItems,
  itemSource,
  paymentOfItem,
  reversedAmount,
  unrecovered,
} from "@backlot/domain";
import type { Payment } from "@backlot/ports";
import { checkupsOf } from "@backlot/testing/checkup";
import { testDatabases } from "@backlot/testing/databases";
import { expectWorthCovered } from "@backlot/testing/refund-laws";
import { chargesAt, payPalPaymentsAt } from "@backlot/testing/sandbox";
import { type Move, arbMove, randomShoppersIn } from "@backlot/testing/random-shopper";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";
import { fundingStateIn } from "@backlot/testing/funding-state";
import { advance, proofsOn, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { runIn } from "@backlot/testing/ports";

const run = Effect.runPromise;
/** Histories that once ended with books that did not match. */
const EXAMPLES: readonly (readonly Move[])[] = [
  // Two refunds, delivered one by one: the first ends the plan, and the second leaves too little for its unused time.
  [
    { do: "plan", plan: 129, license: 2, by: "paypal" },
    { do: "refund", which: 0, share: 0.5 },
    { do: "deliver", how: "in order" },
    { do: "refund", which: 0, share: 0.5 },
    { do: "refund", which: 0, share: 0.49 },
    { do: "deliver", how: "in order" },
  ],
];

describe.each(
  testDatabases.flatMap((databases) =>
    ["as-specified", "raise-is-upgrade"].map((rule) => ({ databases, rule, kind: databases.kind })),
  ),
)("random histories on $kind, $rule", ({ databases, rule }) => {
  const suite = useTestStore(databases, () => ({ LICENSE_RULE: rule }));
  const ports = () => suite.store.ports;
  const { deliverNew, shopper, unmade } = randomShoppersIn(suite);
  const read = () => ports().transactions.read;
  const url = () => suite.sandbox.url;
  /** Delivers every event and runs everything that is due. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await deliverNew("in order");
      await runIn(ports(), resumeOrders("all"));
      await runIn(ports(), runDueJobs);
      await runIn(ports(), refundDue);
    }
  };

  /** Expects the rest of a cart's payment to equal the cost of the items still owned, minus the listed amount. */
  const expectItemsCovered = async (payment: Payment, owned: readonly string[], listed: number): Promise<void> => {
    const order = await run(read().orders.get(payment.order_id ?? ""));
    const costs = order === null ? [] : costOfItems(order.quote, payment.amount);
    const held = costs.flatMap((cost, place) => (owned.includes(itemSource(payment.id, place)) ? [cost] : []));
    const stayed = payment.amount - reversedAmount(payment);
    expect(held.reduce((sum, cost) => sum + cost, 0) - listed, `payment ${payment.id} of a cart`).toBe(stayed);
    // If the listed amount covered the last owned item, the refund would have taken that item.
    const last = held.findLast((cost) => cost > 0);
    if (last !== undefined) expect(listed).toBeLessThan(last);
  };

  /**
   * Checks the books of an account or a guest against the providers: payments, credits, items, account credit, lists.
   */
  const expectBooksAgree = async (id: string, customer: string): Promise<void> => {
    const payments = await run(read().payments.ofAccount(id));
    const state = await fundingStateIn(suite.store, id);
    const funding = await run(read().funding.entries(id));
    const owned = (await run(read().collections.entitlementsOf(id))).map(({ source }) => source);
    const listed = (await run(read().unrecovered.list(10_000))).filter((row) => row.user_id === id);
    expectWorthCovered(state);

    // Each payment has one receipt, which states its amount.
    const receipts = await run(read().receipts.ofAccount(id, { starting_after: null, limit: 10_000 }));
    expect(receipts.map(({ receipt }) => [receipt.payment_id, receipt.total]).sort()).toEqual(
      payments.map((payment) => [payment.id, payment.amount]).sort(),
    );

    // The rest of each payment funds something, or the payment delivered nothing and was refunded.
    const carts = payments.filter(({ reason }) => reason === "items");
    for (const payment of payments) {
      if (payment.reason === "items") {
        const row = listed.find(({ holder }) => holder === payment.id);
        await expectItemsCovered(payment, owned, row?.amount ?? 0);
        continue;
      }
      const all = [state.account, ...state.grants.map((holder) => holder.allocations)];
      const behind = all.reduce((sum, allocations) => sum + centsOf(allocations, payment.id), 0);
      const stayed = payment.amount - reversedAmount(payment);
      const opened = funding.some((entry) => entry.payment === payment.id && entry.reason === "paid");
      expect(behind, `payment ${payment.id}`).toBe(opened ? stayed : 0);
      if (!opened) expect(stayed, `payment ${payment.id} handed nothing over`).toBe(0);
    }

    // Unrecovered money is listed. Owned items were paid for with money, or with credits that are still spent.
    const ofCarts = new Set(carts.map((payment) => payment.id));
    const due = state.grants.filter((holder) => unrecovered(holder) > 0);
    expect(
      listed
        .filter((row) => !ofCarts.has(row.holder))
        .map((row) => [row.holder, row.amount])
        .sort(),
    ).toEqual(due.map((holder) => [holder.source, unrecovered(holder)]).sort());
    expect(owned.filter((source) => !ofCarts.has(paymentOfItem(source))).sort()).toEqual(
      state.items.map((item) => item.reference).sort(),
    );

    // The providers agree: charges, account credit, and what they will bill.
    const orders = new Map(
      await Promise.all(
        carts.map(async ({ order_id }) => [order_id, await run(read().orders.get(order_id ?? ""))] as const),
      ),
    );
    const byGuest = (payment: Payment): boolean => (orders.get(payment.order_id)?.guest_email ?? null) !== null;
    const account = await run(read().accounts.get(id));
    const total = (amounts: readonly { readonly amount: number }[]) =>
      amounts.reduce((sum, each) => sum + each.amount, 0);
    const byCard = payments.filter((payment) => payment.provider === "stripe");
    if (account?.stripe_customer_token === customer) {
      const charged = (await chargesAt(url(), customer)).filter((charge) => charge.status === "succeeded");
      expect(total(byCard.filter((payment) => !byGuest(payment)))).toBe(total(charged));
      expect(0 - (await run(ports().cards.customer(customer))).balance).toBe(accountCreditChange(funding));
    }
    // A guest is not a customer at the card provider, so read the payments one by one.
    for (const payment of byCard.filter((each) => byGuest(each) && each.provider_reference !== null)) {
      const headers = { authorization: "Bearer sk_test_dashboard" };
      const intent = await (
        await fetch(`${url()}/v1/payment_intents/${payment.provider_reference}`, { headers })
      ).json();
      expect(intent).toMatchObject({ amount_received: payment.amount });
    }
    const known = new Map((await payPalPaymentsAt(url())).map((each) => [each.id, each]));
    for (const payment of payments.filter((each) => each.provider === "paypal"))
      expect(known.get(payment.provider_reference ?? "")).toMatchObject({
        amount: payment.amount,
        refunded: payment.refunded,
      });
  };

  /** Deletes the account. Expects its credits and account credit to be lost only if both are named. */
  const expectNothingLostUnasked = async ({ client }: Awaited<ReturnType<typeof shopper>>): Promise<void> => {
    const { current_credit_balance: credits, account_credit } = (await client.get("/api/users/me")).body.data;
    const remove = async (forfeit: object) =>
      (await client.post("/api/users/deletion", { password: "correct horse", ...forfeit })).status;
    if (credits + account_credit > 0) expect(await remove({})).toBe(409);
    if (account_credit > 0) expect(await remove({ forfeit_credits: credits })).toBe(409);
    expect(await remove({ forfeit_credits: credits, forfeit_account_credit: account_credit })).toBe(204);
  };

  /** Expects that the store's own checkup finds nothing wrong, except refunds that the provider refused support. */
  const expectNoFaults = async (ids: readonly string[]): Promise<void> => {
    const { faultsOf, faultsOfStore } = checkupsOf(suite.store);
    for (const id of ids) expect(await faultsOf(id)).toEqual([]);
    const faults = await faultsOfStore();
    expect(faults.filter(({ code, about }) => code !== "refund_failed" || !unmade.has(about))).toEqual([]);
  };

  beforeAll(() => run(read().discountCodes.put({ code: "FIVE", value: cents(500), uses_per_account: 1_000 })));

  it("ORD-06 CRD-09 whatever is bought, refunded, disputed and received, the books agree", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbMove, { minLength: 6, maxLength: 16 }), async (moves) => {
        const ada = await shopper();
        for (const move of moves) await ada.make(move);
        await settle();
        // Unpaid orders have expired by now and have released what they held.
        await advance(url(), suite.store, { days: 1 });
        await settle();

        for (const buyer of await ada.buyers()) await expectBooksAgree(buyer, ada.customer);
        await expectNoFaults(await ada.buyers());
        await expectNothingLostUnasked(ada);
        await expectNoFaults(await ada.buyers());
      }),
      {
        numRuns: EXAMPLES.length + proofsOn(databases, TEST_SCALE.histories),
        examples: EXAMPLES.map((moves): [Move[]] => [[...moves]]),
        seed: LAW_SEED,
        endOnFailure: true,
      },
    );
  });
});
