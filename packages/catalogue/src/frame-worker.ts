import { parentPort } from "node:worker_threads";
import { drawJob } from "./sequence-frames.ts";

parentPort?.on("message", async (job: Parameters<typeof drawJob>[0]) => {
  const png = await drawJob(job);
  parentPort?.postMessage({ n: job.moment.n, png });
});
