import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import type { Answered, TestClient } from "./client.ts";
import { chargesAt } from "./sandbox.ts";

/** Repeats a request on server errors, as a browser would. */
export const insist = async (send: () => Promise<Answered>, ...fine: readonly number[]): Promise<Answered> => {
  for (;;) {
    const answered = await send();
    if (fine.includes(answered.status)) return answered;
    if (answered.status < 500) throw new Error(`${answered.status} ${JSON.stringify(answered.body)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Signs up with an address, subscribes, and buys credits, repeating each request until it succeeds. */
export const shopInsistently = async (client: TestClient, sandboxUrl: string, email: string): Promise<void> => {
  const account = { email, password: "correct horse" };
  const signUp = () => client.post("/api/users", { first_name: "Ada", last_name: "Lens", ...account });
  await insist(signUp, 201, 409);
  client.token = (await insist(() => client.post("/api/sessions", account), 200)).body.data.token;
  const { body: intent } = await insist(() => client.post("/api/setup_intent", {}), 200);
  await client.confirmSetup(sandboxUrl, intent, "4242424242424242");
  const order = { plan_variant_id: 130, setup_intent_id: intent.id };
  await insist(() => client.post("/api/subscriptions", order), 200);
  const [card] = (await insist(() => client.post("/api/cards", {}), 200)).body.data;
  const pack = { recurring_credits: 5, payment_method_id: card.id };
  const { body: payment } = await insist(() => client.post("/api/payment_intent", pack), 200);
  await insist(() => client.post("/api/payment_intent_confirm", { payment_intent_id: payment.id }), 200);
  const record = { payment_intent: payment.id, recurring_credits: 5 };
  await insist(() => client.post("/api/purchases/credit-pack-variant", record), 200);
};

/** Expects that a shopper has the plan and the credits, charged and recorded once. */
export const expectPaidOnce = async <T>(client: TestClient, sandboxUrl: string, database: Kysely<T>): Promise<void> => {
  const me = (await insist(() => client.get("/api/users/me"), 200)).body.data;
  expect(me).toMatchObject({ pending_order: null, current_credit_balance: 25 });
  const charges = await chargesAt(sandboxUrl, me.stripe_customer_token);
  const paid = charges.filter((charge) => charge.status === "succeeded").map((charge) => charge.amount);
  expect(paid.sort((a, b) => a - b)).toEqual([1_500, 4_900]);
  const { rows } = await sql<{ amount: number }>`select amount from payments where user_id = ${me.id}
    order by amount`.execute(database);
  expect(rows.map(({ amount }) => amount)).toEqual([1_500, 4_900]);
};
