import { startFilesAhead } from "@backlot/api/files-ahead";
import { Repositories, transactional } from "@backlot/ports";
import { TestClient } from "@backlot/testing/client";
import { ownFolder } from "@backlot/testing/data-folder";
import { scenarioDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { useFreshStore } from "@backlot/testing/store";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

describe.each(scenarioDatabases)("the files of the sample on $kind", (databases) => {
  const suite = useFreshStore(databases, () => ({ DATA_DIR: ownFolder("ahead") }));

  it("DWN-01 of a home page's item are ready before someone asks, and those in carts", async () => {
    const { app, services } = suite.store;
    const visitor = new TestClient(app);
    const pageOf = async (slug: string) => (await visitor.get(`/api/collections/${slug}`)).body;
    const boulder = await pageOf("weathered-boulder");
    const [, large] = boulder.collection_variants;
    // A model's files render in seconds.
    const home = { hero: "clay-amphora", featured: ["clay-amphora"], categories: [] };
    await runIn(suite.store.ports, Repositories.use(({ homePage }) => homePage.put(home)).pipe(transactional));
    expect(boulder.files_made).toEqual(
      boulder.collection_variants.map(({ id }: { id: number }) => ({ id, seconds: expect.any(Number) })),
    );
    expect((await visitor.put("/api/orders/shopping_cart", { product_ids: [large.id] })).status).toBe(200);
    const stop = startFilesAhead(services, { rest: 20, giveWay: 20, isIdle: () => true });
    onTestFinished(stop);
    await expect.poll(() => services.files.has(large.id), { interval: 100 }).toBe(true);
    const { collection_variants } = await pageOf("clay-amphora");
    const small = collection_variants[0].id;
    await expect.poll(() => services.files.has(small), { interval: 100 }).toBe(true);
    const madeAt = async (id: number) => (await stat(join(suite.store.config.dataDir, "files", String(id)))).mtimeMs;
    expect(await madeAt(large.id)).toBeLessThan(await madeAt(small));
    await stop();
    const made = async () => (await pageOf("clay-amphora")).files_made[0];
    await expect.poll(made, { interval: 100 }).toEqual({ id: small, seconds: null });
    const client = new TestClient(app);
    await client.signUp();
    const { url } = (await client.get(`/api/variant_downloads/${small}/download`)).body;
    const headers = { authorization: client.token ?? "" };
    expect((await app.request(url, { method: "HEAD", headers })).status).toBe(200);
  });
});
