import { type Light, type Scene, addLight, blurred, drawLine, emission, makeLight, randomFrom } from "./frame.ts";

type Point = readonly [number, number];

/** Returns a jagged path between two points by repeated midpoint displacement. */
const jagged = (from: Point, to: Point, roughness: number, random: () => number): readonly Point[] => {
  let path: Point[] = [from, to];
  let reach = roughness;
  for (let level = 0; level < 7; level += 1) {
    const next: Point[] = [];
    for (let i = 0; i + 1 < path.length; i += 1) {
      const [ax, ay] = path[i] ?? from;
      const [bx, by] = path[i + 1] ?? to;
      const shift = (random() - 0.5) * reach;
      const length = Math.hypot(bx - ax, by - ay) || 1;
      next.push([ax, ay], [(ax + bx) / 2 - ((by - ay) / length) * shift, (ay + by) / 2 + ((bx - ax) / length) * shift]);
    }
    next.push(path.at(-1) ?? to);
    path = next;
    reach *= 0.54;
  }
  return path;
};

/**
 * Draws a strike down to its current reach. `reach` is 1 when the strike hits the ground. Its shape is always the same.
 */
const strike = (light: Light, random: () => number, power: number, reach: number): void => {
  const { width, height } = light;
  const low = height * (reach * 1.05);
  const draw = (path: readonly Point[], weight: number, depth: number): void => {
    for (let i = 0; i + 1 < path.length; i += 1) {
      const a = path[i];
      const b = path[i + 1];
      if (!a || !b) continue;
      const fade = depth === 0 ? 1 : 1 - i / path.length;
      const p = power * weight * fade;
      if (b[1] <= low)
        drawLine(light, a[0], a[1], b[0], b[1], (height / 520) * (0.55 + weight), p * 2.6, p * 2.7, p * 3.6);
      if (depth < 2 && random() < (depth === 0 ? 0.085 : 0.05)) {
        const angle = Math.atan2(b[1] - a[1], b[0] - a[0]) + (random() < 0.5 ? -1 : 1) * (0.35 + random() * 0.6);
        const length = height * (0.12 + random() * 0.26) * (depth === 0 ? 1 : 0.5);
        const end: Point = [b[0] + Math.cos(angle) * length, b[1] + Math.sin(angle) * length];
        draw(jagged(b, end, length * 0.32, random), weight * 0.45, depth + 1);
      }
    }
  };
  const top: Point = [width * (0.3 + random() * 0.4), -height * 0.03];
  const ground: Point = [width * (0.25 + random() * 0.5), height * 1.02];
  draw(jagged(top, ground, height * 0.36, random), 1, 0);
};

/** When the strikes hit the ground, as fractions of the loop. */
const STRIKES = [0.07, 0.31, 0.55, 0.82] as const;
/** How long a strike takes to reach the ground, as a fraction of the loop. */
const LEADER = 0.06;
/** How long the air glows after a strike. Each strike starts before the previous strike's glow has faded. */
const AFTERGLOW = 0.24;

/**
 * Returns a strike's brightness: a dim leader, a flash, flicker, and afterglow. `since` is the time since it hit the
 * ground, as a fraction of the loop.
 */
const flash = (since: number): number => {
  if (since < -LEADER || since > AFTERGLOW) return 0;
  if (since < 0) return 0.035;
  const decay = Math.exp(-since * 26);
  const flicker = 0.62 + 0.38 * Math.cos(since * 210);
  const glow = 0.025 + 0.045 * (1 - since / AFTERGLOW);
  return decay * flicker + glow + (since < 0.015 ? 0.5 : 0);
};

/** Four branching strikes per loop, each with its own seed and with a glow. The air is never quite dark. */
export const lightning: Scene = ({ width, height, seed, phase }) => {
  const bolts = makeLight(width, height);
  for (const [n, start] of STRIKES.entries()) {
    // Negative until this strike hits the ground. A strike can continue past the end of the loop.
    const since = ((phase - start + LEADER + 1) % 1) - LEADER;
    const power = flash(since);
    if (power > 0) strike(bolts, randomFrom(seed * 101 + n * 7), power, since < 0 ? 1 + since / LEADER : 1);
  }
  const out = makeLight(width, height);
  addLight(out, bolts, 1);
  for (const [radius, gain] of [
    [height / 130, 1.6],
    [height / 34, 2.4],
    [height / 9, 3.6],
  ] as const) {
    const halo = blurred(bolts, radius);
    for (let i = 0; i < halo.rgb.length; i += 3) {
      halo.rgb[i] = (halo.rgb[i] ?? 0) * 0.45;
      halo.rgb[i + 1] = (halo.rgb[i + 1] ?? 0) * 0.5;
      halo.rgb[i + 2] = (halo.rgb[i + 2] ?? 0) * 1.05;
    }
    addLight(out, halo, gain);
  }
  return emission(out);
};
