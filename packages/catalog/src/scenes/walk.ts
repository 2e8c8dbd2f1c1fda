import { type Part, nearestOf } from "./body.ts";
import { type Gait, colorAt, figureParts } from "./figure.ts";
import { type Frame, type Scene, type Shot, clamp01, smoothstep } from "./frame.ts";
import { type Distance, type Vec, add, dot, facing, march, marchTogether, normal, scale } from "./march.ts";

const WALK: Gait = { cycles: 1, stride: 0.52, fold: 0.85, elbow: 0.35, lean: 0.05, bob: 0.035 };
const RUN: Gait = { cycles: 3, stride: 0.86, fold: 1.55, elbow: 1.35, lean: 0.15, bob: 0.085 };

/** A stage's color, with channels from 0 to 1; null for footage without a stage, as if it were already keyed. */
type Stage = readonly [red: number, green: number, blue: number] | null;

const GREEN: Stage = [0.13, 1, 0.19];
const BLUE: Stage = [0.06, 0.2, 0.95];

const EYE: Vec = [0, 0.12, -4.2];
/** The focal length, in heights of the picture. */
const LENS = 1.85;
/** The near clipping distance of the figure. */
const NEAR = 3.4;
/** The far clipping distance of the figure. */
const FAR = 5.2;
const KEY = normal([-0.5, 0.65, -0.75]);
const FILL = normal([0.7, 0.1, -0.5]);
const FLOOR = -0.93;

/** The side of a bundle of rays that march together, in pixels. */
const BUNDLE = 8;

const MARKERS: readonly (readonly [number, number])[] = [
  [-0.7, 0.3],
  [-0.35, 0.34],
  [0.35, 0.34],
  [0.7, 0.3],
  [-0.72, -0.02],
  [0.72, -0.02],
  [-0.42, 0.05],
  [0.45, 0.05],
];

/** Returns the color of a lit stage: wall and floor, the figure's soft shadow, and tracking markers. */
const stageAt = (stage: Vec, u: number, v: number, ray: Vec): Vec => {
  const onFloor = smoothstep(-0.3, -0.36, v);
  const fall = 1 - 0.34 * (u * u + v * v);
  let g = 0.42 * fall * (1 - onFloor * 0.13);
  if (ray[1] < -0.01) {
    const at = add(EYE, scale(ray, (FLOOR - EYE[1]) / ray[1]));
    g *= 1 - 0.5 * Math.exp(-((at[0] * 2.1) ** 2) - ((at[2] + 0.05) * 3.4) ** 2);
  }
  for (const marker of MARKERS) {
    const dx = Math.abs(u - marker[0]);
    const dy = Math.abs(v - marker[1]);
    if ((dx < 0.02 && dy < 0.0036) || (dy < 0.02 && dx < 0.0036))
      return [g * stage[0] * 0.3, g * stage[1] * 0.34, g * stage[2] * 0.32];
  }
  return [g * stage[0], g * stage[1], g * stage[2]];
};

/** What a bundle of rays can hit: the parts, their union, and the distance that the rays march together. */
interface Bundle {
  readonly parts: readonly Part[];
  readonly nearest: Distance;
  readonly start: number;
}

/** Returns what a bundle of rays around a middle ray can hit, or null if it misses the figure. */
const bundleOf = (figure: readonly Part[], middle: Vec, spread: number): Bundle | null => {
  const parts: Part[] = [];
  let start = FAR;
  for (const part of figure) {
    const together = marchTogether(part.distance, EYE, middle, NEAR, FAR, spread);
    if (together === null) continue;
    parts.push(part);
    start = Math.min(start, together);
  }
  return parts.length === 0 ? null : { parts, nearest: nearestOf(parts.map(({ distance }) => distance)), start };
};

/** Returns how much ambient light reaches a point, 0 to 1: less in folds and between limbs. */
const openness = (whole: Distance, p: Vec, n: Vec): number => {
  let hidden = 0;
  for (const reach of [0.02, 0.06]) {
    const free = whole(p[0] + n[0] * reach, p[1] + n[1] * reach, p[2] + n[2] * reach);
    hidden += Math.max(0, 1 - free / reach) / 2;
  }
  return 1 - Math.min(1, hidden);
};

/** Returns the color of the figure along a ray, or null if the ray misses it. */
const figureAt = ({ parts, nearest, start }: Bundle, whole: Distance, stage: Stage, ray: Vec): Vec | null => {
  const far = march(nearest, EYE, ray, start, FAR, 48);
  if (far === null) return null;
  const p = add(EYE, scale(ray, far));
  const n = facing(nearest, p, 0.002);
  const cloth = colorAt(parts, p);
  const open = openness(whole, p, n);
  const level =
    0.24 * open + (Math.max(0, dot(n, KEY)) * 0.95 + Math.max(0, dot(n, FILL)) * 0.25) * (0.35 + 0.65 * open);
  // Spill: the stage reflects on the figure's edges, which makes keying worth practicing.
  const spill = (1 - Math.max(0, -dot(n, ray))) ** 2 * 0.1 * open;
  const [red, green, blue] = stage ?? [0, 0, 0];
  return [cloth[0] * level + red * spill * 0.3, cloth[1] * level + green * spill, cloth[2] * level + blue * spill];
};

/** The difference between neighboring pixels, in byte steps, above which a pixel is supersampled. */
const EDGE = 14;
/** The number of samples across and down in a supersampled pixel. */
const CLOSELY = 3;

/** Creates a scene with a figure that walks or runs in place, on a lit stage with tracking markers. */
const figureOn =
  (stage: Stage, gait: Gait): ((shot: Shot) => Frame) =>
  ({ width, height, phase }) => {
    const figure = figureParts(phase, gait);
    const whole = nearestOf(figure.map(({ distance }) => distance));
    const across = (px: number): number => (px / width - 0.5) * (width / height);
    const up = (py: number): number => 0.5 - py / height;
    // Half the diagonal of a bundle: its corner rays are the outermost.
    const spread = (BUNDLE * Math.SQRT1_2) / height / LENS;
    const inRow = Math.ceil(width / BUNDLE);
    const bundles = Array.from({ length: inRow * Math.ceil(height / BUNDLE) }, (_, n) => {
      const u = across(((n % inRow) + 0.5) * BUNDLE);
      const v = up((Math.floor(n / inRow) + 0.5) * BUNDLE);
      return bundleOf(figure, normal([u, v, LENS]), spread);
    });
    const bundleAt = (px: number, py: number): Bundle | null =>
      bundles[Math.floor(py / BUNDLE) * inRow + Math.floor(px / BUNDLE)] ?? null;
    const colorAlong = (bundle: Bundle | null, px: number, py: number): Vec | null => {
      if (bundle === null && stage === null) return null;
      const [u, v] = [across(px), up(py)];
      const ray = normal([u, v, LENS]);
      const seen = bundle === null ? null : figureAt(bundle, whole, stage, ray);
      return seen ?? (stage === null ? null : stageAt(stage, u, v, ray));
    };
    const pixels = new Uint8ClampedArray(width * height * 4);
    const put = (i: number, color: Vec, alpha: number): void => {
      for (const channel of [0, 1, 2] as const) pixels[i + channel] = clamp01(color[channel]) ** 0.4545 * 255;
      pixels[i + 3] = alpha * 255;
    };
    for (let py = 0, i = 0; py < height; py += 1)
      for (let px = 0; px < width; px += 1, i += 4) {
        const color = colorAlong(bundleAt(px, py), px + 0.5, py + 0.5);
        if (color !== null) put(i, color, 1);
      }
    // Supersample the edges, so that they are soft like those of a real lens.
    const once = pixels.slice();
    const unlike = (i: number, j: number): boolean =>
      [0, 1, 2, 3].some((c) => Math.abs((once[i + c] ?? 0) - (once[j + c] ?? once[i + c] ?? 0)) > EDGE);
    for (let py = 0, i = 0; py < height; py += 1)
      for (let px = 0; px < width; px += 1, i += 4) {
        if (![i - 4, i + 4, i - width * 4, i + width * 4].some((j) => unlike(i, j))) continue;
        const bundle = bundleAt(px, py);
        let [sum, hits]: [Vec, number] = [[0, 0, 0], 0];
        for (let n = 0; n < CLOSELY ** 2; n += 1) {
          const x = px + ((n % CLOSELY) + 0.5) / CLOSELY;
          const y = py + (Math.floor(n / CLOSELY) + 0.5) / CLOSELY;
          const color = colorAlong(bundle, x, y);
          if (color === null) continue;
          sum = add(sum, color);
          hits += 1;
        }
        if (hits > 0) put(i, scale(sum, 1 / hits), hits / CLOSELY ** 2);
        else pixels.fill(0, i, i + 4);
      }
    return { width, height, pixels };
  };

export const walk: Scene = figureOn(GREEN, WALK);

export const run: Scene = figureOn(BLUE, RUN);

/** The walk without its stage, with straight alpha. */
export const keyedWalk: Scene = figureOn(null, WALK);
