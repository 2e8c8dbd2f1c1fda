/** The size of the noise tile in each direction, in values: a power of two. */
const NOISE = 64;

/** Creates smooth, repeating noise from −1 to 1 with three octaves. */
const noiseTile = (): Float32Array => {
  const tile = new Float32Array(NOISE ** 3);
  let state = 7;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2_147_483_648 - 1;
  };
  for (const [cells, share] of [
    [8, 0.5],
    [16, 0.3],
    [32, 0.2],
  ] as const) {
    const knots = Float32Array.from({ length: cells ** 3 }, random);
    const scale = cells / NOISE;
    const ease = (t: number): number => t * t * (3 - 2 * t);
    for (let z = 0, i = 0; z < NOISE; z += 1)
      for (let y = 0; y < NOISE; y += 1)
        for (let x = 0; x < NOISE; x += 1, i += 1) {
          const [px, py, pz] = [x * scale, y * scale, z * scale];
          const [x0, y0, z0] = [Math.floor(px), Math.floor(py), Math.floor(pz)];
          const [fx, fy, fz] = [ease(px - x0), ease(py - y0), ease(pz - z0)];
          const knot = (a: number, b: number, c: number): number =>
            knots[(((z0 + c) % cells) * cells + ((y0 + b) % cells)) * cells + ((x0 + a) % cells)] ?? 0;
          const line = (b: number, c: number): number => knot(0, b, c) + (knot(1, b, c) - knot(0, b, c)) * fx;
          const sheet = (c: number): number => line(0, c) + (line(1, c) - line(0, c)) * fy;
          tile[i] = (tile[i] ?? 0) + share * (sheet(0) + (sheet(1) - sheet(0)) * fz);
        }
  }
  return tile;
};

const LAST = NOISE - 1;

/** The offset of the noise for the second displacement, so that it is independent of the first. */
const ASIDE = { x: 29, y: 17, z: 31 };

/** The number of noise layers per layer of the grid. A higher number makes the noise change faster in depth. */
const LAYERS = 3;

let tile: Float32Array | undefined;

/** Interpolates a row of the noise at a height between its rows. */
const rowOf = (noise: Float32Array, y: number, z: number, into: Float32Array): void => {
  const y0 = Math.floor(y);
  const fy = y - y0;
  const low = ((z & LAST) * NOISE + (y0 & LAST)) * NOISE;
  const high = ((z & LAST) * NOISE + ((y0 + 1) & LAST)) * NOISE;
  for (let x = 0; x < NOISE; x += 1) {
    const from = noise[low + x] ?? 0;
    into[x] = from + ((noise[high + x] ?? 0) - from) * fy;
  }
};

/**
 * Interpolates a row of the noise, shifted by `aside`, at the columns from `first` to before `end`. Each column has a
 * knot and a position from 0 to 1 between that knot and the next.
 */
const between = (
  row: Float32Array,
  knots: Int32Array,
  aside: number,
  shares: Float64Array,
  into: Float64Array,
  first: number,
  end: number,
): void => {
  for (let column = first; column < end; column += 1) {
    const x = (knots[column] ?? 0) + aside;
    const from = row[x & LAST] ?? 0;
    into[column] = from + ((row[(x + 1) & LAST] ?? 0) - from) * (shares[column] ?? 0);
  }
};

/**
 * Turbulence finer than the grid: the displacement of each pixel in a row, across and up, as a fraction of the maximum,
 * from −1 to 1. Every row uses the same column positions in the noise, so the constructor computes them once.
 */
export class Turbulence {
  /** The horizontal displacement of each pixel, from the last call of `move`. */
  readonly across: Float64Array;
  /** The vertical displacement of each pixel, from the last call of `move`. */
  readonly up: Float64Array;
  readonly #noise: Float32Array;
  readonly #knots: Int32Array;
  readonly #shares: Float64Array;
  readonly #rowAcross = new Float32Array(NOISE);
  readonly #rowUp = new Float32Array(NOISE);

  /** `x` is the position of each column of the picture, in noise cells. */
  constructor(x: Float64Array) {
    tile ??= noiseTile();
    this.#noise = tile;
    this.#knots = Int32Array.from(x, Math.floor);
    this.#shares = x.map((at) => at - Math.floor(at));
    this.across = new Float64Array(x.length);
    this.up = new Float64Array(x.length);
  }

  /** Sets the height in the picture, in noise cells, and the layer of the grid. */
  go(y: number, z: number): void {
    rowOf(this.#noise, y, z * LAYERS, this.#rowAcross);
    rowOf(this.#noise, y + ASIDE.y, z * LAYERS + ASIDE.z, this.#rowUp);
  }

  /** Computes the displacement of the columns from `first` to before `end`. */
  move(first: number, end: number): void {
    between(this.#rowAcross, this.#knots, 0, this.#shares, this.across, first, end);
    between(this.#rowUp, this.#knots, ASIDE.x, this.#shares, this.up, first, end);
  }
}
