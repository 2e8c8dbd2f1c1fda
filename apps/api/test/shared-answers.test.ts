import { brotliDecompressSync } from "node:zlib";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { useTestStore } from "@backlot/testing/store";
import { contextOf } from "@backlot/testing/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { makeApp } from "../src/app.ts";

const run = Effect.runPromise;

describe.each(scenarioDatabases)("answers of the API that visitors share, on $kind", (databases) => {
  const suite = useTestStore(databases);
  const get = (path: string, headers: Record<string, string> = {}) => suite.store.app.request(path, { headers });
  const queriesOf = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
    await get(path, headers);
    suite.store.queries();
    await get(path, headers);
    return suite.store.queries();
  };
  const SHARED = [
    "/api/plan_variants",
    "/api/plan_variants/130?license_id=1",
    "/api/credit_pack_variants?license_id=2",
    "/api/collections?library_id=1&limit=4",
    "/api/categories?library_id=2",
    "/api/collections/ground-fire",
    "/api/collections/ground-fire/related",
  ];

  it("are read once and checked with one query, and are the same as what is read for one caller", async () => {
    for (const path of SHARED) {
      const own = await get(path, { cookie: "backlot_guest=secret" });
      const first = await get(path);
      expect([first.status, [...first.headers]], path).toEqual([200, [...own.headers]]);
      const body = await first.text();
      expect(body, path).toBe(await own.text());
      suite.store.queries();
      const again = await get(path);
      expect([await again.text(), [...again.headers]], path).toEqual([body, [...first.headers]]);
      expect(suite.store.queries(), path).toBe(1);
    }
  });

  it("are checked together by who asks at once, after each of them has asked", async () => {
    await get("/api/plan_variants");
    suite.store.queries();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get("/api/plan_variants")));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(suite.store.queries()).toBeLessThanOrEqual(2);
  });

  it("change at once with what they show", async () => {
    const { read } = suite.store.ports.transactions;
    const fire = await run(read.collections.bySlug("ground-fire"));
    if (fire === null) throw new Error("the sample catalog has no fire");
    const nameOf = async () => ((await (await get("/api/collections/ground-fire")).json()) as { name: string }).name;
    expect(await nameOf()).toBe(fire.name);
    await run(read.collections.put({ ...fire, name: "Fire, renamed" }));
    expect(await nameOf()).toBe("Fire, renamed");
    await run(read.collections.put(fire));
    expect(await nameOf()).toBe(fire.name);
  });

  it("DWN-04 are nobody's who has an account, by whatever it is known", async () => {
    await get("/api/collections/ground-fire");
    const ada = new TestClient(suite.store.app);
    await ada.signUp();
    const { id } = (await ada.get("/api/collections/ground-fire")).body;
    expect((await ada.put(`/api/wishlists/${id}`)).status).toBeLessThan(300);
    const token = String(ada.token);
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: token },
      { cookie: `backlot_session=${encodeURIComponent(token)}` },
    ]) {
      const answer = await get("/api/collections/ground-fire", headers);
      expect(await answer.json(), JSON.stringify(headers)).toMatchObject({ wishlisted: true });
    }
    expect(await (await get("/api/collections/ground-fire")).json()).toMatchObject({ wishlisted: false });
    expect(await queriesOf("/api/collections/ground-fire", { cookie: "backlot_guest=secret" })).toBe(1);
  });

  it("are refused as ever, and a refusal is not kept", async () => {
    for (const [path, status] of [
      ["/api/collections/nothing-of-the-kind", 404],
      ["/api/collections?limit=0", 400],
      ["/api/plan_variants?license_id=99", 400],
    ] as const) {
      for (const _ of [1, 2]) expect((await get(path)).status, path).toBe(status);
    }
    const { read } = suite.store.ports.transactions;
    const fire = await run(read.collections.bySlug("ground-fire"));
    if (fire === null) throw new Error("the sample catalog has no fire");
    await run(read.collections.put({ ...fire, listed: false }));
    expect((await get("/api/collections/ground-fire")).status).toBe(404);
    await run(read.collections.put(fire));
    expect((await get("/api/collections/ground-fire")).status).toBe(200);
  });

  it("are the same compressed, and by HEAD", async () => {
    const path = "/api/collections?library_id=1";
    const plain = await get(path);
    const text = await plain.text();
    const squeezed = await get(path, { "accept-encoding": "br" });
    expect([squeezed.headers.get("content-encoding"), squeezed.headers.get("vary")]).toEqual(["br", "Accept-Encoding"]);
    expect(brotliDecompressSync(Buffer.from(await squeezed.arrayBuffer())).toString()).toBe(text);
    const head = await suite.store.app.request(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("say that the store is out of reach where the database is, with the headers of every answer", async () => {
    const { ports } = suite.store;
    const lost = Object.assign(new Error("the connection is lost"), { code: "08006" });
    const { read } = ports.transactions;
    const storefront = { ...read.storefront, version: () => Effect.die(lost) };
    const transactions = { ...ports.transactions, read: { ...read, storefront } };
    const services = { ...suite.store.services, context: contextOf({ ...ports, transactions }) };
    const app = await makeApp(suite.store.config, services);
    const answer = await app.request("/api/collections/ground-fire");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await answer.json()).toMatchObject({ error: { code: "unavailable" } });
    const health = (await suite.store.app.request("/api/health")).headers;
    for (const name of ["content-security-policy", "x-frame-options", "cache-control"])
      expect(answer.headers.get(name), name).toBe(health.get(name));
  });
});
