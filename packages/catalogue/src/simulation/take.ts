import type { Emitter } from "./emitters.ts";
import { Gas, type GasLaw, type GridSize } from "./fluid.ts";
import type { Look, Volume } from "./volume.ts";

/** Frames a second of every sequence. */
export const FRAME_RATE = 24;

/** How long the shutter is open, in seconds: half a frame. */
export const SHUTTER = 1 / (2 * FRAME_RATE);

/** How many frames of a loop fade from what follows it to what came before it, so that the last one leads to the first. */
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

/** How many cells a recipe goes on by, all steps counted: before its first frame is kept, and in all. */
export const cellSteps = ({
  kind,
  size,
  steps,
  before,
  frames,
}: Recipe): { readonly before: number; readonly all: number } => {
  const frame = size.nx * size.ny * size.nz * steps;
  const unseen = before + (kind === "loop" ? FADE : 0);
  return { before: frame * unseen, all: frame * (unseen + frames) };
};

/**
 * Simulates a recipe and gives its frames, one after another. `detail` below one takes a coarser grid. Lengths and speeds of
 * the recipe are those of the full grid.
 */
export function* simulate(recipe: Recipe, detail = 1): Generator<Volume> {
  const { nx, ny, nz } = recipe.size;
  const cells = (count: number): number => Math.max(12, Math.round(count * detail));
  const gas = new Gas({ nx: cells(nx), ny: cells(ny), nz: cells(nz) }, recipe.law, detail);
  const dt = 1 / FRAME_RATE / recipe.steps;
  let time = 0;
  const next = (): void => {
    for (let n = 0; n < recipe.steps; n += 1) {
      for (const emit of recipe.emitters) emit(gas, time);
      gas.step(dt);
      time += dt;
    }
  };
  const isLoop = recipe.kind === "loop";
  for (let n = 0; n < recipe.before; n += 1) next();
  // A loop ends as it would have begun: what comes before its first frame is faded in at its end.
  const lead: Volume[] = [];
  for (let n = 0; isLoop && n < FADE; n += 1) {
    next();
    lead.push(keep(gas));
  }
  for (let n = 0; n < recipe.frames; n += 1) {
    next();
    const volume = keep(gas);
    const into = n - (recipe.frames - FADE);
    const before = isLoop && into >= 0 ? lead[into] : undefined;
    yield before === undefined ? volume : blended(volume, before, (into + 1) / FADE);
  }
}
