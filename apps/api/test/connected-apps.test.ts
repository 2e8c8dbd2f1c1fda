import { randomUUID } from "node:crypto";
import { sendOutbox } from "@backlot/application";
import { BacklotApi, SCOPED_OPERATIONS, UNSCOPED_OPERATIONS, scopeOf } from "@backlot/ports";
import { type Scope, SCOPES } from "@backlot/domain/accounts/scope";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, BY_STAFF_QUERY, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { runIn } from "@backlot/testing/ports";
import { lockAccount, useFreshStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { sql } from "kysely";
import * as HttpApi from "effect/http-api/HttpApi";
import { describe, expect, it } from "vitest";
import { makeApp } from "../src/app.ts";
import { mountWeb } from "../src/web.ts";

/** The contract's operations, such as "users.me". */
const OPERATIONS: { readonly name: string; readonly method: string; readonly path: string }[] = [];
HttpApi.reflect(BacklotApi, {
  onGroup() {},
  onEndpoint({ group, endpoint }) {
    const name = `${group.identifier}.${endpoint.identifier}`;
    const path = endpoint.path.replace(":slug", "ground-fire").replace(":kind", "page").replace(/:\w+/g, "130");
    OPERATIONS.push({ name, method: endpoint.method, path });
  },
});

describe("the scopes of apps' tokens", () => {
  it("ACC-03 name operations of the contract, each once, and none of the staff or of the account's security", () => {
    const scoped = [...Object.values(SCOPED_OPERATIONS).flat(), ...UNSCOPED_OPERATIONS];
    expect(new Set(scoped).size).toBe(scoped.length);
    const names = OPERATIONS.map(({ name }) => name);
    expect(scoped.filter((name) => !names.includes(name))).toEqual([]);
    expect(scoped.filter((name) => /^(support|teams|connectedApps|licenseeProfiles|accounts)\./.test(name))).toEqual([
      "accounts.signOut",
    ]);
    expect(scoped.filter((name) => name.startsWith("users."))).toEqual(["users.me"]);
  });
});

describe.each(scenarioDatabases)("apps that act for customers on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const subscriber = subscribersOf(suite);
  const visitor = () => new TestClient(suite.store.app);
  const staff = (method: string, path: string, payload?: object) =>
    visitor().call(method, `/api/support/channels${path}`, payload, { authorization: SUPPORT_KEY });
  const addChannel = async (scopes: readonly Scope[] = SCOPES, name = `Studio bot ${randomUUID()}`): Promise<string> =>
    (await staff("POST", "", { name, scopes, ...BY_STAFF })).body.data.id;
  const ask = async (client_id: string, scope: string) =>
    (await visitor().post("/api/device_authorizations", { client_id, scope })).body;
  const tokenFor = (client_id: string, device_code: string) =>
    visitor().post("/api/device_tokens", { client_id, device_code });
  /** Connects an app to a signed-in customer. Returns the app's client. */
  const connect = async (customer: TestClient, scopes: readonly Scope[], channel?: string): Promise<TestClient> => {
    const client_id = channel ?? (await addChannel());
    const { device_code, user_code } = await ask(client_id, scopes.join(" "));
    expect((await customer.get(`/api/device_authorizations/${user_code}`)).status).toBe(200);
    expect((await customer.post(`/api/device_authorizations/${user_code}`, { is_allowed: true })).status).toBe(204);
    const { status, body } = await tokenFor(client_id, device_code);
    expect([status, body.token_type, body.scope]).toEqual([200, "Bearer", scopes.join(" ")]);
    const app = visitor();
    app.token = body.access_token;
    return app;
  };

  it("ACC-03 an app acts for a customer who allowed it, until they disconnect it", async () => {
    const ada = await subscriber(130);
    const client_id = await addChannel(SCOPES, "Studio bot");
    const started = await ask(client_id, "quote customer:act");
    expect(started).toEqual({
      device_code: expect.any(String),
      user_code: expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/),
      verification_uri: expect.stringMatching(/\/connect$/),
      verification_uri_complete: `${started.verification_uri}?code=${started.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    // As people type it.
    const typed = started.user_code.toLowerCase().replace("-", " ");
    const seen = await ada.client.get(`/api/device_authorizations/${encodeURIComponent(typed)}`);
    expect(seen.body.data).toEqual({ name: "Studio bot", scopes: ["quote", "customer:act"] });
    await ada.client.post(`/api/device_authorizations/${started.user_code}`, { is_allowed: true });
    const { body } = await tokenFor(client_id, started.device_code);
    expect(body.expires_in).toBe(90 * 86_400);
    const bot = visitor();
    bot.token = `Bearer ${body.access_token}`;
    expect((await bot.get("/api/users/me")).body.data.subscription.plan_variant.id).toBe(130);
    expect((await bot.get("/api/subscriptions/change_preview?plan_variant_id=131")).body.data.kind).toBe("upgrade");
    expect(await bot.post("/api/purchases/collection", { collection_id: 101 })).toMatchObject({ status: 200 });
    const { data: apps } = (await ada.client.get("/api/users/apps")).body;
    expect(apps).toEqual([
      {
        id: expect.any(String),
        name: "Studio bot",
        scopes: ["quote", "customer:act"],
        connected_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect((await ada.client.get("/api/users/sessions")).body.data).toHaveLength(1);
    expect((await ada.client.get("/api/users/me/export")).body.data.apps).toEqual(apps);
    // Another process also refuses it at once.
    const other = new TestClient(await makeApp(suite.store.config, suite.store.services));
    other.token = bot.token;
    expect((await other.get("/api/users/me")).status).toBe(200);
    expect((await ada.client.call("DELETE", `/api/users/apps/${apps[0].id}`)).status).toBe(204);
    expect([(await other.get("/api/users/me")).status, (await bot.get("/api/users/me")).status]).toEqual([401, 401]);
    expect((await ada.client.get("/api/users/apps")).body.data).toEqual([]);
    expect((await ada.client.get("/api/users/me")).status).toBe(200);
  });

  it("ACC-03 a token calls what its scopes name, and nothing else of all operations", async () => {
    const ada = await subscriber(130);
    for (const scope of SCOPES) {
      const bot = await connect(ada.client, [scope]);
      for (const { name, method, path } of OPERATIONS) {
        if (name === "accounts.signOut") continue;
        const sends = ["POST", "PUT", "PATCH"].includes(method);
        const { status, body } = await bot.call(method, path, sends ? {} : undefined);
        const isAllowed = UNSCOPED_OPERATIONS.includes(name) || scopeOf(name) === scope;
        const isRefused = status === 403 && / scope |^App tokens can't/.test(body.error.message);
        expect([scope, name, isRefused, status >= 500], JSON.stringify(body)).toEqual([scope, name, !isAllowed, false]);
      }
      // Uploads, which aren't in the contract, don't accept an app's token either.
      expect((await bot.call("PUT", "/api/support/stock/files/fire.zip", {})).status).toBe(403);
      expect((await bot.call("DELETE", "/api/sessions/current")).status).toBe(204);
      expect((await bot.get("/api/health/live")).status).toBe(200);
      expect((await bot.get("/api/users/me")).status).toBe(401);
    }
    expect((await ada.client.get("/api/users/me")).status).toBe(200);
  });

  it("ACC-03 the catalog alone doesn't show what the customer has, and no app sees providers' IDs", async () => {
    const ada = await subscriber(130);
    await ada.client.post("/api/purchases/collection", { collection_id: 101 });
    const owned = async (client: TestClient) =>
      (await client.get("/api/collections?limit=100")).body.data.some((each: { owned: boolean }) => each.owned);
    const [reader, actor] = [
      await connect(ada.client, ["catalog:read"]),
      await connect(ada.client, ["catalog:read", "customer:act"]),
    ];
    expect([await owned(ada.client), await owned(actor), await owned(reader)]).toEqual([true, true, false]);
    const { data: seen } = (await actor.get("/api/users/me")).body;
    expect([
      seen.stripe_customer_token,
      seen.subscription.stripe_subscription_token,
      seen.subscription.churnkey_hmac,
    ]).toEqual([null, null, null]);
    expect((await ada.me()).stripe_customer_token).toMatch(/^cus_/);
  });

  it("ACC-03 customers get an email about each app that they allow, and keep their own tries", async () => {
    const ada = await subscriber(130);
    const channel = await addChannel(SCOPES, "Render farm");
    const bot = await connect(ada.client, ["quote"], channel);
    await runIn(suite.store.ports, sendOutbox);
    const { email } = await ada.me();
    const mails = (await (await fetch(`${suite.sandbox.url}/inbox?to=${encodeURIComponent(email)}`)).json()) as {
      readonly subject: string;
      readonly text: string;
    }[];
    const about = mails.filter(({ subject }) => subject === "Render farm can now use your Backlot account");
    expect(about).toHaveLength(1);
    expect(about[0]?.text).toContain("/accounts/security");
    const tries = async (client: TestClient, times: number) => {
      const statuses = [];
      for (let time = 0; time < times; time += 1)
        statuses.push((await client.get(`/api/subscriptions/check_discount?discount_code=NONE${time}`)).status);
      return new Set(statuses);
    };
    expect(await tries(bot, 12)).toEqual(new Set([409, 503]));
    expect(await tries(ada.client, 2)).toEqual(new Set([409]));
    // A customer can view a request often, and still refuse it.
    const { user_code } = await ask(channel, "quote");
    for (let times = 0; times < 15; times += 1)
      expect((await ada.client.get(`/api/device_authorizations/${user_code}`)).status).toBe(200);
    const refuse = await ada.client.post(`/api/device_authorizations/${user_code}`, { is_allowed: false });
    expect(refuse.status).toBe(204);
  });

  it("ACC-03 a token in a cookie signs nobody in, and for pages its app is a visitor", async () => {
    const { client } = await subscriber(130);
    const bot = await connect(client, ["customer:act"]);
    const app = await makeApp(suite.store.config, suite.store.services, { pages: mountWeb });
    const visit = async (path: string) => {
      const answer = await app.request(path, { headers: { authorization: `Bearer ${bot.token}` } });
      return [answer.status, answer.headers.get("location")];
    };
    expect(await visit("/pricing")).toEqual([200, null]);
    expect(await visit("/accounts/profile")).toEqual([302, "/sign-in?next=%2Faccounts%2Fprofile"]);
    const cookie = `backlot_session=${bot.token}; __Host-backlot_session=${bot.token}`;
    expect((await visitor().call("GET", "/api/users/me", undefined, { cookie })).status).toBe(401);
    expect((await bot.get("/api/users/me")).body.data.token).toBe(bot.token);
    await lockAccount(suite.store, (await client.get("/api/users/me")).body.data.id);
    expect((await bot.get("/api/users/me")).status).toBe(423);
  });

  it("ACC-03 names what is wrong with an app's request, and says what becomes of it", async () => {
    const ada = await subscriber(130);
    const client_id = await addChannel(["quote"]);
    for (const [body, path] of [
      [{ client_id: "nobody", scope: "quote" }, "payload.client_id"],
      [{ client_id, scope: "customer:act" }, "payload.scope"],
      [{ client_id, scope: "everything" }, "payload.scope"],
      [{ client_id, scope: "" }, "payload.scope"],
    ] as const) {
      const { status, body: answer } = await visitor().post("/api/device_authorizations", body);
      expect([status, answer.error.issues[0].path]).toEqual([400, path]);
    }
    const { device_code, user_code } = await ask(client_id, "quote");
    const reasonOf = async () => (await tokenFor(client_id, device_code)).body.error.reason;
    expect(await reasonOf()).toBe("authorization_pending");
    expect(await reasonOf()).toBe("slow_down");
    expect((await tokenFor(client_id, "nothing")).body.error.issues[0].path).toBe("payload.device_code");
    expect((await ada.client.get("/api/device_authorizations/AAAA-AAAA")).status).toBe(404);
    await ada.client.get(`/api/device_authorizations/${user_code}`);
    // A second customer can neither view nor answer it.
    const eve = await subscriber(128);
    expect((await eve.client.get(`/api/device_authorizations/${user_code}`)).status).toBe(404);
    expect((await eve.client.post(`/api/device_authorizations/${user_code}`, { is_allowed: true })).status).toBe(404);
    await ada.client.post(`/api/device_authorizations/${user_code}`, { is_allowed: false });
    await sql`update auth_device_codes set last_polled_at = null`.execute(suite.store.database.kysely);
    expect(await reasonOf()).toBe("access_denied");
    // Guessing codes fails after a few attempts.
    const statuses = [];
    for (let times = 0; times < 12; times += 1)
      statuses.push((await eve.client.get(`/api/device_authorizations/AAAA-AA${times + 10}`)).status);
    expect(new Set(statuses)).toEqual(new Set([404, 503]));
  });

  it("ACC-03 CLI-03 staff add and remove apps by the command, and removing one ends its tokens", async () => {
    const ada = await subscriber(130);
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      expect((await run(SUPPORT_KEY, "channels", "list")).out).toContain("There are no apps.");
      const added = await run(SUPPORT_KEY, "channels", "add", "Studio bot", "--scope", "customer:act", "quote", ...WHY);
      const id = /Client ID: (\S+)/.exec(added.out)?.[1] ?? "";
      expect((await run(SUPPORT_KEY, "channels", "list")).out).toMatch(/Studio bot +quote, customer:act/);
      const bot = await connect(ada.client, ["quote"], id);
      const pending = await ask(id, "quote");
      expect((await run(SUPPORT_KEY, "channels", "remove", id, ...WHY)).out).toContain("App removed.");
      expect((await bot.get("/api/subscriptions/quote?plan_variant_id=131")).status).toBe(401);
      expect((await tokenFor(id, pending.device_code)).status).toBe(400);
      expect((await run(SUPPORT_KEY, "channels", "remove", id, ...WHY)).err).toContain("No app has the client ID");
      expect((await run(SUPPORT_KEY, "channels", "add", "X", "--scope", "all", ...WHY)).code).not.toBe(0);
      await run(SUPPORT_KEY, "channels", "add", "Farm", "--scope", "quote", ...WHY);
      await run(SUPPORT_KEY, "channels", "add", "Render  farm", "--scope", "quote", ...WHY);
      for (const name of ["FARM", " farm ", "render farm", "\u200b", "mraF\u202e"])
        expect((await run(SUPPORT_KEY, "channels", "add", name, "--scope", "quote", ...WHY)).code, name).not.toBe(0);
      const { out } = await run(SUPPORT_KEY, "audit", "list");
      expect(out).toContain("added the channel Studio bot for quote, customer:act");
      expect(out).toContain("removed the channel");
    } finally {
      close();
    }
    expect((await staff("DELETE", `/nothing${BY_STAFF_QUERY}`)).status).toBe(404);
  });
});
