import { type Noise, makeNoise } from "../../scenes/noise.ts";
import { randomFrom } from "../../scenes/frame.ts";

/** A position or velocity: across, up, and toward the camera, in picture heights. The ground is at y = 0. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** The start of a particle. Times are in seconds, lengths in picture heights. */
export interface Birth {
  readonly at: Vec3;
  readonly speed: Vec3;
  /** The time when the particle appears, in seconds. */
  readonly born: number;
  /** How long the particle lives, in seconds. */
  readonly life: number;
  readonly size: number;
}

/** The forces on particles. Rates are per second. */
export interface FlightLaw {
  readonly gravity: number;
  readonly drag: number;
  readonly wind: Vec3;
  /** The strength of the turbulence. */
  readonly turbulence: number;
  /** The number of eddies per picture height. */
  readonly eddies: number;
  /**
   * The fraction of its vertical speed that a particle keeps when it hits the ground, or null if there is no ground.
   */
  readonly bounce: number | null;
}

/** The flight of one particle, with its position at every step since its birth. */
export interface Flight extends Birth {
  /** Random numbers from 0 to 1 that vary this particle. */
  readonly own: Vec3;
  readonly path: Float32Array;
}

/** Simulation steps per second of flight. */
export const FLIGHT_STEPS = 192;

const PERIOD = 64;

/** Computes a divergence-free velocity: the curl of noise. */
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

/** Simulates the flights of particles from birth to end. The same seed gives the same flights. */
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
    // Vary the drag, because light particles follow the air sooner than heavy ones.
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
        // A particle that hardly bounces comes to rest on the ground.
        if (v < 0.12) v = 0;
      }
    }
    return { ...born, own, path };
  });
};

/** Returns the position of a particle at an age in seconds, clamped to its life. */
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

/** The distance of the camera from the center, in picture heights. */
const CAMERA = 2.4;

/** Projects a position to the picture: pixels from the top left, and the scale relative to the center's distance. */
export const project = (
  [x, y, z]: Vec3,
  width: number,
  height: number,
): { readonly px: number; readonly py: number; readonly near: number } => {
  const near = CAMERA / Math.max(0.3, CAMERA - z);
  return { px: width / 2 + x * near * height, py: height * (0.5 - (y - 0.46) * near), near };
};
