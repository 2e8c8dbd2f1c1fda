import { setPriority } from "node:os";
import { writeScene, writeSoldFile } from "./sold-file.ts";

// What serves shoppers comes first: a file is made with what they leave.
setPriority(15);
// Nobody wants the file of a store that is gone.
process.once("disconnect", () => process.exit(1));
const [variantId, path, scale, part] = process.argv.slice(2);
await (part === "scene" ? writeScene : writeSoldFile)(Number(variantId), path ?? "", Number(scale));
process.exit(0);
