import { type Field, type GridSize, at } from "./grid.ts";
import type { Lane } from "./lane.ts";

/** Three fields that are advected together. */
export type Three = readonly [Field, Field, Field];

const EACH = [0, 1, 2] as const;

/**
 * The sampling positions for a row of cells: for each, the index of the grid cell before it and the offset from that
 * cell.
 */
class Places {
  readonly cell: Int32Array;
  readonly #size: GridSize;
  readonly #across: Float64Array;
  readonly #up: Float64Array;
  readonly #away: Float64Array;

  constructor(size: GridSize) {
    this.#size = size;
    this.cell = new Int32Array(size.nx);
    this.#across = new Float64Array(size.nx);
    this.#up = new Float64Array(size.nx);
    this.#away = new Float64Array(size.nx);
  }

  /** Finds where each cell of a row was `dt` seconds ago. Positions outside the grid are clamped to its edge. */
  look([u, v, w]: Three, y: number, z: number, dt: number): void {
    const { nx, ny, nz } = this.#size;
    const [endX, endY, endZ] = [nx - 1.001, ny - 1.001, nz - 1.001];
    const row = (z * ny + y) * nx;
    for (let x = 0; x < nx; x += 1) {
      const px = x - at(u, row + x) * dt;
      const py = y - at(v, row + x) * dt;
      const pz = z - at(w, row + x) * dt;
      const cx = px < 0 ? 0 : px > endX ? endX : px;
      const cy = py < 0 ? 0 : py > endY ? endY : py;
      const cz = pz < 0 ? 0 : pz > endZ ? endZ : pz;
      const x0 = cx | 0;
      const y0 = cy | 0;
      const z0 = cz | 0;
      this.cell[x] = (z0 * ny + y0) * nx + x0;
      this.#across[x] = cx - x0;
      this.#up[x] = cy - y0;
      this.#away[x] = cz - z0;
    }
  }

  /** Samples a field at the positions, with trilinear interpolation, and writes the values to a row. */
  read(field: Field, to: Field, row: number): void {
    const { nx, ny } = this.#size;
    const layer = nx * ny;
    const { cell } = this;
    const across = this.#across;
    const up = this.#up;
    const away = this.#away;
    for (let x = 0; x < nx; x += 1) {
      const i = cell[x] ?? 0;
      const fx = across[x] ?? 0;
      const fy = up[x] ?? 0;
      const j = i + layer;
      const a0 = at(field, i);
      const b0 = at(field, i + nx);
      const c0 = at(field, j);
      const d0 = at(field, j + nx);
      const a = a0 + (at(field, i + 1) - a0) * fx;
      const b = b0 + (at(field, i + nx + 1) - b0) * fx;
      const c = c0 + (at(field, j + 1) - c0) * fx;
      const d = d0 + (at(field, j + nx + 1) - d0) * fx;
      const near = a + (b - a) * fy;
      to[row + x] = near + (c + (d - c) * fy - near) * (away[x] ?? 0);
    }
  }
}

/**
 * Advects fields by MacCormack's method: corrects each value by the error of advecting it there and back, and clamps it
 * to the values around the position that it comes from.
 */
export class Advection {
  readonly #size: GridSize;
  readonly #lane: Lane;
  readonly #before: Places;
  readonly #after: Places;
  readonly #forward: Three;
  readonly #back: Field;

  constructor(size: GridSize, lane: Lane) {
    this.#size = size;
    this.#lane = lane;
    this.#before = new Places(size);
    this.#after = new Places(size);
    const field = (): Field => lane.field(size.nx * size.ny * size.nz);
    this.#forward = [field(), field(), field()];
    this.#back = new Float32Array(size.nx);
  }

  /**
   * Advects the fields `from` through the velocity `air` for `dt` seconds, and writes them to `to`, which must not be
   * `air`.
   */
  carry(from: Three, to: Three, air: Three, dt: number): void {
    const { nx, ny, nz } = this.#size;
    const { from: first, to: end } = this.#lane.share(nz);
    // The position that a cell comes from is the same for all fields, so find it once per row.
    for (let z = first; z < end; z += 1)
      for (let y = 0; y < ny; y += 1) {
        this.#before.look(air, y, z, dt);
        const row = (z * ny + y) * nx;
        for (const n of EACH) this.#before.read(from[n], this.#forward[n], row);
      }
    this.#lane.meet();
    for (let z = first; z < end; z += 1)
      for (let y = 0; y < ny; y += 1) {
        this.#before.look(air, y, z, dt);
        this.#after.look(air, y, z, -dt);
        const row = (z * ny + y) * nx;
        for (const n of EACH) {
          this.#after.read(this.#forward[n], this.#back, 0);
          this.#correct(from[n], this.#forward[n], to[n], row);
        }
      }
    this.#lane.meet();
  }

  /** Corrects an advected row by the error of its round trip. */
  #correct(from: Field, forward: Field, to: Field, row: number): void {
    const { nx, ny } = this.#size;
    const layer = nx * ny;
    const { cell } = this.#before;
    const back = this.#back;
    for (let x = 0; x < nx; x += 1) {
      const plain = at(forward, row + x);
      const wrong = at(from, row + x) - at(back, x);
      // A value without error is a mean of its neighbors, so it needs no clamping.
      if (wrong === 0) {
        to[row + x] = plain;
        continue;
      }
      const wanted = plain + 0.5 * wrong;
      const i = cell[x] ?? 0;
      const j = i + layer;
      const c0 = at(from, i);
      const c1 = at(from, i + 1);
      const c2 = at(from, i + nx);
      const c3 = at(from, i + nx + 1);
      const c4 = at(from, j);
      const c5 = at(from, j + 1);
      const c6 = at(from, j + nx);
      const c7 = at(from, j + nx + 1);
      const low = Math.min(c0, c1, c2, c3, c4, c5, c6, c7);
      const high = Math.max(c0, c1, c2, c3, c4, c5, c6, c7);
      to[row + x] = wanted < low ? low : wanted > high ? high : wanted;
    }
  }
}
