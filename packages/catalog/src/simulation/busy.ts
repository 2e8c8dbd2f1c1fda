import type { GridSize } from "./grid.ts";

/** How little soot is not seen. */
export const CLEAR = 0.002;

/** How many cells a block has across and up: finer turbulence moves nothing farther than into the next one. */
export const BLOCK = 4;

/** Where anything is to be seen of a volume, by blocks of cells in each of its layers: most of it is clear air. */
export class Busy {
  readonly columns: number;
  readonly #rows: number;
  readonly #blocks: Uint8Array;

  /** Looks at a volume; a field that is not there is not to be seen, nor is heat that is cold. */
  constructor(heat: Float32Array | null, cold: number, soot: Float32Array | null, { nx, ny, nz }: GridSize) {
    const columns = Math.ceil(nx / BLOCK);
    const rows = Math.ceil(ny / BLOCK);
    this.columns = columns;
    this.#rows = rows;
    const own = new Uint8Array(columns * rows * nz);
    for (let z = 0, i = 0; z < nz; z += 1)
      for (let y = 0; y < ny; y += 1) {
        const row = (z * rows + Math.floor(y / BLOCK)) * columns;
        for (let x = 0; x < nx; x += 1, i += 1)
          if ((soot?.[i] ?? 0) >= CLEAR || (heat?.[i] ?? 0) >= cold) own[row + Math.floor(x / BLOCK)] = 1;
      }
    this.#blocks = new Uint8Array(own.length);
    for (let z = 0; z < nz; z += 1)
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1)
          if (own[(z * rows + row) * columns + column] === 1) this.#mark(column, row, z);
  }

  /** Marks a block and those beside it. */
  #mark(column: number, row: number, z: number): void {
    for (let y = Math.max(0, row - 1); y <= Math.min(this.#rows - 1, row + 1); y += 1)
      for (let x = Math.max(0, column - 1); x <= Math.min(this.columns - 1, column + 1); x += 1)
        this.#blocks[(z * this.#rows + y) * this.columns + x] = 1;
  }

  /**
   * The next blocks of a row of a layer, from a column on, that are beside each other and
   * busy; null where there are none.
   */
  next(row: number, z: number, from: number): { readonly first: number; readonly end: number } | null {
    const start = (z * this.#rows + row) * this.columns;
    let first = from;
    while (first < this.columns && this.#blocks[start + first] !== 1) first += 1;
    if (first >= this.columns) return null;
    let end = first;
    while (end < this.columns && this.#blocks[start + end] === 1) end += 1;
    return { first, end };
  }
}
