import { Worker } from "node:worker_threads";

/**
 * Renders the sold file of a variant to a path: real pixels from the collection's number, in a thread of its own so
 * that the store goes on serving. Rejects for a variant that the sample catalogue does not have.
 */
export const makeSampleFile = (variantId: number, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const worker = new Worker(new URL(`./file-worker.${extension}`, import.meta.url), {
      workerData: { variantId, path },
    });
    worker.once("error", reject);
    worker.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`rendering variant ${variantId} ended with ${code}`)),
    );
  });
