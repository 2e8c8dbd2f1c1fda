import { LOWEST_LICENSE, utcDay } from "@backlot/domain";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { SAMPLES } from "@backlot/samples";
import { runProgram } from "@backlot/cli/program";
import { TestClient } from "@backlot/testing/client";
import { commandOutput } from "@backlot/testing/command-output";
import { ownFolder } from "@backlot/testing/data-folder";
import { scenarioDatabases } from "@backlot/testing/databases";
import { BARN_FIRE, BARN_FIRE_FILES, goodsFile } from "@backlot/testing/goods";
import { BY_STAFF, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { useFreshStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import * as Effect from "effect/Effect";
import { zipSync } from "fflate";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Returns the content of a product file. All stores of a run share sold files, so it differs between databases. */
const bytesOf = (name: string, kind: string): Buffer => goodsFile(name, `${name} for ${kind}`);

/** Creates a folder of products with some files. */
const goodsFor = async (kind: string, collections: readonly unknown[], files: readonly string[]): Promise<string> => {
  const folder = ownFolder("goods");
  for (const room of ["media", "files"]) await mkdir(join(folder, room), { recursive: true });
  await writeFile(join(folder, "catalog.json"), JSON.stringify({ collections }, null, 2));
  for (const name of files) await writeFile(join(folder, name), bytesOf(name, kind));
  return folder;
};

describe.each(scenarioDatabases)("the goods of a store on $kind", (databases) => {
  const suite = useFreshStore(databases, () => ({ DATA_DIR: ownFolder("owner") }));
  const goods = (collections: readonly unknown[], files: readonly string[]) =>
    goodsFor(databases.kind, collections, files);
  const subscriber = subscribersOf(suite);
  // Wide enough for tables without line breaks.
  beforeEach(() => void vi.stubEnv("COLUMNS", "250"));
  afterEach(() => void vi.unstubAllEnvs());
  const support = () => {
    const client = new TestClient(suite.store.app);
    client.token = SUPPORT_KEY;
    return client;
  };

  it("CLI-03 an import sends a store no file that isn't in the folder", async () => {
    const folder = await goods([BARN_FIRE], []);
    await writeFile(join(folder, "../secret.txt"), "a secret");
    const file = { name: "files/x.zip", source: "../secret.txt", is_there: false, sha256: null };
    const data = [
      {
        id: 1,
        slug: BARN_FIRE.slug,
        outcome: "added",
        listed: false,
        coming: false,
        release_date: null,
        files: [file],
      },
    ];
    const asked: string[] = [];
    const server = createServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      const answer = method === "GET" ? { data: [], has_more: false } : { data };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    try {
      const { said, output } = commandOutput();
      const words = ["catalog", "import", folder, "--store", `http://127.0.0.1:${port}`, "--key", "k", ...WHY];
      expect(await runProgram(words, output, Date.now)).toBe(1);
      expect(said.err).toContain("The store requested ../secret.txt, which isn't in");
      expect(asked).toEqual(["GET /api/support/collections?limit=100", "PUT /api/support/collections"]);
    } finally {
      server.close();
    }
  });

  it("CLI-03 a batch with a fault is refused whole and reported by its place; the others are imported", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    const owner = {
      ...BARN_FIRE,
      slug: "owner-fire",
      variants: [{ ...BARN_FIRE.variants[0], file_name: "owner-fire.zip" }],
    };
    const many = Array.from({ length: 60 }, (_, n) => ({
      ...BARN_FIRE,
      slug: `late-${n}`,
      // The 56th has another collection's file.
      variants: [{ ...BARN_FIRE.variants[0], file_name: n === 55 ? "owner-fire.zip" : `late-${n}.zip` }],
    }));
    try {
      expect((await run(SUPPORT_KEY, "catalog", "import", await goods([owner], []), ...WHY)).code).toBe(0);
      const folder = await goods(many, []);
      const { code, out, err } = await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY);
      expect([code, out]).toEqual([1, expect.stringMatching(/^50 added, 0 changed/)]);
      const text = await readFile(join(folder, "catalog.json"), "utf8");
      const line = text.slice(0, text.indexOf('"late-55"')).split("\n").length;
      expect(err).toContain(`catalog.json:${line}: owner-fire.zip already belongs to owner-fire.`);
      expect(err).toContain("  Not imported: 10 collections from late-50 to late-59.\n10 collections not imported.");
      const mended = await goods(
        many.map((each) => ({ ...each, variants: [{ ...each.variants[0], file_name: `${each.slug}.zip` }] })),
        [],
      );
      const again = await run(SUPPORT_KEY, "catalog", "import", mended, ...WHY);
      expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^10 added, 0 changed, 50 unchanged/)]);
    } finally {
      close();
    }
  });

  it("CAT-03 CLI-03 are imported once, offered once their files are there, and taken out again", async () => {
    const { run, close, url } = await openSupportCommand(suite.store.app);
    const visitor = new TestClient(suite.store.app);
    const offered = async () => (await visitor.get("/api/collections/barn-fire")).status;
    try {
      const bare = await goods([BARN_FIRE], BARN_FIRE_FILES.slice(0, 3));
      // As Windows writes it: a byte order mark, and a name in capitals.
      await writeFile(join(bare, "CATALOG.JSON"), `\uFEFF${JSON.stringify({ collections: [BARN_FIRE] }, null, 2)}`);
      await rm(join(bare, "catalog.json"));
      const first = await run(SUPPORT_KEY, "catalog", "import", bare, ...WHY);
      expect([first.code, first.out]).toEqual([
        0,
        expect.stringMatching(/^1 added, 0 changed, 0 unchanged, 3 files uploaded/),
      ]);
      expect(first.out).toMatch(/barn-fire +\S+CATALOG\.JSON:4 +media\/barn-fire-tile\.mp4/);
      expect(await offered()).toBe(404);

      const whole = await goods([BARN_FIRE], BARN_FIRE_FILES);
      const second = JSON.parse((await run(SUPPORT_KEY, "catalog", "import", whole, ...WHY, "--json")).out);
      expect(second).toEqual({ added: 0, changed: 0, unchanged: 1, uploaded: 3, coming: [], not_offered: [] });
      expect((await visitor.get("/api/collections/barn-fire")).body).toMatchObject({
        name: "Barn Fire",
        price: 2_400,
        original_price: 3_000,
        credit_price: 9,
        upgrade_credit_price: null,
        collection_variants: [{ file_size: bytesOf("files/barn-fire-2k.zip", databases.kind).length }],
      });
      const found = await visitor.get("/api/searches?cq=barn&library_id=1&from_searchbox=true");
      expect(JSON.stringify(found.body)).toContain("/collections/barn-fire");

      // Importing the same folder again changes nothing, not even the storefront's version.
      const { storefront } = suite.store.ports.transactions.read;
      const version = () => Effect.runPromise(storefront.version(suite.store.clock.now()));
      const before = await version();
      const again = JSON.parse((await run(SUPPORT_KEY, "catalog", "import", whole, ...WHY, "--json")).out);
      expect(again).toEqual({ added: 0, changed: 0, unchanged: 1, uploaded: 0, coming: [], not_offered: [] });
      expect(await version()).toBe(before);

      // An export can be imported again.
      const folder = ownFolder("exported");
      expect((await run(SUPPORT_KEY, "catalog", "export", folder)).code).toBe(0);
      const file = JSON.parse(await readFile(join(folder, "catalog.json"), "utf8"));
      expect(file.collections.length).toBe(SAMPLES.catalog.collections.length + 1);
      expect(file.collections.find(({ slug }: { slug: string }) => slug === "barn-fire")).toEqual({
        ...BARN_FIRE,
        release_date: utcDay(suite.store.clock.now()),
      });
      const imported = JSON.parse((await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY, "--json")).out);
      expect(imported).toMatchObject({ added: 0, changed: 0, not_offered: [] });

      // A customer keeps a withdrawn item and gets exactly its file.
      const { client } = await subscriber(131);
      const { id, collection_variants } = (await visitor.get("/api/collections/barn-fire")).body;
      const bought = await client.post("/api/purchases/collection", { collection_id: id });
      expect(bought).toMatchObject({ status: 200, body: { data: { credits_spent: 9 } } });
      const out = await run(SUPPORT_KEY, "catalog", "withdraw", "barn-fire", ...WHY);
      expect(out.out).toMatch(/^1 collection withdrawn from sale/);
      expect(await offered()).toBe(404);
      expect((await client.get("/api/collections/barn-fire")).body).toMatchObject({ owned: true });
      const link = await client.get(`/api/variant_downloads/${collection_variants[0].id}/download`);
      const answer = await fetch(new URL(link.body.url, url), { headers: { authorization: client.token ?? "" } });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytesOf("files/barn-fire-2k.zip", databases.kind));
      const other = await subscriber(131);
      expect((await other.client.get(`/api/variant_downloads/${collection_variants[0].id}/download`)).status).toBe(404);
      expect((await other.client.post("/api/purchases/collection", { collection_id: id })).status).toBe(404);
      expect((await other.client.put(`/api/wishlists/${id}`)).status).toBe(404);
      const listing = JSON.stringify((await visitor.get("/api/collections?q=barn")).body);
      expect(listing).not.toContain("barn-fire");
      const back = JSON.parse((await run(SUPPORT_KEY, "catalog", "import", whole, ...WHY, "--json")).out);
      expect(back).toMatchObject({ changed: 1, uploaded: 0 });
      expect(await offered()).toBe(200);
    } finally {
      close();
    }
  });

  it("CAT-03 CLI-03 an import names what it takes off sale, and does it only with --yes", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    const visitor = new TestClient(suite.store.app);
    const filesOf = async () =>
      (await visitor.get("/api/collections/barn-fire")).body.collection_variants?.map(
        ({ file_name }: { file_name: string }) => file_name,
      );
    const [small] = BARN_FIRE.variants;
    const large = { ...small, name: "Barn Fire 4K", resolution: "4K", file_name: "barn-fire-4k.zip" };
    const importing = (folder: string, ...more: string[]) =>
      run(SUPPORT_KEY, "catalog", "import", folder, ...WHY, ...more);
    try {
      const both = await goods(
        [{ ...BARN_FIRE, variants: [small, large] }],
        [...BARN_FIRE_FILES, "files/barn-fire-4k.zip"],
      );
      expect((await importing(both)).code).toBe(0);
      expect(await filesOf()).toEqual(["barn-fire-2k.zip", "barn-fire-4k.zip"]);

      const fewer = await goods([BARN_FIRE], BARN_FIRE_FILES);
      const asked = await importing(fewer);
      expect([asked.code, asked.err]).toEqual([2, expect.stringMatching(/barn-fire +barn-fire-4k\.zip +not in this/)]);
      expect(await filesOf()).toEqual(["barn-fire-2k.zip", "barn-fire-4k.zip"]);

      // A new file that is missing would take the whole collection off sale until it arrives.
      const huge = { ...large, name: "Barn Fire 8K", resolution: "8K", file_name: "barn-fire-8k.zip" };
      const unfinished = await goods([{ ...BARN_FIRE, variants: [small, large, huge] }], BARN_FIRE_FILES);
      const early = await importing(unfinished);
      expect([early.code, early.err]).toEqual([
        2,
        expect.stringMatching(/whole collection +missing files\/barn-fire-8k/),
      ]);
      expect(await filesOf()).toHaveLength(2);

      expect((await importing(fewer, "--yes")).code).toBe(0);
      expect(await filesOf()).toEqual(["barn-fire-2k.zip"]);
    } finally {
      close();
    }
  });

  it("CLI-03 an import waits for a store that is gone, and what is whole goes on sale", async () => {
    let looks = 0;
    let isGone = false;
    const watched = new Hono();
    watched.all("*", async (c) => {
      if (c.req.path === "/api/health" && isGone) {
        looks += 1;
        isGone = looks < 2;
      }
      // The store goes down during the first part of a file.
      if (c.req.method === "PATCH" && looks === 0) isGone = true;
      return isGone ? c.text("gone", 502) : suite.store.app.fetch(c.req.raw);
    });
    const { run, close } = await openSupportCommand(watched);
    const named = (slug: string) => ({
      ...BARN_FIRE,
      slug,
      variants: [{ ...BARN_FIRE.variants[0], file_name: `${slug}.zip` }],
    });
    const onSale = async (slug: string) => (await suite.store.app.request(`/api/collections/${slug}`)).status;
    try {
      const own = [named("patient-fire"), named("broken-fire")];
      const pictures = own.flatMap(({ slug }) =>
        BARN_FIRE_FILES.slice(0, -1).map((name) => name.replace("barn-fire", slug)),
      );
      const folder = await goods(own, pictures);
      const zip = Buffer.from(zipSync({ "fire/frame.bin": new Uint8Array(randomBytes(1_000)) }, { level: 0 }));
      await writeFile(join(folder, "files/patient-fire.zip"), zip);
      await writeFile(join(folder, "files/broken-fire.zip"), "<!doctype html><title>404</title>");
      const imported = await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY);
      expect(imported.err.match(/Retrying/g)).toHaveLength(1);
      expect(looks).toBe(2);
      expect([imported.code, imported.err]).toEqual([
        1,
        expect.stringContaining("files/broken-fire.zip: This file is"),
      ]);
      expect([await onSale("patient-fire"), await onSale("broken-fire")]).toEqual([200, 404]);
    } finally {
      close();
    }
  });

  it("CLI-03 large files are sent in parts, and go on where they were interrupted", async () => {
    // A store that records the parts that it gets, and refuses one on demand.
    const parts: string[] = [];
    let isFailing = false;
    let isLosing = false;
    const watched = new Hono();
    watched.all("*", async (c) => {
      if (c.req.method === "PATCH" && isLosing && c.req.header("upload-offset") === "2097152") {
        parts.push("2097152");
        isLosing = false;
        expect((await suite.store.app.fetch(c.req.raw)).status).toBe(204);
        return c.text("lost", 503);
      }
      if (c.req.method === "PATCH") {
        parts.push(c.req.header("upload-offset") ?? "");
        if (isFailing) {
          isFailing = false;
          return c.text("gone", 503);
        }
      }
      return suite.store.app.fetch(c.req.raw);
    });
    const { run, close } = await openSupportCommand(watched);
    const { stock } = suite.store.services;
    const bigFile = (): Buffer<ArrayBuffer> =>
      Buffer.from(zipSync({ "big/frame.bin": new Uint8Array(randomBytes(2_500_000)) }, { level: 0 }));
    try {
      const own = {
        ...BARN_FIRE,
        slug: "big-fire",
        variants: [{ ...BARN_FIRE.variants[0], file_name: "big-fire.zip" }],
      };
      const folder = await goods([own], []);
      const imported = async (file: Uint8Array | string) => {
        await writeFile(join(folder, "files/big-fire.zip"), file);
        parts.length = 0;
        return run(SUPPORT_KEY, "catalog", "import", folder, ...WHY);
      };
      // A part that the store refuses is sent again.
      isFailing = true;
      const first = await imported(bigFile());
      expect([first.code, first.err]).toEqual([0, expect.stringContaining("6 of 6 files: files/big-fire.zip, 3 MB")]);
      expect(parts).toEqual(["0", "0", "1048576", "2097152"]);

      // A command that was interrupted: the next one sends only the rest.
      const file = bigFile();
      const sha256 = createHash("sha256").update(file).digest("hex");
      const { body } = await support().put("/api/support/collections", { collections: [own], ...BY_STAFF });
      const name = body.data[0].files.find(({ source }: { source: string }) => source.startsWith("files/")).name;
      const facts = { name, sha256 };
      const staff = {
        "x-upload-actor": encodeURIComponent(BY_STAFF.actor),
        "x-upload-reason": encodeURIComponent(BY_STAFF.reason),
      };
      const tus = (method: string, path: string, more: Record<string, string>, bytes?: Uint8Array<ArrayBuffer>) =>
        suite.store.app.request(path, {
          method,
          headers: { authorization: `Bearer ${SUPPORT_KEY}`, "tus-resumable": "1.0.0", ...staff, ...more },
          ...(bytes === undefined ? {} : { body: bytes }),
        });
      const create = (told: Record<string, string>) =>
        tus("POST", "/api/support/uploads", {
          "upload-length": String(file.length),
          "upload-metadata": Object.entries(told)
            .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
            .join(","),
        });
      const created = await create(facts);
      expect([created.status, created.headers.get("access-control-allow-origin")]).toEqual([201, null]);
      const at = created.headers.get("location") ?? "";
      const patch = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
      expect((await tus("PATCH", at, patch, new Uint8Array(file.subarray(0, 2_000_000)))).status).toBe(204);
      expect((await imported(file)).out).toMatch(/1 file uploaded/);
      expect(parts).toEqual(["2000000"]);

      // A process that ended before it stocked the files that had arrived.
      const receive = vi.spyOn(stock, "receive").mockRejectedValueOnce(new Error("the process ends"));
      expect((await imported(bigFile())).out).toMatch(/1 file uploaded/);
      expect(receive).toHaveBeenCalledTimes(2);
      expect(parts).toEqual(["0", "1048576", "2097152"]);
      receive.mockRestore();

      // The response to the last part was lost: the store reports that it has the file, and nothing is sent again.
      isLosing = true;
      expect((await imported(bigFile())).out).toMatch(/1 file uploaded/);
      expect(parts).toEqual(["0", "1048576", "2097152"]);

      // The store's own message explains a refusal.
      const refused = await imported("<!doctype html><title>404</title>");
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringMatching(/files\/big-fire\.zip: This file is a web page/),
      ]);
      expect(refused.err).toMatch(/1 file couldn't be uploaded\. Import again to resume\./);

      // No one else may send anything.
      const shopper = new TestClient(suite.store.app);
      await shopper.signUp();
      expect((await tus("POST", "/api/support/uploads", { authorization: shopper.token ?? "" })).status).toBe(403);
      expect((await tus("HEAD", at, { authorization: "Bearer unknown" })).status).toBe(401);
      expect((await create({ ...facts, name: "../secret" })).status).toBe(400);
      expect((await create({ ...facts, sha256: "no" })).status).toBe(400);
      const unnamed = await tus("POST", "/api/support/uploads", { "x-upload-reason": "" });
      expect(await unnamed.json()).toMatchObject({ error: { code: "invalid_request" } });
    } finally {
      close();
    }
  });

  it("CLI-03 the owner chooses what the home page shows, and a sound default needs no choice", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    const visitor = new TestClient(suite.store.app);
    const home = async () => {
      const { hero, collections, featured, categories } = (await visitor.get("/api/home")).body.data;
      const slugs = (goods: readonly { readonly slug: string }[]) => goods.map(({ slug }) => slug);
      return { hero: hero?.slug ?? null, shown: slugs(collections), featured, categories: slugs(categories) };
    };
    const set = (...words: readonly string[]) => run(SUPPORT_KEY, "home", "set", ...words, ...WHY);
    try {
      const before = await home();
      expect(before.hero).toBe("flamethrower");
      expect(before.shown).toHaveLength(12);
      const changed = await set("--hero", "campfire", "--featured", "ground-fire, campfire", "--categories", "smoke");
      expect([changed.code, changed.out]).toEqual([
        0,
        "Hero:        campfire\nFeatured:    ground-fire, campfire\nCategories:  smoke, then the largest\n",
      ]);
      const chosen = await home();
      expect(chosen).toMatchObject({ hero: "campfire", featured: 2 });
      expect([chosen.shown.slice(0, 2), chosen.shown.length, chosen.categories[0]]).toEqual([
        ["ground-fire", "campfire"],
        12,
        "smoke",
      ]);
      // Named collections are withdrawn; all others stay.
      await run(SUPPORT_KEY, "catalog", "withdraw", "campfire", ...WHY);
      expect(await home()).toMatchObject({ hero: "ground-fire" });
      expect((await home()).shown).not.toContain("campfire");
      // A chosen collection that is gone doesn't prevent the owner from changing the rest.
      expect((await set("--categories", "fire")).out).toContain("Categories:  fire, then the largest");
      const unknown = await set("--hero", "campfire", "--categories", "no-such");
      expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("Category no-such doesn't exist.")]);
      expect(unknown.err).toContain("Collection campfire isn't for sale.");
      expect((await set()).err).toContain("Pass at least one of --hero");
      expect((await set("--hero", "none", "--featured", "none", "--categories", "none")).code).toBe(0);
      expect((await home()).hero).toBe(before.shown[0]);
      expect((await run(SUPPORT_KEY, "home", "show")).out).toBe(
        [
          "Hero:        the first collection shown",
          "Featured:    the newest",
          "Categories:  the largest first",
          "",
        ].join("\n"),
      );
      // The sample returns to a store that has nothing else.
      const folder = await goods([BARN_FIRE], BARN_FIRE_FILES);
      expect((await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY)).code).toBe(0);
      const full = await run(SUPPORT_KEY, "catalog", "sample", ...WHY);
      expect([full.code, full.err]).toEqual([1, expect.stringContaining("This store already has its own collections")]);
    } finally {
      close();
    }
  });

  it("CAT-03 DWN-03 CLI-03 a variant is of any size and type, and free plans get those up to 2K", async () => {
    const { run, close, url } = await openSupportCommand(suite.store.app);
    try {
      const take = (width: number, file_name: string) => ({
        name: file_name,
        width,
        height: 1_080,
        price: 0,
        file_name,
        description: "a take",
      });
      // Omit fields that have a default.
      const { name, library_id, category, description } = BARN_FIRE;
      const own = {
        slug: "hall-fire",
        name,
        library_id,
        category,
        description,
        access: "free",
        price: 0,
        variants: [take(1_920, "hall-hd.mp4"), take(6_144, "hall-6k.mp4")],
      };
      const media = ["hall-fire.avif", "hall-fire-640.avif", "hall-fire.jpg", "hall-fire-tile.mp4", "hall-fire.mp4"];
      const folder = await goods([own], [...media.map((each) => `media/${each}`), "files/hall-hd.mp4"]);
      // A file of another type than its name says.
      await writeFile(join(folder, "files/hall-6k.mp4"), goodsFile("hall.zip", "a hall"));
      const wrong = await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY);
      expect(wrong.err).toContain("files/hall-6k.mp4: This file is application/zip, not video/mp4");
      await writeFile(join(folder, "files/hall-6k.mp4"), goodsFile("hall.mp4", "a hall"));
      expect((await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY)).out).not.toContain("Not for sale");

      const client = new TestClient(suite.store.app);
      await client.signUp();
      const { collection_variants } = (await client.get("/api/collections/hall-fire")).body;
      expect(
        collection_variants.map((each: { resolution: string; width: number }) => [each.resolution, each.width]),
      ).toEqual([
        ["HD", 1_920],
        ["6K", 6_144],
      ]);
      const [small, large] = collection_variants;
      const link = await client.get(`/api/variant_downloads/${small.id}/download`);
      const file = await fetch(new URL(link.body.url, url), { headers: { authorization: client.token ?? "" } });
      expect([file.headers.get("content-type"), file.headers.get("content-disposition")]).toEqual([
        "video/mp4",
        'attachment; filename="hall-hd.mp4"',
      ]);
      expect(await client.get(`/api/variant_downloads/${large.id}/download`)).toMatchObject({
        status: 403,
        body: { error: { reason: "NeedsPlanFor4K" } },
      });
      const paid = await subscriber(131);
      expect((await paid.client.get(`/api/variant_downloads/${large.id}/download`)).status).toBe(200);
      const listed = async (resolution: string) =>
        JSON.stringify((await client.get(`/api/collections?q=barn+fire&resolution=${resolution}`)).body.data);
      expect([(await listed("6K")).includes("hall-fire"), (await listed("8K")).includes("hall-fire")]).toEqual([
        true,
        false,
      ]);
    } finally {
      close();
    }
  });

  it("CAT-03 CLI-03 mistakes are undone: what was never sold goes, what was sold stays for its owners", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    const visitor = new TestClient(suite.store.app);
    const shop = async (slug: string) => (await visitor.get(`/api/collections/${slug}`)).body;
    const own = { ...BARN_FIRE, slug: "shed-fire", name: "Shed Fire" };
    const [variant] = BARN_FIRE.variants;
    const files = (names: readonly string[]) => [
      ...["avif", "jpg", "mp4"].map((type) => `media/shed-fire.${type}`),
      "media/shed-fire-640.avif",
      "media/shed-fire-tile.mp4",
      ...names.map((name) => `files/${name}`),
    ];
    const imported = async (variants: readonly object[], names: readonly string[]) => {
      const folder = await goods([{ ...own, variants }], files(names));
      return JSON.parse((await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY, "--yes", "--json")).out);
    };
    const small = { ...variant, file_name: "shed-fire-2k.zip" };
    const large = { ...variant, name: "Shed Fire 4K", resolution: "4K", file_name: "shed-fire-4k.zip" };
    try {
      // A wrong file name: the import asks for a file that doesn't exist.
      const wrong = await imported([{ ...small, file_name: "shed-fier-2k.zip" }], ["shed-fire-2k.zip"]);
      expect(wrong.not_offered).toEqual([{ slug: "shed-fire", missing: ["files/shed-fier-2k.zip"] }]);
      const right = await imported([small, large], ["shed-fire-2k.zip", "shed-fire-4k.zip"]);
      expect(right.not_offered).toEqual([]);
      const ids = (await shop("shed-fire")).collection_variants.map(({ id }: { id: number }) => id);
      expect(ids).toHaveLength(2);

      // Both files are bought, one as a variant of its own.
      const { client } = await subscriber(131);
      const me = (await client.get("/api/users/me")).body.data;
      const item = {
        collection_id: (await shop("shed-fire")).id,
        collection_variant_id: ids[1],
        source: "a test",
        license_id: LOWEST_LICENSE,
        at_upgrade_price: false,
        raised_from: null,
      };
      const { collections } = suite.store.ports.transactions.read;
      await Effect.runPromise(collections.grantEntitlement(me.id, item, suite.store.clock.now()));
      await imported([small], ["shed-fire-2k.zip"]);
      expect((await shop("shed-fire")).collection_variants.map(({ id }: { id: number }) => id)).toEqual([ids[0]]);
      const owners = (await client.get("/api/collections/shed-fire")).body;
      expect(owners.collection_variants.map(({ id, listed }: { id: number; listed: boolean }) => [id, listed])).toEqual(
        [
          [ids[0], true],
          [ids[1], false],
        ],
      );
      expect((await client.get(`/api/variant_downloads/${ids[1]}/download`)).status).toBe(200);
      const other = await subscriber(131);
      expect((await other.client.get(`/api/variant_downloads/${ids[1]}/download`)).status).toBe(404);
      expect((await visitor.get(`/api/products/${ids[1]}/prices`)).status).toBe(404);
      const filled = await other.client.call("PUT", "/api/orders/shopping_cart", { product_ids: [ids[1]] });
      expect(filled.status).not.toBe(200);
      expect((await visitor.get("/api/collections?q=shed+fire&resolution=4K")).body.data).not.toContainEqual(
        expect.objectContaining({ slug: "shed-fire" }),
      );
      // It is for sale again once the catalog includes it again.
      await imported([small, large], ["shed-fire-2k.zip", "shed-fire-4k.zip"]);
      expect((await shop("shed-fire")).collection_variants.map(({ id }: { id: number }) => id)).toEqual(ids);

      const kept = await run(SUPPORT_KEY, "catalog", "remove", "shed-fire", "--yes", ...WHY);
      expect([kept.code, kept.err]).toEqual([1, "Customers own shed-fire. Withdraw these collections instead.\n"]);
      const misnamed = { ...own, slug: "shed-fier", variants: [{ ...variant, file_name: "shed-fier.zip" }] };
      const stocked = await support().put("/api/support/collections", { collections: [misnamed], ...BY_STAFF });
      const unsure = await run(SUPPORT_KEY, "catalog", "remove", "shed-fier", ...WHY);
      expect([unsure.code, unsure.err]).toEqual([2, "This permanently deletes shed-fier. Add --yes to continue.\n"]);
      const removed = await run(SUPPORT_KEY, "catalog", "remove", "shed-fier", "no-such-thing", "--yes", ...WHY);
      expect([removed.code, removed.out]).toEqual([
        0,
        "1 collection removed. Its slug and file names can be used again.\n",
      ]);
      const again = await run(SUPPORT_KEY, "catalog", "remove", "shed-fier", "--yes", ...WHY);
      expect([again.code, again.err]).toEqual([1, "The store has no collection shed-fier.\n"]);
      // Its ids are not reused, so none of its files becomes another collection's.
      const renamed = { ...misnamed, slug: "shack-fire" };
      const answer = await support().put("/api/support/collections", { collections: [renamed], ...BY_STAFF });
      const fileOf = (result: { readonly files: readonly { readonly name: string }[] }) =>
        Number(/\d+/.exec(result.files.find(({ name }) => name.startsWith("files/"))?.name ?? "")?.[0]);
      expect(answer.status).toBe(200);
      expect(fileOf(answer.body.data[0])).toBeGreaterThan(fileOf(stocked.body.data[0]));

      // "shed-fire-tile.mp4" is the tile of one, and would be the video of the other.
      const twin = { ...misnamed, slug: "shed-fire-tile", variants: [{ ...variant, file_name: "tile.zip" }] };
      expect(await support().put("/api/support/collections", { collections: [twin], ...BY_STAFF })).toMatchObject({
        status: 409,
        body: {
          error: {
            reason: "media_name_taken",
            message: expect.stringContaining("share a media file with shed-fire"),
          },
        },
      });
    } finally {
      close();
    }
  });

  it("CAT-03 the whole of a collection costs less credits for who owns one of its variants", async () => {
    const { client } = await subscriber(131);
    const slug = "ground-fire";
    const { id, collection_variants } = (await client.get(`/api/collections/${slug}`)).body;
    const me = (await client.get("/api/users/me")).body.data;
    const { collections } = suite.store.ports.transactions.read;
    const owned = {
      collection_id: id,
      collection_variant_id: collection_variants[0].id,
      source: "a test",
      license_id: LOWEST_LICENSE,
      at_upgrade_price: false,
      raised_from: null,
    };
    expect((await client.get(`/api/collections/${slug}`)).body.upgrade_credit_price).toBeNull();
    await Effect.runPromise(collections.grantEntitlement(me.id, owned, suite.store.clock.now()));
    expect((await client.get(`/api/collections/${slug}`)).body).toMatchObject({
      owned: false,
      credit_price: 8,
      upgrade_credit_price: 4,
    });
    expect((await client.post("/api/purchases/collection", { collection_id: id })).body.data).toMatchObject({
      credits_spent: 4,
      current_credit_balance: 46,
    });
    expect((await client.get(`/api/collections/${slug}`)).body).toMatchObject({
      owned: true,
      upgrade_credit_price: null,
    });
  });

  it("DWN-01 CLI-03 a model is offered with its scene, which is then given alone", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    const model = {
      ...BARN_FIRE,
      slug: "barn",
      name: "Barn",
      library_id: 3,
      access: "free",
      credit_price: null,
      upgrade_credit_price: null,
      price: 0,
      original_price: null,
      variants: [{ ...BARN_FIRE.variants[0], name: "Barn 2K", price: 0, file_name: "barn-2k.zip" }],
    };
    const pictures = ["barn.avif", "barn-640.avif", "barn.jpg", "barn-tile.mp4", "barn.glb"];
    const files = [...pictures.map((name) => `media/${name}`), "files/barn-2k.zip"];
    try {
      const { body } = await support().put("/api/support/collections", { collections: [model], ...BY_STAFF });
      const needed = body.data[0].files.map(({ source }: { source: string }) => source);
      expect(needed).toEqual([...files, "files/barn-2k.glb"]);
      const whole = await goods([model], needed);
      const done = await run(SUPPORT_KEY, "catalog", "import", whole, ...WHY, "--json");
      expect(JSON.parse(done.out).not_offered).toEqual([]);
      const client = new TestClient(suite.store.app);
      await client.signUp();
      const { collection_variants } = (await client.get("/api/collections/barn")).body;
      const scene = await client.call("POST", `/api/variant_downloads/${collection_variants[0].id}/scene`);
      const file = await client.open(scene.body.url);
      expect([file.headers.get("content-type"), Buffer.from(await file.arrayBuffer())]).toEqual([
        "model/gltf-binary",
        bytesOf("files/barn-2k.glb", databases.kind),
      ]);
    } finally {
      close();
    }
  });

  it("CLI-03 faults are shown with their file and line, and nothing is imported", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const second = { ...BARN_FIRE, slug: "Barn Fire!", access: "free", variants: [] };
      const third = { ...BARN_FIRE, slug: "other-fire", upgrade_credit_price: 9 };
      const folder = await goods([{ ...BARN_FIRE, slug: "one-fire" }, second, third], []);
      const { code, err } = await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY);
      expect(code).toBe(1);
      const text = await readFile(join(folder, "catalog.json"), "utf8");
      const lineOf = (words: string): number => text.slice(0, text.indexOf(words)).split("\n").length;
      expect(err).toContain(`catalog.json:${lineOf('"Barn Fire!"')}: slug:`);
      expect(err).toContain(`catalog.json:${lineOf('"upgrade_credit_price": 9')}: upgrade_credit_price: Use less`);
      expect(err).toMatch(
        /file barn-fire-2k\.zip is already in this list\. Remove the duplicate\. First: \S+\.json:\d+/,
      );
      expect(err).toMatch(/\d errors\. Nothing was imported\./);
      for (const name of ["   ", "\u200b\u200b"]) {
        const unseen = await goods([{ ...BARN_FIRE, slug: "unseen-fire", name }], []);
        expect((await run(SUPPORT_KEY, "catalog", "import", unseen, ...WHY)).err).toMatch(
          /catalog\.json:\d+: name: Expected at least one visible character/,
        );
      }
      // Latin-1, as an old editor saves it.
      const old = Buffer.from(JSON.stringify({ collections: [{ ...BARN_FIRE, name: "Café" }] }, null, 2), "latin1");
      await writeFile(join(folder, "catalog.json"), old);
      expect((await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY)).err).toMatch(
        /catalog\.json:5: this file is not UTF-8; save it as UTF-8/,
      );
      await writeFile(join(folder, "catalog.json"), '{\n  "collections": [\n    {"slug": }\n  ]\n}');
      expect((await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY)).err).toMatch(
        /catalog\.json:3: invalid JSON/,
      );
      expect((await run(SUPPORT_KEY, "catalog", "import", join(folder, "nothing"), ...WHY)).err).toContain(
        "doesn't exist",
      );
      expect((await run(`${SUPPORT_KEY}0`, "catalog", "export", folder)).code).toBe(4);
      expect((await run(SUPPORT_KEY, "catalog", "withdraw", "--all", ...WHY)).code).toBe(2);
      expect((await new TestClient(suite.store.app).get("/api/collections/one-fire")).status).toBe(404);
    } finally {
      close();
    }
  });

  it("CLI-03 a store takes only sound goods and whole files, and from support alone", async () => {
    const shopper = new TestClient(suite.store.app);
    await shopper.signUp();
    expect((await shopper.put("/api/support/collections", { collections: [BARN_FIRE], ...BY_STAFF })).status).toBe(403);
    const unsound = await support().put("/api/support/collections", {
      collections: [{ ...BARN_FIRE, original_price: 1 }],
      ...BY_STAFF,
    });
    expect(unsound).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: "payload.collections.0.original_price" }] } },
    });
    expect(
      await support().put("/api/support/collections", { collections: [BARN_FIRE, BARN_FIRE], ...BY_STAFF }),
    ).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: "payload.collections.1.slug" }] } },
    });
    expect(
      await support().put("/api/support/collections", {
        collections: [BARN_FIRE, { ...BARN_FIRE, slug: "other-fire" }],
        ...BY_STAFF,
      }),
    ).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: "payload.collections.1.variants.0.file_name" }] } },
    });
    const taken = {
      ...BARN_FIRE,
      slug: "thief",
      variants: [{ ...BARN_FIRE.variants[0], file_name: "ground-fire-2k.zip" }],
    };
    expect(await support().put("/api/support/collections", { collections: [taken], ...BY_STAFF })).toMatchObject({
      status: 409,
      body: { error: { reason: "file_name_taken" } },
    });
    const picture = goodsFile("a-picture.avif", "a picture");
    const send = async (
      name: string,
      sha256: string,
      key: string = SUPPORT_KEY,
      by: Record<string, string> = BY_STAFF,
    ) =>
      (
        await suite.store.app.request(`/api/support/stock/${name}?${new URLSearchParams(by)}`, {
          method: "PUT",
          headers: { authorization: `Bearer ${key}`, "x-content-sha256": sha256 },
          body: new Uint8Array(picture),
        })
      ).status;
    const right = createHash("sha256").update(picture).digest("hex");
    expect(await send("media/a-picture.avif", right)).toBe(204);
    const { body: log } = await support().get("/api/support/actions?limit=1");
    expect(log.data).toMatchObject([{ ...BY_STAFF, change: { kind: "upload_file", name: "media/a-picture.avif" } }]);
    expect(await send("media/a-picture.avif", right, SUPPORT_KEY, { actor: "sam" })).toBe(400);
    expect(await send("media/a-picture.avif", right.replace(/^./, "g"))).toBe(400);
    expect(await send("media/a-picture.avif", "0".repeat(64))).toBe(400);
    expect(await send("media/..%2F..%2Fpg.avif", right)).toBe(400);
    expect(await send("media/a-script.js", right)).toBe(400);
    expect(await send("files/0", right)).toBe(400);
    expect(await send("files/10", right, shopper.token ?? "")).toBe(403);
    expect(await send("files/10", right, "nobody")).toBe(401);
  });
});
