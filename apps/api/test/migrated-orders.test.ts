import { migrate, makeTransactions } from "@backlot/adapters-postgres";
import { importCatalog, resumeOrders } from "@backlot/application";
import { SAMPLE_CATALOG } from "@backlot/catalog";
import { scenarioDatabases } from "@backlot/testing/databases";
import { TestClient } from "@backlot/testing/client";
import { TESTS_BEGIN_AT, chargesAt } from "@backlot/testing/sandbox";
import { openTestStore, useTestStore } from "@backlot/testing/store";
import { Transactions } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { runIn } from "@backlot/testing/ports";

const run = Effect.runPromise;

const QUOTE = JSON.stringify({
  currency: "usd",
  lines: [{ kind: "plan", reference: "130", label: "Pro", gross: 4_900, discount: 0, net: 4_900 }],
  discounts: [],
  subtotal: 4_900,
  discount: 0,
  account_credit: 0,
  account_credit_left: 0,
  tax: 0,
  total: 4_900,
  renewal: null,
});

describe.each(scenarioDatabases)("orders that were placed before orders had items, on $kind", (databases) => {
  /** Another store on the same sandbox, which creates the customer and the card. */
  const suite = useTestStore(databases);

  it("CHK-03 CHK-07 one is charged once and opens its plan, another ends with its time", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.saveCard(suite.sandbox.url, "4242424242424242");
    const { stripe_customer_token: customer } = (await client.get("/api/users/me")).body.data;
    const [card] = (await client.post("/api/cards", {})).body.data;
    const open = async () => {
      const database = await databases.openEmpty();
      const { kysely } = database;
      await migrate(kysely, "0006-wallet");
      await sql`insert into plan_offers
        (id, group_id, plan_name, interval, recurring_credits, price, licence_from, licence_to)
        values (130, 1, 'Pro', 'month', 20, 4900, 1, 2)`.execute(kysely);
      for (const [user, stripe] of [
        ["ada", customer],
        ["late", "cus_late"],
      ])
        await sql`insert into accounts values (${user}, ${`${user}@example.com`}, 'A', 'B', false, null, false, true,
          ${stripe}, false, null, now())`.execute(kysely);
      for (const [id, user, key, stripe, at] of [
        ["order-ada", "ada", "seti_ada", customer, TESTS_BEGIN_AT],
        ["order-late", "late", "seti_late", "cus_late", "2026-01-01T00:00:00.000Z"],
      ])
        await sql`insert into orders (id, user_id, kind, submit_key, plan_variant_id, license_id, provider,
          customer_id, payment_method_id, quote, status, created_at) values (${id}, ${user}, 'plan', ${key}, 130, 1,
          'stripe', ${stripe}, ${card.id}, ${QUOTE}, 'pending', ${at})`.execute(kysely);
      await migrate(kysely);
      await run(Effect.provideService(importCatalog(SAMPLE_CATALOG), Transactions, makeTransactions(kysely)));
      return database;
    };
    const store = await openTestStore({ ...databases, open }, suite.sandbox);
    const { read } = store.ports.transactions;
    await runIn(store.ports, resumeOrders("all"));
    await runIn(store.ports, resumeOrders("all"));
    expect((await run(read.orders.get("order-ada")))?.status._tag).toBe("paid");
    expect((await run(read.orders.get("order-late")))?.status._tag).toBe("expired");
    expect((await run(read.subscriptions.current("ada")))?.subscription).toMatchObject({
      terms: { variant_id: 130, price: 4_900 },
      status: { _tag: "active" },
    });
    expect((await run(read.credits.lots("ada"))).map((lot) => lot.remaining)).toEqual([20]);
    expect(await chargesAt(suite.sandbox.url, customer)).toMatchObject([{ amount: 4_900, status: "succeeded" }]);
    await store.close();
  });
});
