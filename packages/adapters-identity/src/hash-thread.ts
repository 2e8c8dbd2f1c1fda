import type { Argon2Parameters } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { HashAnswer, HashRequest } from "./hash-worker.ts";

// Beside this module: a source beside a source, what was built beside what was built.
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./hash-worker.ts" : "./hash-worker.js", import.meta.url);

/** Hashes one after another in a thread of its own. */
export interface HashThread {
  readonly derive: (parameters: Argon2Parameters) => Promise<Buffer>;
}

/**
 * A thread for hashes, started by the first. A hash takes 19 MiB, which the allocator keeps for the thread that asked for it:
 * one thread keeps them once, where the pool of four keeps them for each of its own, and files don't wait behind it. A thread
 * that ends fails what it was asked for, and the next hash starts another.
 */
export const hashThread = (): HashThread => {
  let worker: Worker | null = null;
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  const settle = (answer: HashAnswer): void => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("hash" in answer) asked?.resolve(Buffer.from(answer.hash));
    else asked?.reject(answer.failure);
    // Nobody waits any more: the thread does not hold the process.
    if (waiting.size === 0) worker?.unref();
  };
  const start = (): Worker => {
    const started = new Worker(WORKER);
    started.on("message", settle);
    const lost = (cause: unknown): void => {
      if (worker === started) worker = null;
      for (const asked of waiting.values()) asked.reject(new Error("the thread of the hashes ended", { cause }));
      waiting.clear();
    };
    started.once("error", lost);
    started.once("exit", lost);
    return started;
  };
  return {
    derive: (parameters) => {
      worker ??= start();
      worker.ref();
      last += 1;
      const asked = Promise.withResolvers<Buffer>();
      waiting.set(last, asked);
      worker.postMessage({ id: last, parameters } satisfies HashRequest);
      return asked.promise;
    },
  };
};
