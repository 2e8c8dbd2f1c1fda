import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  module: "preserve",
  moduleResolution: "bundler",
  target: "es2024",
  lib: ["es2024", "dom"],
  types: ["node"],
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  // Only what an answer is assigned to is looked at: the rest is checked with the project.
  noUnusedLocals: false,
};

/** A JSON value and the TypeScript type that it is to satisfy. */
export interface Typed {
  readonly label: string;
  readonly type: string;
  readonly value: unknown;
}

/**
 * Lets the compiler assign each value to its type, as a literal: missing fields, fields that the type does not have and
 * wrong values are errors. Answers the labels of the values that have errors, each with its first one. `header`
 * declares what the types use.
 */
export const typeErrors = (header: string, values: readonly Typed[]): ReadonlyMap<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-types-"));
  try {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS, include: ["*.ts"] }));
    for (const [index, { type, value }] of values.entries()) {
      const literal = JSON.stringify(value, null, 1);
      writeFileSync(join(folder, `value-${index}.ts`), `${header}\nexport const value: ${type} = ${literal};\n`);
    }
    const compiled = spawnSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder, "--pretty", "false"], {
      cwd: folder,
      encoding: "utf8",
    });
    const found = new Map<string, string>();
    for (const line of compiled.stdout.split("\n")) {
      const [, index, error] = /^value-(\d+)\.ts\S+ (error .*)$/.exec(line) ?? [];
      const label = values[Number(index)]?.label;
      if (label !== undefined && error !== undefined && !found.has(label)) found.set(label, error);
    }
    // An error outside the values says that nothing was checked.
    if (compiled.status !== 0 && found.size === 0) throw new Error(`tsc failed: ${compiled.stdout}${compiled.stderr}`);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
