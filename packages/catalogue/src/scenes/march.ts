/** A point or direction in space. */
export type Vec = readonly [number, number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scale = (a: Vec, by: number): Vec => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec): number => Math.sqrt(dot(a, a));
export const normal = (a: Vec): Vec => scale(a, 1 / (length(a) || 1));

/** Distance to a capsule from a to b. */
export const capsule = (p: Vec, a: Vec, b: Vec, radius: number): number => {
  const px = p[0] - a[0];
  const py = p[1] - a[1];
  const pz = p[2] - a[2];
  const bx = b[0] - a[0];
  const by = b[1] - a[1];
  const bz = b[2] - a[2];
  const along = Math.min(1, Math.max(0, (px * bx + py * by + pz * bz) / (bx * bx + by * by + bz * bz)));
  const ex = px - bx * along;
  const ey = py - by * along;
  const ez = pz - bz * along;
  // Not Math.hypot: it guards against overflow, and takes five times as long.
  return Math.sqrt(ex * ex + ey * ey + ez * ez) - radius;
};

/** A smooth union: shapes melt into each other over a width. */
export const melt = (a: number, b: number, width: number): number => {
  const share = Math.min(1, Math.max(0, 0.5 + (0.5 * (b - a)) / width));
  return b + (a - b) * share - width * share * (1 - share);
};

/** Walks a ray until it meets a surface; the distance, or null where it meets none. */
export const march = (
  distance: (p: Vec) => number,
  from: Vec,
  direction: Vec,
  near: number,
  far: number,
  steps = 64,
): number | null => {
  let t = near;
  for (let step = 0; step < steps && t < far; step += 1) {
    const d = distance(add(from, scale(direction, t)));
    if (d < 0.0008 * t) return t;
    t += d * 0.85;
  }
  return t < far ? t : null;
};

/** The direction a surface faces, from the distance around it. */
export const facing = (distance: (p: Vec) => number, p: Vec, reach = 0.0015): Vec =>
  normal([
    distance([p[0] + reach, p[1], p[2]]) - distance([p[0] - reach, p[1], p[2]]),
    distance([p[0], p[1] + reach, p[2]]) - distance([p[0], p[1] - reach, p[2]]),
    distance([p[0], p[1], p[2] + reach]) - distance([p[0], p[1], p[2] - reach]),
  ]);
