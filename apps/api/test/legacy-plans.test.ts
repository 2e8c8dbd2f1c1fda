import { credits, grant } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

describe("a plan of a legacy kind", () => {
  const suite = useTestStore(plainDatabase);

  /** Creates a customer with an imported legacy plan and seven legacy credits. */
  const legacy = async (kind: "plus" | "credit-based") => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const setup = async () => (await client.saveCard(suite.sandbox.url, "4242424242424242")).id;
    const subscribe = async (plan_variant_id: number, more: object = {}) =>
      client.post("/api/subscriptions", { plan_variant_id, license_id: 1, setup_intent_id: await setup(), ...more });
    await subscribe(130);
    const { id } = (await client.get("/api/users/me")).body.data;
    await sql`update subscriptions set legacy_kind = ${kind} where user_id = ${id}`.execute(
      suite.store.database.kysely,
    );
    const { lot, entry } = grant({
      id: `lot:${id}`,
      kind: "legacy",
      granted: credits(7),
      granted_at: suite.store.clock.now(),
      source: `legacy:${id}`,
      subscription_id: null,
    });
    await Effect.runPromise(suite.store.ports.transactions.read.credits.grant(id, lot, entry, null));
    return { client, subscribe };
  };
  const unasked = { status: 409, body: { error: { reason: "acknowledgement_required" } } };

  it("CHG-05 is canceled only by who knows that its credits are lost", async () => {
    const { client } = await legacy("plus");
    expect(await client.post("/api/subscriptions/cancel", {})).toMatchObject(unasked);
    expect((await client.get("/api/users/me")).body.data.subscription).toMatchObject({ cancel_at_period_end: false });
    const known = await client.post("/api/subscriptions/cancel", { acknowledge_legacy_loss: true });
    expect(known.body.data.subscription).toMatchObject({ cancel_at_period_end: true, is_avfx_plus: true });
  });

  it("CHG-05 is upgraded only by who knows that its credits are lost", async () => {
    const { client, subscribe } = await legacy("plus");
    expect(await subscribe(131)).toMatchObject(unasked);
    expect((await client.get("/api/users/me")).body.data.subscription).toMatchObject({ plan_variant: { id: 130 } });
    const known = await subscribe(131, { acknowledge_legacy_loss: true });
    expect(known.body.data).toMatchObject({ change: "upgrade", subscription: { legacy_current_credit_balance: 0 } });
  });

  it("CRD-07 buys no credits where it is billed by credits", async () => {
    const { client } = await legacy("credit-based");
    expect((await client.post("/api/payment_intent", { recurring_credits: 5 })).status).toBe(403);
    expect((await client.post("/api/orders/paypal", { recurring_credits: 5 })).status).toBe(403);
  });
});
