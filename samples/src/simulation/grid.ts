/** The size of a grid in cells: across, up, and away from the camera. */
export interface GridSize {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
}

/** One value per cell of a grid, in x, y, z order. */
export type Field = Float32Array;

/** Returns the value of a cell, or 0 outside the field. */
export const at = (field: Float32Array, i: number): number => field[i] ?? 0;
