import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FilePart } from "@backlot/ports";
import { SAMPLE_COLLECTIONS } from "./collections.ts";
import { hasExr } from "./goods/sketch.ts";
import { moduleBeside } from "./module-beside.ts";
import { RECIPES } from "./simulation/recipes.ts";
import { cellSteps } from "./simulation/take.ts";

/**
 * Renders a variant's file to a path, in a separate low-priority process: the ZIP, or only the 3D scene, as `part`
 * says. A `scale` below 1 renders it smaller than it is sold, and faster. Rejects for a variant that is not in the
 * sample catalog, and once `stop` is aborted.
 */
export const makeSampleFile = (
  variantId: number,
  path: string,
  scale = 1,
  part: FilePart = "zip",
  stop?: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    stop?.throwIfAborted();
    const maker = fileURLToPath(moduleBeside(import.meta.url, "file-maker"));
    const child = fork(maker, [String(variantId), path, String(scale), part], {
      execArgv: maker.endsWith(".ts") ? ["--conditions=@backlot/source", "--no-warnings"] : [],
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`making the file of variant ${variantId} ended with ${code}`)),
    );
    // Stop rendering when the store exits.
    const end = (): boolean => child.kill();
    process.once("exit", end);
    stop?.addEventListener("abort", end);
    child.once("exit", () => {
      process.off("exit", end);
      stop?.removeEventListener("abort", end);
    });
  });

/** The seconds that one core needs to advance one cell of gas by one step. */
const CELL_STEP = 0.45e-6;
/** The speedup of a gas simulation from a second thread. */
const IN_COMPANY = 1.7;

/** The seconds that one core needs to draw a frame of gas. */
const GAS_FRAME = { glowing: { "2K": 1.6, "4K": 7 }, dark: { "2K": 1.2, "4K": 4 } } as const;
/** The seconds that one core needs to write a frame as OpenEXR, which only 2K files contain. */
const EXR_FRAME = 0.6;

/** The seconds that two cores need for a file without gas simulation, in 2K and in 4K. */
const DRAWN = {
  particles: { "2K": 100, "4K": 400 },
  scene: { "2K": 120, "4K": 480 },
  filmed: { "2K": 118, "4K": 480 },
  model: { "2K": 12, "4K": 50 },
} as const;

/** Estimates how many seconds it takes to render a variant's file on two cores. A `scale` below 1 takes less. */
export const secondsToMake = (variantId: number, scale = 1): number => {
  const sample = SAMPLE_COLLECTIONS.find(({ collection }) =>
    collection.collection_variants.some(({ id }) => id === variantId),
  );
  const resolution =
    sample?.collection.collection_variants.find(({ id }) => id === variantId)?.resolution === "4K" ? "4K" : "2K";
  const drawn = (seconds: number): number => Math.max(3, Math.round(seconds * scale * scale));
  if (sample === undefined) return drawn(DRAWN.scene[resolution]);
  if (sample.source._tag !== "gas") return drawn(DRAWN[sample.source._tag][resolution]);
  const recipe = RECIPES[sample.collection.slug];
  if (recipe === undefined) return drawn(DRAWN.scene[resolution]);
  const steps = cellSteps(recipe);
  const frame = GAS_FRAME[recipe.look.glow > 0 ? "glowing" : "dark"][resolution];
  const encoded = resolution === "2K" && hasExr(sample.collection) ? EXR_FRAME : 0;
  const drawing = recipe.frames * (frame + encoded);
  // Drawing starts with the first kept frame. Before it, both cores simulate; after it, one simulates and both draw.
  const unseen = (CELL_STEP * steps.before) / IN_COMPANY;
  const whole = unseen + (CELL_STEP * (steps.all - steps.before) + drawing) / 2;
  return drawn(whole);
};
