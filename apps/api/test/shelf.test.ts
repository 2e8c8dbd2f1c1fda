import { writeFile } from "node:fs/promises";
import { makeDiskFiles } from "@backlot/adapters-files";
import { sendOutbox } from "@backlot/application";
import { SAMPLES } from "@backlot/samples";
import { epochMs, instant } from "@backlot/domain";
import type { Caller } from "@backlot/ports";
import { TestClient } from "@backlot/testing/client";
import { dataFolder } from "@backlot/testing/data-folder";
import { scenarioDatabases } from "@backlot/testing/databases";
import { useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { filesRoute } from "../src/files-route.ts";
import { runIn } from "@backlot/testing/ports";

const named = (slug: string) => {
  const found = SAMPLES.catalog.collections.find((each) => each.slug === slug);
  if (found === undefined) throw new Error(`the sample has no ${slug}`);
  return found;
};

describe.each(scenarioDatabases)("what an account keeps on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);
  const wait = (seconds: number): void =>
    suite.store.clock.set(instant(epochMs(suite.store.clock.now()) + seconds * 1_000));
  const someone = async () => {
    const client = new TestClient(suite.store.app);
    const { user } = (await client.signUp()).body.data;
    return { client, id: user.id as string };
  };
  const slugs = async (client: TestClient, query = ""): Promise<readonly string[]> =>
    (await client.get(`/api/wishlists${query}`)).body.data.map((each: { slug: string }) => each.slug);

  it("CAT-05 saves for later, last saved first, for its account alone", async () => {
    const { client } = await someone();
    const [fire, sparks, smoke] = ["ground-fire", "grinder-sparks", "rising-smoke"].map(named);
    for (const each of [fire, sparks, smoke, fire]) {
      expect((await client.put(`/api/wishlists/${each?.id}`)).status).toBe(204);
      wait(1);
    }
    expect(await slugs(client)).toEqual(["rising-smoke", "grinder-sparks", "ground-fire"]);
    const first = (await client.get("/api/wishlists?limit=2")).body;
    expect(first.has_more).toBe(true);
    expect(await slugs(client, `?starting_after=${first.data.at(-1).id}`)).toEqual(["ground-fire"]);
    expect((await client.get("/api/collections/ground-fire")).body).toMatchObject({ wishlisted: true });
    expect((await client.delete(`/api/wishlists/${fire?.id}`)).status).toBe(204);
    expect((await client.delete(`/api/wishlists/${fire?.id}`)).status).toBe(204);
    expect(await slugs(client)).toEqual(["rising-smoke", "grinder-sparks"]);
    expect((await client.get("/api/collections/ground-fire")).body).toMatchObject({ wishlisted: false });
    expect(await slugs((await someone()).client)).toEqual([]);
    expect((await client.put("/api/wishlists/999999")).status).toBe(404);
    const visitor = new TestClient(suite.store.app);
    expect((await visitor.put(`/api/wishlists/${fire?.id}`)).status).toBe(401);
    expect((await visitor.get("/api/wishlists")).status).toBe(401);
    expect((await visitor.get("/api/collections/ground-fire")).body).toMatchObject({ wishlisted: false });
  });

  it("CAT-05 a wishlist goes when its account does", async () => {
    const { client, id } = await someone();
    const { wishlists } = suite.store.ports.transactions.read;
    expect((await client.put(`/api/wishlists/${named("ground-fire").id}`)).status).toBe(204);
    expect(await Effect.runPromise(wishlists.count(id))).toBe(1);
    expect((await client.post("/api/users/deletion", { password: "correct horse" })).status).toBe(204);
    expect(await Effect.runPromise(wishlists.count(id))).toBe(0);
  });

  it("ACC-07 DWN-01 lists what was downloaded and is owned, newest first, and counts no owned file", async () => {
    const { client } = await subscriber(131, "4242424242424242", 1);
    const [sparks, sharperSparks] = named("grinder-sparks").collection_variants;
    const fire = named("ground-fire");
    const get = (id: number | undefined) => client.get(`/api/variant_downloads/${id}/download`);
    expect((await get(sparks?.id)).body).toMatchObject({ download_limit: 20, downloads_today: 1 });
    wait(60);
    expect((await client.post("/api/purchases/collection", { collection_id: fire.id })).status).toBe(200);
    const list = async (query = "") => (await client.get(`/api/variant_downloads${query}`)).body;
    const [small, large] = fire.collection_variants;
    const names = (page: { data: readonly { variant: { id: number } }[] }) => page.data.map((each) => each.variant.id);
    expect(names(await list())).toEqual([large?.id, small?.id, sparks?.id]);
    wait(60);
    expect((await get(small?.id)).body).toMatchObject({ download_limit: null, downloads_today: 1 });
    expect((await list()).data).toMatchObject([
      { variant: { id: small?.id }, owned: true, downloaded_at: suite.store.clock.now() },
      { variant: { id: large?.id }, owned: true, downloaded_at: null },
      { variant: { id: sparks?.id }, owned: false, collection: { slug: "grinder-sparks", library_id: 1 } },
    ]);
    const first = await list("?limit=1");
    expect(first.has_more).toBe(true);
    expect(names(await list(`?limit=1&starting_after=${first.data[0].variant.id}`))).toEqual([large?.id]);
    expect((await list("?starting_after=1")).data).toEqual([]);
    // A download of an owned file is recorded, but does not count toward the daily limit.
    expect((await get(sharperSparks?.id)).body).toMatchObject({ download_limit: 20, downloads_today: 2 });
    expect((await list()).downloads_today).toBe(2);
    expect((await new TestClient(suite.store.app).get("/api/variant_downloads")).status).toBe(401);
    // A withdrawn item stays in the list, but only its owners can download it.
    const { collections } = suite.store.ports.transactions.read;
    const available = async () => {
      const { data } = await list();
      return data.map((file: { variant: { id: number }; available: boolean }) => [file.variant.id, file.available]);
    };
    const before = await available();
    expect(before.every(([, is]: readonly [number, boolean]) => is)).toBe(true);
    for (const slug of ["grinder-sparks", "ground-fire"])
      await Effect.runPromise(collections.put({ ...named(slug), listed: false }));
    try {
      expect(await available()).toEqual([
        [sharperSparks?.id, false],
        [small?.id, true],
        [large?.id, true],
        [sparks?.id, false],
      ]);
      expect((await get(sparks?.id)).status).toBe(404);
    } finally {
      for (const slug of ["grinder-sparks", "ground-fire"]) await Effect.runPromise(collections.put(named(slug)));
    }
  });

  it("DWN-01 who waits long for a file gets one mail once it is there", async () => {
    const { client, id } = await someone();
    const { services } = suite.store;
    let made = (): void => {};
    const files = makeDiskFiles({
      folder: await dataFolder("slow-files"),
      signer: services.signer,
      seconds: () => 100,
      make: async (_, path) => {
        await new Promise<void>((resolve) => {
          made = resolve;
        });
        await writeFile(path, "made");
      },
    });
    const link = (await client.get("/api/variant_downloads/1031/download")).body.url as string;
    const person = { _tag: "SignedIn", person: { id }, scopes: null, visitor: { browser: null } } as unknown as Caller;
    const slow = filesRoute({ ...services, files }, () => person);
    const ask = async () => (await slow.request(link, { method: "HEAD" })).status;
    expect([await ask(), await ask()]).toEqual([202, 202]);
    // A browser that opened the link isn't kept waiting either: it asks again by itself.
    const opened = await slow.request(link);
    expect([opened.status, opened.headers.get("retry-after"), opened.headers.get("refresh")]).toEqual([
      202,
      "100",
      "30",
    ]);
    expect(await opened.text()).toBe(
      "We're rendering this file. About 2 minutes left. Your download starts automatically.",
    );
    const { email } = (await client.get("/api/users/me")).body.data;
    const mails = async (): Promise<readonly { readonly text: string }[]> => {
      await runIn(suite.store.ports, sendOutbox);
      const answer = await fetch(`${suite.sandbox.url}/inbox?to=${encodeURIComponent(email)}`);
      const mails = (await answer.json()) as readonly { readonly subject: string; readonly text: string }[];
      return mails.filter(({ subject }) => subject === "Your file is ready");
    };
    expect(await mails()).toEqual([]);
    made();
    await expect.poll(ask).toBe(200);
    await expect.poll(async () => (await mails()).length).toBe(1);
    const [mail] = await mails();
    expect(mail?.text).toContain("Grinder Sparks 2K is ready.");
    expect(mail?.text).toContain("/accounts/downloads");
  });
});
