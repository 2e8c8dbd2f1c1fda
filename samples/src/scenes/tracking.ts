import { clamp01, smoothstep } from "@backlot/adapters-media/drawing/tones";
import type { Scene } from "./frame.ts";
import { type Vec, add, dot, normal, scale } from "@backlot/adapters-media/drawing/vectors";
import { fbm, makeNoise } from "./noise.ts";

/** A block on the set: its center, its half extents, and its rotation about the vertical axis in radians. */
interface Block {
  readonly at: Vec;
  readonly half: Vec;
  readonly turn: number;
  readonly color: Vec;
}

const BLOCKS: readonly Block[] = [
  { at: [-0.9, 0.32, 0.5], half: [0.32, 0.32, 0.32], turn: 0.5, color: [0.36, 0.26, 0.17] },
  { at: [-0.72, 0.81, 0.44], half: [0.17, 0.17, 0.17], turn: 1.1, color: [0.42, 0.3, 0.19] },
  { at: [0.55, 0.5, 0.95], half: [0.26, 0.5, 0.26], turn: 0.25, color: [0.22, 0.24, 0.26] },
  { at: [1.25, 0.22, 0.15], half: [0.42, 0.22, 0.22], turn: -0.35, color: [0.34, 0.12, 0.09] },
  { at: [0.1, 0.13, -0.25], half: [0.13, 0.13, 0.13], turn: 0.8, color: [0.46, 0.44, 0.4] },
  { at: [-1.7, 0.6, 1.3], half: [0.3, 0.6, 0.3], turn: -0.2, color: [0.24, 0.26, 0.22] },
];

const KEY = normal([-0.55, 0.75, -0.45]);

interface Hit {
  /** A number that identifies one side of one block. */
  readonly side: number;
  readonly far: number;
  readonly n: Vec;
  readonly color: Vec;
  /** The hit point in coordinates of the face, for the tracking marker. */
  readonly mark: readonly [number, number];
}

const turned = ([x, y, z]: Vec, turn: number): Vec => {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [x * c - z * s, y, x * s + z * c];
};

/**
 * Returns a function that finds the distance along a ray to a block, or undefined if the ray misses it. It runs for
 * every pixel and block, so it allocates no arrays.
 */
const distanceTo = ({ at, half, turn }: Block): ((eye: Vec, ray: Vec) => number | undefined) => {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const [hx, hy, hz] = half;
  return (eye, ray) => {
    const ex = eye[0] - at[0];
    const ez = eye[2] - at[2];
    // Infinity for a ray that is parallel to a side.
    const wide = 1 / (ray[0] * c - ray[2] * s);
    const high = 1 / ray[1];
    const deep = 1 / (ray[0] * s + ray[2] * c);
    const x = -(ex * c - ez * s) * wide;
    const y = -(eye[1] - at[1]) * high;
    const z = -(ex * s + ez * c) * deep;
    const near = Math.max(x - Math.abs(hx * wide), y - Math.abs(hy * high), z - Math.abs(hz * deep));
    const far = Math.min(x + Math.abs(hx * wide), y + Math.abs(hy * high), z + Math.abs(hz * deep));
    return near > 0 && near < far ? near : undefined;
  };
};

const SET = BLOCKS.map((block) => ({ block, distance: distanceTo(block) }));

/** Returns the normal and the face coordinates where a ray hits a block. */
const faceOf = (eye: Vec, ray: Vec, block: Block, far: number): Hit => {
  const { at, half, turn, color } = block;
  const first = BLOCKS.indexOf(block) * 3;
  const p = turned(add(add(eye, scale(at, -1)), scale(ray, far)), turn);
  // The ray hits the side that the point is nearest to.
  const [x, y, z] = [p[0] / half[0], p[1] / half[1], p[2] / half[2]];
  const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (Math.abs(x) === most) return { side: first, far, n: turned([Math.sign(x), 0, 0], -turn), color, mark: [z, y] };
  if (Math.abs(y) === most) return { side: first + 1, far, n: [0, Math.sign(y), 0], color, mark: [x, z] };
  return { side: first + 2, far, n: turned([0, 0, Math.sign(z)], -turn), color, mark: [x, y] };
};

/** Returns the shade of a tracking marker, a square of alternating quadrants: 1 is light, 2 is dark, 0 is outside. */
const marker = (u: number, v: number): number => {
  if (Math.max(Math.abs(u), Math.abs(v)) > 0.34) return 0;
  return u * v > 0 ? 1 : 2;
};

const surface = (eye: Vec, ray: Vec): Hit => {
  let met: Block | null = null;
  const floor = ray[1] < 0 ? -eye[1] / ray[1] : 1e9;
  const wall = ray[2] > 0 ? (2.6 - eye[2]) / ray[2] : 1e9;
  let nearest = Math.min(floor, wall);
  for (const { block, distance } of SET) {
    const far = distance(eye, ray);
    if (far === undefined || far >= nearest) continue;
    nearest = far;
    met = block;
  }
  if (met !== null) return faceOf(eye, ray, met, nearest);
  const p = add(eye, scale(ray, nearest));
  const tile = (value: number): number => ((((value * 0.9) % 1) + 1) % 1) * 2 - 1;
  return floor < wall
    ? { side: -1, far: floor, n: [0, 1, 0], color: [0.2, 0.195, 0.19], mark: [tile(p[0]) * 2.2, tile(p[2]) * 2.2] }
    : { side: -2, far: wall, n: [0, 0, -1], color: [0.3, 0.3, 0.31], mark: [tile(p[0]) * 2.6, tile(p[1]) * 2.6] };
};

/** Returns the fraction of the key light that reaches a point, given the shadows of the blocks. */
const lit = (p: Vec): number => (SET.some(({ distance }) => distance(p, KEY) !== undefined) ? 0.1 : 1);

/** The points through which the rays of an edge pixel pass. */
const CORNERS = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

/** A handheld camera move around a set with tracking markers, for practicing camera tracking. */
export const tracking: Scene = ({ width, height, seed, phase }) => {
  const noise = makeNoise(seed);
  const turn = phase * Math.PI * 2;
  // The shake follows a circle through the noise, so the last frame leads to the first.
  const shake = (n: number): number =>
    fbm(noise, 3, Math.cos(turn) * 2 + n * 9 + 40, Math.sin(turn) * 2 + 40, n + 40, 64, 64) * 0.035;
  const eye: Vec = [
    Math.sin(turn) * 0.85 + shake(1),
    1.05 + Math.cos(turn) * 0.12 + shake(2),
    -2.9 + Math.cos(turn) * 0.35,
  ];
  const aim = normal(add([shake(3) + Math.sin(turn) * 0.1, 0.45 + shake(4), 0.5], scale(eye, -1)));
  const right = normal([aim[2], 0, -aim[0]]);
  const up: Vec = [
    aim[1] * right[2] - aim[2] * right[1],
    aim[2] * right[0] - aim[0] * right[2],
    aim[0] * right[1] - aim[1] * right[0],
  ];
  /** Returns the light that a ray through a point of the picture meets, and a number that changes at every edge. */
  const seenAt = (px: number, py: number): { readonly light: Vec; readonly edge: number } => {
    const u = (px / width - 0.5) * (width / height);
    const v = 0.5 - py / height;
    const ray = normal(add(scale(aim, 1.1), add(scale(right, u), scale(up, v))));
    const hit = surface(eye, ray);
    const p = add(eye, scale(ray, hit.far));
    const mark = marker(...hit.mark);
    const grain = (): number => 1 + fbm(noise, 4, p[0] * 5 + 30, p[1] * 5 + 30, p[2] * 5 + 30, 64, 64) * 0.3;
    const base: Vec = mark === 0 ? scale(hit.color, grain()) : mark === 1 ? [0.62, 0.6, 0.56] : [0.03, 0.03, 0.03];
    const facing = Math.max(0, dot(hit.n, KEY));
    const open = facing > 0 ? lit(add(p, scale(hit.n, 0.003))) : 1;
    const fall = 1 - 0.55 * smoothstep(2.4, 6, hit.far);
    const light = scale(base, (0.16 + facing * 1.15 * open) * fall);
    return { light, edge: hit.side * 8 + mark * 2 + (open < 1 ? 1 : 0) };
  };
  const lights = new Float32Array(width * height * 3);
  const edges = new Int32Array(width * height);
  for (let py = 0, i = 0; py < height; py += 1)
    for (let px = 0; px < width; px += 1, i += 1) {
      const { light, edge } = seenAt(px + 0.5, py + 0.5);
      lights.set(light, i * 3);
      edges[i] = edge;
    }
  // Only pixels at edges need more rays.
  const isEdge = (i: number): boolean =>
    [i - 1, i + 1, i - width, i + width].some((j) => (edges[j] ?? edges[i]) !== edges[i]);
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let py = 0, i = 0; py < height; py += 1)
    for (let px = 0; px < width; px += 1, i += 1) {
      let light: Vec = [lights[i * 3] ?? 0, lights[i * 3 + 1] ?? 0, lights[i * 3 + 2] ?? 0];
      if (isEdge(i)) {
        light = [0, 0, 0];
        for (const [ox, oy] of CORNERS) light = add(light, scale(seenAt(px + ox, py + oy).light, 1 / CORNERS.length));
      }
      const vignette = 1 - 0.5 * ((px / width - 0.5) ** 2 + (py / height - 0.5) ** 2);
      for (const channel of [0, 1, 2] as const)
        pixels[i * 4 + channel] = clamp01(light[channel] * vignette * 1.5) ** 0.4545 * 255;
      pixels[i * 4 + 3] = 255;
    }
  return { width, height, pixels };
};
