import type { Maps, Mesh } from "@backlot/adapters-media/drawing/turntable";
import { clamp01 } from "@backlot/adapters-media/drawing/tones";
import { type Vec, add, normal, scale } from "@backlot/adapters-media/drawing/vectors";
import type { Surface } from "./surface.ts";

const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const minus = (a: Vec, b: Vec): Vec => add(a, scale(b, -1));

/** Returns the tangents of a surface at a UV coordinate: its partial derivatives with respect to u and v. */
const frameAt = ({ point }: Surface, u: number, v: number) => {
  const e = 0.0016;
  const right = minus(point(u + e, v), point(u - e, v));
  const [above, below] = [Math.max(0, v - e), Math.min(1, v + e)];
  const down = scale(minus(point(u, below), point(u, above)), (2 * e) / (below - above));
  return { right: scale(right, 1 / (2 * e)), down: scale(down, 1 / (2 * e)) };
};

/** Returns the normal of a surface. At the poles, it points straight up or down. */
const normalAt = (surface: Surface, u: number, v: number): Vec => {
  const { right, down } = frameAt(surface, u, v);
  const out = cross(right, down);
  return Math.hypot(...out) < 1e-5 ? [0, v < 0.5 ? 1 : -1, 0] : normal(out);
};

/** Returns the tangent of a surface where its normal is `out`, followed by the sign of the bitangent. */
const tangentAt = (surface: Surface, u: number, v: number, out: Vec): readonly [...Vec, number] => {
  // At a pole, all directions meet in one point, so use the tangent of a nearby point.
  const { right, down } = frameAt(surface, u, Math.min(0.99, Math.max(0.01, v)));
  const along = right[0] * out[0] + right[1] * out[1] + right[2] * out[2];
  const tangent = normal(minus(right, scale(out, along)));
  const [x, y, z] = cross(out, tangent);
  return [...tangent, x * down[0] + y * down[1] + z * down[2] > 0 ? -1 : 1];
};

/** Returns a mesh in meters that stands on the floor: its lowest point is at 0, and its middle above the origin. */
export const standing = (mesh: Mesh, meters: number): Mesh => {
  const axes = [0, 1, 2].map((axis) => {
    const values = mesh.positions.filter((_, n) => n % 3 === axis);
    return { low: values.reduce((a, b) => Math.min(a, b)), high: values.reduce((a, b) => Math.max(a, b)) };
  });
  const [across, up, deep] = axes.map(({ low, high }) => ({ low, middle: (low + high) / 2, size: high - low }));
  const origin = [across?.middle ?? 0, up?.low ?? 0, deep?.middle ?? 0];
  const unit = meters / (up?.size ?? 1);
  return { ...mesh, positions: mesh.positions.map((value, n) => (value - (origin[n % 3] ?? 0)) * unit) };
};

/**
 * Builds the mesh of a surface. The seam has a second column of vertices with its own UV coordinates. A `detail` below
 * 1 builds fewer faces.
 */
export const meshOf = (surface: Surface, detail = 1): Mesh => {
  const [around, down] = [Math.round(surface.faces[0] * detail), Math.round(surface.faces[1] * detail)];
  const count = (around + 1) * (down + 1);
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const uvs = new Float32Array(count * 2);
  const tangents = new Float32Array(count * 4);
  const corners = count > 65_535 ? new Uint32Array(around * down * 6) : new Uint16Array(around * down * 6);
  let face = 0;
  for (let row = 0; row <= down; row += 1)
    for (let column = 0; column <= around; column += 1) {
      const i = row * (around + 1) + column;
      const [u, v] = [column / around, row / down];
      positions.set(surface.point(u === 1 ? 0 : u, v), i * 3);
      const out = normalAt(surface, u === 1 ? 0 : u, v);
      normals.set(out, i * 3);
      tangents.set(tangentAt(surface, u === 1 ? 0 : u, v, out), i * 4);
      uvs.set([u, v], i * 2);
      if (row === down || column === around) continue;
      const below = i + around + 1;
      corners.set([i, i + 1, below, i + 1, below + 1, below], face);
      face += 6;
    }
  return { positions, normals, uvs, tangents, corners };
};

/** Bakes a surface's texture maps. `side` is their width and height in pixels. */
export const mapsOf = (surface: Surface, side: number): Maps => {
  const color = Buffer.alloc(side * side * 3);
  const lean = Buffer.alloc(side * side * 3);
  const orm = Buffer.alloc(side * side * 3);
  const relief = new Float32Array(side * side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const made = surface.material((x + 0.5) / side, (y + 0.5) / side);
      const i = y * side + x;
      relief[i] = made.relief;
      for (const channel of [0, 1, 2] as const)
        color[i * 3 + channel] = clamp01(made.color[channel]) ** (1 / 2.2) * 255 + 0.5;
      orm[i * 3 + 1] = clamp01(made.rough) * 255 + 0.5;
      orm[i * 3 + 2] = clamp01(made.metal) * 255 + 0.5;
    }
  const at = (x: number, y: number): number =>
    relief[Math.min(side - 1, Math.max(0, y)) * side + ((x + side) % side)] ?? 0;
  // Slopes need the size of a pixel on the surface. It changes slowly, so a coarse grid of sizes is enough.
  const coarse = 64;
  const lengths = Array.from({ length: (coarse + 1) * coarse }, (_, n) => {
    const { right, down } = frameAt(surface, ((n % coarse) + 0.5) / coarse, Math.floor(n / coarse) / coarse);
    return [Math.max(0.12, Math.hypot(...right)) / side, Math.max(0.12, Math.hypot(...down)) / side] as const;
  });
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [wide, high] = lengths[Math.floor((y / side) * coarse) * coarse + Math.floor((x / side) * coarse)] ?? [
        1, 1,
      ];
      const n = normal([(at(x - 1, y) - at(x + 1, y)) / (2 * wide), (at(x, y + 1) - at(x, y - 1)) / (2 * high), 1]);
      const i = (y * side + x) * 3;
      for (const channel of [0, 1, 2] as const) lean[i + channel] = (n[channel] * 0.5 + 0.5) * 255 + 0.5;
      // Ambient occlusion: a point that is lower than its surroundings gets less light.
      const around = (at(x - 3, y) + at(x + 3, y) + at(x, y - 3) + at(x, y + 3)) / 4;
      orm[i] = clamp01(1 - Math.max(0, around - at(x, y)) * 30) * 255;
    }
  return { side, color, normal: lean, orm };
};
