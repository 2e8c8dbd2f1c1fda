import { type Field, type GridSize, at } from "./grid.ts";
import type { Lane } from "./lane.ts";

/** Three fields that go the same way. */
export type Three = readonly [Field, Field, Field];

const EACH = [0, 1, 2] as const;

/** For each cell of a row: the cell before the place that it looks at, and how far that place is from it. */
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

  /** Looks at where each cell of a row was a time in seconds ago. Beyond the grid, places are at its edge. */
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

  /** Puts into a row what a field is at the places. */
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
 * Carries fields along with the air, corrected by the error of carrying them there and back (MacCormack), and kept
 * between what they were around the place that they come from.
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

  /** Carries all fields by a time in seconds. What the air is carried to must not be the air itself. */
  carry(from: Three, to: Three, air: Three, dt: number): void {
    const { nx, ny, nz } = this.#size;
    const { from: first, to: end } = this.#lane.share(nz);
    // Where a cell comes from is the same for all fields: it is found once for a row.
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

  /** Corrects a row of a field that was carried there, by what came back. */
  #correct(from: Field, forward: Field, to: Field, row: number): void {
    const { nx, ny } = this.#size;
    const layer = nx * ny;
    const { cell } = this.#before;
    const back = this.#back;
    for (let x = 0; x < nx; x += 1) {
      const plain = at(forward, row + x);
      const wrong = at(from, row + x) - at(back, x);
      // What needs no correction lies between its neighbors: it is a mean of them.
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
