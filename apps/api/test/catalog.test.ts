import { logToConsole } from "@backlot/ports";
import { existsSync } from "node:fs";
import { SAMPLES } from "@backlot/samples";
import type { LibraryId } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { ROOT } from "@backlot/testing/processes";
import { useTestStore } from "@backlot/testing/store";
import { storeAs } from "@backlot/testing/ports";
import * as Effect from "effect/Effect";
import { beforeAll, describe, expect, it } from "vitest";
import { sessionCookie } from "../src/session-cookie.ts";
import { type WebBuild, pageRenderer } from "../src/web.ts";

const MANY = 60;
const FIRST_ID = 10_000;
const LIBRARY = 3 as LibraryId;

describe.each(scenarioDatabases)("a catalog of many collections on $kind", (databases) => {
  const suite = useTestStore(databases);
  const visitor = () => new TestClient(suite.store.app);
  const page = async (query: string) =>
    (await visitor().get(`/api/collections?${query}`)).body as {
      readonly data: readonly { readonly id: number; readonly library_id: number }[];
      readonly has_more: boolean;
    };

  beforeAll(async () => {
    const [sample] = SAMPLES.catalog.collections;
    if (sample === undefined) throw new Error("the sample catalog is empty");
    const { collections } = suite.store.ports.transactions.read;
    for (let n = 0; n < MANY; n += 1) {
      const id = FIRST_ID + n;
      const collection_variants = sample.collection_variants.map((variant, place) => ({
        ...variant,
        id: id * 10 + place,
      }));
      await Effect.runPromise(
        collections.put({ ...sample, id, slug: `copy-${n}`, library_id: LIBRARY, collection_variants }),
      );
    }
  });

  it("CAT-02 pages go through every collection once, newest first", async () => {
    const seen: number[] = [];
    for (let after: number | undefined, more = true; more; after = seen.at(-1)) {
      const { data, has_more } = await page(`limit=25${after === undefined ? "" : `&starting_after=${after}`}`);
      expect(data).toHaveLength(has_more ? 25 : (MANY + SAMPLES.catalog.collections.length) % 25);
      seen.push(...data.map((each) => each.id));
      more = has_more;
    }
    expect(new Set(seen).size).toBe(MANY + SAMPLES.catalog.collections.length);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
  });

  it("CAT-02 a page has 24 where nobody says, 100 at most, and of one library where one is named", async () => {
    expect((await page("")).data).toHaveLength(24);
    expect((await page("limit=100&library_id=3")).data.every((each) => each.library_id === 3)).toBe(true);
    for (const limit of ["0", "101", "1.5", "all"])
      expect((await visitor().get(`/api/collections?limit=${limit}`)).status).toBe(400);
    expect((await visitor().get("/api/collections?starting_after=x")).status).toBe(400);
  });

  it("CAT-02 the page of a library leads to its next one, and back to its first", async () => {
    const entry = `${ROOT}apps/web/build/server/index.js`;
    if (!existsSync(entry)) throw new Error("build the web app first: npm run build");
    const { ports, config } = suite.store;
    const render = pageRenderer((await import(/* @vite-ignore */ entry)) as WebBuild, config, {
      session: sessionCookie(false),
      shop: ports.settings.shop,
      logError: logToConsole,
    });
    const store = await storeAs(ports, null);
    const html = async (path: string) => (await render(new Request(`${config.publicUrl.origin}${path}`), store)).text();
    const path = "/3d";
    const first = await html(path);
    expect(first.match(/href="\/3d\/[^"]+"/g)?.length).toBe(24);
    const next = /href="([^"]+starting_after=\d+)"/.exec(first)?.[1] ?? "";
    expect(first).not.toContain("First page");
    const second = await html(next);
    expect(second).toContain("First page");
    expect(second).not.toContain(">copy-59<");
    expect(await html(`${path}?starting_after=1`)).toContain("No more items.");
    expect((await html(`${path}?starting_after=-5`)).match(/href="\/3d\/[^"]+"/g)?.length).toBe(24);
  });

  it("PLN-09 the typical price is the median of the premium items on sale", async () => {
    const { collections } = suite.store.ports.transactions.read;
    const claimed = async () => (await visitor().get("/api/claims")).body.data.typical_credit_price;
    const prices: number[] = [];
    for (let after = ""; ; ) {
      const page = (await visitor().get(`/api/collections?access=premium&limit=48${after}`)).body;
      prices.push(...page.data.map(({ credit_price }: { credit_price: number }) => credit_price));
      if (!page.has_more) break;
      after = `&starting_after=${page.data.at(-1).id}`;
    }
    prices.sort((a, b) => a - b);
    expect(await claimed()).toBe(prices[Math.ceil(prices.length / 2) - 1]);
    const { data } = (await visitor().get("/api/collections?access=premium&limit=48")).body;
    const all = (await Promise.all(
      data.map(({ slug }: { slug: string }) => Effect.runPromise(collections.bySlug(slug))),
    )) as NonNullable<Effect.Success<ReturnType<typeof collections.bySlug>>>[];
    if (prices.length === data.length) {
      await Effect.runPromise(collections.withdraw(all.map(({ slug }) => slug)));
      expect(await claimed()).toBeNull();
      for (const each of all) await Effect.runPromise(collections.put({ ...each, listed: true }));
    }
    expect(await claimed()).not.toBeNull();
  });

  it("SHL-09 the first page claims what is offered now, and no more than its owner would", async () => {
    const { collections } = suite.store.ports.transactions.read;
    const claims = async () => (await visitor().get("/api/claims/stock")).body.data;
    const all = (await Effect.runPromise(collections.countByLibrary())) as ReadonlyMap<number, number>;
    expect([...all.keys()].sort()).toEqual([1, 2, 3]);
    expect(all.get(3)).toBeGreaterThanOrEqual(MANY);
    const before = await claims();
    expect(before).toEqual({
      elements: all.get(1),
      clips: all.get(2),
      claimed: { elements: 10_000, clips: 500 },
    });
    const [gone] = (await visitor().get("/api/collections?library_id=1&limit=1")).body.data;
    await Effect.runPromise(collections.withdraw([gone.slug]));
    expect(await claims()).toMatchObject({ elements: before.elements - 1, clips: before.clips });
    const back = await Effect.runPromise(collections.bySlug(gone.slug));
    if (back !== null) await Effect.runPromise(collections.put({ ...back, listed: true }));
    expect(await claims()).toEqual(before);
  });
});
