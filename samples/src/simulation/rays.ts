import { CLEAR } from "./busy.ts";
import { type GridSize, at } from "./grid.ts";
import type { Turbulence } from "./turbulence.ts";
import type { Look } from "./volume.ts";

/** The largest optical depth in the table. */
const DEEPEST = 12;
/** The number of steps in the table per unit of optical depth. */
const FINENESS = 512;
/** The fraction of light that each optical depth absorbs. It is a table, because each pixel of each layer needs it. */
const HIDDEN = Float64Array.from({ length: DEEPEST * FINENESS + 2 }, (_, n) => 1 - Math.exp(-n / FINENESS));

const hiddenBy = (depth: number): number => {
  const n = Math.min(DEEPEST, depth) * FINENESS;
  const low = HIDDEN[n | 0] ?? 0;
  return low + ((HIDDEN[(n | 0) + 1] ?? 0) - low) * (n - (n | 0));
};

/** The transmittance below which a ray is not worth following. */
const CLOSED = 0.004;

/** The color that heat glows in: red, green, and blue for each step from no heat to `most`. */
export interface Glow {
  readonly rgb: Float32Array;
  readonly steps: number;
  readonly most: number;
  /** The heat below which the glow is invisible. */
  readonly cold: number;
}

/** Adjacent pixels of a row: the index of the row's first pixel, and the range of columns. */
export interface Span {
  readonly row: number;
  readonly first: number;
  readonly end: number;
}

/**
 * The rays of a row of pixels on their way through a volume, layer by layer. Each operation has its own short loop,
 * because a single loop would need more values than the processor has registers.
 */
export class Rays {
  /** The transmittance of each ray so far. */
  readonly open: Float64Array;
  /** The index of the cell before each ray's position in the layer. */
  readonly #cell: Int32Array;
  /** Each ray's horizontal offset from its cell. */
  readonly #across: Float64Array;
  /** Each ray's vertical offset from its cell. */
  readonly #up: Float64Array;
  readonly #heat: Float64Array;
  readonly #soot: Float64Array;
  readonly #lit: Float64Array;
  readonly #grid: GridSize;
  readonly #rgba: Float32Array;
  /** The positions of the picture's columns, in cells. */
  readonly #places: Float64Array;

  /** `rgba` is the picture that the rays add to. */
  constructor(grid: GridSize, places: Float64Array, rgba: Float32Array) {
    const row = (): Float64Array => new Float64Array(places.length);
    this.#grid = grid;
    this.#places = places;
    this.#rgba = rgba;
    this.open = row();
    this.#cell = new Int32Array(places.length);
    this.#across = row();
    this.#up = row();
    this.#heat = row();
    this.#soot = row();
    this.#lit = row();
  }

  /** Finds where rays meet a layer at a height. Turbulence displaces them by up to `far` cells. */
  enter(z: number, height: number, turbulence: Turbulence, far: number, { first, end }: Span): void {
    const { nx, ny } = this.#grid;
    const { across, up } = turbulence;
    const places = this.#places;
    const cell = this.#cell;
    const shareAcross = this.#across;
    const shareUp = this.#up;
    const layer = z * nx * ny;
    for (let column = first; column < end; column += 1) {
      const x = Math.min(nx - 2, Math.max(0, (places[column] ?? 0) + far * (across[column] ?? 0)));
      const y = Math.min(ny - 2, Math.max(0, height + far * (up[column] ?? 0)));
      const x0 = x | 0;
      const y0 = y | 0;
      cell[column] = layer + y0 * nx + x0;
      shareAcross[column] = x - x0;
      shareUp[column] = y - y0;
    }
  }

  #read(field: Float32Array, into: Float64Array, { first, end }: Span): void {
    const { nx } = this.#grid;
    const cell = this.#cell;
    const across = this.#across;
    const up = this.#up;
    for (let column = first; column < end; column += 1) {
      const i = cell[column] ?? 0;
      const x = across[column] ?? 0;
      const a = at(field, i);
      const b = at(field, i + nx);
      const low = a + (at(field, i + 1) - a) * x;
      into[column] = low + (b + (at(field, i + nx + 1) - b) * x - low) * (up[column] ?? 0);
    }
  }

  /** Adds the glow of the heat that rays meet. */
  glow(heat: Float32Array, { rgb, steps, most, cold }: Glow, span: Span): void {
    const { row, first, end } = span;
    const rgba = this.#rgba;
    this.#read(heat, this.#heat, span);
    const hot = this.#heat;
    const open = this.open;
    const fine = (steps - 1) / most;
    for (let column = first; column < end; column += 1) {
      const own = hot[column] ?? 0;
      const through = open[column] ?? 0;
      if (own < cold || through <= CLOSED) continue;
      const from = (Math.min(steps - 1, own * fine) | 0) * 3;
      const to = (row + column) * 4;
      rgba[to] = at(rgba, to) + through * at(rgb, from);
      rgba[to + 1] = at(rgba, to + 1) + through * at(rgb, from + 1);
      rgba[to + 2] = at(rgba, to + 2) + through * at(rgb, from + 2);
    }
  }

  /** Adds the lit soot that rays meet, and lowers their transmittance. */
  hide(soot: Float32Array, lit: Float32Array, look: Look, span: Span): void {
    const { row, first, end } = span;
    const rgba = this.#rgba;
    this.#read(soot, this.#soot, span);
    this.#read(lit, this.#lit, span);
    const { ambient, density } = look;
    const [albedoR, albedoG, albedoB] = look.albedo;
    const [lightR, lightG, lightB] = look.light;
    const dark = this.#soot;
    const light = this.#lit;
    const open = this.open;
    for (let column = first; column < end; column += 1) {
      const own = dark[column] ?? 0;
      const through = open[column] ?? 0;
      if (own <= CLEAR || through <= CLOSED) continue;
      const hidden = hiddenBy(own * density);
      const share = through * hidden;
      const bright = light[column] ?? 0;
      const to = (row + column) * 4;
      rgba[to] = at(rgba, to) + share * albedoR * (ambient + bright * lightR);
      rgba[to + 1] = at(rgba, to + 1) + share * albedoG * (ambient + bright * lightG);
      rgba[to + 2] = at(rgba, to + 2) + share * albedoB * (ambient + bright * lightB);
      open[column] = through * (1 - hidden);
    }
  }
}
