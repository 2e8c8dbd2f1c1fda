import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@backlot/testing/processes";
import { describe, expect, it } from "vitest";

/** The requirements of OWASP ASVS 5.0.0 at level 1, by section. */
const LEVEL_1: Readonly<Record<string, readonly number[]>> = {
  "1.2": [1, 2, 3, 4, 5],
  "1.3": [1, 2],
  "1.5": [1],
  "2.1": [1],
  "2.2": [1, 2],
  "2.3": [1],
  "3.2": [1, 2],
  "3.3": [1],
  "3.4": [1, 2],
  "3.5": [1, 2, 3],
  "4.1": [1],
  "4.4": [1],
  "5.2": [1, 2],
  "5.3": [1, 2],
  "6.1": [1],
  "6.2": [1, 2, 3, 4, 5, 6, 7, 8],
  "6.3": [1, 2],
  "6.4": [1, 2],
  "7.2": [1, 2, 3, 4],
  "7.4": [1, 2],
  "8.1": [1],
  "8.2": [1, 2],
  "8.3": [1],
  "9.1": [1, 2, 3],
  "9.2": [1],
  "10.4": [1, 2, 3, 4, 5],
  "11.3": [1, 2],
  "11.4": [1],
  "12.1": [1],
  "12.2": [1, 2],
  "13.4": [1],
  "14.2": [1],
  "14.3": [1],
  "15.1": [1],
  "15.2": [1],
  "15.3": [1],
};

/** The requirements of level 2 on authentication, sessions, and access control, by section. */
const LEVEL_2: Readonly<Record<string, readonly number[]>> = {
  "6.1": [2, 3],
  "6.2": [9, 10, 11, 12],
  "6.3": [3, 4],
  "6.4": [3, 4],
  "6.5": [1, 2, 3, 4, 5],
  "6.6": [1, 2, 3],
  "6.8": [1, 2, 3, 4],
  "7.1": [1, 2, 3],
  "7.3": [1, 2],
  "7.4": [3, 4, 5],
  "7.5": [1, 2],
  "7.6": [1, 2],
  "8.1": [2],
  "8.2": [3],
  "8.4": [1],
};

/** The lowest versions of packages without a known fault that reaches the store. */
const MENDED: Readonly<Record<string, string>> = {
  hono: "4.12.21",
  "better-auth": "1.6.11",
  "react-router": "8.4.0",
};

const numbersOf = (sections: typeof LEVEL_1): readonly string[] =>
  Object.entries(sections).flatMap(([section, numbers]) => numbers.map((number) => `${section}.${number}`));

interface Row {
  readonly numbers: readonly string[];
  readonly proof: string;
}

const rowsBelow = (heading: string): readonly Row[] => {
  const text = readFileSync(join(ROOT, "docs/security.md"), "utf8");
  const part = text.slice(text.indexOf(heading)).split("\n## ")[0] ?? "";
  return part
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      return { numbers: (cells[1] ?? "").split(", "), proof: cells[4] ?? "" };
    });
};

/** Returns whether a version is at least another one. */
const isAtLeast = (version: string, lowest: string): boolean => {
  const [own, other] = [version, lowest].map((each) => each.split(/[.-]/).map(Number));
  const at = [0, 1, 2].find((place) => own?.[place] !== other?.[place]);
  return at === undefined || (own?.[at] ?? 0) > (other?.[at] ?? 0);
};

describe("security", () => {
  it.each([
    ["level 1", LEVEL_1],
    ["level 2", LEVEL_2],
  ])("docs/security.md answers every requirement of %s, and names tests that exist", (level, sections) => {
    const rows = rowsBelow(`## OWASP ASVS 5.0, ${level}`);
    expect(rows.flatMap(({ numbers }) => numbers).sort()).toEqual([...numbersOf(sections)].sort());
    const proofs = rows.flatMap(({ proof }) => (proof === "" ? [] : [/^`(.+)`: “(.+)”$/.exec(proof) ?? [proof]]));
    expect(proofs.length).toBeGreaterThan(8);
    for (const [proof, file = "", title = ""] of proofs) {
      expect(existsSync(join(ROOT, file)), proof).toBe(true);
      expect(readFileSync(join(ROOT, file), "utf8").includes(`"${title}`), proof).toBe(true);
    }
  });

  it("the lockfile has no version with a known fault", () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly version?: string }>>;
    };
    for (const [name, lowest] of Object.entries(MENDED)) {
      const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
      expect(found.length, name).toBeGreaterThan(0);
      for (const [path, { version = "" }] of found) expect(isAtLeast(version, lowest), `${path} ${version}`).toBe(true);
    }
    expect([isAtLeast("4.12.20", "4.12.21"), isAtLeast("4.13.0", "4.12.21"), isAtLeast("1.6.11", "1.6.11")]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
