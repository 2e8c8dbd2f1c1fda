import { workerData } from "node:worker_threads";
import { writeSoldFile } from "./sold-file.ts";

const { variantId, path } = workerData as { readonly variantId: number; readonly path: string };
await writeSoldFile(variantId, path);
