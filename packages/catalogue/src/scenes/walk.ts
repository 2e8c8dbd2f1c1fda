import { type Frame, type Scene, type Shot, clamp01, smoothstep } from "./frame.ts";
import { type Vec, add, capsule, dot, facing, march, melt, normal, scale } from "./march.ts";

interface Pose {
  readonly hip: Vec;
  readonly chest: Vec;
  readonly head: Vec;
  readonly limbs: readonly (readonly [Vec, Vec, Vec])[];
}

const bend = (from: Vec, swing: number, fold: number, upper: number, lower: number): readonly [Vec, Vec, Vec] => {
  const knee = add(from, [Math.sin(swing) * upper, -Math.cos(swing) * upper, 0]);
  return [from, knee, add(knee, [Math.sin(swing - fold) * lower, -Math.cos(swing - fold) * lower, 0])];
};

/** How somebody goes: cycles in two seconds, how far legs and arms swing, how far they bend, and how far the body leans. */
interface Gait {
  readonly cycles: number;
  readonly stride: number;
  readonly fold: number;
  readonly elbow: number;
  readonly lean: number;
  readonly bob: number;
}

const WALK: Gait = { cycles: 1, stride: 0.52, fold: 0.85, elbow: 0.35, lean: 0.05, bob: 0.035 };
const RUN: Gait = { cycles: 3, stride: 0.86, fold: 1.55, elbow: 1.35, lean: 0.15, bob: 0.085 };

/** A figure in profile at a moment of its cycle: legs fold behind, arms swing against them. */
const pose = (phase: number, gait: Gait): Pose => {
  const turn = phase * gait.cycles * Math.PI * 2;
  const bob = Math.abs(Math.sin(turn)) * gait.bob;
  const hip: Vec = [0, 0.02 + bob, 0];
  const chest: Vec = [gait.lean, 0.5 + bob, 0];
  const leg = (t: number, z: number) =>
    bend(add(hip, [0, 0, z]), Math.sin(t) * gait.stride, Math.max(0, Math.cos(t)) * gait.fold + 0.1, 0.43, 0.44);
  const arm = (t: number, z: number) =>
    bend(
      add(chest, [0, 0.03, z]),
      Math.sin(t) * gait.stride * 0.92,
      -gait.elbow - Math.max(0, Math.sin(t)) * 0.3,
      0.28,
      0.27,
    );
  return {
    hip,
    chest,
    head: add(chest, [0.045, 0.27, 0]),
    limbs: [leg(turn, -0.085), leg(turn + Math.PI, 0.085), arm(turn + Math.PI, -0.2), arm(turn, 0.2)],
  };
};

/** What a stage is painted in, as shares of its light; null where there is none, and the figure is keyed. */
type Stage = readonly [red: number, green: number, blue: number] | null;

const GREEN: Stage = [0.13, 1, 0.19];
const BLUE: Stage = [0.06, 0.2, 0.95];

/** A figure that goes on the spot on a lit stage, with markers to track. */
const figureOn =
  (stage: Stage, gait: Gait): ((shot: Shot) => Frame) =>
  ({ width, height, phase }) => {
    const body = pose(phase, gait);
    const [nearLeg, farLeg, nearArm, farArm] = body.limbs as readonly [
      readonly [Vec, Vec, Vec],
      readonly [Vec, Vec, Vec],
      readonly [Vec, Vec, Vec],
      readonly [Vec, Vec, Vec],
    ];
    const jacket = (p: Vec): number => {
      const torso = melt(
        capsule(p, add(body.hip, [0.01, 0.1, 0]), add(body.chest, [0, -0.06, 0]), 0.135),
        capsule(p, add(body.chest, [0, 0, -0.12]), add(body.chest, [0, 0, 0.12]), 0.1),
        0.12,
      );
      let d = torso;
      for (const [a, b, c] of [nearArm, farArm])
        d = melt(d, Math.min(capsule(p, a, b, 0.058), capsule(p, b, c, 0.05)), 0.04);
      return d;
    };
    const skin = (p: Vec): number => {
      const skull = capsule(p, add(body.head, [0.012, -0.03, 0]), add(body.head, [0, 0.05, 0]), 0.094);
      let d = melt(
        skull,
        capsule(p, add(body.chest, [0.005, 0.08, 0]), add(body.head, [-0.005, -0.08, 0]), 0.05),
        0.03,
      );
      for (const [, , hand] of [nearArm, farArm]) d = Math.min(d, capsule(p, hand, add(hand, [0.03, -0.05, 0]), 0.04));
      return d;
    };
    const hair = (p: Vec): number =>
      Math.max(
        capsule(p, add(body.head, [-0.016, 0.01, 0]), add(body.head, [-0.006, 0.062, 0]), 0.1),
        0.016 - (p[1] - body.head[1]) * 0.9 + (p[0] - body.head[0]) * 0.55,
      );
    const jeans = (p: Vec): number => {
      let d = capsule(p, add(body.hip, [0, 0, -0.05]), add(body.hip, [0, 0.02, 0.05]), 0.118);
      for (const [a, b, c] of [nearLeg, farLeg])
        d = melt(d, melt(capsule(p, a, b, 0.083), capsule(p, b, c, 0.064), 0.03), 0.05);
      return d;
    };
    const boots = (p: Vec): number => {
      let d = 9;
      for (const [, , foot] of [nearLeg, farLeg])
        d = Math.min(d, capsule(p, add(foot, [-0.02, -0.03, 0]), add(foot, [0.12, -0.045, 0]), 0.056));
      return d;
    };
    const parts: readonly (readonly [(p: Vec) => number, Vec])[] = [
      [jacket, [0.2, 0.085, 0.06]],
      [skin, [0.62, 0.4, 0.29]],
      [hair, [0.055, 0.038, 0.03]],
      [jeans, [0.085, 0.11, 0.185]],
      [boots, [0.07, 0.06, 0.055]],
    ];
    const figure = (p: Vec): number => Math.min(...parts.map(([part]) => part(p)));
    const eye: Vec = [0, 0.12, -4.2];
    const key = normal([-0.5, 0.65, -0.75]);
    const fill = normal([0.7, 0.1, -0.5]);
    const pixels = new Uint8ClampedArray(width * height * 4);
    const floor = -0.93;
    const markers: readonly (readonly [number, number])[] = [
      [-0.7, 0.3],
      [-0.35, 0.34],
      [0.35, 0.34],
      [0.7, 0.3],
      [-0.72, -0.02],
      [0.72, -0.02],
      [-0.42, 0.05],
      [0.45, 0.05],
    ];
    for (let py = 0; py < height; py += 1) {
      for (let px = 0; px < width; px += 1) {
        const u = ((px + 0.5) / width - 0.5) * (width / height);
        const v = 0.5 - (py + 0.5) / height;
        const i = (py * width + px) * 4;
        const ray = normal([u, v, 1.85]);
        const inBox = Math.abs(u) < 0.34 && v > -0.47 && v < 0.44;
        const hit = inBox ? march(figure, eye, ray, 3.4, 5.2, 48) : null;
        let colour: Vec;
        if (hit !== null) {
          const p = add(eye, scale(ray, hit));
          const n = facing(figure, p, 0.002);
          const cloth = parts.reduce((best, part) => (part[0](p) < best[0](p) ? part : best))[1];
          const level = 0.22 + Math.max(0, dot(n, key)) * 0.95 + Math.max(0, dot(n, fill)) * 0.25;
          // The stage's colour comes back at the edges: what makes keying worth practising.
          const spill = (1 - Math.max(0, -dot(n, ray))) ** 2 * 0.1;
          const [red, green, blue] = stage ?? [0, 0, 0];
          colour = [
            cloth[0] * level + red * spill * 0.3,
            cloth[1] * level + green * spill,
            cloth[2] * level + blue * spill,
          ];
        } else if (stage === null) {
          continue;
        } else {
          const onFloor = smoothstep(-0.3, -0.36, v);
          const fall = 1 - 0.34 * (u * u + v * v);
          let g = 0.42 * fall * (1 - onFloor * 0.13);
          if (ray[1] < -0.01) {
            const at = add(eye, scale(ray, (floor - eye[1]) / ray[1]));
            g *= 1 - 0.5 * Math.exp(-((at[0] * 2.1) ** 2) - ((at[2] + 0.05) * 3.4) ** 2);
          }
          colour = [g * stage[0], g * stage[1], g * stage[2]];
          for (const [mx, my] of markers) {
            const dx = Math.abs(u - mx);
            const dy = Math.abs(v - my);
            if ((dx < 0.02 && dy < 0.0036) || (dy < 0.02 && dx < 0.0036))
              colour = [g * stage[0] * 0.3, g * stage[1] * 0.34, g * stage[2] * 0.32];
          }
        }
        pixels[i] = clamp01(colour[0]) ** 0.4545 * 255;
        pixels[i + 1] = clamp01(colour[1]) ** 0.4545 * 255;
        pixels[i + 2] = clamp01(colour[2]) ** 0.4545 * 255;
        pixels[i + 3] = 255;
      }
    }
    return { width, height, pixels };
  };

/** A walk on a green stage. */
export const walk: Scene = figureOn(GREEN, WALK);

/** A run on a blue stage. */
export const run: Scene = figureOn(BLUE, RUN);

/** The walk without its stage: straight alpha at twice the size, brought down, so that its edge is soft. */
export const keyedWalk: Scene = ({ width, height, ...shot }) => {
  const { pixels } = figureOn(null, WALK)({ ...shot, width: width * 2, height: height * 2 });
  const small = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const sum = [0, 0, 0, 0];
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const i = ((y * 2 + dy) * width * 2 + x * 2 + dx) * 4;
        const alpha = pixels[i + 3] ?? 0;
        for (let channel = 0; channel < 3; channel += 1)
          sum[channel] = (sum[channel] ?? 0) + (pixels[i + channel] ?? 0) * alpha;
        sum[3] = (sum[3] ?? 0) + alpha;
      }
      const [red = 0, green = 0, blue = 0, alpha = 0] = sum;
      if (alpha > 0) small.set([red / alpha, green / alpha, blue / alpha, alpha / 4], (y * width + x) * 4);
    }
  return { width, height, pixels: small };
};
