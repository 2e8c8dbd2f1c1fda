// Helpers for the scripts that use the API tools. The tools have their own dependencies, so that running or testing the
// store doesn't install them.
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NODE, ROOT, environment, run } from "./setup.mjs";

export const API_TOOLS = join(ROOT, "tools/api");
const CLIENT = join(ROOT, "packages/client");

/** Throws if a command failed. */
export const must = (code, what) => {
  if (code !== 0) throw new Error(`${what} exited with code ${code}.`);
};

/** Installs the tools if they are missing. */
export const installApiTools = async () => {
  if (existsSync(join(API_TOOLS, "node_modules"))) return;
  must(await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: API_TOOLS }), "npm ci");
};

/** Writes the client's types from the API document, which is generated from the sources. */
export const writeClientTypes = async () => {
  const made = spawnSync(NODE, ["--conditions=@backlot/source", join(ROOT, "apps/api/dev/print-api-document.ts")], {
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  must(made.status, made.stderr);
  const document = join(CLIENT, "openapi.json");
  writeFileSync(document, made.stdout);
  const command = [join(API_TOOLS, "client-types.mjs"), document, join(CLIENT, "src/api.ts")];
  must(await run(NODE, command, { env: environment() }), "openapi-typescript");
};
