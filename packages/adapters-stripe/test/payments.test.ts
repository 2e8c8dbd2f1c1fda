import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePayments } from "@backlot/adapters-stripe";
import type { Payments } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningSandbox, startSandboxProcess } from "../../../apps/api/test/harness.ts";
import { type Buyer, paymentsContract } from "../../ports/contract-tests/payments.ts";

let sandbox: RunningSandbox;
let payments: Payments;
const make = (baseUrl: string): Payments =>
  makePayments({ secretKey: "sk_test_x", webhookSecret: "whsec_test", baseUrl, timeoutMs: 2_000 });
beforeAll(async () => {
  sandbox = await startSandboxProcess();
  payments = make(sandbox.url);
});
afterAll(() => sandbox?.stop());

const form = async (path: string, fields: Record<string, string>) => {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, key: "pk_test_x" }),
  });
  return (await answer.json()) as { readonly id: string; readonly error?: { readonly message: string } };
};
const buyer: Buyer = {
  confirmSetup: async ({ id, client_secret }, card) => {
    const method = await form("/v1/payment_methods", {
      type: "card",
      "card[number]": card,
      "card[exp_month]": "12",
      "card[exp_year]": "2034",
      "card[cvc]": "123",
    });
    return (
      (await form(`/v1/setup_intents/${id}/confirm`, { payment_method: method.id, client_secret })).error?.message ??
      null
    );
  },
  answerBank: async (id, yes) => {
    await fetch(`${sandbox.url}/3ds/${id}`, { method: "POST", body: `outcome=${yes ? "complete" : "fail"}` });
  },
};

paymentsContract("Stripe's sandbox", () => ({ payments, buyer }), {
  pays: "4242424242424242",
  refusedAtSetup: "4000000000000002",
  refusedAtCharge: "4000000000000341",
  asksAlways: "4000002760003184",
});

describe("Stripe", () => {
  it("calls a provider that does not answer down, not the card declined", async () => {
    const down = await Effect.runPromise(Effect.result(make("http://127.0.0.1:1").customerBalance("cus_1")));
    expect(Result.isFailure(down) && down.failure._tag).toBe("PaymentProviderDown");
  });

  it("CHK-07 reads a signed webhook as a hint at its subscription and order", async () => {
    const payload = JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "customer.subscription.updated",
      data: { object: { object: "subscription", id: "sub_1", metadata: { order_id: "o-1" } } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_test" });
    expect(await Effect.runPromise(payments.readWebhook(payload, { "stripe-signature": signature }))).toEqual({
      provider: "stripe",
      event_id: "evt_1",
      type: "customer.subscription.updated",
      payment_id: null,
      customer_id: null,
      refund_id: null,
      subscription_id: "sub_1",
      order_id: "o-1",
    });
    const changed = await Effect.runPromise(
      Effect.result(payments.readWebhook(`${payload} `, { "stripe-signature": signature })),
    );
    expect(Result.isFailure(changed)).toBe(true);
  });

  it("keeps the sandbox's state across a restart, idempotency keys included", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "backlot-sandbox-"));
    const account = { account_id: crypto.randomUUID(), email: "a@b.co", name: "Ada" };
    const first = await startSandboxProcess({ dataDir });
    const made = await Effect.runPromise(make(first.url).createCustomer(account));
    await first.stop();
    const second = await startSandboxProcess({ dataDir });
    expect(await Effect.runPromise(make(second.url).createCustomer(account))).toBe(made);
    expect(await Effect.runPromise(make(second.url).customerBalance(made))).toBe(0);
    await second.stop();
  });
});
