import { NodeIO } from "@gltf-transform/core";
import { unzipSync } from "fflate";
import { plainDatabase } from "@backlot/testing/databases";
import { LOWEST_LICENSE, type Instant, epochMs, instant, utcDay } from "@backlot/domain";
import {
  BacklotApi,
  AccountRequired,
  BuyerRequired,
  PayerRequired,
  SessionRequired,
  SupportRequired,
} from "@backlot/ports";
import * as HttpApi from "effect/http-api/HttpApi";
import { describe, expect, it, vi } from "vitest";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import Stripe from "stripe";
import { TEST_SCALE } from "@backlot/testing/scale";
import { makeApp } from "../src/app.ts";
import { readConfig } from "../src/settings/derived.ts";
import { sessionCookie } from "../src/session-cookie.ts";
import { TestClient } from "@backlot/testing/client";
import { lockAccount, testEnvironment, useTestStore } from "@backlot/testing/store";

const suite = useTestStore(plainDatabase);

const GUARDS = [SessionRequired, AccountRequired, PayerRequired, BuyerRequired, SupportRequired].map(({ key }) => key);

const endpoints: {
  readonly method: string;
  readonly path: string;
  /** Whether the operation refuses strangers. */
  readonly guarded: boolean;
  /** Whether the operation is for accounts, and for visitors at most as guests. */
  readonly signedIn: boolean;
  readonly statuses: ReadonlySet<number>;
}[] = [];
HttpApi.reflect(BacklotApi, {
  onGroup() {},
  onEndpoint({ endpoint, errors, middleware, successes }) {
    const statuses = new Set([...successes.keys(), ...errors.keys()]);
    endpoints.push({
      method: endpoint.method,
      path: endpoint.path,
      guarded: [...middleware].some(({ key }) => GUARDS.includes(key)),
      signedIn: errors.has(401) && errors.has(423) && endpoint.identifier !== "signIn",
      statuses,
    });
  },
});
const concrete = (path: string): string => path.replace(":slug", "ground-fire").replace(":id", "130");
const _sample = (method: string): unknown => (["POST", "PATCH", "PUT"].includes(method) ? {} : undefined);

describe("the API over HTTP", () => {
  it("DEV-02 describes every operation in its OpenAPI document", async () => {
    const answer = await suite.store.app.request("/api/openapi.json");
    const document = (await answer.json()) as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(document.openapi).toMatch(/^3\.1/);
    for (const { method, path } of endpoints) {
      expect(document.paths[path.replace(/:(\w+)/g, "{$1}")], path).toHaveProperty(method.toLowerCase());
    }
  });

  it("ACC-05 answers a stranger 401 before it judges what they send", async () => {
    const guarded = endpoints.filter((each) => each.guarded);
    const paths = guarded.map((each) => each.path);
    expect(paths).toEqual(expect.arrayContaining(["/api/payment_intent", "/api/purchases/cart", "/api/orders/paypal"]));
    expect(paths).toEqual(expect.arrayContaining(["/api/orders/return", "/api/orders/leave"]));
    expect(paths.filter((path) => path.startsWith("/api/support/")).length).toBeGreaterThan(8);
    for (const { method, path } of guarded) {
      for (const body of method === "GET" ? [undefined] : ["{}", "nonsense", '{"unknown":1}']) {
        const headers = body === undefined ? {} : { "content-type": "application/json" };
        const answer = await suite.store.app.request(concrete(path), {
          method,
          headers,
          ...(body === undefined ? {} : { body }),
        });
        expect([method, path, answer.status]).toEqual([method, path, 401]);
      }
    }
  });

  it("says nothing in the log of an upload that its sender broke off", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const brokenOff = [
      new DOMException("The operation was aborted.", "AbortError"),
      Object.assign(new Error("Premature close"), { code: "ERR_STREAM_PREMATURE_CLOSE" }),
    ];
    const statuses: number[] = [];
    for (const error of [...brokenOff, new Error("the disk is full")]) {
      const body = new ReadableStream({
        start: (upload) => upload.enqueue(new TextEncoder().encode('{"email":"ada@')),
        pull: (upload) => upload.error(error),
      });
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
      statuses.push((await suite.store.app.request("/api/sessions", init)).status);
    }
    const lines = logged.mock.calls.map((words) => words.join(" "));
    logged.mockRestore();
    expect(statuses).toEqual([400, 400, 500]);
    // The store's own failures are still logged.
    expect(lines).toEqual([expect.stringContaining("the disk is full")]);
  });

  it("ACC-01 accepts the sign-up fields as they are specified", async () => {
    const client = new TestClient(suite.store.app);
    const form = { first_name: "Ada", last_name: "Lens", email: "spec@example.com", password: "correct horse" };
    const made = await client.post("/api/users", { ...form, free_subscriber: true });
    expect(made).toMatchObject({ status: 201, body: { data: { user: { free_subscriber: true } } } });
  });

  it("refuses every operation of an account to who has none, to a forged token and to a locked account", async () => {
    const client = new TestClient(suite.store.app);
    const { body } = await client.signUp();
    const { id } = body.data.user;
    const guarded = endpoints.filter((each) => each.signedIn);
    expect(guarded.length).toBeGreaterThan(8);
    const valid: Record<string, unknown> = {
      "/api/users/update_min_license": { license_id: 2 },
      "/api/users/me": { first_name: "A", last_name: "B" },
      "/api/users/deletion": { password: "wrong horse" },
      "/api/generate-license-certificate-html": {},
      "/api/team/invitations": { email: "a@b.co", role: "Artist" },
      "/api/team/members/:id": { role: "Artist" },
      "/api/team/membership": { token: "t" },
      "/api/users/password": { current_password: "wrong horse", password: "another horse" },
      "/api/licensee_profiles": {
        license_id: 1,
        first_name: "A",
        last_name: "B",
        email: "a@b.co",
        address: "1 Mill St",
      },
      "/api/licensee_profiles/:id": {
        license_id: 1,
        first_name: "A",
        last_name: "B",
        email: "a@b.co",
        address: "1 Mill St",
      },
      "/api/setup_intent": {},
      "/api/cards": {},
      "/api/retrieve_stripe_customer_details": { customer_id: "cus_1" },
      "/api/delete_payment_method": { payment_method_id: "pm_1" },
      "/api/default_payment_method": { payment_method_id: "pm_1" },
      "/api/subscriptions": { plan_variant_id: 130, setup_intent_id: "seti_1" },
      "/api/subscriptions/cancel": {},
      "/api/subscriptions/resume": {},
      "/api/subscriptions/pay_overdue": { setup_intent_id: "seti_1" },
      "/api/payment_intent": { recurring_credits: 5 },
      "/api/payment_intent_confirm": { payment_intent_id: "pi_1" },
      "/api/purchases/credit-pack-variant": { payment_intent: "pi_1", recurring_credits: 5 },
      "/api/purchases/cart": { token: "none" },
      "/api/purchases/collection": { collection_id: 101 },
      "/api/orders/paypal/initialize_subscription": { plan_variant_id: 130 },
      "/api/orders/paypal": { recurring_credits: 5 },
      "/api/orders/:id/downloads": { variant_id: 1011 },
      "/api/orders/return": { order_id: "nothing" },
      "/api/orders/leave": { order_id: "nothing" },
      "/api/device_authorizations/:user_code": { is_allowed: true },
    };
    const ask = async (token: string | null, asked = guarded) => {
      const asker = new TestClient(suite.store.app);
      asker.token = token;
      return Promise.all(
        asked.map(async ({ method, path }) => {
          const query = /check_discount/.test(path)
            ? "?discount_code=TEN"
            : /credit-pack-variant/.test(path)
              ? "?purchased_credits=5"
              : /quote|change_preview/.test(path)
                ? "?plan_variant_id=130"
                : "";
          const payload = method === "GET" || method === "DELETE" ? undefined : valid[path];
          const answer = await asker.call(method, concrete(path) + query, payload);
          return `${method} ${path} ${answer.status}`;
        }),
      );
    };
    const all = (status: number) => guarded.map(({ method, path }) => `${method} ${path} ${status}`);
    expect(await ask(null)).toEqual(all(401));
    expect(await ask(`${client.token}x`)).toEqual(all(401));
    expect(await ask("nonsense")).toEqual(all(401));
    await lockAccount(suite.store, id);
    // A locked account can only sign out.
    const locking = guarded.filter(({ path }) => path !== "/api/sessions/current");
    expect(await ask(client.token, locking)).toEqual(locking.map(({ method, path }) => `${method} ${path} 423`));
    expect(
      await ask(
        client.token,
        guarded.filter((each) => !locking.includes(each)),
      ),
    ).toEqual(["DELETE /api/sessions/current 204"]);
    const locked = await client.post("/api/sessions", { email: body.data.user.email, password: "correct horse" });
    const sessions = await sql<{ readonly count: number }>`
      select count(*)::integer as count from auth_sessions where user_id = ${id}`.execute(suite.store.database.kysely);
    // A refused sign-in leaves no session.
    expect(sessions.rows).toEqual([{ count: 0 }]);
    expect(locked).toMatchObject({
      status: 423,
      body: {
        error: {
          message:
            "Your account is currently locked. To regain access, please contact our team at support@backlot.example.",
        },
      },
    });
  });

  it("names the field that is wrong and refuses what it does not know", async () => {
    const client = new TestClient(suite.store.app);
    const unknown = await client.post("/api/users", {
      first_name: "A",
      last_name: "B",
      email: "a@b.co",
      password: "open 7",
      role: "Admin",
    });
    expect(unknown.body.error).toMatchObject({ code: "invalid_request", issues: [{ path: "payload.role" }] });
    const wrong = await client.get("/api/plan_variants?license_id=9&color=red");
    expect(wrong.body.error.issues.map((issue: { path: string }) => issue.path).sort()).toEqual([
      "query.color",
      "query.license_id",
    ]);
    const broken = await suite.store.app.request("/api/sessions", {
      method: "POST",
      body: "{",
      headers: { "content-type": "application/json" },
    });
    expect(broken.status).toBe(400);
    const large = await client.post("/api/sessions", { email: "x".repeat(200_000), password: "x" });
    expect(large.status).toBe(413);
  });

  it("ACC-02 names the field of what can't have an account, and takes no text that can't be kept", async () => {
    const client = new TestClient(suite.store.app);
    const form = { first_name: "A", last_name: "B", email: "a@b.co", password: "open 7" };
    for (const email of [
      "josé@example.com",
      "ada@bü cher.de",
      "a..b@example.com",
      ".ada@example.com",
      "ada@example.c",
    ]) {
      expect(await client.post("/api/users", { ...form, email }), email).toMatchObject({
        status: 400,
        body: { error: { issues: [{ path: "payload.email" }] } },
      });
    }
    for (const text of ["a\u0000b", "a\ud800b"])
      expect((await client.post("/api/users", { ...form, first_name: text })).status).toBe(400);
    expect((await client.get("/api/collections/a%00b")).status).toBe(400);
  });

  it("sends the headers that keep a page safe with every answer", async () => {
    for (const path of ["/api/health", "/api/users/me", "/api/nothing", "/files/x/y"]) {
      const { headers } = await suite.store.app.request(path);
      const policy = headers.get("content-security-policy")?.split("; ");
      expect(policy, path).toEqual(expect.arrayContaining(["object-src 'none'", "frame-ancestors 'none'"]));
      expect(policy, path).toContain(`script-src 'self' ${suite.sandbox.url}`);
      expect(headers.get("strict-transport-security"), path).toBeNull();
      expect(
        [
          headers.get("x-content-type-options"),
          headers.get("x-frame-options"),
          headers.get("cross-origin-opener-policy"),
        ],
        path,
      ).toEqual(["nosniff", "DENY", "same-origin"]);
    }
  });

  it("sends answers that no cache keeps, and under TLS has browsers come by TLS alone", async () => {
    for (const path of ["/api/health", "/api/users/me", "/api/nothing"])
      expect((await suite.store.app.request(path)).headers.get("cache-control"), path).toBe("private, no-store");
    const config = readConfig({ ...(await testEnvironment(suite.sandbox)), PUBLIC_URL: "https://shop.example" });
    const { headers } = await (await makeApp(config, suite.store.services)).request("/api/health");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  });

  it("refuses what another site sends with the browser's cookie, JSON as well as forms", async () => {
    const client = new TestClient(suite.store.app);
    const { body } = await client.signUp();
    const send = (origin: string | null, type: string, authorization?: string) =>
      suite.store.app.request("http://127.0.0.1:3000/api/users/update_min_license", {
        method: "POST",
        headers: {
          host: "127.0.0.1:3000",
          cookie: `backlot_session=${encodeURIComponent(body.data.token)}`,
          "content-type": type,
          ...(origin === null ? {} : { origin }),
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: JSON.stringify({ license_id: 2 }),
      });
    for (const type of ["application/json", "text/plain"]) {
      expect((await send("https://evil.example", type)).status).toBe(403);
      expect((await send("null", type)).status).toBe(403);
    }
    // A header without a token leaves the request to the cookie, so it doesn't make it safe.
    for (const blank of ["", " ", "\t "]) {
      expect((await send("https://evil.example", "application/json", blank)).status, JSON.stringify(blank)).toBe(403);
    }
    const own = await send("http://127.0.0.1:3000", "application/json");
    expect(own.status).toBe(200);
    // A browser has a cookie that its scripts cannot read, so it gets no token.
    expect(((await own.json()) as { data: { token: string | null } }).data.token).toBeNull();
  });

  it("ACC-05 keeps the session from scripts and from other sites", () => {
    expect(sessionCookie(false).open("t")).toMatch(
      /^backlot_session=t; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(sessionCookie(true).open("t")).toMatch(/^__Host-backlot_session=t; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(sessionCookie(true).close()).toContain("Max-Age=0");
  });

  it("ACC-05 a session is over after thirty days, whatever cookie still names it", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const { id } = (await client.get("/api/users/me")).body.data;
    const { kysely } = suite.store.database;
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from expires_at - created_at) / 86400)::int as days
      from auth_sessions where user_id = ${id}`.execute(kysely);
    expect(rows).toEqual([{ days: 30 }]);
    await sql`update auth_sessions set expires_at = now() - interval '1 second' where user_id = ${id}`.execute(kysely);
    expect((await client.get("/api/users/me")).status).toBe(401);
  });

  it("DWN-02 DWN-04 counts every file against its day, the same one once, and begins anew the next day", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const { id } = (await client.get("/api/users/me")).body.data;
    const { downloads } = suite.store.ports.transactions.read;
    const { clock } = suite.store;
    const today = clock.now();
    const collections: readonly {
      readonly free_product: boolean;
      readonly collection_variants: readonly { readonly id: number; readonly resolution: string }[];
    }[] = (await client.get("/api/collections")).body.data;
    const all = collections.flatMap((each) => each.collection_variants.map((made) => ({ ...each, ...made })));
    const [first, second] = all.filter((each) => each.free_product && each.resolution === "2K");
    const others = all.filter((each) => each.id !== first?.id && each.id !== second?.id);
    for (const { id: other } of others.slice(0, 9))
      await Effect.runPromise(downloads.record(id, utcDay(today), other, today, true));
    const get = (variant: { readonly id: number } | undefined) =>
      client.get(`/api/variant_downloads/${variant?.id}/download`);
    expect((await get(first)).body).toMatchObject({ download_limit: 10, downloads_today: 10 });
    expect(await get(second)).toMatchObject({ status: 403, body: { error: { reason: "DailyLimitReached" } } });
    expect((await get(first)).body).toMatchObject({ downloads_today: 10 });
    // Each account has its own daily limit.
    const eve = new TestClient(suite.store.app);
    await eve.signUp();
    expect((await eve.get(`/api/variant_downloads/${second?.id}/download`)).body).toMatchObject({ downloads_today: 1 });
    clock.set(instant(epochMs(today) + 86_400_000));
    expect((await get(second)).body).toMatchObject({ download_limit: 10, downloads_today: 1 });
    clock.set(today);
  });

  it("DWN-01 opens a file's link to its account alone, untouched, and until it ends", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const link = (await client.get("/api/variant_downloads/1031/download")).body.url as string;
    const open = async (url: string): Promise<number> =>
      (await suite.store.app.request(url, { headers: { authorization: String(client.token) } })).status;
    const changed = link.replace(/\/files\/(.)/, (_, first: string) => `/files/${first === "A" ? "B" : "A"}`);
    expect(await open(changed)).toBe(403);
    expect(await open(link.replace(/\.[^./]+\//, ".AAAA/"))).toBe(403);
    expect(await open(`/files/${encodeURIComponent("../../etc/passwd")}/x`)).toBe(403);
    const now: Instant = suite.store.clock.now();
    const hours = (count: number) => suite.store.clock.set(instant(epochMs(now) + count * 3_600_000));
    hours(5);
    expect(await open(link)).not.toBe(403);
    hours(6);
    expect(await open(link)).toBe(403);
    suite.store.clock.set(now);
  });

  it("DWN-01 gives the 3D scene of a model alone, and its whole ZIP, as one download", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const { collection_variants } = (await client.get("/api/collections/clay-amphora")).body;
    const [{ id }] = collection_variants;
    const asked = [
      await client.call("POST", `/api/variant_downloads/${id}/scene`),
      await client.call("POST", `/api/variant_downloads/${id}/download_collection_variant`),
    ];
    expect(asked).toMatchObject([
      { status: 200, body: { download_limit: 10, downloads_today: 1 } },
      { status: 200, body: { download_limit: 10, downloads_today: 1 } },
    ]);
    const open = async (url: string) => {
      const answer = await client.open(url);
      return { type: answer.headers.get("content-type"), bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const [scene, zip] = await Promise.all(asked.map(({ body }) => open(body.url)));
    expect([scene?.type, zip?.type]).toEqual(["model/gltf-binary", "application/zip"]);
    expect(asked[0]?.body.url).toMatch(/clay-amphora-2k\.glb$/);
    const names = Object.keys(unzipSync(zip?.bytes ?? Buffer.alloc(0)));
    expect(names).toEqual(
      ["README.txt", "glb", "color.png", "normal.png", "orm.png"].map((end) => expect.stringMatching(end)),
    );
    const document = await new NodeIO().readBinary(scene?.bytes ?? new Uint8Array());
    const [material] = document.getRoot().listMaterials();
    expect(material?.getBaseColorTexture()?.getSize()).toEqual(Array(2).fill(2_048 * TEST_SCALE.files));
    expect(material?.getNormalTexture()).not.toBeNull();
    // Only a model has a scene.
    expect((await client.call("POST", "/api/variant_downloads/1031/scene")).status).toBe(404);
    expect((await new TestClient(suite.store.app).call("POST", `/api/variant_downloads/${id}/scene`)).status).toBe(401);
  });

  it("DWN-01 sends one range of a file; more than one, or none that can be read, get the whole", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const { id } = (await client.get("/api/users/me")).body.data;
    // A variant that other suites also render.
    const rendered = {
      collection_id: 104,
      collection_variant_id: 1041,
      source: "collection:104:gift",
      license_id: LOWEST_LICENSE,
      at_upgrade_price: false,
      raised_from: null,
    };
    const { collections } = suite.store.ports.transactions.read;
    await Effect.runPromise(collections.grantEntitlement(id, rendered, suite.store.clock.now()));
    const link = (await client.get("/api/variant_downloads/1041/download")).body.url as string;
    const open = (headers: Record<string, string> = {}, method = "GET", url = link) =>
      suite.store.app.request(url, { method, headers: { authorization: String(client.token), ...headers } });
    const whole = await client.open(link);
    const size = (await whole.arrayBuffer()).byteLength;
    expect([whole.status, whole.headers.get("content-length"), whole.headers.get("accept-ranges")]).toEqual([
      200,
      String(size),
      "bytes",
    ]);
    const answers = async (range: string, more: Record<string, string> = {}) => {
      const answer = await open({ range, ...more });
      return [answer.status, answer.headers.get("content-range"), (await answer.arrayBuffer()).byteLength];
    };
    expect(await answers("bytes=0-3")).toEqual([206, `bytes 0-3/${size}`, 4]);
    expect(await answers("bytes=-5")).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, 5]);
    expect(await answers(`bytes=${size - 2}-${size + 99}`)).toEqual([206, `bytes ${size - 2}-${size - 1}/${size}`, 2]);
    expect(await answers(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, 0]);
    for (const odd of ["bytes=0-1,5-6", "bytes=a-b", "bytes=9-2", "pages=1-2", "bytes"])
      expect(await answers(odd), odd).toEqual([200, null, size]);
    expect((await answers("bytes=0-3", { "if-range": '"another"' }))[0]).toBe(200);
    expect((await answers("bytes=0-3", { "if-range": whole.headers.get("etag") ?? "" }))[0]).toBe(206);
    const head = await open({}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(size), ""]);
    const ranged = await open({ range: "bytes=0-3" }, "HEAD");
    expect([ranged.status, ranged.headers.get("content-length")]).toEqual([200, String(size)]);
    const strange = link.replace(/[^/]+$/, "%2f..%2f..%2fetc%2fpasswd");
    expect((await open({}, "GET", strange)).status).toBe(200);
    expect((await open({}, "GET", link.replace(/[^/]+$/, "%E0%A4%A"))).status).toBe(200);
  });

  it("CHK-07 refuses an event that is too large, or not signed", async () => {
    const large = await suite.store.app.request("/api/webhooks/stripe", {
      method: "POST",
      body: "x".repeat(1_000_001),
      headers: { "content-length": "1000001" },
    });
    expect([large.status, await large.json()]).toMatchObject([413, { error: { code: "too_large" } }]);
  });

  it("CHK-07 takes no webhook that the provider did not sign", async () => {
    // Whoever knows the secret can sign anything; only events are read.
    for (const payload of ["null", "{}", "[]", '"evt_1"', '{"id":"evt_1","type":"invoice.paid"}']) {
      const secret = suite.sandbox.webhookSecret;
      const signed = await suite.store.app.request("/api/webhooks/stripe", {
        method: "POST",
        body: payload,
        headers: { "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret }) },
      });
      expect([payload, signed.status]).toEqual([payload, 400]);
    }
    const forged = await suite.store.app.request("/api/webhooks/stripe", {
      method: "POST",
      body: "{}",
      headers: { "stripe-signature": "t=1,v1=00" },
    });
    expect(forged.status).toBe(400);
  });

  it("LIC-01 serves the license table", async () => {
    const { body } = await new TestClient(suite.store.app).get("/api/license_types");
    expect(body).toHaveLength(6);
    expect(body[2]).toEqual({
      id: 3,
      name: "Enterprise",
      type: { id: 3, name: "Enterprise" },
      revenue: "$3M-$20M",
      price_factor: 6,
      subscription_price_factor: 1.7,
    });
  });
});
