import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SAMPLES } from "@backlot/samples";
import { TestClient } from "@backlot/testing/client";
import { BARN_FIRE, BARN_FIRE_FILES, goodsFile } from "@backlot/testing/goods";
import { prepareData } from "@backlot/testing/prepared-data";
import { overTheWire, runScript } from "@backlot/testing/processes";
import { SUPPORT_KEY, openSandbox, settingsOf } from "@backlot/testing/sandbox";
import { TEST_SCALE } from "@backlot/testing/scale";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../scripts/free-port.mjs";

describe("a release", () => {
  it("runs the whole store by itself, in less than 250 MB", async () => {
    const folder = await mkdtemp(join(tmpdir(), "backlot-release-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { code, out, err } = await runScript(["scripts/release.mjs", folder]);
    expect([code, err]).toEqual([0, ""]);
    expect(Number(/: (\d+) MB$/m.exec(out)?.[1])).toBeLessThan(250);

    const DATA_DIR = await mkdtemp(join(tmpdir(), "backlot-released-"));
    await prepareData(DATA_DIR);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const sandbox = await openSandbox({ webhookUrl: `${url}/api/webhooks/stripe` });
    onTestFinished(() => sandbox.stop());
    const api = spawn(process.execPath, ["apps/api/dist/main.js"], {
      cwd: folder,
      // Nothing of this checkout's environment.
      env: {
        DATA_DIR,
        PORT: String(port),
        ...settingsOf(sandbox),
        SAMPLE_SCALE: String(TEST_SCALE.files),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void api.kill("SIGKILL"));
    await once(api.stdout, "data");

    // Pages are rendered, with their scripts and pictures.
    const home = await (await fetch(url)).text();
    for (const path of [/\/assets\/[\w-]+\.js/, /\/media\/[\w-]+\.avif/].map((each) => each.exec(home)?.[0]))
      expect((await fetch(`${url}${path}`)).status, path).toBe(200);
    // Files are made, by worker threads and with sharp.
    const client = new TestClient(overTheWire(url));
    await client.signUp();
    const [variant] = SAMPLES.catalog.collections.find(({ access }) => access === "free")?.collection_variants ?? [];
    const link = (await client.get(`/api/variant_downloads/${variant?.id}/download`)).body.url;
    expect((await client.open(link)).status).toBe(200);
    // Receipts are set in their fonts.
    const { id } = await client.saveCard(sandbox.url, "4242424242424242");
    expect((await client.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id })).status).toBe(200);
    const [receipt] = (await client.get("/api/receipts")).body.data;
    const { pdf } = (await client.get(`/api/receipts/${receipt.number}/file`)).body.data;
    expect(Buffer.from(pdf, "base64").subarray(0, 5).toString()).toBe("%PDF-");
    // A Node that is too old gets one line.
    const old = `Object.defineProperty(process.versions, "node", { value: "20.19.0" });`;
    const args = ["--input-type=module", "--eval", `${old} await import("${folder}/apps/api/dist/main.js")`];
    const refused = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([refused.status, refused.stderr]).toEqual([1, "Backlot needs Node 24 or later. This is Node 20.19.0.\n"]);
    expect(existsSync(join(folder, ".node-version"))).toBe(true);
    // The command comes along.
    expect(await runScript([join(folder, "apps/cli/dist/backlot.mjs"), "--version"])).toMatchObject({ code: 0 });
    api.kill("SIGTERM");
    expect(await once(api, "exit")).toEqual([0, null]);
  });
  it("runs without the samples, and sells what its owner imports", async () => {
    const folder = await mkdtemp(join(tmpdir(), "backlot-release-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { code, err } = await runScript(["scripts/release.mjs", folder, "--without-samples"]);
    expect([code, err]).toEqual([0, ""]);
    expect(existsSync(join(folder, "node_modules/@backlot"))).toBe(false);
    const DATA_DIR = await mkdtemp(join(tmpdir(), "backlot-released-"));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const sandbox = await openSandbox();
    onTestFinished(() => sandbox.stop());
    const secrets = { SESSION_SECRET: "s".repeat(32), LINK_SECRET: "l".repeat(32), SUPPORT_KEY };
    const api = spawn(process.execPath, ["apps/api/dist/main.js"], {
      cwd: folder,
      env: { DATA_DIR, PORT: String(port), ...settingsOf(sandbox), ...secrets },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void api.kill("SIGKILL"));
    await once(api.stdout, "data");

    const client = new TestClient(overTheWire(url));
    await client.signUp();
    expect((await client.get("/api/collections")).body.data).toEqual([]);
    const { id } = await client.saveCard(sandbox.url, "4242424242424242");
    expect((await client.post("/api/subscriptions", { plan_variant_id: 131, setup_intent_id: id })).status).toBe(200);
    const backlot = (...words: readonly string[]) =>
      runScript(
        [join(folder, "apps/cli/dist/backlot.mjs"), ...words, "--store", url, "--reason", "new", "--by", "sam"],
        {
          BACKLOT_SUPPORT_KEY: SUPPORT_KEY,
        },
      );
    expect((await backlot("catalog", "sample")).err).toContain("This store was installed without samples.");
    const goods = await mkdtemp(join(tmpdir(), "backlot-goods-"));
    for (const room of ["media", "files"]) await mkdir(join(goods, room));
    await writeFile(join(goods, "catalog.json"), JSON.stringify({ collections: [BARN_FIRE] }));
    for (const name of BARN_FIRE_FILES) await writeFile(join(goods, name), goodsFile(name, name));
    expect((await backlot("catalog", "import", goods)).code).toBe(0);
    // The command prepares pictures, with sharp.
    const raw = await mkdtemp(join(tmpdir(), "backlot-raw-"));
    const pixels = { create: { width: 64, height: 36, channels: 4, background: "#f80" } } as const;
    await mkdir(join(raw, "spark"));
    await sharp(pixels)
      .png()
      .toFile(join(raw, "spark", "spark.0001.png"));
    const prepared = await mkdtemp(join(tmpdir(), "backlot-prepared-"));
    const command = join(folder, "apps/cli/dist/backlot.mjs");
    const { err: said } = await runScript([command, "catalog", "prepare", raw, join(prepared, "goods")]);
    expect(said).not.toContain("Cannot find");
    expect((await fetch(`${url}/products/barn-fire`)).status).toBe(200);
    const fire = (await client.get("/api/collections/barn-fire")).body;
    expect((await client.post("/api/purchases/collection", { collection_id: fire.id })).status).toBe(200);
    const [{ id: variant }] = fire.collection_variants;
    const link = (await client.get(`/api/variant_downloads/${variant}/download`)).body.url;
    const [file = ""] = BARN_FIRE_FILES.filter((name) => name.startsWith("files/"));
    const sold = await fetch(new URL(link, url), { headers: { authorization: client.token ?? "" } });
    expect(Buffer.from(await sold.arrayBuffer())).toEqual(goodsFile(file, file));
    api.kill("SIGTERM");
    expect(await once(api, "exit")).toEqual([0, null]);
  });
});
