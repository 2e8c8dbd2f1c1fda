import { randomFrom } from "../scenes/frame.ts";
import type { Gas } from "./fluid.ts";

/** The amounts that an emitter adds to the gas, measured at the emitter's center. */
export interface Charge {
  readonly heat?: number;
  readonly soot?: number;
  readonly fuel?: number;
}

/** A function that adds to the gas at a time, in seconds since the start of the simulation. */
export type Emitter = (gas: Gas, time: number) => void;

/** A position in a grid, as fractions of its width, height, and depth. */
export type Place = readonly [x: number, y: number, z: number];

/**
 * Fills a ball, strongest at its center, and never lowers a value. `push` returns the velocity of the air in cells per
 * second, or null to leave it unchanged.
 */
const fillBall = (
  gas: Gas,
  [cx, cy, cz]: Place,
  radius: number,
  { heat = 0, soot = 0, fuel = 0 }: Charge,
  push: (dx: number, dy: number, dz: number) => Place | null,
): void => {
  const { nx, ny, nz } = gas.size;
  const reach = Math.ceil(radius);
  for (let z = Math.max(1, Math.floor(cz) - reach); z <= Math.min(nz - 2, Math.ceil(cz) + reach); z += 1)
    for (let y = Math.max(1, Math.floor(cy) - reach); y <= Math.min(ny - 2, Math.ceil(cy) + reach); y += 1)
      for (let x = Math.max(1, Math.floor(cx) - reach); x <= Math.min(nx - 2, Math.ceil(cx) + reach); x += 1) {
        const far = Math.hypot(x - cx, y - cy, z - cz) / radius;
        if (far >= 1) continue;
        const share = (1 - far * far) ** 2;
        const i = gas.cell(x, y, z);
        gas.heat[i] = Math.max(gas.heat[i] ?? 0, heat * share);
        gas.soot[i] = Math.max(gas.soot[i] ?? 0, soot * share);
        gas.fuel[i] = Math.max(gas.fuel[i] ?? 0, fuel * share);
        const moved = push(x - cx, y - cy, z - cz);
        if (moved === null) continue;
        const d = gas.detail;
        gas.u[i] = (gas.u[i] ?? 0) + (moved[0] * d - (gas.u[i] ?? 0)) * share;
        gas.v[i] = (gas.v[i] ?? 0) + (moved[1] * d - (gas.v[i] ?? 0)) * share;
        gas.w[i] = (gas.w[i] ?? 0) + (moved[2] * d - (gas.w[i] ?? 0)) * share;
      }
};

const still = (): null => null;

/**
 * Creates an emitter of spots on the ground that flare up and die down, each at its own pace. Lengths are fractions of
 * the grid's size.
 */
export const bed = (
  seed: number,
  options: {
    readonly spots: number;
    readonly from: number;
    readonly to: number;
    readonly radius: readonly [least: number, most: number];
    readonly pace: number;
    readonly charge: Charge;
    /** The lowest strength that a spot burns down to, 0 to 1. */
    readonly least: number;
  },
): Emitter => {
  const random = randomFrom(seed);
  const [small, large] = options.radius;
  const spots = Array.from({ length: options.spots }, () => ({
    x: options.from + random() * (options.to - options.from),
    z: 0.28 + random() * 0.44,
    radius: small + random() * (large - small),
    phase: random() * Math.PI * 2,
    pace: options.pace * (0.5 + random()),
  }));
  return (gas, time) => {
    const { nx, ny, nz } = gas.size;
    for (const { x, z, radius, phase, pace } of spots) {
      const flare = options.least + (1 - options.least) * (0.5 + 0.5 * Math.sin(phase + time * pace));
      const { heat = 0, soot = 0, fuel = 0 } = options.charge;
      const charge = { heat: heat * flare, soot: soot * flare, fuel: fuel * flare };
      fillBall(gas, [x * nx, 1.5, z * nz], radius * ny, charge, still);
    }
  };
};

/**
 * Creates an emitter for a jet from an opening, with a slight sway, between two times. Speed is in cells per second.
 */
export const jet = (
  seed: number,
  options: {
    readonly at: Place;
    readonly radius: number;
    readonly toward: Place;
    readonly speed: number;
    readonly charge: Charge;
    readonly from?: number;
    readonly until?: number;
  },
): Emitter => {
  const random = randomFrom(seed);
  const phases = [random() * 6, random() * 6, random() * 6] as const;
  const { at, radius, toward, speed, charge, from = 0, until = Number.POSITIVE_INFINITY } = options;
  return (gas, time) => {
    if (time < from || time >= until) return;
    const { nx, ny, nz } = gas.size;
    const sway = (n: 0 | 1 | 2): number => 0.16 * Math.sin(phases[n] + time * (5 + 3 * n)) * speed;
    const push: Place = [toward[0] * speed + sway(0), toward[1] * speed + sway(1), toward[2] * speed + sway(2)];
    fillBall(gas, [at[0] * nx, at[1] * ny, at[2] * nz], radius * ny, charge, () => push);
  };
};

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Creates an emitter for an explosion: many balls that fly apart at once. Speed is in cells per second. */
export const burst = (
  seed: number,
  options: {
    readonly at: Place;
    readonly spread: number;
    readonly balls: number;
    readonly radius: number;
    readonly speed: number;
    readonly lift: number;
    readonly charge: Charge;
    readonly from: number;
    readonly until: number;
  },
): Emitter => {
  const random = randomFrom(seed);
  const onGround = options.at[1] < 0.3;
  const balls = Array.from({ length: options.balls }, (_, n) => {
    // Step by the golden angle, so that the directions are spread evenly and no side gets all the balls.
    const turn = n * GOLDEN_ANGLE + (random() - 0.5) * 0.7;
    const share = (n + random()) / options.balls;
    // On the ground, nothing flies down.
    const rise = onGround ? share : share * 2 - 1;
    const flat = Math.sqrt(Math.max(0.04, 1 - rise * rise));
    const far = random() ** 0.5;
    return {
      toward: [Math.cos(turn) * flat, rise, Math.sin(turn) * flat] as Place,
      far,
      radius: 0.55 + random() * 0.75,
      speed: 0.35 + random() * 1.1,
      strength: 0.6 + random() * 0.5,
    };
  });
  return (gas, time) => {
    if (time < options.from || time >= options.until) return;
    const { nx, ny, nz } = gas.size;
    for (const { toward, far, radius, speed, strength } of balls) {
      const spread = options.spread * ny * far;
      const place: Place = [
        options.at[0] * nx + toward[0] * spread,
        Math.max(2, options.at[1] * ny + toward[1] * spread),
        options.at[2] * nz + toward[2] * spread * 0.8,
      ];
      const { heat = 0, soot = 0, fuel = 0 } = options.charge;
      const push: Place = [
        toward[0] * options.speed * speed,
        toward[1] * options.speed * speed + options.lift,
        toward[2] * options.speed * speed * 0.7,
      ];
      fillBall(
        gas,
        place,
        options.radius * ny * radius,
        { heat: heat * strength, soot: soot * strength, fuel: fuel * strength },
        () => push,
      );
    }
  };
};

/**
 * Creates an emitter for the gas of a gunshot: balls in a line from the muzzle, first wider and then narrower, all at
 * once.
 */
export const spray = (
  seed: number,
  options: {
    readonly at: Place;
    readonly toward: Place;
    readonly length: number;
    readonly radius: number;
    readonly speed: number;
    readonly charge: Charge;
    readonly until: number;
  },
): Emitter => {
  const random = randomFrom(seed);
  const { at, toward, length, radius, speed, charge, until } = options;
  const balls = Array.from({ length: 14 }, (_, n) => ({
    along: n / 13,
    off: [random() - 0.5, random() - 0.5, random() - 0.5] as Place,
    strength: 0.6 + random() * 0.6,
  }));
  return (gas, time) => {
    if (time >= until) return;
    const { nx, ny, nz } = gas.size;
    for (const { along, off, strength } of balls) {
      const wide = radius * (0.35 + 1.3 * Math.sin(Math.PI * along ** 0.7) * (1 - 0.35 * along));
      const place: Place = [
        at[0] * nx + (toward[0] * length * along + off[0] * wide) * ny,
        at[1] * ny + (toward[1] * length * along + off[1] * wide) * ny,
        at[2] * nz + (toward[2] * length * along + off[2] * wide) * ny,
      ];
      const { heat = 0, soot = 0, fuel = 0 } = charge;
      fillBall(gas, place, wide * ny, { heat: heat * strength, soot: soot * strength, fuel: fuel * strength }, () => [
        (toward[0] + off[0] * 0.8) * speed * (1.2 - along),
        (toward[1] + off[1] * 0.8) * speed * (1.2 - along),
        (toward[2] + off[2] * 0.8) * speed * (1.2 - along),
      ]);
    }
  };
};

/** Creates an emitter for a rotating, upright ring, for portals. Speed is in cells per second. */
export const ring = (
  seed: number,
  options: {
    readonly at: Place;
    readonly radius: number;
    readonly thickness: number;
    readonly speed: number;
    readonly inward: number;
    readonly charge: Charge;
  },
): Emitter => {
  const random = randomFrom(seed);
  const knots = Array.from({ length: 44 }, (_, n) => ({
    turn: (n / 44) * Math.PI * 2 + random() * 0.12,
    phase: random() * Math.PI * 2,
    pace: 3 + random() * 6,
  }));
  const { at, radius, thickness, speed, inward, charge } = options;
  return (gas, time) => {
    const { nx, ny, nz } = gas.size;
    for (const { turn, phase, pace } of knots) {
      const angle = turn + time * 0.9;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const far = radius * ny;
      const place: Place = [at[0] * nx + c * far, at[1] * ny + s * far, at[2] * nz];
      const flare = 0.45 + 0.55 * (0.5 + 0.5 * Math.sin(phase + time * pace));
      const { heat = 0, soot = 0, fuel = 0 } = charge;
      const along: Place = [-s * speed - c * inward, c * speed - s * inward, 0];
      const strength = { heat: heat * flare, soot: soot * flare, fuel: fuel * flare };
      fillBall(gas, place, thickness * ny, strength, () => along);
    }
  };
};
