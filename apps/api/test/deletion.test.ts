import { runDueJobs, sendOutbox, buy, creditsToBuy, terminateReplacedSubscriptions } from "@backlot/application";
import { cents } from "@backlot/domain";
import { PaymentProviderUnavailable } from "@backlot/ports";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { createPromoCode, eventsAt, openDispute } from "@backlot/testing/sandbox";
import { deliver, useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { runIn, storeAs, type TestPorts } from "@backlot/testing/ports";

const run = Effect.runPromise;
const PASSWORD = "correct horse";

describe.each(scenarioDatabases)("the end of an account on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);

  const rowOf = async (id: string) =>
    (
      await sql<{
        readonly email: string;
        readonly first_name: string;
        readonly deleted_at: string | null;
      }>`select email, first_name, deleted_at from accounts where id = ${id}`.execute(suite.store.database.kysely)
    ).rows[0];

  it("ACC-07 who never paid leaves nothing, and the address may sign up again", async () => {
    const client = new TestClient(suite.store.app);
    const { id, email } = (await client.signUp()).body.data.user;
    await client.get("/api/variant_downloads/1031/download");
    await client.post("/api/licensee_profiles", {
      license_id: 1,
      first_name: "Ada",
      last_name: "Lens",
      email,
      address: "1 Mill St",
    });
    const remove = (password: string) => client.post("/api/users/deletion", { password });
    expect((await remove("wrong horse")).body.error).toMatchObject({
      code: "invalid_request",
      issues: [{ path: "payload.password", message: "That's not your password. You can reset it by email." }],
    });
    expect((await remove(PASSWORD)).status).toBe(204);
    expect((await client.get("/api/users/me")).status).toBe(401);
    expect(await rowOf(id)).toMatchObject({ email: `deleted-${id}@deleted.invalid`, first_name: "" });
    for (const table of ["downloads", "licensee_profiles"]) {
      const left = await sql`select 1 from ${sql.table(table)} where user_id = ${id}`.execute(
        suite.store.database.kysely,
      );
      expect(left.rows, table).toEqual([]);
    }
    const again = new TestClient(suite.store.app);
    const signedIn = await again.post("/api/sessions", { email, password: PASSWORD });
    expect([signedIn.status, signedIn.body.error.message]).toEqual([401, "Incorrect email and password combination."]);
    const form = { first_name: "Ada", last_name: "Lens", email, password: PASSWORD };
    expect((await again.post("/api/users", form)).status).toBe(201);
  });

  it("ACC-07 a plan ends now at its provider, named credits are forfeited, and what was paid stays named", async () => {
    const ada = await subscriber(130);
    const before = await ada.me();
    const remove = (forfeit_credits?: number) =>
      ada.client.post("/api/users/deletion", {
        password: PASSWORD,
        ...(forfeit_credits === undefined ? {} : { forfeit_credits }),
      });
    for (const named of [undefined, 19])
      expect((await remove(named)).body.error).toMatchObject({
        reason: "acknowledgement_required",
        message: "You have 20 credits. Confirm that you understand you'll lose them when your account is deleted.",
      });
    expect((await ada.me()).subscription.status).toBe("active");
    expect((await remove(20)).status).toBe(204);
    expect(await rowOf(ada.id)).toMatchObject({ email: before.email, first_name: "Ada" });
    expect((await rowOf(ada.id))?.deleted_at).not.toBeNull();
    const found = await ada.ledgerSnapshot();
    expect([found.balance, found.entries, found.payments.length]).toEqual([0, 0, 1]);
    // Nothing more is charged, whatever events the provider sends.
    await ada.time({ months: 2 });
    await ada.deliverWebhooks();
    await runIn(suite.store.ports, runDueJobs);
    expect((await ada.ledgerSnapshot()).charged).toBe(found.charged);
    await ada.expectLedgerToMatchProvider();
    const cards = await fetch(`${suite.sandbox.url}/v1/customers/${ada.customer}/payment_methods`, {
      headers: { authorization: "Bearer sk_test_dashboard" },
    });
    expect(((await cards.json()) as { data: unknown[] }).data).toEqual([]);
  });

  it("ACC-07 an open order and an open dispute keep an account until they are settled", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.post("/api/users/update_min_license", { license_id: 1 });
    await client.post("/api/orders/paypal", { recurring_credits: 5, is_custom: true });
    const refused = await client.post("/api/users/deletion", { password: PASSWORD });
    expect([refused.status, refused.body.error.reason]).toEqual([409, "order_in_progress"]);
    const ada = await subscriber(130);
    const [payment] = (await ada.ledgerSnapshot()).payments;
    await openDispute(suite.sandbox.url, "stripe", payment?.provider_reference ?? "");
    for (const event of await eventsAt(suite.sandbox.url))
      expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
    const disputed = await ada.client.post("/api/users/deletion", { password: PASSWORD, forfeit_credits: 20 });
    expect([disputed.status, disputed.body.error.reason]).toEqual([409, "dispute_open"]);
    expect((await ada.me()).subscription.status).toBe("active");
  });

  it("ACC-07 a deletion that was cut short is completed by who knows the password, and by nobody else", async () => {
    const client = new TestClient(suite.store.app);
    const { id, email } = (await client.signUp()).body.data.user;
    await sql`update accounts set deleted_at = now() where id = ${id}`.execute(suite.store.database.kysely);
    expect((await client.get("/api/users/me")).status).toBe(401);
    const again = new TestClient(suite.store.app);
    expect((await again.post("/api/sessions", { email, password: "wrong horse" })).status).toBe(401);
    const form = { first_name: "Ada", last_name: "Lens", email, password: PASSWORD };
    expect((await again.post("/api/users", form)).status).toBe(409);
    expect((await again.post("/api/sessions", { email, password: PASSWORD })).status).toBe(401);
    expect((await again.post("/api/users", form)).status).toBe(201);
  });

  it("ACC-07 hands out everything that is kept of an account, and nobody else's", async () => {
    const ada = await subscriber(130);
    await ada.client.post("/api/purchases/collection", { collection_id: 104 });
    await ada.client.get("/api/variant_downloads/1031/download");
    await ada.client.put("/api/wishlists/105");
    const { data } = (await ada.client.get("/api/users/me/export")).body;
    expect(data).toMatchObject({
      user: { id: ada.id, subscription: { status: "active" } },
      sessions: [{ is_current: true }],
      orders: [{ kind: "plan" }],
      payments: [{ amount: 4_900, provider: "stripe" }],
      credit_entries: [{ amount: 20 }, { amount: -12 }],
      items: [{ collection_id: 104, collection_variant_id: null }],
      wishlist: [105],
      downloads: [{ variant_id: 1031 }],
      certificates: [],
    });
    expect(JSON.stringify(data)).not.toMatch(/argon2|password/);
  });

  it("ACC-07 ORD-03 a closed account takes over nothing, and its address is kept by no mail", async () => {
    const ada = await subscriber(130);
    const { email } = await ada.me();
    await runIn(suite.store.ports, sendOutbox);
    const mails = (await (
      await fetch(`${suite.sandbox.url}/inbox?to=${encodeURIComponent(email)}`)
    ).json()) as readonly { readonly subject: string; readonly text: string }[];
    const { text } = mails.find(({ subject }) => subject.startsWith("Confirm")) ?? { text: "" };
    const confirmation = new URL(/http\S+/.exec(text)?.[0] ?? "").searchParams.get("token");
    await ada.client.post("/api/passwords/mail", { email });
    await ada.client.post("/api/users/deletion", { password: PASSWORD, forfeit_credits: 20 });
    const refused = await ada.client.post("/api/users/confirmation", { token: confirmation });
    expect(refused.status).toBe(403);
    const left = await sql`select 1 from notices where about in (${ada.id}, ${email})`.execute(
      suite.store.database.kysely,
    );
    expect(left.rows).toEqual([]);
  });

  it("ACC-07 what comes during a deletion is refused, and its plan ends where its provider is gone", async () => {
    const ada = await subscriber(130);
    const before = await ada.ledgerSnapshot();
    const { ports } = suite.store;
    // The provider reports the payment's customer only after the account is closed.
    const account = await Effect.runPromise(ports.transactions.read.accounts.get(ada.id));
    await sql`update accounts set deleted_at = now() where id = ${ada.id}`.execute(suite.store.database.kysely);
    if (account === null) throw new Error("no account");
    const late = await runIn(
      ports,
      Effect.result(
        buy(
          { _tag: "Account", account },
          creditsToBuy(account, { credits: 5, amount: null, plan_variant_id: null }),
          "stripe",
          { _tag: "Card", customer_id: null, payment_method_id: null },
        ),
      ),
    );
    expect(Result.isFailure(late) && late.failure._tag).toBe("forbidden");
    await sql`update accounts set deleted_at = null where id = ${ada.id}`.execute(suite.store.database.kysely);
    expect((await ada.ledgerSnapshot()).payments).toEqual(before.payments);
    const deaf = {
      ...ports,
      providers: { ...ports.providers, stripe: { ...ports.providers.stripe, billing: unreachable } },
    };
    const store = await storeAs(deaf as TestPorts, ada.client.token);
    await Effect.runPromise(store.users.delete({ payload: { password: PASSWORD, forfeit_credits: 20 } }));
    await runIn(ports, terminateReplacedSubscriptions);
    await ada.time({ months: 2 });
    expect((await ada.ledgerSnapshot()).charged).toBe(before.charged);
  });

  /** Signs up with an address. */
  const signUpAs = async (email: string) => {
    const client = new TestClient(suite.store.app);
    const form = { first_name: "Ada", last_name: "Lens", email, password: PASSWORD };
    client.token = (await client.post("/api/users", form)).body.data.token;
    return client;
  };
  const someAddress = () => `Once${Math.random().toString(36).slice(2)}@Example.com`;
  /** Creates a cart code worth $5 that an account can use once. */
  const someCode = async () => {
    const code = `ONCE${Math.random().toString(36).slice(2, 8)}`.toUpperCase();
    await run(suite.store.ports.transactions.read.discountCodes.put({ code, value: cents(500), uses_per_account: 1 }));
    return code;
  };
  /**
   * Fills a cart, applies a code, and starts its payment. Returns the cart's token, the response to the code, and that
   * to the payment.
   */
  const startCart = async (client: TestClient, discount_code: string, more: object = {}) => {
    const { token } = (await client.put("/api/orders/shopping_cart", { product_ids: [1011] })).body;
    const applied = await client.put("/api/orders/discount", { discount_code, token });
    return { token, applied, started: await client.post("/api/payment_intent", { token, ...more }) };
  };
  const used = { status: 409, body: { error: { reason: "promo_code_invalid" } } };

  it("DSC-10 ACC-07 a cart code works once for an address, also as a guest and after deletion", async () => {
    const code = await someCode();
    const email = someAddress();
    const ada = await signUpAs(email);
    const first = await startCart(ada, code);
    expect(first.started.body.amount).toBe(1_900);
    // The open order reserves the use, also against a guest with the same address.
    const guest = new TestClient(suite.store.app);
    expect((await startCart(guest, code, { email: email.toLowerCase() })).started).toMatchObject(used);
    await ada.payTyped(suite.sandbox.url, first.started.body, "4242424242424242");
    const record = { token: first.token, payment_intent: first.started.body.id };
    expect((await ada.post("/api/purchases/cart", record)).status).toBe(200);
    expect((await ada.post("/api/users/deletion", { password: PASSWORD })).status).toBe(204);
    expect((await startCart(await signUpAs(email.toUpperCase()), code)).applied).toMatchObject(used);
    expect((await startCart(guest, code, { email })).started).toMatchObject(used);
    const other = await startCart(new TestClient(suite.store.app), code, { email: someAddress() });
    expect(other.started.body.amount).toBe(1_900);
    // The use is recorded without the address.
    const { rows } = await sql<{ readonly row: string }>`select orders::text as row from orders
      where payment_reference = ${first.started.body.id}`.execute(suite.store.database.kysely);
    expect(rows[0]?.row.toLowerCase()).not.toContain(email.toLowerCase());
  });

  it("DSC-10 ACC-07 ORD-03 a code that a guest used is used for the account of that address", async () => {
    const code = await someCode();
    const email = someAddress();
    const guest = new TestClient(suite.store.app);
    const { token, started } = await startCart(guest, code, { email });
    await guest.payTyped(suite.sandbox.url, started.body, "4242424242424242");
    await guest.post("/api/purchases/cart", { token, payment_intent: started.body.id });
    expect((await startCart(await signUpAs(email.toLowerCase()), code)).applied).toMatchObject(used);
  });

  it("DSC-02 ACC-07 a promo code is not used again by an address whose account was deleted", async () => {
    await createPromoCode(suite.sandbox.url, { code: "AGAIN50", percent_off: 50, months: 1 });
    const email = someAddress();
    const subscribe = async (client: TestClient) =>
      client.post("/api/subscriptions", {
        plan_variant_id: 130,
        license_id: 1,
        setup_intent_id: (await client.saveCard(suite.sandbox.url, "4242424242424242")).id,
        discount_code: "again50",
      });
    const ada = await signUpAs(email);
    expect((await subscribe(ada)).status).toBe(200);
    expect((await ada.post("/api/users/deletion", { password: PASSWORD, forfeit_credits: 20 })).status).toBe(204);
    expect(await subscribe(await signUpAs(email))).toMatchObject(used);
    expect((await subscribe(await signUpAs(someAddress()))).status).toBe(200);
  });

  it("DSC-10 ACC-07 an account that did not pay leaves no trace of a code that it tried", async () => {
    const client = await signUpAs(someAddress());
    const { id } = (await client.get("/api/users/me")).body.data;
    const { database } = suite.store;
    expect((await startCart(client, await someCode())).started.status).toBe(200);
    const hashes = async () => {
      const { rows } = await sql<{ readonly code_hash: string | null }>`
        select code_hash from orders where user_id = ${id}`.execute(database.kysely);
      return rows.map(({ code_hash }) => code_hash);
    };
    expect(await hashes()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    await sql`update orders set status = 'expired', closed_at = now(), next_attempt_at = null
      where user_id = ${id}`.execute(database.kysely);
    expect((await client.post("/api/users/deletion", { password: PASSWORD })).status).toBe(204);
    expect(await hashes()).toEqual([null]);
  });
});

/** A provider that does not respond. */
const unreachable = new Proxy(
  {},
  { get: () => () => Effect.fail(new PaymentProviderUnavailable({ cause: new Error("no route") })) },
);
