import { type Field, type GridSize, at } from "./grid.ts";
import type { Lane } from "./lane.ts";

/** Sweeps of the pressure over the grid; two colors, so that each half sees the other's newest values. */
const SWEEPS = 36;

/** How much of a correction a sweep takes; above one, it converges in fewer. */
const OVER = 1.7;

/**
 * How many halves of sweeps go over the grid together, each a layer behind the one before: a few layers stay at hand.
 */
const TOGETHER = 12;

/** One color of one layer. */
const sweepLayer = (
  pressure: Field,
  divergence: Field,
  { nx, ny }: GridSize,
  z: number,
  color: number,
  ground: boolean,
): void => {
  const layer = nx * ny;
  for (let y = 1; y < ny - 1; y += 1) {
    const first = 1 + ((1 + y + z + color) & 1);
    const end = z * layer + y * nx + nx - 1;
    let i = z * layer + y * nx + first;
    let left = at(pressure, i - 1);
    for (; i < end; i += 2) {
      const right = at(pressure, i + 1);
      const around =
        right + left + at(pressure, i + nx) + at(pressure, i - nx) + at(pressure, i + layer) + at(pressure, i - layer);
      const own = at(pressure, i);
      pressure[i] = own + OVER * ((around - at(divergence, i)) / 6 - own);
      left = right;
    }
    // No air goes through the ground: the pressure on it is that above it.
    if (y === 1 && ground) {
      const row = z * layer;
      for (let x = 1; x < nx - 1; x += 1) pressure[row + x] = at(pressure, row + nx + x);
    }
  }
};

/** Finds the pressure that a divergence of the air makes, where there was none. */
export const levelPressure = (
  pressure: Field,
  divergence: Field,
  size: GridSize,
  ground: boolean,
  lane: Lane,
): void => {
  const { from, to } = lane.share(size.nz);
  const first = Math.max(1, from);
  const end = Math.min(size.nz - 1, to);
  // What another lane has done is seen after a meeting: half a sweep needs that of the other color.
  const together = lane.isAlone ? TOGETHER : 1;
  for (let begun = 0; begun < SWEEPS * 2; begun += together) {
    for (let nearest = first; nearest < end + together - 1; nearest += 1)
      for (let half = 0; half < together; half += 1) {
        const z = nearest - half;
        if (z >= first && z < end) sweepLayer(pressure, divergence, size, z, (begun + half) & 1, ground);
      }
    lane.meet();
  }
};
