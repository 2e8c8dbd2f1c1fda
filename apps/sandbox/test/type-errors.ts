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
  // Only the assignments matter here; the project's own check covers the rest.
  noUnusedLocals: false,
};

/** A JSON value and the TypeScript type that it should satisfy. */
export interface Typed {
  readonly label: string;
  readonly type: string;
  readonly value: unknown;
}

/**
 * Compiles an assignment of each value to its type, as a literal, so that missing fields, unknown fields and wrong
 * values are errors. Returns the labels of the values with errors, each with its first error. `header` contains the
 * declarations that the types need.
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
    // A failure outside the values means that nothing was checked.
    if (compiled.status !== 0 && found.size === 0) throw new Error(`tsc failed: ${compiled.stdout}${compiled.stderr}`);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
