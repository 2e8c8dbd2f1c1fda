import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FilePart } from "@backlot/ports";
import { SAMPLE_COLLECTIONS } from "./collections.ts";

const isSource = import.meta.url.endsWith(".ts");

/**
 * Makes a sold file of a variant at a path: real pixels, in a process of its own that gives way to whoever serves. A
 * `scale` below one makes it smaller than it is sold, and sooner. Rejects for a variant that the sample does not have.
 */
export const makeSampleFile = (variantId: number, path: string, scale = 1, part: FilePart = "zip"): Promise<void> =>
  new Promise((resolve, reject) => {
    const maker = fileURLToPath(new URL(`./file-maker.${isSource ? "ts" : "js"}`, import.meta.url));
    const child = fork(maker, [String(variantId), path, String(scale), part], {
      execArgv: isSource ? ["--conditions=@backlot/source", "--no-warnings"] : [],
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`making the file of variant ${variantId} ended with ${code}`)),
    );
    // A store that ends takes what it was making along.
    const end = (): boolean => child.kill();
    process.once("exit", end);
    child.once("exit", () => process.off("exit", end));
  });

/** How long the file of a variant takes to be made on two cores, in seconds, about. */
export const secondsToMake = (variantId: number, scale = 1): number => {
  const variant = SAMPLE_COLLECTIONS.flatMap((each) => each.collection.collection_variants).find(
    (each) => each.id === variantId,
  );
  const full = variant?.resolution === "4K" ? 420 : 120;
  return Math.max(3, Math.round(full * scale * scale));
};
