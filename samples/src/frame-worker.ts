import { parentPort } from "node:worker_threads";
import { type FrameJob, drawJob } from "./sequence-frames.ts";

parentPort?.on("message", async (job: FrameJob) => {
  const files = await drawJob(job);
  parentPort?.postMessage({ n: job.moment.n, files });
});
