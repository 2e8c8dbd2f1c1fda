import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { LOWEST_LICENSE, epochMs, instant } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { lockAccount, useTestStore } from "@backlot/testing/store";
import { contextOf } from "@backlot/testing/ports";
import * as Effect from "effect/Effect";
import type { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import { makeApp } from "../src/app.ts";
import type { Services } from "../src/composition.ts";
import { mountWeb } from "../src/web.ts";

const run = Effect.runPromise;

describe.each(scenarioDatabases)("pages that every visitor sees alike, on $kind", (databases) => {
  const suite = useTestStore(databases);
  let app: Hono;
  const open = (services: Services): Promise<Hono> => makeApp(suite.store.config, services, { pages: mountWeb });
  beforeAll(async () => {
    app = await open(suite.store.services);
  });
  const SHARED = ["/", "/pricing", "/products", "/collections/ground-fire", "/license", "/pricing.data"];
  const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
  const tagOf = async (path: string, headers: Record<string, string> = {}): Promise<string | null> =>
    (await get(path, headers)).headers.get("etag");

  it("are rendered once and checked with one query; who has one already gets a 304", async () => {
    for (const path of SHARED) {
      const first = await get(path);
      expect([first.status, first.headers.get("cache-control")], path).toEqual([200, "private, no-cache"]);
      const etag = String(first.headers.get("etag"));
      const body = await first.text();
      suite.store.queries();
      const again = await get(path);
      expect([await again.text(), again.headers.get("etag")], path).toEqual([body, etag]);
      const same = await get(path, { "if-none-match": `"other", ${etag}` });
      expect([same.status, await same.text(), same.headers.get("etag")], path).toEqual([304, "", etag]);
      // The browser applies the headers of the 304 to its cached page, so they must still allow its scripts.
      expect(same.headers.get("content-security-policy"), path).toBe(first.headers.get("content-security-policy"));
      expect(same.headers.get("vary"), path).toContain("Cookie");
      expect(suite.store.queries(), path).toBe(2);
    }
  });

  it("allow the scripts that stand in them by hash, each of them, and no other", async () => {
    for (const path of SHARED.filter((each) => !each.endsWith(".data"))) {
      const page = await get(path);
      const html = await page.text();
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(html + policy, path).not.toContain("nonce");
      const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
      expect(scripts.length, path).toBeGreaterThan(1);
      const hashes = scripts.map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      const allowed = policy.split("; ").find((each) => each.startsWith("script-src")) ?? "";
      expect(allowed.match(/'sha256-[^']+'/g), path).toEqual(hashes);
      expect(allowed).not.toContain("unsafe");
    }
  });

  it("are the same compressed, to whatever host they are asked from", async () => {
    const plain = await get("/pricing");
    const html = await plain.text();
    for (const [encoding, open] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const squeezed = await get("/pricing", { "accept-encoding": encoding });
      expect(squeezed.headers.get("content-encoding")).toBe(encoding);
      expect(squeezed.headers.get("etag")).toBe(plain.headers.get("etag"));
      expect(open(Buffer.from(await squeezed.arrayBuffer())).toString()).toBe(html);
    }
    const elsewhere = await app.request("http://evil.example/pricing", { headers: { host: "evil.example" } });
    expect(await elsewhere.text()).toBe(html);
  });

  it("are rendered anew after a change of what they show, at once", async () => {
    const { read } = suite.store.ports.transactions;
    const fire = await run(read.collections.bySlug("ground-fire"));
    if (fire === null) throw new Error("the sample catalog has no fire");
    const before = await tagOf("/collections/ground-fire");
    await run(read.collections.put({ ...fire, name: "Fire, renamed" }));
    const after = await get("/collections/ground-fire");
    expect(await after.text()).toContain("Fire, renamed");
    expect(after.headers.get("etag")).not.toBe(before);
    await run(read.collections.put(fire));
    expect(await tagOf("/collections/ground-fire")).toBe(before);
    const [plan] = await run(read.plans.all());
    if (plan === undefined) throw new Error("the sample catalog has no plans");
    const prices = await tagOf("/pricing");
    await run(read.plans.put({ ...plan, plan_name: "Renamed" }));
    expect(await tagOf("/pricing")).not.toBe(prices);
    await run(read.plans.put(plan));
    expect(await tagOf("/pricing")).toBe(prices);
  });

  it("DSC-04 are rendered anew when a sale begins, and when it ends by the clock", async () => {
    const { clock, ports } = suite.store;
    const { transactions } = ports;
    const now = clock.now();
    const usual = await tagOf("/pricing");
    const ends_at = instant(epochMs(now) + 3_600_000);
    await run(transactions.run((repos) => repos.planSales.start({ percent_off: 30, months: 6, ends_at }, now)));
    const onSale = await tagOf("/pricing");
    expect(onSale).not.toBe(usual);
    clock.set(instant(epochMs(ends_at) + 1));
    expect(await tagOf("/pricing")).toBe(usual);
    clock.set(now);
    expect(await tagOf("/pricing")).toBe(onSale);
    await run(transactions.read.planSales.end(now));
    expect(await tagOf("/pricing")).toBe(usual);
  });

  it("differ by theme, and are nobody's who brings a session, a cart, an item or what a guest bought", async () => {
    const dark = await get("/pricing", { cookie: "theme=dark" });
    expect(await (await get("/pricing")).text()).toContain('data-theme="system"');
    const light = await get("/pricing", { cookie: "theme=light; _ga=1" });
    expect(await light.text()).toContain('data-theme="light"');
    expect(await dark.text()).toContain('data-theme="dark"');
    const ada = new TestClient(app);
    await ada.signUp();
    const own = [
      { cookie: `backlot_session=${encodeURIComponent(String(ada.token))}` },
      { authorization: `Bearer ${ada.token}` },
      { cookie: "theme=dark; avfx_order=some-cart" },
      { cookie: "backlot_item=ground-fire" },
      { cookie: "backlot_guest=secret" },
    ];
    for (const headers of own) {
      const page = await get("/pricing", { ...headers, "if-none-match": String(dark.headers.get("etag")) });
      const { status } = page;
      expect([status, page.headers.get("cache-control"), page.headers.get("etag")], JSON.stringify(headers)).toEqual([
        200,
        "private, no-store",
        null,
      ]);
      expect(page.headers.get("content-security-policy")).toContain("'nonce-");
    }
    for (const path of ["/sign-in", "/cart", "/nothing", "/checkout/130"]) {
      const page = await get(path);
      expect([page.headers.get("cache-control"), page.headers.get("etag")], path).toEqual(["private, no-store", null]);
    }
  });

  it("are not kept where the database failed while they were rendered", async () => {
    const { services, ports } = suite.store;
    const { read } = ports.transactions;
    let isBroken = true;
    const lost = Object.assign(new Error("the connection is lost"), { code: "08006" });
    const collections = {
      ...read.collections,
      countByLibrary: () => (isBroken ? Effect.die(lost) : read.collections.countByLibrary()),
    };
    const transactions = { ...ports.transactions, read: { ...read, collections } };
    const halfBroken = await open({ ...services, context: contextOf({ ...ports, transactions }) });
    const hurt = await halfBroken.request("/");
    expect([hurt.status, hurt.headers.get("etag")]).toEqual([200, null]);
    expect(await hurt.text()).toContain("Pro");
    isBroken = false;
    expect((await halfBroken.request("/")).headers.get("etag")).not.toBeNull();
  });

  it("PLN-01 are not shown without the price rules, because their prices might be wrong", async () => {
    const { services, ports } = suite.store;
    const { read } = ports.transactions;
    const lost = Object.assign(new Error("the connection is lost"), { code: "08006" });
    const storefront = { ...read.storefront, announced: () => Effect.die(lost) };
    const transactions = { ...ports.transactions, read: { ...read, storefront } };
    const broken = await open({ ...services, context: contextOf({ ...ports, transactions }) });
    const page = await broken.request("/pricing");
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("The store is temporarily unavailable.");
  });

  it("ACC-04 a locked account is signed out at its next page, which says whom to ask", async () => {
    const client = new TestClient(suite.store.app);
    const { user, token } = (await client.signUp()).body.data;
    await lockAccount(suite.store, user.id);
    const cookie = `backlot_session=${encodeURIComponent(token)}`;
    for (const path of ["/", "/accounts/profile"]) {
      const page = await get(path, { cookie });
      expect([page.status, page.headers.get("location")], path).toEqual([302, "/sign-in"]);
      const set = page.headers.getSetCookie();
      expect(
        set.some((each) => /^backlot_session=;.*Max-Age=0/.test(each)),
        path,
      ).toBe(true);
      const told = set.find((each) => each.startsWith("backlot_locked=1"))?.split(";")[0] ?? "";
      const html = await (await get("/sign-in", { cookie: told })).text();
      expect(html, path).toContain("Your account is currently locked. To regain access, please contact our team at");
    }
    expect(await (await get("/sign-in")).text()).not.toContain("currently locked");
  });

  it("DWN-04 a page of what was taken out of the shop offers the files that are owned, and no other", async () => {
    const client = new TestClient(suite.store.app);
    const { body } = await client.signUp();
    const { collections } = suite.store.ports.transactions.read;
    const sparks = await run(collections.bySlug("grinder-sparks"));
    if (sparks === null) throw new Error("there are no sparks");
    const [small, large] = sparks.collection_variants;
    const owned = {
      collection_id: sparks.id,
      collection_variant_id: small?.id ?? null,
      source: "a test",
      license_id: LOWEST_LICENSE,
      at_upgrade_price: false,
      raised_from: null,
    };
    await run(collections.grantEntitlement(body.data.user.id, owned, suite.store.clock.now()));
    const filesOf = async () => {
      const page = await get(`/collections/${sparks.slug}`, { authorization: `Bearer ${client.token}` });
      const html = await page.text();
      return [small, large].map((each) => html.includes(`value="${each?.id}"`));
    };
    await run(collections.put({ ...sparks, listed: false }));
    try {
      expect(await filesOf()).toEqual([true, false]);
    } finally {
      await run(collections.put(sparks));
    }
  });

  it("SHL-06 every page that may be found says what it is, at its one address, and is in the sitemap", async () => {
    const { siteUrl } = suite.store.ports.settings;
    const map = await get("/sitemap.xml");
    expect([map.status, map.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
    const listed = [...(await map.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => address);
    const count = (await (await get("/api/collections?limit=100")).json()).data.length;
    expect(listed.filter((each) => /\/(collections|practice-footage|3d)\/[\w-]+$/.test(each)).length).toBe(count + 1);
    expect(new Set(listed).size).toBe(listed.length);
    const { collections } = suite.store.ports.transactions.read;
    const fire = await run(collections.bySlug("ground-fire"));
    if (fire === null) throw new Error("there is no fire");
    const more = Array.from({ length: 60 }, (_, n) => ({ ...fire, id: 60_000 + n, slug: `more-fire-${n}` }));
    try {
      for (const each of more) await run(collections.put({ ...each, collection_variants: [] }));
      const all = await (await get("/sitemap.xml")).text();
      expect(all.match(/<loc>/g)).toHaveLength(listed.length + 60);
    } finally {
      for (const each of more) await run(collections.put({ ...each, collection_variants: [], listed: false }));
    }
    expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);

    const seen = new Map<string, string>();
    const product = `${siteUrl}/collections/ground-fire`;
    expect(listed).toContain(product);
    for (const address of listed.filter((each) => !/-|\/3d\/|category/.test(each) || each === product)) {
      const page = await get(address.slice(siteUrl.length) || "/");
      expect(page.status, address).toBe(200);
      const html = await page.text();
      const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`).exec(html)?.[1];
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "";
      expect(title, address).toMatch(/^Backlot: | \| Backlot$/);
      expect(seen.get(title), `${address} is called as another page`).toBeUndefined();
      seen.set(title, address);
      for (const name of ["description", "og:title", "og:description", "og:type", "twitter:card"])
        expect(meta(name), `${name} of ${address}`).not.toBeUndefined();
      expect([meta("og:url"), /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]], address).toEqual([
        address,
        address,
      ]);
    }
    expect(seen.size).toBeGreaterThan(10);
    // Two URLs of the same page share one canonical URL.
    expect(await (await get("/pricing/individual")).text()).toContain(`rel="canonical" href="${siteUrl}/pricing"`);
    expect(await (await get("/products?sort=oldest")).text()).toContain(`rel="canonical" href="${siteUrl}/products"`);
    // The second page of a list isn't a copy of the first.
    const second = "/products?starting_after=5&sort=oldest";
    expect(await (await get(second)).text()).toContain(`rel="canonical" href="${siteUrl}/products?starting_after=5"`);
  });

  it("SHL-06 pictures and other files aren't sent twice, and a browser without AVIF gets a JPEG", async () => {
    for (const path of ["/media/ground-fire-640.avif", "/media/ground-fire-tile.mp4", "/plate.avif"]) {
      const first = await get(path);
      expect([first.status, (await first.arrayBuffer()).byteLength > 1_000], path).toEqual([200, true]);
      const known = { "if-modified-since": first.headers.get("last-modified") ?? "" };
      const again = await get(path, known);
      expect([again.status, await again.text()], path).toEqual([304, ""]);
      expect(again.headers.get("cache-control"), path).toBe(first.headers.get("cache-control"));
      const older = { "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" };
      expect((await get(path, older)).status, path).toBe(200);
    }
    const accepts = async (accept: string) => {
      const answer = await get("/media/ground-fire-640.avif", { accept });
      return [answer.status, answer.headers.get("location"), answer.headers.get("vary")];
    };
    expect(await accepts("image/avif,image/webp,*/*")).toEqual([200, null, "Accept"]);
    expect(await accepts("*/*")).toEqual([200, null, "Accept"]);
    expect(await accepts("image/webp,image/png,*/*;q=0.5")).toEqual([302, "/media/ground-fire.jpg", "Accept"]);
    expect((await get("/media/ground-fire.jpg")).headers.get("content-type")).toBe("image/jpeg");
  });

  it("SHL-06 has an icon for programs that ask for it without reading a page", async () => {
    const icon = await get("/favicon.ico");
    expect([icon.status, Buffer.from(await icon.arrayBuffer()).readUInt16LE(2)]).toEqual([200, 1]);
  });

  it("SHL-06 a product tells search engines what it is, where it stands and what its files cost", async () => {
    const html = await (await get("/collections/ground-fire")).text();
    const [product, crumbs] = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
      ([, text = ""]) => JSON.parse(text),
    );
    expect(product).toMatchObject({
      "@type": "Product",
      name: "Ground Fire",
      url: `${suite.store.ports.settings.siteUrl}/collections/ground-fire`,
      offers: { "@type": "AggregateOffer", priceCurrency: "USD", lowPrice: "24.00", offerCount: 2 },
    });
    expect(crumbs.itemListElement.map((each: { name: string }) => each.name)).toEqual([
      "2D Elements",
      "Fire",
      "Ground Fire",
    ]);
    // A free product has the price 0.
    const free = (await (await get("/api/collections?access=free&library_id=1&limit=1")).json()).data[0];
    const other = await (await get(`/collections/${free.slug}`)).text();
    expect([other.includes('"@type":"Product"'), other.includes('"lowPrice":"0.00"')]).toEqual([true, true]);
  });
});
