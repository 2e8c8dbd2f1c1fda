import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SAMPLES } from "@backlot/samples";
import { goodsFile } from "@backlot/testing/goods";
import { TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { type Ended, overTheWire, runScript, startApi } from "@backlot/testing/processes";
import { BY_STAFF_QUERY, type RunningSandbox, openSandbox, settingsOf } from "@backlot/testing/sandbox";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type DumpSource, backUp, verifyBackup } from "../apps/api/src/backup/backup-folder.ts";
import { freePort } from "../scripts/free-port.mjs";

const SUPPORT_KEY = "support-key-of-both-stores-000000000000";
const folder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `backlot-${name}-`));
const backlot = (args: readonly string[], env: Record<string, string>): Promise<Ended> =>
  runScript(["apps/cli/dist/backlot.mjs", ...args], env);

describe("the folder of a backup", () => {
  const source: DumpSource = async (take) => {
    await take({ table: "accounts", json: "{}" });
    return ["0001-accounts"];
  };
  const backUpTo = (to: string, dataDir: string) =>
    backUp({ folder: to, dataDir, source, passphrase: null, now: () => new Date(0) });
  const dataFolder = async (): Promise<string> => {
    const dataDir = await folder("data");
    await mkdir(join(dataDir, "files"));
    await writeFile(join(dataDir, "files/fire.zip"), "fire");
    await writeFile(join(dataDir, "files/fire.zip.sha256"), "x");
    return dataDir;
  };
  const namesIn = async (at: string) => (await readdir(at, { recursive: true })).toSorted();

  it("is refused if it is the data folder, is in it, or contains it, and nothing is touched", async () => {
    const dataDir = await dataFolder();
    const link = join(await folder("link"), "data");
    await symlink(dataDir, link);
    const before = await namesIn(dataDir);
    for (const to of [dataDir, join(dataDir, "files"), join(dataDir, "backups/new"), join(dataDir, ".."), link])
      await expect(backUpTo(to, dataDir), to).rejects.toThrow("overlap");
    expect(await namesIn(dataDir)).toEqual(before);
  });

  it("is refused if it has something else, and keeps what it doesn't know", async () => {
    const dataDir = await dataFolder();
    const other = await folder("other");
    await chmod(other, 0o755);
    await writeFile(join(other, "database-of-mine.sql"), "mine");
    await expect(backUpTo(other, dataDir)).rejects.toThrow("is not empty and has no backup");
    expect([await namesIn(other), (await stat(other)).mode & 0o777]).toEqual([["database-of-mine.sql"], 0o755]);

    const backup = await folder("own");
    await chmod(backup, 0o750);
    await backUpTo(backup, dataDir);
    await writeFile(join(backup, "database-of-mine.sql"), "mine");
    await writeFile(join(backup, "files/notes.txt"), "mine");
    const [first] = await namesIn(join(backup, "files"));
    await writeFile(join(dataDir, "files/fire.zip"), "another fire");
    await backUpTo(backup, dataDir);
    const names = await namesIn(backup);
    expect(names).toEqual(expect.arrayContaining(["database-of-mine.sql", "files/notes.txt"]));
    // What the last backup had stored, and this one doesn't need, is gone.
    expect(names).not.toContain(`files/${first}`);
    expect((await stat(backup)).mode & 0o777).toBe(0o750);
    for (const name of ["manifest.json", "backlot-backup"])
      expect((await stat(join(backup, name))).mode & 0o077, name).toBe(0);
  });

  it("whose manifest names a file elsewhere is not restored, and deletes nothing there", async () => {
    const dataDir = await dataFolder();
    const backup = await folder("forged");
    await backUpTo(backup, dataDir);
    const victim = join(await folder("victim"), "letter.txt");
    await writeFile(victim, "mine");
    const manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
    manifest.contents.files[0].name = `../..${victim}`;
    await writeFile(join(backup, "manifest.json"), JSON.stringify(manifest));
    await expect(verifyBackup(backup, null)).rejects.toThrow("lists files that can't be in a backup");
    await backUpTo(backup, dataDir);
    expect(await readFile(victim, "utf8")).toBe("mine");
  });
});

describe.each(testDatabases)("a backup of a running store on $kind", ({ stockedEnvironment, environment }) => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox?.stop());

  const start = async (env: Record<string, string>) => {
    const port = await freePort();
    const api = await startApi({
      PORT: String(port),
      SUPPORT_KEYS: `ada=${SUPPORT_KEY}`,
      ...settingsOf(sandbox),
      ...env,
    });
    onTestFinished(() => void api.kill("SIGKILL"));
    const url = `http://127.0.0.1:${port}`;
    const end = async () => {
      api.kill("SIGTERM");
      await once(api, "exit");
    };
    return { url, client: new TestClient(overTheWire(url)), end };
  };

  it("is encrypted and checked, and restored to a store that gives the same answers", async () => {
    const DATA_DIR = await folder("origin");
    const own = { ...(await stockedEnvironment(DATA_DIR)), DATA_DIR };
    const origin = await start(own);
    await origin.client.signUp();
    const { id } = await origin.client.saveCard(sandbox.url, "4242424242424242");
    expect((await origin.client.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id })).status).toBe(
      200,
    );
    const bytes = goodsFile("a-picture.jpg", "a picture");
    const headers = {
      authorization: SUPPORT_KEY,
      "x-content-sha256": createHash("sha256").update(bytes).digest("hex"),
    };
    const upload = `${origin.url}/api/support/stock/media/a-picture.jpg${BY_STAFF_QUERY}`;
    expect((await fetch(upload, { method: "PUT", headers, body: new Uint8Array(bytes) })).status).toBe(204);
    /** 100 requests, and what a store answers to them. */
    const paths = [
      "/api/users/me",
      "/api/receipts",
      "/api/orders",
      "/api/plan_variants",
      "/api/credit_pack_variants",
      "/media/a-picture.jpg",
      ...SAMPLES.catalog.collections.flatMap(({ slug }) => [`/api/collections/${slug}`, `/collections/${slug}`]),
    ].slice(0, 100);
    const answerTo = async (url: string, path: string): Promise<string> => {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: origin.client.token ?? "" } });
      const text = await answer.text();
      // Each page has its own nonce and token of an empty cart, and each store its own address.
      const same = text
        .replaceAll(/nonce="[^"]*"/g, "")
        .replaceAll(/token\\",\\"[0-9a-f-]{36}/g, "")
        .replaceAll(url, "");
      return `${path} ${answer.status} ${same.length} ${createHash("sha256").update(same).digest("hex")}`;
    };
    // A few at once: on a slow machine, a store that renders all pages at once reads its last request too late (408).
    const answersOf = async (url: string): Promise<readonly string[]> => {
      const answers: string[] = [];
      for (let at = 0; at < paths.length; at += 6)
        answers.push(...(await Promise.all(paths.slice(at, at + 6).map((path) => answerTo(url, path)))));
      return answers;
    };
    const before = await answersOf(origin.url);
    expect(before.filter((line) => !line.includes(" 200 "))).toEqual([]);

    const backup = await folder("backup");
    const env = { ...own, BACKUP_KEY: "a long passphrase" };
    const made = await backlot(["backup", backup], env);
    expect(made).toMatchObject({ code: 0, err: "" });
    expect(made.out).toMatch(/^Backed up [\d,]+ rows and [12] files? to .* \(0 unchanged\)\.\n$/);
    // A second one copies only what is new, and the store has gone on meanwhile.
    expect((await backlot(["backup", backup], env)).out).toMatch(/\(([12]) unchanged\)/);
    expect(await answersOf(origin.url)).toEqual(before);
    const databaseFile = (await readdir(backup)).find((name) => name.startsWith("database")) ?? "";
    const stored = await readFile(join(backup, databaseFile));
    expect(stored.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]));
    await origin.end();

    const checked = await backlot(["backup", "--verify", backup], { BACKUP_KEY: "a long passphrase" });
    expect([checked.code, checked.out]).toEqual([0, expect.stringMatching(/^The backup is complete: /)]);
    // What an interrupted backup left behind is used, and a new passphrase makes everything anew.
    await rm(join(backup, "manifest.json"));
    expect((await backlot(["backup", backup], env)).out).toMatch(/\(([12]) unchanged\)/);
    const other = await backlot(["backup", backup], { ...env, BACKUP_KEY: "a new passphrase" });
    expect([other.code, other.out]).toEqual([0, expect.stringContaining("(0 unchanged)")]);
    expect((await backlot(["backup", "--verify", backup], { BACKUP_KEY: "a new passphrase" })).code).toBe(0);
    expect((await backlot(["backup", backup], env)).code).toBe(0);
    const wrong = await backlot(["backup", "--verify", backup], { BACKUP_KEY: "another" });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("was written with a different BACKUP_KEY")]);
    const without = await backlot(["backup", "--verify", backup], {});
    expect(without.err).toContain("The backup is encrypted. Set BACKUP_KEY.");

    const target = { ...(await environment()), DATA_DIR: await folder("restored"), BACKUP_KEY: "a long passphrase" };
    const restored = await backlot(["restore", backup], target);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    const again = await start(target);
    expect(await answersOf(again.url)).toEqual(before);
    // It goes on selling.
    expect((await again.client.signUp()).status).toBe(201);
    await again.end();
    const refused = await backlot(["restore", backup], target);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("The database is not empty")]);

    // A store without its files, because DATA_DIR is another one, doesn't empty a backup.
    if ("DATABASE_URL" in own) {
      const emptied = await backlot(["backup", backup], { ...env, DATA_DIR: await folder("empty") });
      expect([emptied.code, emptied.err]).toEqual([1, expect.stringContaining("Check DATA_DIR")]);
    }
    // A damaged file is found before anything is restored.
    const [file = ""] = await readdir(join(backup, "files"));
    await writeFile(join(backup, "files", file), "damaged");
    const damaged = await backlot(["restore", backup], { ...target, DATA_DIR: await folder("damaged") });
    expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining("is damaged")]);
  });
});
