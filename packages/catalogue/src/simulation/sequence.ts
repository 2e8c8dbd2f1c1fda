import type { Frame } from "../scenes/frame.ts";
import { FRAME_RATE, type Recipe } from "./take.ts";
import { type Rendered, type Volume, renderVolume, toPixels } from "./volume.ts";

/** How much of the light a lens spreads around what is bright, and over how many pixels of eight by eight. */
const SPREAD = 0.16;
const REACH = 2;

/** The light from which on a lens spreads it, and the most that counts. */
const DIM = 0.85;
const BRIGHTEST = 4;

/** Spreads a part of the light softly, as a lens does. */
const throughLens = ({ width, height, rgba }: Rendered): void => {
  const columns = Math.ceil(width / 8);
  const rows = Math.ceil(height / 8);
  let small = new Float32Array(columns * rows * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const to = ((y >> 3) * columns + (x >> 3)) * 3;
      const bright = Math.max(rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0);
      // What is lit does not spread, what shines does; its colour stays, however bright it is.
      if (bright <= DIM) continue;
      const share = (Math.min(BRIGHTEST, bright) - DIM) / bright / 64;
      for (let c = 0; c < 3; c += 1) small[to + c] = (small[to + c] ?? 0) + share * (rgba[from + c] ?? 0);
    }
  for (let pass = 0; pass < 6; pass += 1) {
    const blurred = new Float32Array(small.length);
    for (let y = 0; y < rows; y += 1)
      for (let x = 0; x < columns; x += 1)
        for (let c = 0; c < 3; c += 1) {
          let sum = 0;
          // Across in one pass and up in the next, three times: round enough for a halo.
          for (let k = -REACH; k <= REACH; k += 1) {
            const px = pass % 2 === 1 ? x : Math.min(columns - 1, Math.max(0, x + k));
            const py = pass % 2 === 1 ? Math.min(rows - 1, Math.max(0, y + k)) : y;
            sum += small[(py * columns + px) * 3 + c] ?? 0;
          }
          blurred[(y * columns + x) * 3 + c] = sum / (2 * REACH + 1);
        }
    small = blurred;
  }
  for (let y = 0; y < height; y += 1) {
    const gy = Math.min(rows - 1.001, Math.max(0, (y + 0.5) / 8 - 0.5));
    const y0 = gy | 0;
    const fy = gy - y0;
    for (let x = 0; x < width; x += 1) {
      const gx = Math.min(columns - 1.001, Math.max(0, (x + 0.5) / 8 - 0.5));
      const x0 = gx | 0;
      const fx = gx - x0;
      const i = (y0 * columns + x0) * 3;
      const to = (y * width + x) * 4;
      for (let c = 0; c < 3; c += 1) {
        const a = small[i + c] ?? 0;
        const b = small[i + 3 + c] ?? 0;
        const d = small[i + columns * 3 + c] ?? 0;
        const e = small[i + columns * 3 + 3 + c] ?? 0;
        const near = a + (b - a) * fx;
        rgba[to + c] = (rgba[to + c] ?? 0) + SPREAD * (near + (d + (e - d) * fx - near) * fy);
      }
    }
  }
};

/** One frame of a sequence, as a picture with straight alpha. `n` counts from 0. */
export const drawFrame = (
  volume: Volume,
  { look }: Recipe,
  n: number,
  size: { readonly width: number; readonly height: number },
): Frame => {
  const rendered = renderVolume(volume, look, { ...size, time: n / FRAME_RATE });
  if (look.glow > 0) throughLens(rendered);
  return { ...size, pixels: toPixels(rendered) };
};
