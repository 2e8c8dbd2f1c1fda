/** The sizes of a grid in cells: across, up, and away from the camera. */
export interface GridSize {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
}

/** A value for each cell of a grid: across first, then up, then away. */
export type Field = Float32Array;

/** A cell's value; beyond the field there is none. */
export const at = (field: Float32Array, i: number): number => field[i] ?? 0;
