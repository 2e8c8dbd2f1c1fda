import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lockDataDir, openEmbedded } from "@backlot/adapters-postgres";
import { prepareData } from "@backlot/testing/prepared-data";
import { TEST_SCALE } from "@backlot/testing/scale";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

const WRITER = fileURLToPath(new URL("./writer.ts", import.meta.url));
/** Returns a data folder with an embedded database. Creating one takes ten times as long as copying one. */
const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), "backlot-db-"));
  await prepareData(made);
  return made;
};

describe("the embedded database", () => {
  it("loses nothing that was acknowledged to a kill, and lets the next one in", async () => {
    const dir = await folder();
    let acknowledged = 0;
    for (let round = 0; round < TEST_SCALE.databaseKills; round += 1) {
      const writer = spawn(process.execPath, ["--conditions=@backlot/source", WRITER, dir], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let text = "";
      writer.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.split("\n").length > 40) writer.kill("SIGKILL");
      });
      // Not "exit", because output can still arrive after it.
      await once(writer, "close");
      acknowledged += text.split("\n").filter((line) => line === "ok").length;
    }
    expect(acknowledged).toBeGreaterThan(0);
    const lock = lockDataDir(dir);
    const database = await openEmbedded(join(dir, "pg"));
    const { rows } = await sql<{ n: number }>`select count(*) as n from written`.execute(database.kysely);
    // In each round, the kill may have cut off the acknowledgment of one more row.
    expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged);
    expect(rows[0]?.n).toBeLessThanOrEqual(acknowledged + TEST_SCALE.databaseKills);
    await database.close();
    lock.release();
  });
});
