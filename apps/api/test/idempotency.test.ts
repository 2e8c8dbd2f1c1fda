import { runDueJobs } from "@backlot/application";
import { epochMs, instant } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { BY_STAFF, SUPPORT_KEY, chargesAt } from "@backlot/testing/sandbox";
import { advance, useFreshStore } from "@backlot/testing/store";
import { createHash, randomUUID } from "node:crypto";
import { IdempotencyKeys } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import { describe, expect, it, vi } from "vitest";
import { makeApp } from "../src/app.ts";

const SIGN_UP = { first_name: "Ada", last_name: "Lens", password: "correct horse" };

describe.each(scenarioDatabases)("idempotency keys on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const post = async (path: string, payload: object, key: string, headers: Record<string, string> = {}) => {
    const answer = await suite.store.app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key, ...headers },
      body: JSON.stringify(payload),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text === "" ? null : JSON.parse(text), headers: answer.headers };
  };
  const rows = () => suite.store.database.kysely.selectFrom("idempotency_keys").selectAll().execute();
  const email = () => `p${randomUUID()}@example.com`;

  it("DEV-02 the same request happens once, and gets the same response, which nobody else can read", async () => {
    const [key, form] = [randomUUID(), { ...SIGN_UP, email: email() }];
    const first = await post("/api/users", form, key);
    expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null]);
    const again = await post("/api/users", form, key);
    expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([201, first.text, "true"]);
    // Without the key, the address is taken.
    expect((await new TestClient(suite.store.app).post("/api/users", form)).status).toBe(409);
    const stored = JSON.stringify(await rows());
    for (const secret of [key, first.body.data.token, form.email]) expect(stored).not.toContain(secret);
    // With a hash of the form alone, a leaked database would let attackers try passwords quickly.
    const parts = ["POST", "/api/users", "", JSON.stringify(form)];
    for (const from of [parts.join("\n"), parts.join(""), JSON.stringify(form)])
      for (const encoding of ["base64url", "base64", "hex"] as const)
        expect(stored).not.toContain(createHash("sha256").update(from).digest(encoding));
    // A visitor whose cookie or network changes doesn't lose the response either.
    const moved = await post("/api/users", form, key, { cookie: `backlot_guest=${randomUUID()}` });
    expect([moved.status, moved.text, moved.headers.get("idempotency-replayed")]).toEqual([201, first.text, "true"]);
    // The caller is part of the key: another account begins its own request.
    const ada = new TestClient(suite.store.app);
    await ada.signUp();
    const other = await post("/api/users", form, key, { authorization: ada.token ?? "" });
    expect([other.status, other.headers.get("idempotency-replayed")]).toEqual([409, null]);
  });

  it("DEV-02 another request with the key is refused, and so is a key that one could guess", async () => {
    const key = randomUUID();
    expect((await post("/api/orders/links", { email: email() }, key)).status).toBe(204);
    const other = await post("/api/orders/links", { email: email() }, key);
    expect([other.status, other.body.error.code]).toEqual([422, "idempotency_key_reused"]);
    const elsewhere = await post("/api/passwords/mail", { email: email() }, key);
    expect(elsewhere.status).toBe(422);
    const short = await post("/api/orders/links", { email: email() }, "1");
    expect([short.status, short.body.error.issues[0].path]).toEqual([400, "headers.idempotency-key"]);
  });

  it("DEV-02 a response without a body is repeated, and an error is not remembered", async () => {
    const [key, form] = [randomUUID(), { email: email() }];
    expect((await post("/api/orders/links", form, key)).status).toBe(204);
    const again = await post("/api/orders/links", form, key);
    expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([204, "", "true"]);
    const login = { email: email(), password: "correct horse" };
    const signIn = randomUUID();
    expect((await post("/api/sessions", login, signIn)).status).toBe(401);
    await new TestClient(suite.store.app).post("/api/users", { ...SIGN_UP, email: login.email });
    expect((await post("/api/sessions", login, signIn)).status).toBe(200);
    // A request that the contract refuses leaves nothing behind, so the corrected one can use its key.
    const mended = randomUUID();
    expect((await post("/api/orders/links", {}, mended)).status).toBe(400);
    expect((await post("/api/orders/links", form, mended)).status).toBe(204);
  });

  it("DEV-02 a burst of the same purchase takes the credits once", async () => {
    const ada = new TestClient(suite.store.app);
    await ada.signUp();
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    await ada.post("/api/subscriptions", { plan_variant_id: 131, setup_intent_id: id });
    const { data } = (await ada.get("/api/collections?access=premium&limit=1")).body;
    const key = randomUUID();
    const buy = () =>
      post("/api/purchases/collection", { collection_id: data[0].id }, key, { authorization: ada.token ?? "" });
    const burst = await Promise.all(Array.from({ length: 6 }, buy));
    const statuses = new Set(burst.map(({ status }) => status));
    expect(burst.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const status of statuses) expect([200, 409]).toContain(status);
    for (const { status, body } of burst) if (status === 409) expect(body.error.code).toBe("request_in_progress");
    const last = await buy();
    expect([last.status, last.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    const me = (await ada.get("/api/users/me")).body.data;
    expect(me.current_credit_balance).toBe(50 - data[0].credit_price);
    expect((await chargesAt(suite.sandbox.url, me.stripe_customer_token)).length).toBe(1);
  });

  it("DEV-02 what a stopped process left runs again after five minutes; after a day, all is forgotten", async () => {
    const { idempotencyKeys: keys, clock } = suite.store.ports;
    const run = Effect.runPromise;
    const at = (minutes: number) => instant(epochMs(clock.now()) + minutes * 60_000);
    const begin = (minutes: number, request = "r") =>
      run(keys.begin("abandoned", request, { now: at(minutes), abandonedBefore: at(minutes - 5) }));
    expect(await begin(0)).toEqual({ _tag: "first" });
    expect(await begin(4)).toEqual({ _tag: "running" });
    expect(await begin(4, "other")).toEqual({ _tag: "reused" });
    const burst = await Promise.all([begin(6), begin(6), begin(6)]);
    expect(burst.map(({ _tag }) => _tag).sort()).toEqual(["first", "running", "running"]);
    await run(keys.finish("abandoned", { status: 200, body: "sealed" }));
    expect(await begin(20)).toEqual({ _tag: "answered", status: 200, body: "sealed" });
    await run(keys.forget("abandoned"));
    expect(await begin(21)).toMatchObject({ _tag: "answered" });
    await advance(suite.sandbox.url, suite.store, { days: 2 });
    await runIn(suite.store.ports, runDueJobs);
    expect(await rows()).toEqual([]);
  });

  it("DEV-02 a response gets through even if it can't be noted", async () => {
    const { context } = suite.store.services;
    const lost = {
      ...Context.get(context, IdempotencyKeys),
      finish: () => Effect.die(new Error("the database is gone")),
    };
    const app = await makeApp(suite.store.config, {
      ...suite.store.services,
      context: Context.add(context, IdempotencyKeys, lost),
    });
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const answer = await app.request("/api/users", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify({ ...SIGN_UP, email: email() }),
    });
    expect([answer.status, (await answer.json()).data.token]).toEqual([201, expect.any(String)]);
    expect(logged.mock.calls.flat().join(" ")).toContain("recording its outcome");
    logged.mockRestore();
  });

  it("DEV-02 what anyone may send without a limit takes no key, so that nobody fills the database", async () => {
    const before = (await rows()).length;
    const visit = { article_id: "1", article_title: "Keying smoke" };
    const sent = await post("/api/user_interest_analytics/blog_article_visit_event", visit, randomUUID());
    expect([sent.status < 500, (await rows()).length]).toEqual([true, before]);
  });

  it("CLI-03 staff don't get the responses of other staff", async () => {
    const [key, payload] = [randomUUID(), { slugs: [], ...BY_STAFF }];
    const staff = { authorization: SUPPORT_KEY };
    expect((await post("/api/support/collections/withdraw", payload, key, staff)).status).toBe(200);
    expect((await post("/api/support/collections/withdraw", payload, key)).status).toBe(401);
    const again = await post("/api/support/collections/withdraw", payload, key, staff);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});
