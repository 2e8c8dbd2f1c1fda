import { type LinearFrame, addLight, blurred, drawLine, emission, makeLight } from "../../scenes/frame.ts";
import { type Flight, type Vec3, placeAt, project } from "./flight.ts";
import { SHUTTER } from "../take.ts";

/** The look of glowing particles. */
interface GlowLook {
  /**
   * Returns a particle's red, green, and blue light. `share` is the elapsed fraction of its life, `own` varies the
   * light per particle, and `age` is in seconds.
   */
  readonly light: (share: number, own: Vec3, age: number) => Vec3;
  /** The strength of the near lens halo. */
  readonly near: number;
  /** The strength of the wide lens halo. */
  readonly wide: number;
  /**
   * The growth of a spot that is out of focus, in picture heights, per unit that its projected scale differs from 1.
   */
  readonly blur: number;
}

const PIECES = 4;

/**
 * Returns the age of a particle at a time, or null if it is not alive then. In a loop, it is reborn after `length`
 * seconds.
 */
export const ageAt = ({ born, life }: Flight, time: number, length: number | null): number | null => {
  const age = length === null ? time - born : (((time - born) % length) + length) % length;
  return age < 0 || age > life ? null : age;
};

/**
 * Draws particles as streaks of light for the exposure time, with lens halos. `length` is the length of a loop in
 * seconds, or null.
 */
export const drawGlow = (
  flights: readonly Flight[],
  look: GlowLook,
  { width, height, time, length }: { width: number; height: number; time: number; length: number | null },
): LinearFrame => {
  const light = makeLight(width, height);
  for (const flight of flights) {
    const age = ageAt(flight, time, length);
    if (age === null) continue;
    const [red, green, blue] = look.light(age / flight.life, flight.own, age);
    if (red + green + blue < 0.004) continue;
    const points = Array.from({ length: PIECES + 1 }, (_, n) =>
      project(placeAt(flight, Math.max(0, age - SHUTTER * (1 - n / PIECES))), width, height),
    );
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) continue;
    const sharp = flight.size * height * last.near;
    const spot = sharp + Math.abs(last.near - 1) * look.blur * height;
    // Spread the light over the spot and along the streak. A spot is never smaller than a pixel.
    const thick = Math.max(0.55, spot);
    const streak = Math.hypot(last.px - first.px, last.py - first.py);
    const share = (sharp / thick) ** 2 / (1 + (0.5 * streak) / (thick * PIECES));
    for (let n = 0; n < PIECES; n += 1) {
      const [a, b] = [points[n], points[n + 1]];
      if (a === undefined || b === undefined) continue;
      drawLine(light, a.px, a.py, b.px, b.py, thick, red * share, green * share, blue * share);
    }
  }
  const out = makeLight(width, height);
  addLight(out, light, 1);
  if (look.near > 0) addLight(out, blurred(light, height / 150), look.near);
  if (look.wide > 0) addLight(out, blurred(light, height / 26), look.wide);
  return emission(out);
};
