import { clamp01 } from "@backlot/adapters-media/drawing/tones";
import { type LinearFrame, SOLID, randomFrom } from "../../scenes/frame.ts";
import { FLIGHT_STEPS, type Flight, type Vec3, placeAt, project } from "./flight.ts";
import { SHUTTER } from "../take.ts";
import { ageAt } from "./glow.ts";

/** The look of solid pieces. */
interface ShardLook {
  /** The colors of the pieces. Each piece has one of them. */
  readonly colors: readonly Vec3[];
  /** The width, height, and depth of a piece, relative to its size. */
  readonly shape: Vec3;
  /** How uneven the corners are, 0 to 1. */
  readonly rough: number;
  /** The rotation speed, in turns per picture height of flight. */
  readonly spin: number;
}

const G = (1 + Math.sqrt(5)) / 2;
/** The corners of an icosahedron. */
const CORNERS: readonly Vec3[] = (
  [
    [-1, G, 0],
    [1, G, 0],
    [-1, -G, 0],
    [1, -G, 0],
    [0, -1, G],
    [0, 1, G],
    [0, -1, -G],
    [0, 1, -G],
    [G, 0, -1],
    [G, 0, 1],
    [-G, 0, -1],
    [-G, 0, 1],
  ] as const
).map(([x, y, z]) => [x / 1.9, y / 1.9, z / 1.9]);
/** The sides of an icosahedron, as indices into CORNERS. */
const SIDES: readonly (readonly [number, number, number])[] = [
  [0, 11, 5],
  [0, 5, 1],
  [0, 1, 7],
  [0, 7, 10],
  [0, 10, 11],
  [1, 5, 9],
  [5, 11, 4],
  [11, 10, 2],
  [10, 7, 6],
  [7, 1, 8],
  [3, 9, 4],
  [3, 4, 2],
  [3, 2, 6],
  [3, 6, 8],
  [3, 8, 9],
  [4, 9, 5],
  [2, 4, 11],
  [6, 2, 10],
  [8, 6, 7],
  [9, 8, 1],
];

const KEY: Vec3 = [-0.52, 0.68, 0.52];

/**
 * The distance that each flight has covered at each step. Pieces rotate by distance, so that they stop when they lie
 * still.
 */
const gone = new WeakMap<Flight, Float32Array>();
const distanceAt = (flight: Flight, age: number): number => {
  let sums = gone.get(flight);
  if (sums === undefined) {
    const { path } = flight;
    sums = new Float32Array(path.length / 3);
    for (let n = 1; n < sums.length; n += 1) {
      const i = n * 3;
      const step = (axis: number): number => (path[i + axis] ?? 0) - (path[i - 3 + axis] ?? 0);
      sums[n] = (sums[n - 1] ?? 0) + Math.hypot(step(0), step(1), step(2));
    }
    gone.set(flight, sums);
  }
  const exact = Math.min(sums.length - 1.001, age * FLIGHT_STEPS);
  const n = Math.floor(exact);
  const a = sums[n] ?? 0;
  return a + ((sums[n + 1] ?? a) - a) * (exact - n);
};

/** Returns the corners of a piece around its center, rotated by an angle around the piece's own axis. */
const turned = (flight: Flight, look: ShardLook, angle: number): readonly Vec3[] => {
  const random = randomFrom(Math.floor(flight.own[0] * 1e9));
  const axis: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
  const long = Math.hypot(...axis) || 1;
  const [ax, ay, az] = [axis[0] / long, axis[1] / long, axis[2] / long];
  const full = angle + flight.own[1] * 6.3;
  const [c, s] = [Math.cos(full), Math.sin(full)];
  return CORNERS.map((corner) => {
    const bump = 1 - look.rough * random();
    const x = corner[0] * look.shape[0] * bump * flight.size;
    const y = corner[1] * look.shape[1] * bump * flight.size;
    const z = corner[2] * look.shape[2] * bump * flight.size;
    const d = (ax * x + ay * y + az * z) * (1 - c);
    return [
      x * c + (ay * z - az * y) * s + ax * d,
      y * c + (az * x - ax * z) * s + ay * d,
      z * c + (ax * y - ay * x) * s + az * d,
    ];
  });
};

const OPENINGS = 6;

/** Draws solid pieces that fly and rotate, lit from the left, with motion blur. */
export const drawShards = (
  flights: readonly Flight[],
  look: ShardLook,
  { width, height, time, length }: { width: number; height: number; time: number; length: number | null },
): LinearFrame => {
  const sum = new Float32Array(width * height * 4);
  const depth = new Float32Array(width * height);
  const layer = new Float32Array(width * height * 4);
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    depth.fill(-9);
    layer.fill(0);
    // Jitter each exposure within a pixel, for smooth edges.
    const aside = (opening + 0.5) / OPENINGS - 0.5;
    const below = ((opening * 5) % OPENINGS) / OPENINGS - 0.5;
    const back = SHUTTER * (1 - opening / OPENINGS);
    for (const flight of flights) {
      const age = ageAt(flight, time, length);
      if (age === null) continue;
      const then = Math.max(0, age - back);
      const middle = placeAt(flight, then);
      const corners = turned(flight, look, distanceAt(flight, then) * look.spin * Math.PI * 2 * (0.4 + flight.own[2]));
      const places = corners.map(
        (corner): Vec3 => [corner[0] + middle[0], corner[1] + middle[1], corner[2] + middle[2]],
      );
      const seen = places.map((place) => project(place, width, height));
      const color = look.colors[Math.floor(flight.own[1] * look.colors.length)] ?? [0.5, 0.5, 0.5];
      for (const [side, [ia, ib, ic]] of SIDES.entries()) {
        const [a, b, c] = [places[ia], places[ib], places[ic]];
        const [pa, pb, pc] = [seen[ia], seen[ib], seen[ic]];
        if (!a || !b || !c || !pa || !pb || !pc) continue;
        const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
        let [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        const long = Math.hypot(nx, ny, nz) || 1;
        [nx, ny, nz] = [nx / long, ny / long, nz / long];
        // Normals point outward, so a negative z means that the side faces away from the camera.
        if (nz < 0) continue;
        const lit = Math.max(0, nx * KEY[0] + ny * KEY[1] + nz * KEY[2]);
        const tone = 0.85 + 0.3 * ((side * 0.377 + flight.own[2]) % 1);
        const ground = 0.55 + 0.45 * clamp01(middle[1] * 6);
        const level = (0.13 + 0.06 * ny + lit * 0.95) * tone * ground;
        const [r, g, bl] = [color[0] * level, color[1] * level, color[2] * level];
        const z = (a[2] + b[2] + c[2]) / 3;
        const area = (pb.px - pa.px) * (pc.py - pa.py) - (pc.px - pa.px) * (pb.py - pa.py);
        if (Math.abs(area) < 1e-6) continue;
        const x0 = Math.max(0, Math.floor(Math.min(pa.px, pb.px, pc.px)));
        const x1 = Math.min(width - 1, Math.ceil(Math.max(pa.px, pb.px, pc.px)));
        const y0 = Math.max(0, Math.floor(Math.min(pa.py, pb.py, pc.py)));
        const y1 = Math.min(height - 1, Math.ceil(Math.max(pa.py, pb.py, pc.py)));
        for (let y = y0; y <= y1; y += 1)
          for (let x = x0; x <= x1; x += 1) {
            const [sx, sy] = [x + aside, y + below];
            const wa = ((pb.px - sx) * (pc.py - sy) - (pc.px - sx) * (pb.py - sy)) / area;
            const wb = ((pc.px - sx) * (pa.py - sy) - (pa.px - sx) * (pc.py - sy)) / area;
            if (wa < 0 || wb < 0 || wa + wb > 1) continue;
            const i = y * width + x;
            if (z <= (depth[i] ?? -9)) continue;
            depth[i] = z;
            layer.set([r, g, bl, 1], i * 4);
          }
      }
    }
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (layer[i] ?? 0) / OPENINGS;
  }
  return { width, height, rgba: sum, shines: false, lit: SOLID };
};
