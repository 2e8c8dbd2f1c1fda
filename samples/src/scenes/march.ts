import { type Vec, normal } from "@backlot/adapters-media/drawing/vectors";

/**
 * A signed distance function: the distance from a point to a surface, negative inside. It takes numbers, not a `Vec`,
 * to avoid millions of array allocations.
 */
export type Distance = (x: number, y: number, z: number) => number;

/** Returns the distance function of a capsule from a to b. */
export const capsule = ([ax, ay, az]: Vec, b: Vec, radius: number): Distance => {
  const bx = b[0] - ax;
  const by = b[1] - ay;
  const bz = b[2] - az;
  const inverse = 1 / (bx * bx + by * by + bz * bz);
  return (x, y, z) => {
    const px = x - ax;
    const py = y - ay;
    const pz = z - az;
    const along = Math.min(1, Math.max(0, (px * bx + py * by + pz * bz) * inverse));
    const ex = px - bx * along;
    const ey = py - by * along;
    const ez = pz - bz * along;
    // Math.hypot guards against overflow and takes five times as long.
    return Math.sqrt(ex * ex + ey * ey + ez * ez) - radius;
  };
};

/** The fraction of the distance to a surface that a ray advances per step, so that it never steps through one. */
const CAREFUL = 0.85;

/**
 * Marches a ray between the distances `near` and `far`. Returns the distance to the surface that it hits, or null if it
 * hits none.
 */
export const march = (
  distance: Distance,
  from: Vec,
  direction: Vec,
  near: number,
  far: number,
  steps = 64,
): number | null => {
  let t = near;
  for (let step = 0; step < steps && t < far; step += 1) {
    const d = distance(from[0] + direction[0] * t, from[1] + direction[1] * t, from[2] + direction[2] * t);
    if (d < 0.0008 * t) return t;
    t += d * CAREFUL;
  }
  return t < far ? t : null;
};

/** Returns the surface normal at a point: the normalized gradient of the distance function. */
export const facing = (distance: Distance, [x, y, z]: Vec, reach = 0.0015): Vec =>
  normal([
    distance(x + reach, y, z) - distance(x - reach, y, z),
    distance(x, y + reach, z) - distance(x, y - reach, z),
    distance(x, y, z + reach) - distance(x, y, z - reach),
  ]);
