import { type Field, type GridSize, at } from "./grid.ts";
import type { Lane } from "./lane.ts";

/** The number of red-black sweeps over the grid. Each color uses the newest values of the other. */
const SWEEPS = 36;

/** The over-relaxation factor. Above 1, the solver needs fewer sweeps. */
const OVER = 1.7;

/**
 * The number of half sweeps that run over the grid together, each one layer behind the one before, so that only a few
 * layers need to be in the cache.
 */
const TOGETHER = 12;

/** Relaxes the cells of one color in one layer. */
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
    // No air flows through the ground, so the pressure there equals the pressure above it.
    if (y === 1 && ground) {
      const row = z * layer;
      for (let x = 1; x < nx - 1; x += 1) pressure[row + x] = at(pressure, row + nx + x);
    }
  }
};

/** Solves for the pressure that a divergence causes. `pressure` must be 0 everywhere at the start. */
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
  // A half sweep needs the other lanes' values of the other color, and those are only visible after a meeting.
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
