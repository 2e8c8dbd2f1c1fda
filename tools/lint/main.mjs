// `npm run lint`: format and lint rules; files, exports, and dependencies without a use; the order of contexts; names;
// idioms; the words of docs, comments, and messages; and text in JSX that a browser's translation would detach.
import { join } from "node:path";
import { contextsIn } from "./contexts.mjs";
import { idiomsIn } from "./idioms.mjs";
import { namesIn } from "./names.mjs";
import { ownFiles } from "./own-files.mjs";
import { proseIn } from "./prose.mjs";
import { textsIn } from "./texts.mjs";
import { NODE, ROOT, run } from "../../scripts/setup.mjs";

const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
const code = await run(NODE, [biome, "check", "--max-diagnostics=20", "."]);
const unused = await run(NODE, [join(ROOT, "node_modules/knip/bin/knip.js"), "--no-progress"]);
const files = ownFiles(ROOT);
const faults = [
  ...contextsIn(ROOT, files),
  ...namesIn(ROOT, files),
  ...idiomsIn(ROOT, files),
  ...proseIn(ROOT, files),
  ...textsIn(ROOT),
];
for (const fault of faults) console.error(fault);
process.exit(code === 0 && unused === 0 && faults.length === 0 ? 0 : 1);
