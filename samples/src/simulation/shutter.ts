import type { LinearFrame } from "../scenes/frame.ts";
import type { GridSize } from "./grid.ts";
import { SHUTTER } from "./take.ts";
import { type Look, type Volume, pictureOf } from "./volume.ts";

/** The weight of a clear cell, so that the air next to something visible moves with it. */
const CLEAR = 1e-4;

/** The weight of glow relative to opacity. */
const HEAT = 4;

/** The distance between the samples of a blurred pixel, in pixels. */
const APART = 1.5;
/** The maximum number of samples of a blurred pixel. */
const MOST = 40;

/** The visible motion across and up, in cells per second: for each column of the grid, the mean along its depth. */
interface Flow {
  readonly across: Float32Array;
  readonly up: Float32Array;
}

/**
 * Returns the motion that a camera sees. Cells are weighted by how much the image changes there and how visible they
 * are, because motion within a uniform area is invisible.
 */
export const flowOf = ({ size: { nx, ny, nz }, heat, soot, u, v }: Volume, { density, glow }: Look): Flow => {
  const across = new Float32Array(nx * ny);
  const up = new Float32Array(nx * ny);
  const layer = nx * ny;
  const hides = (i: number): number => 1 - Math.exp(-(soot[i] ?? 0) * density);
  const shows = (i: number): number => (heat[i] ?? 0) * glow * HEAT + hides(i);
  for (let column = 0; column < layer; column += 1) {
    let weight = 0;
    let sumAcross = 0;
    let sumUp = 0;
    let open = 1;
    for (let z = 0; z < nz; z += 1) {
      const i = z * layer + column;
      const wide = shows(i + 1) - shows(i - 1);
      const high = shows(i + nx) - shows(i - nx);
      // Math.hypot guards against overflow and takes five times as long.
      const change = Math.sqrt(wide * wide + high * high);
      const share = CLEAR + open * change;
      open *= 1 - hides(i);
      weight += share;
      sumAcross += share * (u[i] ?? 0);
      sumUp += share * (v[i] ?? 0);
    }
    across[column] = sumAcross / weight;
    up[column] = sumUp / weight;
  }
  return { across, up };
};

/** Interpolates a flow between the columns of its grid. Positions outside the grid are clamped to its edge. */
export const flowAt = (values: Float32Array, { nx, ny }: Pick<GridSize, "nx" | "ny">, x: number, y: number): number => {
  const cx = Math.min(nx - 1.001, Math.max(0, x));
  const cy = Math.min(ny - 1.001, Math.max(0, y));
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const fx = cx - x0;
  const fy = cy - y0;
  const i = y0 * nx + x0;
  const low = (values[i] ?? 0) + ((values[i + 1] ?? 0) - (values[i] ?? 0)) * fx;
  const high = (values[i + nx] ?? 0) + ((values[i + nx + 1] ?? 0) - (values[i + nx] ?? 0)) * fx;
  return low + (high - low) * fy;
};

/** Sets a pixel to the mean of samples along its motion, from (-dx, -dy) to (dx, dy) in pixels. */
const blurPixel = (
  { width, height, rgba }: LinearFrame,
  x: number,
  y: number,
  dx: number,
  dy: number,
  pieces: number,
  out: Float32Array,
): void => {
  let red = 0;
  let green = 0;
  let blue = 0;
  let hidden = 0;
  for (let n = 0; n < pieces; n += 1) {
    const share = ((n + 0.5) / pieces) * 2 - 1;
    const px = Math.min(width - 1, Math.max(0, Math.round(x + dx * share)));
    const py = Math.min(height - 1, Math.max(0, Math.round(y + dy * share)));
    const from = (py * width + px) * 4;
    red += rgba[from] ?? 0;
    green += rgba[from + 1] ?? 0;
    blue += rgba[from + 2] ?? 0;
    hidden += rgba[from + 3] ?? 0;
  }
  const to = (y * width + x) * 4;
  out[to] = red / pieces;
  out[to + 1] = green / pieces;
  out[to + 2] = blue / pieces;
  out[to + 3] = hidden / pieces;
};

/** Adds motion blur to the picture of a volume, for a shutter that is open for half a frame. */
export const throughShutter = (picture: LinearFrame, volume: Volume, look: Look): LinearFrame => {
  const { width, height, rgba } = picture;
  const { nx, ny } = volume.size;
  const { scale, left, top } = pictureOf(volume.size, look, picture);
  const flow = flowOf(volume, look);
  const out = rgba.slice();
  // Converts cells per second to half of the motion during the exposure, in pixels.
  const reach = SHUTTER / scale / 2;
  const places = Float64Array.from({ length: width }, (_, x) =>
    Math.min(nx - 1.001, Math.max(0, left + (x + 0.5) * scale - 0.5)),
  );
  const across = new Float64Array(nx);
  const up = new Float64Array(nx);
  for (let y = 0; y < height; y += 1) {
    // A row of the picture is at one height, so interpolate the flow vertically once per column of the grid.
    const gy = top - (y + 0.5) * scale - 0.5;
    for (let x = 0; x < nx; x += 1) {
      across[x] = flowAt(flow.across, { nx, ny }, x, gy) * reach;
      up[x] = flowAt(flow.up, { nx, ny }, x, gy) * reach;
    }
    for (let x = 0; x < width; x += 1) {
      const gx = places[x] ?? 0;
      const x0 = gx | 0;
      const fx = gx - x0;
      const dx = (across[x0] ?? 0) + ((across[x0 + 1] ?? 0) - (across[x0] ?? 0)) * fx;
      const dy = -((up[x0] ?? 0) + ((up[x0 + 1] ?? 0) - (up[x0] ?? 0)) * fx);
      const pieces = Math.min(MOST, Math.ceil((2 * Math.sqrt(dx * dx + dy * dy)) / APART));
      if (pieces > 1) blurPixel(picture, x, y, dx, dy, pieces, out);
    }
  }
  return { ...picture, rgba: out };
};
