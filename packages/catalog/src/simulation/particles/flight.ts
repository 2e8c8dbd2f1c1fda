import { type Noise, makeNoise } from "../../scenes/noise.ts";
import { randomFrom } from "../../scenes/frame.ts";

/** A place or a speed: across, up and toward the camera, in heights of the picture; the ground is at 0. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** How one particle begins. Times in seconds, lengths in heights of the picture. */
export interface Birth {
  readonly at: Vec3;
  readonly speed: Vec3;
  /** When it appears, and for how long it is there. */
  readonly born: number;
  readonly life: number;
  readonly size: number;
}

/** What moves particles; rates are per second. */
export interface FlightLaw {
  readonly gravity: number;
  readonly drag: number;
  readonly wind: Vec3;
  /** How strongly turbulence moves them, and how many eddies there are in a height of the picture. */
  readonly turbulence: number;
  readonly eddies: number;
  /** What of its speed a particle keeps when it meets the ground; null where there is none. */
  readonly bounce: number | null;
}

/** The flight of one particle: a place for every step since its birth. */
export interface Flight extends Birth {
  /** Numbers of its own, from 0 to 1, for what tells it from others. */
  readonly own: Vec3;
  readonly path: Float32Array;
}

/** Steps in a second of flight. */
export const FLIGHT_STEPS = 192;

const PERIOD = 64;

/** A speed that turns and does not pile up: the curl of noise. */
const eddy = (noise: Noise, [x, y, z]: Vec3, out: [number, number, number]): void => {
  const e = 0.05;
  const field = (channel: number, a: number, b: number, c: number): number =>
    noise(a + channel * 19.7 + 90, b + channel * 7.3 + 90, c + channel * 3.1 + 90, PERIOD, PERIOD);
  const slope = (channel: number, axis: 0 | 1 | 2): number => {
    const d = [axis === 0 ? e : 0, axis === 1 ? e : 0, axis === 2 ? e : 0] as const;
    return (field(channel, x + d[0], y + d[1], z + d[2]) - field(channel, x - d[0], y - d[1], z - d[2])) / (2 * e);
  };
  out[0] = slope(2, 1) - slope(1, 2);
  out[1] = slope(0, 2) - slope(2, 0);
  out[2] = slope(1, 0) - slope(0, 1);
};

/** Lets particles fly, each from its birth to its end. The same seed gives the same flights. */
export const fly = (
  seed: number,
  count: number,
  law: FlightLaw,
  birth: (random: () => number, n: number) => Birth,
): readonly Flight[] => {
  const random = randomFrom(seed);
  const noise = makeNoise(seed);
  const dt = 1 / FLIGHT_STEPS;
  const push: [number, number, number] = [0, 0, 0];
  return Array.from({ length: count }, (_, n) => {
    const born = birth(random, n);
    const own: Vec3 = [random(), random(), random()];
    const steps = Math.max(2, Math.ceil(born.life * FLIGHT_STEPS) + 1);
    const path = new Float32Array(steps * 3);
    let [x, y, z] = born.at;
    let [u, v, w] = born.speed;
    // What is small is carried along sooner than what is heavy.
    const drag = law.drag * (0.7 + 0.6 * own[0]);
    for (let step = 0; step < steps; step += 1) {
      path.set([x, y, z], step * 3);
      if (law.turbulence > 0 && step % 4 === 0) eddy(noise, [x * law.eddies, y * law.eddies, z * law.eddies], push);
      u += (law.wind[0] + push[0] * law.turbulence - u) * drag * dt;
      v += (law.wind[1] + push[1] * law.turbulence - v) * drag * dt - law.gravity * dt;
      w += (law.wind[2] + push[2] * law.turbulence - w) * drag * dt;
      x += u * dt;
      y += v * dt;
      z += w * dt;
      if (law.bounce !== null && y < born.size * 0.5 && v < 0) {
        y = born.size * 0.5;
        v = -v * law.bounce * (0.6 + 0.8 * own[1]);
        u *= 0.7;
        w *= 0.7;
        // What hardly leaves the ground lies on it.
        if (v < 0.12) v = 0;
      }
    }
    return { ...born, own, path };
  });
};

/** Where a particle is at an age in seconds; within its life. */
export const placeAt = ({ path }: Pick<Flight, "path">, age: number): Vec3 => {
  const last = path.length / 3 - 2;
  const exact = Math.min(last + 0.999, Math.max(0, age * FLIGHT_STEPS));
  const step = Math.floor(exact);
  const share = exact - step;
  const between = (axis: number): number => {
    const a = path[step * 3 + axis] ?? 0;
    return a + ((path[step * 3 + 3 + axis] ?? 0) - a) * share;
  };
  return [between(0), between(1), between(2)];
};

/** How far the camera stands from the middle, in heights of the picture. */
const CAMERA = 2.4;

/**
 * A place as the camera sees it, in pixels from the top left, and how much larger it is than at the middle's distance.
 */
export const project = (
  [x, y, z]: Vec3,
  width: number,
  height: number,
): { readonly px: number; readonly py: number; readonly near: number } => {
  const near = CAMERA / Math.max(0.3, CAMERA - z);
  return { px: width / 2 + x * near * height, py: height * (0.5 - (y - 0.46) * near), near };
};
