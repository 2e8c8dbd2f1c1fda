import type { GridSize } from "./grid.ts";

/** The amount of soot below which a cell looks clear. */
export const CLEAR = 0.002;

/** The side of a block, in cells. The finer turbulence moves nothing farther than into the next block. */
export const BLOCK = 4;

/** The blocks of cells with anything visible, in each layer of a volume. Most of a volume is clear air. */
export class Busy {
  readonly columns: number;
  readonly #rows: number;
  readonly #blocks: Uint8Array;

  /** Finds the visible blocks. A null field is invisible, and so is heat below `cold`. */
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

  /** Marks a block and its neighbors in the layer. */
  #mark(column: number, row: number, z: number): void {
    for (let y = Math.max(0, row - 1); y <= Math.min(this.#rows - 1, row + 1); y += 1)
      for (let x = Math.max(0, column - 1); x <= Math.min(this.columns - 1, column + 1); x += 1)
        this.#blocks[(z * this.#rows + y) * this.columns + x] = 1;
  }

  /**
   * Returns the next run of visible blocks in a row of a layer, starting at column `from`, or null if there are no
   * more.
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
