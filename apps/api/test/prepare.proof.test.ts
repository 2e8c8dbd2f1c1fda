import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { DELIVERABLE_KINDS, makeDeliverables } from "@backlot/testing/deliverables";
import { ROOT } from "@backlot/testing/processes";
import { type RunningSandbox, S3_KEYS, SUPPORT_KEY, openSandbox } from "@backlot/testing/sandbox";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";
import { type TestStore, openTestStore } from "@backlot/testing/store";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { type StockedCollection, mediaNames, sceneFileName } from "@backlot/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const COUNT = TEST_SCALE.deliverables;

/** The moments at which a command is killed, as parts of the lines that it prints. */
const KILLS = [1, 2, 3].map((n) => ((LAW_SEED * 31 * n) % 97) / 97);

/** Runs the built command. Kills it after a number of lines of progress, if one is given. */
const runCommand = async (words: readonly string[], killAfter = Number.POSITIVE_INFINITY) => {
  const child = spawn(process.execPath, [join(ROOT, "apps/cli/dist/backlot.mjs"), ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  const progress: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    progress.push(line);
    if (progress.length >= killAfter) child.kill("SIGKILL");
  }
  const [code] = await ended;
  return { code, out, progress };
};

/** The facts of each kind of deliverable, as its variants state them. */
const FACTS: Readonly<Record<string, readonly string[]>> = {
  png: ["PNG sequence, 6 frames at 640 × 360, 24 fps, 8 bits per channel, sRGB, straight alpha"],
  png16: ["PNG sequence, 6 frames at 640 × 360, 24 fps, 16 bits per channel, sRGB, straight alpha"],
  "png-opaque": ["PNG sequence, 6 frames at 640 × 360, 30 fps, 8 bits per channel, sRGB"],
  "png-premultiplied": ["PNG sequence, 6 frames at 640 × 360, 24 fps, 8 bits per channel, sRGB, premultiplied alpha"],
  exr: ["OpenEXR sequence, 6 frames at 640 × 360, 24 fps, 16-bit half float, linear, premultiplied alpha"],
  "exr-light": ["OpenEXR sequence, 6 frames at 640 × 360, 24 fps, 32-bit float, linear, additive light, no matte"],
  "exr-opaque": ["OpenEXR sequence, 6 frames at 640 × 360, 24 fps, 16-bit half float, linear"],
  tif: ["TIFF sequence, 6 frames at 640 × 360, 24 fps, 8 bits per channel, sRGB, straight alpha"],
  tiff16: ["TIFF sequence, 6 frames at 640 × 360, 24 fps, 16 bits per channel, sRGB"],
  prores4444: ["ProRes 4444, 6 frames at 640 × 360, 24 fps, 12 bits per channel, Rec. 709, straight alpha"],
  prores422: ["ProRes 422 HQ, 6 frames at 640 × 360, 24 fps, 10 bits per channel, Rec. 709"],
  mp4: ["H.264, 6 frames at 640 × 360, 24 fps, 8 bits per channel, Rec. 709"],
  webm: ["VP9, 6 frames at 640 × 360, 24 fps, 8 bits per channel, Rec. 709, straight alpha"],
  "webm-opaque": ["VP9, 6 frames at 640 × 360, 24 fps, 8 bits per channel, Rec. 709"],
  "zip-png": ["PNG sequence, 6 frames at 640 × 360, 24 fps, 8 bits per channel, sRGB, straight alpha"],
  "zip-exr": ["OpenEXR sequence, 6 frames at 640 × 360, 24 fps, 32-bit float, linear, premultiplied alpha"],
  "two-sizes": [
    "PNG sequence, 6 frames at 640 × 360, 24 fps, 8 bits per channel, sRGB, straight alpha",
    "PNG sequence, 6 frames at 3840 × 2160, 24 fps, 8 bits per channel, sRGB, straight alpha",
  ],
  glb: ["GLB, 6 triangles, 1 material, maps up to 2048 × 2048"],
  "glb-usdz": ["GLB, 6 triangles, 1 material, no maps", "USDZ, 6 triangles, 1 material, no maps"],
  "zip-glb": ["GLB, 6 triangles, 1 material, maps up to 1024 × 1024"],
};

const slugOf = (n: number): string => `${DELIVERABLE_KINDS[n % DELIVERABLE_KINDS.length]}-take-${n}`;

// The later tests continue with what the first has prepared.
describe("a folder of raw files", { shuffle: false }, () => {
  let raw = "";
  let goods = "";
  let sandbox: RunningSandbox;
  const stores: TestStore[] = [];
  beforeAll(async () => {
    raw = await mkdtemp(join(tmpdir(), "backlot-raw-"));
    goods = join(await mkdtemp(join(tmpdir(), "backlot-goods-")), "goods");
    await makeDeliverables(raw, COUNT);
    sandbox = await openSandbox();
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await sandbox?.stop();
  });

  const collections = async (): Promise<readonly StockedCollection[]> =>
    JSON.parse(await readFile(join(goods, "catalog.json"), "utf8")).collections;

  it(`CLI-03 of ${COUNT} deliverables becomes an import folder by one command, which may be killed`, async () => {
    let left = COUNT;
    for (const part of KILLS) {
      const killed = await runCommand(["catalog", "prepare", raw, goods], 1 + Math.floor(part * (left - 1) * 0.5));
      expect(killed.code).toBe(null);
      left -= killed.progress.length;
    }
    const finished = await runCommand(["catalog", "prepare", raw, goods, "--json"]);
    const { ready, prepared, kept, incomplete, faults } = JSON.parse(finished.out);
    expect([finished.code, ready, incomplete, faults]).toEqual([0, COUNT, [], []]);
    expect([prepared + kept, prepared]).toEqual([COUNT, expect.any(Number)]);
    expect(prepared).toBeLessThan(COUNT);
    expect((await readdir(goods)).sort()).toEqual([".prepared", "catalog.json", "files", "media"]);
    for (const collection of await collections()) {
      const files = collection.variants.flatMap((variant) => [
        `files/${variant.file_name}`,
        ...(collection.library_id === 3 ? [`files/${sceneFileName(variant)}`] : []),
      ]);
      for (const file of [...mediaNames(collection).map((name) => `media/${name}`), ...files])
        expect((await stat(join(goods, file))).size, file).toBeGreaterThan(0);
    }
    const again = await runCommand(["catalog", "prepare", raw, goods]);
    expect([again.code, again.progress]).toEqual([0, []]);
    expect(again.out).toMatch(new RegExp(`^${COUNT} collections ready to import: 0 new, ${COUNT} unchanged\\.`));
  });

  it("CLI-03 states the facts of all kinds of files as they are", async () => {
    const known = new Map((await collections()).map((each) => [each.slug, each]));
    for (let n = 0; n < COUNT; n += 1) {
      const kind = DELIVERABLE_KINDS[n % DELIVERABLE_KINDS.length] ?? "";
      const found = known.get(slugOf(n));
      expect([kind, found?.variants.map(({ description }) => description)]).toEqual([kind, FACTS[kind]]);
      const hasMatte = FACTS[kind]?.some((text) => text.endsWith("alpha"));
      expect([kind, found?.alpha]).toEqual([kind, hasMatte]);
    }
    expect(known.get("two-sizes-take-16")?.variants.map(({ price }) => price)).toEqual([2_400, 3_600]);
    expect(known.get("mp4-take-11")).toMatchObject({ access: "free", price: 0, library_id: 2, category: "Plates" });
    expect(known.get("webm-take-12")).toMatchObject({ access: "essentials", membership_tier: "gold", price: 1_850 });
    expect(known.get("glb-take-17")).toMatchObject({ library_id: 3, category: "Props" });
  });

  const places = [
    { kind: "a folder", environment: () => ({}) },
    {
      kind: "a bucket",
      environment: () => ({
        S3_BUCKET: "goods",
        S3_ENDPOINT: `${sandbox.url}/s3`,
        S3_ACCESS_KEY_ID: S3_KEYS.id,
        S3_SECRET_ACCESS_KEY: S3_KEYS.secret,
      }),
    },
  ];
  it.each(places)(
    "CLI-03 CAT-03 becomes a stocked store with files in $kind by one more, which may be killed",
    async ({ environment }) => {
      const own = { DATA_DIR: await mkdtemp(join(tmpdir(), "backlot-own-")), ...environment() };
      const store = await openTestStore(plainDatabase, sandbox, own);
      stores.push(store);
      const { url, close } = await openSupportCommand(store.app);
      const importing = ["catalog", "import", goods, "--store", url, "--key", SUPPORT_KEY, ...WHY];
      try {
        for (const part of KILLS) {
          const killed = await runCommand(importing, 2 + Math.floor(part * COUNT));
          expect(killed.code).toBe(null);
        }
        const finished = await runCommand([...importing, "--json"]);
        expect([finished.code, JSON.parse(finished.out)]).toEqual([
          0,
          expect.objectContaining({ added: 0, not_offered: [] }),
        ]);
        const again = await runCommand([...importing, "--json"]);
        expect(JSON.parse(again.out)).toEqual({
          ...{ added: 0, changed: 0, unchanged: COUNT },
          ...{ uploaded: 0, coming: [], not_offered: [] },
        });
        const visitor = new TestClient(store.app);
        const model = (await visitor.get("/api/collections/glb-usdz-take-18")).body.collection_variants;
        const product_ids = model.map((each: { id: number }) => each.id);
        const { items } = (await visitor.call("PUT", "/api/orders/shopping_cart", { product_ids })).body;
        expect(items.map((each: { label: string }) => each.label)).toEqual(["HD GLB", "HD USDZ"]);
        for (const { slug, variants } of await collections()) {
          const { status, body } = await visitor.get(`/api/collections/${slug}`);
          expect([slug, status]).toEqual([slug, 200]);
          const sizes = new Map<string, number>(
            body.collection_variants.map((each: { file_name: string; file_size: number }) => [
              each.file_name,
              each.file_size,
            ]),
          );
          for (const { file_name } of variants)
            expect(sizes.get(file_name), file_name).toBe((await stat(join(goods, "files", file_name))).size);
        }
      } finally {
        close();
      }
    },
  );
});
