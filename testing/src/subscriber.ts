import type { Instant } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { expect } from "vitest";
import { TestClient } from "./client.ts";
import { type RunningSandbox, chargesAt, eventsAt } from "./sandbox.ts";
import { type TestStore, advance, deliver } from "./store.ts";

const VISA = "4242424242424242";
const run = Effect.runPromise;

/** The licensee of a customer who works alone. */
export const LICENSEE = {
  license_id: 1,
  company_name: "Lane Films",
  first_name: "Ada",
  last_name: "Lane",
  email: "office@lane.example",
  address: "1 Main Street",
};

/** Returns a function that creates a subscriber and the helpers that tests use on them. */
export const subscribersOf =
  (suite: { readonly sandbox: RunningSandbox; readonly store: TestStore }) =>
  async (plan_variant_id: number, card = VISA, license_id = 1, options: { readonly discount_code?: string } = {}) => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const setup = async (number = VISA) => (await client.saveCard(suite.sandbox.url, number)).id;
    const first = await client.post("/api/subscriptions", {
      plan_variant_id,
      license_id,
      setup_intent_id: await setup(card),
      ...options,
    });
    const me = async () => (await client.get("/api/users/me")).body.data;
    const { id, stripe_customer_token: customer } = await me();
    const delivered = new Set<string>();
    /** Delivers this customer's undelivered Stripe events. */
    const deliverWebhooks = async (): Promise<void> => {
      for (const event of await eventsAt(suite.sandbox.url, customer)) {
        if (delivered.has(event.id)) continue;
        delivered.add(event.id);
        expect(await deliver(suite.store, suite.sandbox.webhookSecret, event), event.type).toBe(204);
      }
    };
    const change = async (to: number, number?: string, license = license_id) =>
      client.post("/api/subscriptions", {
        plan_variant_id: to,
        license_id: license,
        setup_intent_id: await setup(number),
      });
    /** Buys credits with the saved card. */
    const buyPack = async (recurring_credits: number) => {
      const [card] = (await client.post("/api/cards", {})).body.data as readonly { readonly id: string }[];
      const { body: intent } = await client.post("/api/payment_intent", {
        recurring_credits,
        payment_method_id: card?.id,
      });
      await client.post("/api/payment_intent_confirm", { payment_intent_id: intent.id });
      return client.post("/api/purchases/credit-pack-variant", {
        payment_intent: intent.id,
        is_custom: true,
        recurring_credits,
      });
    };
    /** Refunds an amount of a payment at Stripe, in cents; by default, everything that is left. */
    const refund = async (payment: { readonly provider_reference: string | null }, amount?: number) =>
      (
        await fetch(`${suite.sandbox.url}/v1/refunds`, {
          method: "POST",
          headers: { authorization: "Bearer sk_test_dashboard" },
          body: new URLSearchParams({
            payment_intent: payment.provider_reference ?? "",
            ...(amount === undefined ? {} : { amount: String(amount) }),
          }),
        })
      ).status;
    const expireCards = async (): Promise<void> => {
      const body = new URLSearchParams({ customer });
      await fetch(`${suite.sandbox.url}/cards/expire`, { method: "POST", body });
    };
    /** Ends a period and has its renewal declined. */
    const refuseRenewal = async (): Promise<void> => {
      await expireCards();
      await time({ months: 1 });
      await deliverWebhooks();
    };
    const time = (by: { months?: number; days?: number; to?: Instant }) => advance(suite.sandbox.url, suite.store, by);
    const { read } = suite.store.ports.transactions;
    const ledgerSnapshot = async () => {
      const charges = (await chargesAt(suite.sandbox.url, customer)).filter((charge) => charge.status === "succeeded");
      const payments = await run(read.payments.ofAccount(id));
      const entries = await run(read.credits.entries(id));
      const lots = await run(read.credits.lots(id));
      return {
        charged: charges.reduce((sum, charge) => sum + charge.amount, 0),
        recorded: payments.reduce((sum, payment) => sum + payment.amount, 0),
        payments,
        granted: entries.filter((entry) => entry.reason === "grant").length,
        entries: entries.reduce((sum, entry) => sum + entry.amount, 0),
        balance: lots.reduce((sum, lot) => sum + lot.remaining, 0),
      };
    };
    const expectLedgerToMatchProvider = async () => {
      const { charged, recorded, entries, balance } = await ledgerSnapshot();
      expect(recorded).toBe(charged);
      expect(entries).toBe(balance);
    };
    return {
      client,
      id,
      customer,
      first,
      me,
      deliverWebhooks,
      change,
      time,
      ledgerSnapshot,
      expectLedgerToMatchProvider,
      setup,
      expireCards,
      refuseRenewal,
      refund,
      buyPack,
    };
  };
