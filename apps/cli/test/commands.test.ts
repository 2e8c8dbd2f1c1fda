import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../dev/generate.ts";
import { REGISTRATIONS } from "../src/commands.ts";

describe("the list of commands", () => {
  it("is up to date; if not, run npm run generate", async () => {
    for (const [path, text] of Object.entries(await generatedFiles()))
      expect(await readFile(new URL(`../src/${path}`, import.meta.url), "utf8"), path).toBe(text);
  });

  it("has one command at each place of a group", () => {
    const places = REGISTRATIONS.map(({ group, place }) => `${group} ${place}`);
    expect(new Set(places).size).toBe(places.length);
  });
});
