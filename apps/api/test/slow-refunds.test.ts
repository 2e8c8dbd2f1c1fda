import { reconcileEvents, refundDue, runDueJobs } from "@backlot/application";
import { type Provider, cents } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { SUPPORT_KEY, payPalBuyer } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { openSupportCommand } from "@backlot/testing/support-command";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

const run = Effect.runPromise;

describe("refunds that a provider confirms later", () => {
  const suite = useTestStore(plainDatabase);
  const subscriber = subscribersOf(suite);
  const ports = () => suite.store.ports;
  const at = (path: string, body: Record<string, string>) =>
    fetch(`${suite.sandbox.url}${path}`, { method: "POST", body: new URLSearchParams(body) });

  /** Makes the store refund 1,000 cents of an account's only payment. */
  const refunded = async (user: string) => {
    const [payment] = await run(ports().transactions.read.payments.ofAccount(user));
    if (payment === undefined) throw new Error("nothing was paid");
    const refund = {
      id: crypto.randomUUID(),
      cause: "billed-twice",
      cause_reference: crypto.randomUUID(),
      payment_id: payment.id,
      amount: cents(1_000),
      account_credit: cents(0),
      status: "due",
      provider_reference: null,
      created_at: suite.store.clock.now(),
      applied_at: null,
    } as const;
    await run(ports().transactions.run((repos) => repos.refunds.enqueue(refund)));
    await runIn(ports(), refundDue);
    const state = async () => {
      const [made] = await run(ports().transactions.read.refunds.ofPayments([payment.id]));
      const paid = await run(ports().transactions.read.payments.get(payment.id));
      return { status: made?.status, refunded: paid?.refunded, reference: made?.provider_reference ?? "" };
    };
    const listed = async () => {
      const staff = new TestClient(suite.store.app);
      staff.token = SUPPORT_KEY;
      const { refunds } = (await staff.get("/api/support/money")).body.data;
      return (refunds as { id: string; status: string }[]).find(({ id }) => id === refund.id)?.status ?? null;
    };
    return { payment, state, listed };
  };
  const reconcile = (provider: Provider) => runIn(ports(), reconcileEvents(suite.store.clock.now(), provider));

  it("ORD-06 one that is pending at Stripe is issued, and made once an event says that it succeeded", async () => {
    const ada = await subscriber(130, "4000000000007726");
    const { state, listed } = await refunded(ada.id);
    expect([await state(), await listed()]).toMatchObject([{ status: "issued", refunded: 0 }, "issued"]);
    // Running it again doesn't make a second one.
    await runIn(ports(), refundDue);
    await at(`/stripe/refunds/${(await state()).reference}/end`, { outcome: "succeeded" });
    expect((await state()).status).toBe("issued");
    await ada.deliverWebhooks();
    expect([await state(), await listed()]).toMatchObject([{ status: "applied", refunded: 1_000 }, null]);
  });

  it("ORD-06 CLI-02 one that fails at Stripe is support's, who reads what to do", async () => {
    for (const [card, before] of [
      ["4000000000007726", { status: "issued", refunded: 0 }],
      // With this card, the refund first succeeds, and fails later.
      ["4000000000005126", { status: "applied", refunded: 1_000 }],
    ] as const) {
      const ada = await subscriber(130, card);
      const { state, listed, payment } = await refunded(ada.id);
      expect(await state()).toMatchObject(before);
      await at(`/stripe/refunds/${(await state()).reference}/end`, { outcome: "failed" });
      await ada.deliverWebhooks();
      expect([await state(), await listed()]).toMatchObject([{ status: "failed", refunded: 0 }, "failed"]);
      // Another refund of the payment doesn't retry it, because the bank would send it back again.
      expect(await ada.refund({ provider_reference: payment.provider_reference }, 500)).toBe(200);
      await ada.deliverWebhooks();
      await runIn(ports(), refundDue);
      expect((await state()).status).toBe("failed");
    }
    const { run: command, close } = await openSupportCommand(suite.store.app);
    const { out } = await command(SUPPORT_KEY, "money", "list");
    close();
    expect(out).toContain("failed: The provider refused the refund, or the bank sent it back. Pay the");
  });

  it("ORD-06 one that PayPal holds is asked about when events are reconciled, as no event may come", async () => {
    for (const [outcome, after] of [
      ["COMPLETED", { status: "applied", refunded: 1_000 }],
      ["FAILED", { status: "failed", refunded: 0 }],
    ] as const) {
      const client = new TestClient(suite.store.app);
      const { id } = (await client.signUp()).body.data.user;
      const asked = await client.post("/api/orders/paypal/initialize_subscription", { plan_variant_id: 130 });
      const sent = await payPalBuyer(suite.sandbox.url).approve(asked.body.redirect_url);
      await client.post("/api/orders/return", { order_id: sent.searchParams.get("order") });
      const [paid] = await run(ports().transactions.read.payments.ofAccount(id));
      await at(`/paypal/payments/${paid?.provider_reference}/hold-refunds`, {});
      const { state, listed } = await refunded(id);
      expect([await state(), await listed()]).toMatchObject([{ status: "issued", refunded: 0 }, "issued"]);
      await reconcile("paypal");
      await runIn(ports(), runDueJobs);
      expect((await state()).status).toBe("issued");
      await at(`/paypal/refunds/${(await state()).reference}/end`, { outcome });
      await reconcile("paypal");
      expect(await state()).toMatchObject(after);
      expect(await listed()).toBe(after.status === "failed" ? "failed" : null);
    }
  });
});
