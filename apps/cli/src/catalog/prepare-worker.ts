import { parentPort } from "node:worker_threads";
import { type PrepareJob, ToolMissing, isFull, prepareFiles } from "@backlot/adapters-media";
import { drawModel } from "@backlot/adapters-media/drawing/turntable";

parentPort?.on("message", async (job: PrepareJob) => {
  try {
    parentPort?.postMessage({ result: await prepareFiles(job, drawModel) });
  } catch (error) {
    if (isFull(error)) return parentPort?.postMessage({ full: true });
    if (!(error instanceof ToolMissing)) throw error;
    parentPort?.postMessage({ missing: error.message });
  }
});
