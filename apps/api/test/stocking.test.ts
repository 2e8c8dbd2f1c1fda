import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SAMPLES } from "@backlot/samples";
import { LAST_SAMPLE_ID, neededFiles } from "@backlot/domain";
import { dataFolder } from "@backlot/testing/data-folder";
import { plainDatabase } from "@backlot/testing/databases";
import { portsOf } from "@backlot/testing/ports";
import { TestClient } from "@backlot/testing/client";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { makeApp } from "../src/app.ts";
import { readConfig } from "../src/settings/derived.ts";
import { openStore } from "../src/open-store.ts";
import { keepSamplePictures } from "../src/sample-pictures.ts";
import { mediaFiles, mountWeb } from "../src/web.ts";

describe("the catalog of a store", () => {
  it("is stocked once: a later start leaves what its owner changed", async () => {
    const config = readConfig({
      DATA_DIR: await dataFolder("stocking"),
      STRIPE_SECRET_KEY: "sk_test_harness",
      STRIPE_PUBLISHABLE_KEY: "pk_test_harness",
      STRIPE_WEBHOOK_SECRET: "whsec_harness",
      SMTP_URL: "smtp://127.0.0.1:9",
      ...(await plainDatabase.environment()),
    });
    const first = await openStore(config);
    const { collections } = portsOf(first.services.context).transactions.read;
    const fire = await Effect.runPromise(collections.bySlug("ground-fire"));
    if (fire === null) throw new Error("the sample catalog has no fire");
    await Effect.runPromise(collections.put({ ...fire, name: "Our own fire" }));
    await first.close();
    const again = await openStore(config);
    const { read } = portsOf(again.services.context).transactions;
    expect((await Effect.runPromise(read.collections.bySlug("ground-fire")))?.name).toBe("Our own fire");
    const { length } = SAMPLES.catalog.prices.plans;
    expect(await Effect.runPromise(read.plans.all())).toHaveLength(length);
    await again.close();
  });

  it("keeps the pictures of samples for a version that no longer has them", async () => {
    const dataDir = await dataFolder("pictures");
    const earlier = await dataFolder("earlier-samples");
    for (const name of ["lost-fire.jpg", "ground-fire.jpg"]) await writeFile(join(earlier, name), "earlier");
    await keepSamplePictures(earlier, dataDir);
    await rm(earlier, { recursive: true });
    if (SAMPLES.mediaFolder === null) throw new Error("the samples have no pictures");
    await keepSamplePictures(SAMPLES.mediaFolder, dataDir);
    const pictures = mediaFiles(dataDir);
    const shown = async (name: string) => (await pictures.request(`/media/${name}`)).text();
    expect(await shown("lost-fire.jpg")).toBe("earlier");
    // This version's own pictures come first.
    expect(await shown("ground-fire.jpg")).not.toBe("earlier");
    expect((await pictures.request("/media/nothing.jpg")).status).toBe(404);
  });

  it("CAT-03 CLI-02 a former sample leaves the shop with the version that can't render it", async () => {
    const config = readConfig({
      DATA_DIR: await dataFolder("former"),
      STRIPE_SECRET_KEY: "sk_test_harness",
      STRIPE_PUBLISHABLE_KEY: "pk_test_harness",
      STRIPE_WEBHOOK_SECRET: "whsec_harness",
      SMTP_URL: "smtp://127.0.0.1:9",
      ...(await plainDatabase.environment()),
    });
    const before = await openStore(config);
    const [fire] = SAMPLES.catalog.collections;
    if (fire === undefined) throw new Error("the sample catalog is empty");
    const former = (slug: string, id: number, variantId: number) => ({
      ...{ ...fire, id, slug, name: slug, listed: true },
      collection_variants: fire.collection_variants.slice(0, 1).map((each) => ({
        ...{ ...each, id: variantId, file_name: `${slug}.zip` },
      })),
    });
    const debris = former("concrete-debris", LAST_SAMPLE_ID, 9_999);
    const uploaded = former("own-debris", LAST_SAMPLE_ID - 1, 9_998);
    await Effect.runPromise(
      portsOf(before.services.context).transactions.run((repositories) =>
        Effect.gen(function* () {
          for (const each of [debris, uploaded]) yield* repositories.collections.put(each);
          yield* repositories.homePage.put({ hero: "concrete-debris", featured: [], categories: [] });
          yield* repositories.search.refresh();
        }),
      ),
    );
    for (const { name } of neededFiles(uploaded)) {
      await mkdir(dirname(join(config.dataDir, name)), { recursive: true });
      await writeFile(join(config.dataDir, name), "a file");
    }
    await before.close();

    const store = await openStore(config);
    const client = new TestClient(await makeApp(config, store.services));
    expect((await client.get("/api/collections/concrete-debris")).status).toBe(404);
    expect((await client.get("/api/collections/own-debris")).status).toBe(200);
    expect((await client.get("/api/home")).body.data.hero.slug).not.toBe("concrete-debris");
    const { support } = JSON.parse(await readFile(join(config.dataDir, "secrets.json"), "utf8"));
    client.token = support;
    const faults = async () =>
      (await client.get("/api/support/checkup")).body.data.faults
        .filter(({ code }: { code: string }) => code.endsWith("_missing"))
        .map(({ code, about, says }: Record<string, string>) => `${code} ${about}: ${says}`);
    expect(await faults()).toEqual([]);
    // A file that is lost later is detected, both on sale and among customers' files.
    await rm(join(config.dataDir, "media/own-debris.jpg"));
    expect(await faults()).toEqual([
      "files_missing own-debris: This item is for sale, but media/own-debris.jpg isn't in the store.",
    ]);
    await store.close();
  });

  it("CLI-03 is empty in a new store with SAMPLE=off, whose pages say that its keys are test keys", async () => {
    const config = readConfig({
      SAMPLE: "off",
      DATA_DIR: await dataFolder("own"),
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_PUBLISHABLE_KEY: "pk_test_x",
      STRIPE_WEBHOOK_SECRET: "whsec_harness",
      SMTP_URL: "smtp://127.0.0.1:9",
      ...(await plainDatabase.environment()),
    });
    const store = await openStore(config);
    const { transactions } = portsOf(store.services.context);
    const every = transactions.read.collections.every({ starting_after: null, limit: 100 });
    expect(await Effect.runPromise(every)).toEqual([]);
    const articles = transactions.read.articles.list({ kind: null, category: null, starting_after: null, limit: 10 });
    expect(await Effect.runPromise(articles)).toEqual([]);
    const app = await makeApp(config, store.services, { pages: mountWeb });
    for (const path of ["/", "/pricing", "/checkout/130"]) {
      const page = await (await app.request(path)).text();
      expect(page.includes("Test store: no real payments."), path).toBe(true);
    }
    await store.close();
  });

  it("CLI-03 is empty in a new store with live keys, which can be filled with the sample", async () => {
    const config = readConfig({
      NODE_ENV: "production",
      PUBLIC_URL: "https://shop.example",
      TRUSTED_PROXIES: "1",
      DATA_DIR: await dataFolder("live"),
      STRIPE_SECRET_KEY: "sk_live_x",
      STRIPE_PUBLISHABLE_KEY: "pk_live_x",
      STRIPE_WEBHOOK_SECRET: "whsec_harness",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "shop@shop.example",
      ...(await plainDatabase.environment()),
    });
    const store = await openStore(config);
    const { transactions } = portsOf(store.services.context);
    const every = () => Effect.runPromise(transactions.read.collections.every({ starting_after: null, limit: 100 }));
    expect(await every()).toEqual([]);
    expect((await Effect.runPromise(transactions.read.plans.all())).length).toBeGreaterThan(0);
    const app = await makeApp(config, store.services);
    const client = new TestClient(app);
    expect((await client.get("/api/home")).body.data).toEqual({
      hero: null,
      collections: [],
      featured: 0,
      categories: [],
    });
    const { support } = JSON.parse(await readFile(join(config.dataDir, "secrets.json"), "utf8"));
    client.token = support;
    // An owner's file never has the id of a sample's file, which the store would render.
    const free = await Effect.runPromise(transactions.run(({ collections }) => collections.freeIds()));
    expect(free.variant).toBeGreaterThan(
      Math.max(...SAMPLES.catalog.collections.flatMap((each) => each.collection_variants.map(({ id }) => id))),
    );
    const filled = await client.post("/api/support/collections/sample", { actor: "sam", reason: "to try it" });
    expect([filled.status, filled.body.data]).toEqual([200, { collections: SAMPLES.catalog.collections.length }]);
    expect(await every()).toHaveLength(SAMPLES.catalog.collections.length);
    expect((await client.get("/api/home")).body.data.hero.slug).toBe("flamethrower");
    await store.close();
  });
});
