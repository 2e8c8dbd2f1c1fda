import { setPriority } from "node:os";
import { writeScene, writeSoldFile } from "./sold-file.ts";

// Run at low priority, so that rendering gets only the CPU time that the store doesn't need for its customers.
setPriority(15);
// Stop when the store that requested the file has exited.
process.once("disconnect", () => process.exit(1));
const [variantId, path, scale, part] = process.argv.slice(2);
await (part === "scene" ? writeScene : writeSoldFile)(Number(variantId), path ?? "", Number(scale));
process.exit(0);
