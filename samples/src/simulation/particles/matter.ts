import { clamp01 } from "@backlot/adapters-media/drawing/tones";
import { type LinearFrame, SOLID } from "../../scenes/frame.ts";
import { type Flight, type Vec3, placeAt, project } from "./flight.ts";
import { SHUTTER } from "../take.ts";
import { ageAt } from "./glow.ts";

/** The look of small particles that are lit and do not glow, such as snow. */
interface MatterLook {
  readonly color: Vec3;
  /**
   * Returns a particle's opacity. `share` is the elapsed fraction of its life, and `own` varies the opacity per
   * particle.
   */
  readonly cover: (share: number, own: Vec3) => number;
  readonly blur: number;
}

/** Draws small lit particles as soft spots and streaks. */
export const drawMatter = (
  flights: readonly Flight[],
  look: MatterLook,
  { width, height, time, length }: { width: number; height: number; time: number; length: number | null },
): LinearFrame => {
  /** The transmittance of each pixel. */
  const open = new Float32Array(width * height).fill(1);
  for (const flight of flights) {
    const age = ageAt(flight, time, length);
    if (age === null) continue;
    const a = project(placeAt(flight, Math.max(0, age - SHUTTER)), width, height);
    const b = project(placeAt(flight, age), width, height);
    const sharp = flight.size * height * b.near;
    const spot = sharp + Math.abs(b.near - 1) * look.blur * height;
    const thick = Math.max(0.6, spot);
    const [dx, dy] = [b.px - a.px, b.py - a.py];
    const streak = Math.hypot(dx, dy);
    const cover = clamp01(
      (look.cover(age / flight.life, flight.own) * (sharp / thick) ** 1.2) / (1 + (0.2 * streak) / thick),
    );
    if (cover < 0.004) continue;
    const reach = thick * 1.8 + 1;
    const x0 = Math.max(0, Math.floor(Math.min(a.px, b.px) - reach));
    const x1 = Math.min(width - 1, Math.ceil(Math.max(a.px, b.px) + reach));
    const y0 = Math.max(0, Math.floor(Math.min(a.py, b.py) - reach));
    const y1 = Math.min(height - 1, Math.ceil(Math.max(a.py, b.py) + reach));
    const along2 = streak * streak || 1e-9;
    const fine = 1 / (thick * thick);
    for (let y = y0; y <= y1; y += 1)
      for (let x = x0; x <= x1; x += 1) {
        const along = clamp01(((x - a.px) * dx + (y - a.py) * dy) / along2);
        const ex = x - a.px - along * dx;
        const ey = y - a.py - along * dy;
        const near = (ex * ex + ey * ey) * fine;
        if (near > 3.2) continue;
        const i = y * width + x;
        open[i] = (open[i] ?? 1) * (1 - cover * Math.exp(-near * near));
      }
  }
  const rgba = new Float32Array(width * height * 4);
  // Convert the look's color to linear light.
  const color = look.color.map((level) => level ** 2.2);
  for (let i = 0; i < open.length; i += 1) {
    const alpha = 1 - (open[i] ?? 1);
    if (alpha < 0.006) continue;
    for (const [channel, level] of color.entries()) rgba[i * 4 + channel] = level * alpha;
    rgba[i * 4 + 3] = alpha;
  }
  return { width, height, rgba, shines: false, lit: SOLID };
};
