import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "@backlot/adapters-postgres";
import { SAMPLES } from "@backlot/samples";
import { goodsFile } from "@backlot/testing/goods";
import { TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { overTheWire, startApi } from "@backlot/testing/processes";
import { BY_STAFF_QUERY, type RunningSandbox, openSandbox, settingsOf } from "@backlot/testing/sandbox";
import { TEST_SCALE } from "@backlot/testing/scale";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../scripts/free-port.mjs";

const server = testDatabases.find(({ kind }) => kind === "PostgreSQL");
const SUPPORT_KEY = "support-key-of-both-processes-0000000";

describe.skipIf(server === undefined)("two processes with one database and one data folder", () => {
  let sandbox: RunningSandbox;
  let database: string;
  let urls: readonly string[];
  let processes: readonly ChildProcess[];
  let clients: readonly TestClient[];

  beforeAll(async () => {
    ({ DATABASE_URL: database = "" } = (await server?.environment()) ?? {});
    const ports = [await freePort(), await freePort()];
    urls = ports.map((port) => `http://127.0.0.1:${port}`);
    sandbox = await openSandbox({ webhookUrl: `${urls[0]}/api/webhooks/stripe` });
    const DATA_DIR = await mkdtemp(join(tmpdir(), "backlot-shared-"));
    const environment = (port: number) => ({
      DATABASE_URL: database,
      DATA_DIR,
      PORT: String(port),
      SUPPORT_KEYS: `ada=${SUPPORT_KEY}`,
      ...settingsOf(sandbox),
      SAMPLE_SCALE: String(TEST_SCALE.files),
    });
    // The database and the folder are empty: both processes fill them at once.
    processes = await Promise.all(ports.map((port) => startApi(environment(port))));
    clients = urls.map((url) => new TestClient(overTheWire(url)));
  });
  afterAll(async () => {
    for (const each of processes ?? []) each.kill("SIGKILL");
    await sandbox?.stop();
  });

  it("fill an empty store once", async () => {
    const { kysely, close } = openPostgres(database, 1);
    const { count } = kysely.fn;
    const stocked = await kysely
      .selectFrom("collections")
      .select([count<number>("id").as("all"), count<number>("slug").distinct().as("slugs")])
      .executeTakeFirst();
    await close();
    const made = SAMPLES.catalog.collections.length;
    expect(stocked).toEqual({ all: made, slugs: made });
  });

  it("know each other's sessions, because they share their secrets", async () => {
    const [one, other] = clients;
    await one?.signUp();
    if (one !== undefined && other !== undefined) other.token = one.token;
    expect((await other?.get("/api/users/me"))?.status).toBe(200);
  });

  it("show a picture that the other one received", async () => {
    const bytes = goodsFile("a-picture.jpg", "a picture");
    const answer = await fetch(`${urls[0]}/api/support/stock/media/a-picture.jpg${BY_STAFF_QUERY}`, {
      method: "PUT",
      headers: {
        authorization: SUPPORT_KEY,
        "x-content-sha256": createHash("sha256").update(bytes).digest("hex"),
      },
      body: new Uint8Array(bytes),
    });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    const shown = await Promise.all(urls.map(async (url) => (await fetch(`${url}/media/a-picture.jpg`)).text()));
    expect(shown).toEqual([bytes.toString(), bytes.toString()]);
  });

  it("DWN-01 make a file once, and both give it", async () => {
    const [one, other] = clients;
    const free = SAMPLES.catalog.collections.find(({ access }) => access === "free")?.collection_variants[0]?.id;
    const link = (await one?.get(`/api/variant_downloads/${free}/download`))?.body.url as string;
    const answers = await Promise.all([one?.open(link), other?.open(link)]);
    expect(answers.map((each) => each?.status)).toEqual([200, 200]);
    const [first, second] = answers.map((each) => each?.headers.get("etag"));
    expect(first).toBe(second);
  });
});
