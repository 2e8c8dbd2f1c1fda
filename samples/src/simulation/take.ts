import type { Emitter } from "./emitters.ts";
import { withCompanion } from "./companion.ts";
import { Gas, type GasLaw } from "./fluid.ts";
import type { GridSize } from "./grid.ts";
import { Lane } from "./lane.ts";
import type { Look, Volume } from "./volume.ts";

/** The frame rate of every sequence, in frames per second. */
export const FRAME_RATE = 24;

/** The exposure time in seconds: half a frame (a 180° shutter). */
export const SHUTTER = 1 / (2 * FRAME_RATE);

/**
 * The number of frames at the end of a loop that cross-fade into the frames just before its first frame, so that the
 * last frame leads to the first.
 */
const FADE = 20;

/** The last fraction of a one-shot or a flash, during which its smoke thins out to nothing. */
const THINNING = 1 / 4;

/**
 * The exponents by which fields are averaged where a loop fades, so that its brightness stays the same. The plain
 * average of two flames is much darker than either, because light grows steeply with heat. Smoke partly hides flames,
 * so they need a larger exponent. The plain average of two clouds covers more than either. The values were measured.
 */
const FADES = { fire: 2.8, fireInSmoke: 4.5, tinted: 1.4, soot: 0.6 } as const;

/** The kind of a sequence: it loops, plays once, or is over in an instant. */
export type SequenceKind = "loop" | "one-shot" | "flash";

/** A simulated sequence: its gas, its emitters, and its look. */
export interface Recipe {
  readonly kind: SequenceKind;
  /** The grid at full detail. */
  readonly size: GridSize;
  readonly law: GasLaw;
  readonly emitters: readonly Emitter[];
  readonly look: Look;
  /** The number of frames to simulate before the first one that is kept. */
  readonly before: number;
  readonly frames: number;
  /** Simulation steps per frame. Fast motion needs more. */
  readonly steps: number;
  /** The index of the poster frame. */
  readonly poster: number;
}

const keep = (gas: Gas): Volume => ({
  size: gas.size,
  heat: gas.heat.slice(),
  soot: gas.soot.slice(),
  u: gas.u.slice(),
  v: gas.v.slice(),
});

/** Fades a volume into another one without a change in brightness. `share` is the share of the other, 0 to 1. */
export const faded = (a: Volume, b: Volume, share: number, look: Pick<Look, "tint" | "density">): Volume => {
  const mix = (from: Float32Array, to: Float32Array): Float32Array =>
    from.map((value, i) => value + ((to[i] ?? 0) - value) * share);
  const fade = (from: Float32Array, to: Float32Array, exponent: number): Float32Array =>
    from.map((value, i) => {
      const other = to[i] ?? 0;
      const most = Math.max(value, other);
      if (most <= 0) return 0;
      // Divide by the larger value first, because high powers of small numbers underflow.
      const average = (value / most) ** exponent * (1 - share) + (other / most) ** exponent * share;
      return most * average ** (1 / exponent);
    });
  const glowing = look.density > 0 ? FADES.fireInSmoke : FADES.fire;
  return {
    size: a.size,
    heat: fade(a.heat, b.heat, look.tint === null ? glowing : FADES.tinted),
    soot: fade(a.soot, b.soot, FADES.soot),
    u: mix(a.u, b.u),
    v: mix(a.v, b.v),
  };
};

/** Thins out the soot and heat of a volume. `left` is the share that remains, 0 to 1. */
const thinned = (volume: Volume, left: number): Volume => ({
  ...volume,
  heat: volume.heat.map((value) => value * left),
  soot: volume.soot.map((value) => value * left),
});

/**
 * Returns the number of frames that are simulated before the first one that is kept, including the lead-in of a loop.
 */
const unseenOf = ({ kind, before }: Recipe): number => before + (kind === "loop" ? FADE : 0);

/** Returns the number of cell updates (cells × steps) before the first kept frame, and in total. */
export const cellSteps = (recipe: Recipe): { readonly before: number; readonly all: number } => {
  const { size, steps, frames } = recipe;
  const frame = size.nx * size.ny * size.nz * steps;
  const unseen = unseenOf(recipe);
  return { before: frame * unseen, all: frame * (unseen + frames) };
};

/** Whether a simulation runs in one thread or gets help from a second one. */
export type Company = "alone" | "in company";

/**
 * Simulates a recipe and yields its frames one by one. A `detail` below 1 uses a coarser grid; the recipe's lengths and
 * speeds still refer to the full grid. If `company` is "in company", a second thread helps until the first frame,
 * because the drawing threads are idle until then.
 */
export function* simulate(recipe: Recipe, detail = 1, company: Company = "alone"): Generator<Volume> {
  const { law, emitters, steps, frames, look } = recipe;
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
  // Keep the frames just before the first one of a loop, to fade them in at its end.
  const lead: Volume[] = [];
  for (let n = 0; n < unseen; n += 1) {
    next();
    if (n >= recipe.before) lead.push(keep(gas));
  }
  lane.goAlone();
  for (let n = 0; n < frames; n += 1) {
    next();
    const volume = keep(gas);
    const before = lead[n - (frames - FADE)];
    const thinning = recipe.kind === "loop" ? 0 : ((n + 1) / frames - (1 - THINNING)) / THINNING;
    if (before !== undefined) yield faded(volume, before, (n + 1 - (frames - FADE)) / FADE, look);
    else yield thinning > 0 ? thinned(volume, (1 - thinning) ** 1.5) : volume;
  }
}
