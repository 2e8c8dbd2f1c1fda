// `npm run lint`: format and lint rules, the order of contexts, and the words of docs, comments, and messages.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { contextsIn } from "../tools/lint/contexts.mjs";
import { proseIn } from "../tools/lint/prose.mjs";
import { NODE, ROOT, run } from "./setup.mjs";

const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
const code = await run(NODE, [biome, "check", "--max-diagnostics=20", "."]);
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
});
const files = listed.split("\n").filter((path) => path !== "" && existsSync(join(ROOT, path)));
const faults = [...contextsIn(ROOT, files), ...proseIn(ROOT, files)];
for (const fault of faults) console.error(fault);
process.exit(code === 0 && faults.length === 0 ? 0 : 1);
