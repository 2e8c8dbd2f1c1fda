import { cents, epochMs, instant } from "@backlot/domain";
import type { Wallet, WalletOrder, WalletPlanOrder, WalletStanding } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { describe, expect, it } from "vitest";

/** What a buyer does on the provider's pages, and what happens there by itself. */
export interface WalletBuyer {
  /** Agrees, with means that pay or that are refused. Answers where the provider sends the buyer then. */
  readonly approve: (approveUrl: string, means?: "pays" | "declines") => Promise<URL>;
  readonly cancel: (approveUrl: string) => Promise<URL>;
  /** Whether the payments of an agreement go through from now on. */
  readonly setMeans: (subscriptionId: string, means: "pays" | "declines") => Promise<void>;
  /** Gives a payment back, whole or in part, in cents. */
  readonly refund: (paymentId: string, amount?: number) => Promise<void>;
  readonly advance: (by: { readonly months?: number; readonly days?: number }) => Promise<void>;
  /** The provider's clock, in milliseconds. */
  readonly now: () => Promise<number>;
  /** Everything that was told so far, signed as it was sent, oldest first. */
  readonly told: () => Promise<
    readonly { readonly body: string; readonly headers: Readonly<Record<string, string>> }[]
  >;
}

const MONTH_MS = 30 * 86_400_000;

/** What every Wallet adapter keeps to. `down` is one whose provider does not answer. */
export const walletContract = (
  name: string,
  on: () => { readonly wallet: Wallet; readonly buyer: WalletBuyer; readonly down: Wallet },
): void => {
  describe(`the wallet port on ${name}`, () => {
    const run = Effect.runPromise;
    const back = { return_url: "http://127.0.0.1:1/back?order=1", cancel_url: "http://127.0.0.1:1/no?order=1" };
    const pack = (): WalletOrder => ({
      order_id: crypto.randomUUID(),
      amount: cents(6_785),
      description: "23 credits",
      ...back,
    });
    const plan = async (): Promise<WalletPlanOrder> => ({
      order_id: crypto.randomUUID(),
      interval: "month",
      amount: cents(4_900),
      due_today: cents(4_410),
      next_at: instant(Math.ceil((await on().buyer.now()) / 1_000) * 1_000 + MONTH_MS),
      ...back,
    });
    const waiting = (status: WalletStanding) => {
      if (status._tag !== "Waiting") throw new Error(`expected to wait, got ${status._tag}`);
      return status;
    };
    const started = async () => {
      const { wallet, buyer } = on();
      const order = await plan();
      const asked = waiting(await run(wallet.requestPlan(order)));
      await buyer.approve(asked.approve_url);
      const paid = await run(wallet.startPlan(asked.reference));
      if (paid._tag !== "Paid") throw new Error(`expected it paid, got ${paid._tag}`);
      return { wallet, buyer, order, id: asked.reference, paid };
    };

    it("CHK-04 a payment waits for its buyer, is taken once, and asked again it is the first one", async () => {
      const { wallet, buyer } = on();
      const order = pack();
      const answers = await Promise.all([1, 2, 3].map(() => run(wallet.requestPayment(order))));
      const asked = waiting(answers[0] as WalletStanding);
      for (const answer of answers) expect(answer).toEqual(asked);
      expect(asked.order_id).toBe(order.order_id);
      expect(await run(wallet.takePayment(asked.reference))).toEqual(asked);
      const sent = await buyer.approve(asked.approve_url);
      expect(sent.searchParams.get("order")).toBe("1");
      expect(sent.searchParams.get("token")).toBe(asked.reference);
      expect(await run(wallet.payment(asked.reference))).toMatchObject({ _tag: "Approved", order_id: order.order_id });
      const taken = await Promise.all([1, 2, 3].map(() => run(wallet.takePayment(asked.reference))));
      expect(taken[0]).toMatchObject({ _tag: "Paid", order_id: order.order_id, amount_paid: 6_785, period: null });
      for (const each of taken) expect(each).toEqual(taken[0]);
      expect(await run(wallet.payment(asked.reference))).toEqual(taken[0]);
      expect(await run(wallet.payment("NOBODY"))).toBeNull();
    });

    it("CHK-04 a payment whose means are refused takes nothing; one that nobody approves is gone in time", async () => {
      const { wallet, buyer } = on();
      const refused = waiting(await run(wallet.requestPayment(pack())));
      await buyer.approve(refused.approve_url, "declines");
      expect(await run(wallet.takePayment(refused.reference))).toMatchObject({
        _tag: "Ended",
        message: expect.stringContaining("PayPal"),
      });
      const left = waiting(await run(wallet.requestPayment(pack())));
      const sent = await buyer.cancel(left.approve_url);
      expect(sent.pathname).toBe("/no");
      expect(await run(wallet.payment(left.reference))).toMatchObject({ _tag: "Waiting" });
      await buyer.advance({ days: 1 });
      expect(await run(wallet.payment(left.reference))).toBeNull();
    });

    it("CHK-04 a plan takes nothing before it is started, then what is due, and starts once", async () => {
      const { wallet, buyer } = on();
      const order = await plan();
      const answers = await Promise.all([1, 2, 3].map(() => run(wallet.requestPlan(order))));
      const asked = waiting(answers[0] as WalletStanding);
      for (const answer of answers) expect(answer).toEqual(asked);
      await buyer.approve(asked.approve_url);
      expect(await run(wallet.planStanding(asked.reference))).toMatchObject({
        _tag: "Approved",
        order_id: order.order_id,
      });
      expect(await run(wallet.plan(asked.reference))).toMatchObject({ status: "incomplete", invoices: [] });
      const begun = await Promise.all([1, 2, 3].map(() => run(wallet.startPlan(asked.reference))));
      expect(begun.at(-1)).toMatchObject({ _tag: "Paid", amount_paid: 4_410, period: { end: order.next_at } });
      expect(await run(wallet.plan(asked.reference))).toMatchObject({
        subscription_id: asked.reference,
        order_id: order.order_id,
        status: "active",
        invoices: [{ reason: "start", amount_paid: 4_410 }],
      });
      expect(await run(wallet.plan("I-NOBODY"))).toBeNull();
    });

    it("CHK-04 a plan whose first payment is refused has ended, and nothing was taken", async () => {
      const { wallet, buyer } = on();
      const asked = waiting(await run(wallet.requestPlan(await plan())));
      await buyer.approve(asked.approve_url, "declines");
      expect(await run(wallet.startPlan(asked.reference))).toMatchObject({
        _tag: "Ended",
        message: expect.stringContaining("PayPal"),
      });
      expect(await run(wallet.plan(asked.reference))).toMatchObject({ status: "ended", invoices: [] });
    });

    it("CHK-07 periods follow each other without a gap; a refused one is known, and another try makes it good", async () => {
      const { wallet, buyer, id, order } = await started();
      await buyer.advance({ months: 1, days: 1 });
      const renew = await run(wallet.plan(id));
      expect(renew?.invoices).toMatchObject([
        { reason: "start" },
        { reason: "renewal", amount_paid: 4_900, period: { start: order.next_at } },
      ]);
      await buyer.setMeans(id, "declines");
      await buyer.advance({ months: 1 });
      expect(await run(wallet.plan(id))).toMatchObject({
        status: "past-due",
        failed_at: expect.any(String),
        ended_at: null,
      });
      await buyer.setMeans(id, "pays");
      await buyer.advance({ days: 6 });
      const recovered = await run(wallet.plan(id));
      expect(recovered).toMatchObject({ status: "active", failed_at: null });
      const periods = recovered?.invoices.map((invoice) => invoice.period) ?? [];
      expect(periods).toHaveLength(3);
      for (const [index, period] of periods.entries())
        if (index > 0) expect(period.start).toBe(periods[index - 1]?.end);
    });

    it("CHG-08 a cancelled plan bills no more and can be kept; one that its provider has ended can't", async () => {
      const { wallet, buyer, id } = await started();
      await run(wallet.cancelAtPeriodEnd(id));
      await run(wallet.cancelAtPeriodEnd(id));
      expect(await run(wallet.plan(id))).toMatchObject({ status: "active", cancels_at_period_end: true });
      const billed = { plan_variant_id: 130, plan_name: "Pro", interval: "month" as const, amount: cents(4_900) };
      await run(wallet.keepPlan(id, billed));
      await run(wallet.keepPlan(id, billed));
      expect(await run(wallet.plan(id))).toMatchObject({ status: "active", cancels_at_period_end: false });
      await run(wallet.cancelAtPeriodEnd(id));
      await buyer.advance({ months: 2 });
      expect((await run(wallet.plan(id)))?.invoices).toHaveLength(1);
      await run(wallet.endPlan(id));
      await run(wallet.endPlan(id));
      const refused = await run(Effect.result(wallet.keepPlan(id, billed)));
      expect(Result.isFailure(refused) && refused.failure._tag).toBe("PlanOver");
    });

    it("CHG-02 a lower price counts from the next period on, and the old one again when it is taken back", async () => {
      const { wallet, buyer, id } = await started();
      const billed = (amount: number) => ({
        plan_variant_id: 130,
        plan_name: "Pro",
        interval: "month" as const,
        amount: cents(amount),
      });
      await run(wallet.changeAtPeriodEnd(id, billed(1_900)));
      await buyer.advance({ months: 1, days: 1 });
      await run(wallet.keepPlan(id, billed(4_900)));
      await buyer.advance({ months: 1 });
      expect((await run(wallet.plan(id)))?.invoices.map((invoice) => invoice.amount_paid)).toEqual([
        4_410, 1_900, 4_900,
      ]);
    });

    it("CHK-07 webhooks are read as they came, and none that was changed or not signed", async () => {
      const { wallet, buyer, id, order } = await started();
      const told = await buyer.told();
      const hints = await Promise.all(told.map((each) => run(wallet.readWebhook(each.body, each.headers))));
      const own = hints.filter((hint) => hint.subscription_id === id);
      expect(own.map((hint) => hint.type)).toEqual(
        expect.arrayContaining(["BILLING.SUBSCRIPTION.ACTIVATED", "PAYMENT.SALE.COMPLETED"]),
      );
      expect(own.find((hint) => hint.type === "BILLING.SUBSCRIPTION.ACTIVATED")).toMatchObject({
        provider: "paypal",
        order_id: order.order_id,
      });
      const [first] = told;
      if (first === undefined) throw new Error("nothing was told");
      const { "paypal-transmission-sig": _, ...unsigned } = first.headers;
      for (const forged of [
        wallet.readWebhook(`${first.body} `, first.headers),
        wallet.readWebhook(first.body, { ...first.headers, "paypal-transmission-id": "another" }),
        wallet.readWebhook(first.body, unsigned),
        wallet.readWebhook("{", first.headers),
      ]) {
        const read = await run(Effect.result(forged));
        expect(Result.isFailure(read) && read.failure._tag).toBe("ForgedWebhook");
      }
      const listed = await run(wallet.eventsSince(instant(0)));
      expect(listed.map((hint) => hint.event_id)).toEqual(hints.map((hint) => hint.event_id));
      const late = epochMs(instant((await buyer.now()) + 86_400_000));
      expect(await run(wallet.eventsSince(instant(late)))).toEqual([]);
    });

    it("ORD-06 says what was given back of a payment, of plans and of single ones", async () => {
      const { wallet, buyer, paid } = await started();
      const asked = waiting(await run(wallet.requestPayment(pack())));
      await buyer.approve(asked.approve_url);
      const single = await run(wallet.takePayment(asked.reference));
      if (single._tag !== "Paid") throw new Error(`expected it paid, got ${single._tag}`);
      for (const { payment_id, amount_paid } of [paid, single]) {
        await buyer.refund(payment_id, 1_000);
        await buyer.refund(payment_id);
        const hints = (await run(wallet.eventsSince(instant(0)))).filter((hint) => hint.refund_id !== null).slice(-2);
        const seen = [];
        for (const hint of hints) seen.push(await run(wallet.refundBehind(hint)));
        expect(seen).toEqual([
          { payment_id, refunded: 1_000 },
          { payment_id, refunded: amount_paid },
        ]);
        expect(await run(wallet.refundBehind({ ...(hints[0] as (typeof hints)[number]), refund_id: null }))).toBeNull();
      }
    });

    it("calls a provider that does not answer down", async () => {
      const { down } = on();
      for (const asked of [
        down.payment("X"),
        down.requestPayment(pack()),
        down.plan("I-X"),
        down.eventsSince(instant(0)),
      ]) {
        const answer = await run(Effect.result(asked as Effect.Effect<unknown, { readonly _tag: string }>));
        expect(Result.isFailure(answer) && answer.failure._tag).toBe("PaymentProviderDown");
      }
    });
  });
};
