import { readFile } from "node:fs/promises";
import { testDatabases } from "@backlot/testing/databases";
import { describe, expect, it } from "vitest";
import { generatedList, generatedSchema } from "../dev/generate.ts";

const written = (path: string): Promise<string> => readFile(new URL(`../src/${path}`, import.meta.url), "utf8");

describe.each(testDatabases)("what is generated from the migrations on $kind", ({ openMigrated }) => {
  it("is up to date; if not, run npm run generate", async () => {
    const database = await openMigrated();
    const files = { ...(await generatedList()), ...(await generatedSchema(database.kysely)) };
    for (const [path, text] of Object.entries(files)) expect(await written(path), path).toBe(text);
    await database.close();
  });
});
