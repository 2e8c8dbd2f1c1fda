import type { LinearFrame } from "../scenes/frame.ts";
import { type Birth, type FlightLaw, type Flight, type Vec3, fly } from "./particles/flight.ts";
import { drawGlow } from "./particles/glow.ts";
import { drawMatter } from "./particles/matter.ts";
import { drawShards } from "./particles/shards.ts";
import { FRAME_RATE, type SequenceKind } from "./take.ts";

/** The number of frames in a sequence: four seconds for a loop, three for a one-shot. */
const FRAMES = { loop: 96, "one-shot": 72 } as const;
/** The number of frames in which the sparks of a burst go out. */
const BURST_FRAMES = 48;
/** The length of a loop in seconds. */
const LENGTH = FRAMES.loop / FRAME_RATE;

/** A particle sequence. `draw` draws any frame `n`, which counts from 0. */
export interface Flock {
  readonly kind: SequenceKind;
  readonly frames: number;
  readonly poster: number;
  /** Whether the particles hide the background. Other particles only glow. */
  readonly hasMatte: boolean;
  readonly draw: (n: number, size: { readonly width: number; readonly height: number }) => LinearFrame;
}

/**
 * Draws particles with one kind of look. `time` is in seconds; `length` is the length of a loop in seconds, or null.
 */
type Drawing<Look> = (
  flights: readonly Flight[],
  look: Look,
  shot: { width: number; height: number; time: number; length: number | null },
) => LinearFrame;

interface Group {
  readonly seed: number;
  readonly count: number;
  readonly law: FlightLaw;
  readonly birth: (random: () => number, n: number) => Birth;
}

const flock = <Look>(
  kind: keyof typeof FRAMES,
  poster: number,
  drawing: Drawing<Look>,
  look: Look,
  groups: readonly Group[],
  frames: number = FRAMES[kind],
): Flock => {
  let flights: readonly Flight[] | undefined;
  return {
    kind,
    poster,
    frames,
    hasMatte: !Object.is(drawing, drawGlow),
    draw: (n, size) => {
      // The flights are the same for every frame, so simulate them once.
      flights ??= groups.flatMap(({ seed, count, law, birth }) => fly(seed, count, law, birth));
      return drawing(flights, look, { ...size, time: n / FRAME_RATE, length: kind === "loop" ? LENGTH : null });
    },
  };
};

const FALL: FlightLaw = { gravity: 2.2, drag: 0.9, wind: [0, 0, 0], turbulence: 0, eddies: 1, bounce: 0.35 };

/** Returns the color of glowing metal or coal at a heat from 0 to 1. */
const glowing = (heat: number, strength: number): Vec3 => [
  strength * heat * 1.7,
  strength * heat * (0.22 + 0.75 * heat * heat),
  strength * heat ** 3 * 0.62,
];

const between = (random: () => number, from: number, to: number): number => from + random() * (to - from);

/** Returns a random direction in a cone around a direction. */
const within = (random: () => number, [x, y, z]: Vec3, wide: number): Vec3 => {
  const off = (): number => (random() + random() + random() - 1.5) * wide;
  const [u, v, w] = [x + off(), y + off(), z + off()];
  const long = Math.hypot(u, v, w) || 1;
  return [u / long, v / long, w / long];
};

const times = ([x, y, z]: Vec3, by: number): Vec3 => [x * by, y * by, z * by];

const flicker = (own: Vec3, age: number): number => 0.62 + 0.38 * Math.sin(age * (18 + own[2] * 34) + own[1] * 40);

/** The look of a spark that cools from white-hot to red and dies. */
const SPARK = {
  light: (share: number, own: Vec3, age: number): Vec3 =>
    glowing((1 - share) ** 0.8, 9 * (0.5 + own[2]) * flicker(own, age)),
  near: 0.9,
  wide: 1.2,
  blur: 0.01,
} as const;

/** The look of an ember that flickers as it flies. */
const EMBER = {
  light: (share: number, own: Vec3, age: number): Vec3 =>
    glowing(0.42 + 0.4 * own[2] * flicker(own, age * 0.4), 4.4 * Math.sin(Math.PI * share) ** 0.7 * flicker(own, age)),
  near: 0.8,
  wide: 0.9,
  blur: 0.016,
} as const;

/** Every particle sequence of the sample store, keyed by collection slug. */
export const FLOCKS: Readonly<Record<string, Flock>> = {
  "rising-embers": flock("loop", 20, drawGlow, EMBER, [
    {
      seed: 1_101,
      count: 860,
      law: { gravity: -0.25, drag: 2.4, wind: [0.05, 0.2, 0], turbulence: 0.34, eddies: 2.4, bounce: null },
      birth: (random) => ({
        at: [between(random, -0.75, 0.75), between(random, -0.12, 0.5), between(random, -0.9, 0.9)],
        speed: [0, between(random, 0.2, 0.6), 0],
        born: random() * LENGTH,
        life: between(random, 0.9, 2.3),
        size: between(random, 0.0011, 0.0032),
      }),
    },
  ]),
  "ember-storm": flock("loop", 12, drawGlow, { ...EMBER, blur: 0.022 }, [
    {
      seed: 1_111,
      count: 1_800,
      law: { gravity: 0.05, drag: 3, wind: [1.25, 0.16, 0], turbulence: 0.6, eddies: 2, bounce: null },
      birth: (random) => ({
        at: [between(random, -1.5, 0.6), between(random, -0.1, 1.05), between(random, -1.2, 1.2)],
        speed: [between(random, 0.8, 1.6), 0.1, 0],
        born: random() * LENGTH,
        life: between(random, 0.7, 1.6),
        size: between(random, 0.001, 0.0032),
      }),
    },
  ]),
  "spark-burst": flock(
    "one-shot",
    5,
    drawGlow,
    SPARK,
    [
      {
        seed: 1_121,
        count: 620,
        law: { ...FALL, drag: 1.6, gravity: 1.9 },
        birth: (random) => ({
          at: [0, 0.45, 0],
          speed: times(within(random, [0, 0.12, 0], 1), 0.5 + random() ** 2 * 3.4),
          born: 0.03 + random() ** 3 * 0.12,
          life: 0.35 + random() ** 2 * 1.55,
          size: between(random, 0.0012, 0.0028),
        }),
      },
    ],
    BURST_FRAMES,
  ),
  "welding-sparks": flock("loop", 9, drawGlow, SPARK, [
    {
      seed: 1_131,
      count: 1_400,
      law: { ...FALL, drag: 0.9, gravity: 2.3 },
      birth: (random) => ({
        at: [0, 0.62, 0],
        speed: times(within(random, [0, 0.35, 0.1], 0.9), 0.25 + random() ** 2 * 1.6),
        born: (Math.floor(random() * 17) / 17) * LENGTH + random() ** 2 * 0.2,
        life: between(random, 0.4, 1.3),
        size: between(random, 0.0011, 0.0024),
      }),
    },
    {
      seed: 1_132,
      count: 92,
      law: { ...FALL, gravity: 0, bounce: null },
      birth: (random) => ({
        at: [between(random, -0.006, 0.006), 0.62, 0],
        speed: [0, 0, 0],
        born: random() * LENGTH,
        life: between(random, 0.03, 0.12),
        size: between(random, 0.009, 0.017),
      }),
    },
  ]),
  "spark-fountain": flock("loop", 9, drawGlow, SPARK, [
    {
      seed: 1_141,
      count: 3_000,
      law: { ...FALL, drag: 0.8, gravity: 1.9, turbulence: 0.15, eddies: 3 },
      birth: (random) => ({
        at: [0, 0.02, 0],
        speed: times(within(random, [0, 1, 0], 0.28), 1.1 + random() * 1.25),
        born: random() * LENGTH,
        life: between(random, 0.5, 1.4),
        size: between(random, 0.001, 0.0024),
      }),
    },
  ]),
  "golden-magic-dust": flock(
    "loop",
    16,
    drawGlow,
    {
      light: (share: number, own: Vec3, age: number): Vec3 => {
        const level = 5 * Math.sin(Math.PI * share) * (0.25 + 0.75 * flicker(own, age * 1.4) ** 4);
        return [level * 1.15, level * (0.72 + own[1] * 0.2), level * (0.2 + own[2] * 0.3)];
      },
      near: 1,
      wide: 1.3,
      blur: 0.014,
    },
    [
      {
        seed: 1_151,
        count: 1_500,
        law: { gravity: 0, drag: 1.1, wind: [0, 0.1, 0], turbulence: 0.5, eddies: 1.7, bounce: null },
        birth: (random) => {
          const turn = random() * Math.PI * 2;
          const far = between(random, 0.1, 0.34);
          return {
            at: [Math.cos(turn) * far, between(random, 0.06, 0.5), Math.sin(turn) * far],
            speed: [-Math.sin(turn) * 0.75, between(random, 0.05, 0.5), Math.cos(turn) * 0.75],
            born: random() * LENGTH,
            life: between(random, 0.8, 1.9),
            size: between(random, 0.001, 0.003),
          };
        },
      },
    ],
  ),
  "falling-snow": flock(
    "loop",
    10,
    drawMatter,
    {
      color: [0.95, 0.97, 1],
      cover: (share: number, own: Vec3): number => Math.min(1, share * 8, (1 - share) * 8) * (0.6 + 0.4 * own[2]),
      blur: 0.012,
    },
    [
      {
        seed: 1_181,
        count: 2_700,
        law: { gravity: 0.5, drag: 2, wind: [0.12, -0.2, 0], turbulence: 0.3, eddies: 1.3, bounce: null },
        birth: (random) => ({
          at: [between(random, -1.6, 1.4), between(random, -0.1, 1.6), between(random, -2.4, 1.6)],
          speed: [0.1, -0.42, 0],
          born: random() * LENGTH,
          life: 3.4,
          size: between(random, 0.0022, 0.0058),
        }),
      },
    ],
  ),
  "blue-screen-confetti": flock(
    "loop",
    30,
    drawShards,
    {
      colors: [
        [0.62, 0.05, 0.07],
        [0.75, 0.5, 0.06],
        [0.7, 0.7, 0.68],
        [0.08, 0.42, 0.14],
        [0.06, 0.2, 0.5],
      ],
      shape: [0.8, 1.1, 0.04],
      rough: 0.1,
      spin: 3.4,
    },
    [
      {
        seed: 1_251,
        count: 520,
        law: { gravity: 0.9, drag: 2.6, wind: [0.04, 0, 0], turbulence: 0.35, eddies: 1.6, bounce: null },
        birth: (random) => ({
          at: [between(random, -1.2, 1.2), 1.3, between(random, -0.9, 0.9)],
          speed: [0, -0.35, 0],
          born: random() * LENGTH,
          life: 3.9,
          size: between(random, 0.015, 0.026),
        }),
      },
    ],
  ),
};
