import { setPriority } from "node:os";
import { writeScene, writeSoldFile } from "./sold-file.ts";

// Run at low priority: rendering gets only the CPU time that serving shoppers leaves over.
setPriority(15);
// Stop when the store that asked for the file is gone.
process.once("disconnect", () => process.exit(1));
const [variantId, path, scale, part] = process.argv.slice(2);
await (part === "scene" ? writeScene : writeSoldFile)(Number(variantId), path ?? "", Number(scale));
process.exit(0);
