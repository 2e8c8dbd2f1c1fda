import { cents } from "@backlot/domain";
import type { Payments, PlanOrder, PlanPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { describe, expect, it } from "vitest";

/** What a buyer's browser and bank do at the provider, which no adapter does itself. */
export interface Buyer {
  /** Confirms a setup with a card; answers the refusal's words, or null. */
  readonly confirmSetup: (
    setup: { readonly id: string; readonly client_secret: string },
    card: string,
  ) => Promise<string | null>;
  /** Answers the bank's question about a setup or payment. */
  readonly answerBank: (intentId: string, yes: boolean) => Promise<void>;
}

/** Cards by what they do. */
export interface TestCards {
  readonly pays: string;
  readonly refusedAtSetup: string;
  readonly refusedAtCharge: string;
  readonly asksAlways: string;
}

/** What every Payments adapter keeps to. */
export const paymentsContract = (
  name: string,
  on: () => { readonly payments: Payments; readonly buyer: Buyer },
  cards: TestCards,
): void => {
  describe(`the payments port on ${name}`, () => {
    const run = Effect.runPromise;
    const customerOf = (payments: Payments): Promise<string> => {
      const account_id = crypto.randomUUID();
      return run(payments.createCustomer({ account_id, email: `${account_id}@example.com`, name: "Ada Lens" }));
    };
    const savedCard = async (card: string) => {
      const { payments, buyer } = on();
      const customer_id = await customerOf(payments);
      const setup = await run(payments.createSetupIntent(customer_id, null));
      const refusal = await buyer.confirmSetup(setup, card);
      const after = await run(payments.setupIntent(setup.id));
      return { payments, buyer, customer_id, setup, refusal, after };
    };
    /** Opens a plan and takes its money, as the store does. */
    const start = (payments: Payments, plan: PlanOrder): Promise<PlanPayment> =>
      run(
        Effect.gen(function* () {
          const opened = yield* payments.openPlan(plan);
          return opened._tag === "Open" ? ((yield* payments.payPlan(opened.subscription_id)) ?? opened) : opened;
        }),
      );
    const order = (customer_id: string, payment_method_id: string) => ({
      order_id: crypto.randomUUID(),
      customer_id,
      payment_method_id,
      amount: cents(4_900),
      interval: "month" as const,
      plan_variant_id: 130,
      plan_name: "Pro",
      promo_code: null,
      add_on: null,
    });

    it("CHK-03 makes one customer an account, whoever asks twice", async () => {
      const { payments } = on();
      const account = { account_id: crypto.randomUUID(), email: "a@b.co", name: "Ada" };
      const made = await Promise.all([1, 2, 3].map(() => run(payments.createCustomer(account))));
      expect(new Set(made).size).toBe(1);
      expect(await run(payments.customerBalance(made[0] ?? ""))).toBe(0);
    });

    it("CHK-03 CHK-05 keeps a card that was confirmed, and forgets it when told", async () => {
      const { payments, customer_id, after } = await savedCard(cards.pays);
      expect(after).toMatchObject({ status: "succeeded", customer_id });
      const [card] = await run(payments.cards(customer_id));
      expect(card).toMatchObject({ id: after?.payment_method_id, card: { last4: cards.pays.slice(-4) } });
      expect(card?.is_default).toBe(false);
      await run(payments.makeDefaultCard(customer_id, card?.id ?? ""));
      expect((await run(payments.cards(customer_id)))[0]?.is_default).toBe(true);
      await run(payments.detachCard(card?.id ?? ""));
      await run(payments.detachCard(card?.id ?? ""));
      expect(await run(payments.cards(customer_id))).toEqual([]);
      expect(await run(payments.setupIntent("seti_nobody"))).toBeNull();
    });

    it("CHK-03 a refused card is not kept", async () => {
      const { payments, customer_id, refusal, after } = await savedCard(cards.refusedAtSetup);
      expect(refusal).not.toBeNull();
      expect(after?.status).not.toBe("succeeded");
      expect(await run(payments.cards(customer_id))).toEqual([]);
    });

    it("CHK-03 an order sent again, also at once, is the first one's plan", async () => {
      const { payments, customer_id, after } = await savedCard(cards.pays);
      const plan = order(customer_id, after?.payment_method_id ?? "");
      const answers = await Promise.all([1, 2, 3].map(() => start(payments, plan)));
      const [first] = answers;
      expect(first).toMatchObject({ _tag: "Paid", amount_paid: 4_900 });
      for (const answer of answers) expect(answer).toEqual(first);
      expect(await run(payments.planPayment(first?.subscription_id ?? ""))).toEqual(first);
      expect(await run(payments.planPayment("sub_nobody"))).toBeNull();
    });

    it("CHK-03 an order is found by its own id, and looking for it starts nothing", async () => {
      const { payments, customer_id, after } = await savedCard(cards.pays);
      const plan = order(customer_id, after?.payment_method_id ?? "");
      expect(await run(payments.findPlan(plan))).toBeNull();
      expect(await run(payments.findPlan(plan))).toBeNull();
      const paid = await start(payments, plan);
      expect(await run(payments.findPlan(plan))).toEqual(paid);
      expect(await run(payments.findPlan({ ...plan, order_id: crypto.randomUUID() }))).toBeNull();
      expect(await run(payments.payPlan(paid.subscription_id))).toEqual(paid);
    });

    it("CHK-03 a card that was forgotten opens no plan, for good", async () => {
      const { payments, customer_id, after } = await savedCard(cards.pays);
      await run(payments.detachCard(after?.payment_method_id ?? ""));
      const refused = await run(Effect.result(payments.openPlan(order(customer_id, after?.payment_method_id ?? ""))));
      expect(Result.isFailure(refused) && refused.failure._tag).toBe("CardDeclined");
    });

    it("CHK-03 a card refused at the charge leaves a declined plan, which can be given up", async () => {
      const { payments, customer_id, after } = await savedCard(cards.refusedAtCharge);
      const answer = await start(payments, order(customer_id, after?.payment_method_id ?? ""));
      expect(answer).toMatchObject({ _tag: "Declined", message: expect.stringMatching(/declined/) });
      await run(payments.abandonPlan(answer.subscription_id));
      await run(payments.abandonPlan(answer.subscription_id));
      expect(await run(payments.planPayment(answer.subscription_id))).toMatchObject({ _tag: "Ended" });
    });

    it("CHK-03 a bank that asks is answered by the buyer; the plan is then paid, and can't be given up any more", async () => {
      const { payments, buyer, customer_id, setup } = await savedCard(cards.asksAlways);
      await buyer.answerBank(setup.id, true);
      const after = await run(payments.setupIntent(setup.id));
      const answer: PlanPayment = await start(payments, order(customer_id, after?.payment_method_id ?? ""));
      if (answer._tag !== "NeedsConfirmation") throw new Error(`expected the bank to ask, got ${answer._tag}`);
      await buyer.answerBank(answer.client_secret.split("_secret_")[0] ?? "", true);
      await run(payments.abandonPlan(answer.subscription_id));
      expect(await run(payments.planPayment(answer.subscription_id))).toMatchObject({
        _tag: "Paid",
        amount_paid: 4_900,
      });
    });

    it("CHK-07 reads no webhook that is not signed", async () => {
      const { payments } = on();
      const forged = await run(
        Effect.result(payments.readWebhook('{"id":"evt_1"}', { "stripe-signature": "t=1,v1=00" })),
      );
      expect(Result.isFailure(forged) && forged.failure._tag).toBe("ForgedWebhook");
    });
  });
};
