import { type LinearFrame, clamp01, smoothstep } from "../../scenes/frame.ts";
import { type Flight, type Vec3, placeAt, project } from "./flight.ts";
import { SHUTTER } from "../take.ts";
import { ageAt } from "./glow.ts";

/** The look of a liquid. */
export interface LiquidLook {
  /** The color of the liquid. */
  readonly color: Vec3;
  /** The opacity away from the edges. */
  readonly body: number;
  /** The brightness of the edges. */
  readonly edge: number;
  /** The brightness of the reflections. */
  readonly shine: number;
}

/** The thickness around which the liquid becomes visible. */
const SURFACE = 0.35;
const PIECES = 3;

/** Draws drops that merge where they meet: their thickness adds up, and its slope is the normal that lights them. */
export const drawLiquid = (
  flights: readonly Flight[],
  look: LiquidLook,
  { width, height, time, length }: { width: number; height: number; time: number; length: number | null },
): LinearFrame => {
  const thick = new Float32Array(width * height);
  for (const flight of flights) {
    const age = ageAt(flight, time, length);
    if (age === null) continue;
    const share = age / flight.life;
    const fade = smoothstep(0, 0.06, share) * (1 - smoothstep(0.7, 1, share));
    for (let piece = 0; piece < PIECES; piece += 1) {
      const place = placeAt(flight, Math.max(0, age - (SHUTTER * piece) / PIECES));
      // Drops that fall into the ground vanish.
      if (place[1] < 0) continue;
      const { px, py, near } = project(place, width, height);
      const radius = Math.max(0.9, flight.size * height * near * (0.55 + 0.45 * fade) * 2);
      const weight = (fade * 1.5) / PIECES;
      const reach = Math.ceil(radius);
      const x0 = Math.max(0, Math.floor(px) - reach);
      const x1 = Math.min(width - 1, Math.ceil(px) + reach);
      const y0 = Math.max(0, Math.floor(py) - reach);
      const y1 = Math.min(height - 1, Math.ceil(py) + reach);
      for (let y = y0; y <= y1; y += 1)
        for (let x = x0; x <= x1; x += 1) {
          const far = ((x - px) ** 2 + (y - py) ** 2) / (radius * radius);
          if (far >= 1) continue;
          const i = y * width + x;
          thick[i] = (thick[i] ?? 0) + weight * (1 - far) ** 2;
        }
    }
  }
  const rgba = new Float32Array(width * height * 4);
  const thickness = (x: number, y: number): number =>
    thick[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 0;
  // Merged liquid still has relief, but less than the edge of a drop.
  const relief = (x: number, y: number): number => Math.log1p(4 * thickness(x, y));
  const step = Math.max(1, Math.round(height / 540));
  const bulge = (height / 540) * 7;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const here = thickness(x, y);
      if (here < SURFACE * 0.6) continue;
      const inside = smoothstep(SURFACE * 0.6, SURFACE * 1.5, here);
      const gx = ((relief(x + step, y) - relief(x - step, y)) / (2 * step)) * bulge;
      const gy = ((relief(x, y + step) - relief(x, y - step)) / (2 * step)) * bulge;
      const long = Math.hypot(gx, gy, 1);
      const [nx, ny, nz] = [-gx / long, gy / long, 1 / long];
      const rim = (1 - nz) ** 1.6;
      // Drops reflect the sky above and a window on the left.
      const sky = smoothstep(0.1, 0.9, ny) * 0.5;
      const glance = Math.max(0, nx * -0.42 + ny * 0.55 + nz * 0.72) ** 36 * look.shine;
      const lit = 0.28 + 0.72 * Math.max(0, nx * -0.45 + ny * 0.6 + nz * 0.62);
      const cover = clamp01(inside * (look.body + rim * look.edge + glance + sky * look.edge * 0.6));
      if (cover < 0.006) continue;
      const shine = glance + (sky + rim * 0.45) * look.edge * 0.55;
      const o = (y * width + x) * 4;
      for (const channel of [0, 1, 2] as const) rgba[o + channel] = (look.color[channel] * lit + shine) * cover;
      rgba[o + 3] = cover;
    }
  return { width, height, rgba, shines: false };
};
