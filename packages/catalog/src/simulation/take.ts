import type { Emitter } from "./emitters.ts";
import { withCompanion } from "./companion.ts";
import { Gas, type GasLaw } from "./fluid.ts";
import type { GridSize } from "./grid.ts";
import { Lane } from "./lane.ts";
import type { Look, Volume } from "./volume.ts";

/** Frames a second of every sequence. */
export const FRAME_RATE = 24;

/** How long the shutter is open, in seconds: half a frame. */
export const SHUTTER = 1 / (2 * FRAME_RATE);

/**
 * How many frames of a loop fade from what follows it to what came before it, so that the last one leads to the first.
 */
const FADE = 14;

/** What a sequence is: it goes round, it happens once, or it is over within a moment. */
export type SequenceKind = "loop" | "one-shot" | "flash";

/** A simulated sequence: its gas, where it comes from, and what it looks like. */
export interface Recipe {
  readonly kind: SequenceKind;
  /** The grid at full detail. */
  readonly size: GridSize;
  readonly law: GasLaw;
  readonly emitters: readonly Emitter[];
  readonly look: Look;
  /** How many frames are simulated before the first that is kept. */
  readonly before: number;
  readonly frames: number;
  /** Steps of the simulation in each frame: more for what is fast. */
  readonly steps: number;
  /** The frame that shows what it is. */
  readonly poster: number;
}

const keep = (gas: Gas): Volume => ({
  size: gas.size,
  heat: gas.heat.slice(),
  soot: gas.soot.slice(),
  u: gas.u.slice(),
  v: gas.v.slice(),
});

const blended = (a: Volume, b: Volume, share: number): Volume => {
  const mix = (from: Float32Array, to: Float32Array): Float32Array =>
    from.map((value, i) => value + ((to[i] ?? 0) - value) * share);
  return { size: a.size, heat: mix(a.heat, b.heat), soot: mix(a.soot, b.soot), u: mix(a.u, b.u), v: mix(a.v, b.v) };
};

/** How many frames are simulated before the first that is kept. */
const unseenOf = ({ kind, before }: Recipe): number => before + (kind === "loop" ? FADE : 0);

/** How many cells a recipe goes on by, all steps counted: before its first frame is kept, and in all. */
export const cellSteps = (recipe: Recipe): { readonly before: number; readonly all: number } => {
  const { size, steps, frames } = recipe;
  const frame = size.nx * size.ny * size.nz * steps;
  const unseen = unseenOf(recipe);
  return { before: frame * unseen, all: frame * (unseen + frames) };
};

/** Whether a simulation has one thread, or a second one that helps. */
export type Company = "alone" | "in company";

/**
 * Simulates a recipe and gives its frames, one after another. `detail` below one takes a coarser grid. Lengths and
 * speeds of the recipe are those of the full grid. In company, a second thread helps until the first frame is given:
 * whoever draws frames has nothing to do before.
 */
export function* simulate(recipe: Recipe, detail = 1, company: Company = "alone"): Generator<Volume> {
  const { law, emitters, steps, frames } = recipe;
  const cells = (count: number): number => Math.max(12, Math.round(count * detail));
  const size = { nx: cells(recipe.size.nx), ny: cells(recipe.size.ny), nz: cells(recipe.size.nz) };
  const dt = 1 / FRAME_RATE / steps;
  const unseen = unseenOf(recipe);
  const lane =
    company === "alone" || unseen === 0 ? new Lane() : withCompanion({ size, law, detail, steps: unseen * steps, dt });
  const gas = new Gas(size, law, detail, lane);
  let time = 0;
  const next = (): void => {
    for (let n = 0; n < steps; n += 1) {
      for (const emit of emitters) emit(gas, time);
      gas.step(dt);
      time += dt;
    }
  };
  // A loop ends as it would have begun: what comes before its first frame is faded in at its end.
  const lead: Volume[] = [];
  for (let n = 0; n < unseen; n += 1) {
    next();
    if (n >= recipe.before) lead.push(keep(gas));
  }
  lane.goAlone();
  for (let n = 0; n < frames; n += 1) {
    next();
    const volume = keep(gas);
    const into = n - (frames - FADE);
    const before = lead[into];
    yield before === undefined ? volume : blended(volume, before, (into + 1) / FADE);
  }
}
