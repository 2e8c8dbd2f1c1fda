import { type Frame, clamp01, mix, smoothstep } from "./tones.ts";
import { type Vec, dot, normal } from "./vectors.ts";

/** A triangle mesh: three numbers per position and normal, two per UV coordinate, and three vertex indices per face. */
export interface Mesh {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;
  readonly uvs: Float32Array<ArrayBuffer>;
  /**
   * Four numbers per vertex: the direction in which `u` grows, and 1 or -1 for the side on which `v` shrinks, as in
   * glTF.
   */
  readonly tangents: Float32Array<ArrayBuffer>;
  readonly corners: Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
}

/**
 * Texture maps, three bytes per pixel: color (gamma-encoded), tangent-space normal, and occlusion, roughness, and
 * metalness.
 */
export interface Maps {
  readonly side: number;
  readonly color: Buffer;
  readonly normal: Buffer;
  readonly orm: Buffer;
}

/** The surroundings of a model on the turntable. */
export interface Surroundings {
  /** Returns the light of each pixel without the model, as three channels. `shadowAt` is 1 where no shadow falls. */
  readonly light: (wide: number, high: number, shadowAt: (x: number, y: number) => number) => Float32Array;
  /** The light that reflects onto the model. */
  readonly spill: Vec;
}

const EYE: Vec = [0, 0.55, 4.4];
const LENS = 1.85;

/** The height on the model that appears in the middle of the picture, in model units. */
const MIDDLE = 0.03;
const KEY = normal([-0.6, 0.72, 0.55]);
const RIM = normal([0.85, 0.3, -0.6]);

/** Returns the light that a surface reflects from one light source: diffuse plus a GGX highlight with Fresnel. */
const shade = (
  n: Vec,
  view: Vec,
  light: Vec,
  { color, rough, metal }: { color: Vec; rough: number; metal: number },
): Vec => {
  const lit = Math.max(0, dot(n, light));
  if (lit === 0) return [0, 0, 0];
  const half = normal([view[0] + light[0], view[1] + light[1], view[2] + light[2]]);
  const nh = Math.max(0, dot(n, half));
  const a2 = Math.max(0.02, rough ** 4);
  const spread = a2 / (Math.PI * (nh * nh * (a2 - 1) + 1) ** 2);
  const glance = 0.04 + 0.96 * (1 - Math.max(0, dot(view, half))) ** 5;
  return [0, 1, 2].map((channel) => {
    const albedo = color[channel] ?? 0;
    const reflects = mix(glance, albedo, metal);
    return lit * (albedo * (1 - metal) * 0.9 + Math.min(4, spread * 0.25) * reflects);
  }) as unknown as Vec;
};

/** Returns the position of a UV coordinate in a map's pixels. Maps repeat. */
const texelAt = (side: number, u: number, v: number): number => {
  const [x, y] = [Math.floor((u - Math.floor(u)) * side), Math.floor((v - Math.floor(v)) * side)];
  return (Math.min(side - 1, y) * side + Math.min(side - 1, x)) * 3;
};

/**
 * The background behind a pixel: its distance on the floor from the point below the model, and its exposure to light.
 */
interface Ground {
  readonly far: number;
  readonly across: number;
  readonly away: number;
  readonly open: number;
}

const groundAt = (px: number, py: number, floor: number): Ground => {
  const far = py < -0.002 ? (MIDDLE - floor) / -py : 99;
  const [across, away] = [px * far, EYE[2] - far];
  return { far, across, away, open: smoothstep(0.35, 1.35, Math.hypot(across - 0.14, (away + 0.1) * 0.95)) };
};

/** Returns the light of an empty, dark studio. Its floor blends into the wall without an edge. */
const studioLight = (wide: number, high: number, floor: number): Float32Array => {
  const light = new Float32Array(wide * high * 3);
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const [px, py] = [(x - wide / 2) / high / LENS, (0.5 - y / high) / LENS];
      const wall = 0.009 + 0.02 * Math.exp(-(px * px * 3.6 + (py - 0.05) ** 2 * 9));
      const { far, across, away, open } = groundAt(px, py, floor);
      const ground = (0.01 + Math.exp(-(across * across + away * away) * 0.1) * 0.06) * (0.16 + 0.84 * open);
      const level = mix(ground, wall, smoothstep(5, 10, far));
      light.set([level * 1.01, level, level * 1.01], (y * wide + x) * 3);
    }
  return light;
};

/** The last backdrop drawn, shared by all frames of a turn. */
let drawnBackdrop: { readonly key: string; readonly in: Surroundings | null; readonly light: Float32Array } | null =
  null;

/** Returns the light without the model. `floor` is the height of the floor in model units. */
const backdropOf = (wide: number, high: number, floor: number, surroundings: Surroundings | null): Float32Array => {
  const key = `${wide} ${high} ${floor}`;
  if (drawnBackdrop?.key === key && drawnBackdrop.in === surroundings) return drawnBackdrop.light;
  const shadowAt = (x: number, y: number): number =>
    0.3 + 0.7 * groundAt((x - wide / 2) / high / LENS, (0.5 - y / high) / LENS, floor).open;
  const light = surroundings?.light(wide, high, shadowAt) ?? studioLight(wide, high, floor);
  drawnBackdrop = { key, in: surroundings, light };
  return light;
};

/**
 * Averages four light samples per pixel, and converts them to bytes. If `isKeyed`, only samples on the model count
 * (those whose `face` isn't negative), and their share is the alpha.
 */
const averaged = (
  light: Float32Array,
  face: Int32Array,
  { width, height }: { readonly width: number; readonly height: number },
  isKeyed: boolean,
): Uint8ClampedArray => {
  const wide = width * 2;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const first = y * 2 * wide + x * 2;
      const samples = [first, first + 1, first + wide, first + wide + 1].filter(
        (i) => !isKeyed || (face[i] ?? -1) >= 0,
      );
      const o = (y * width + x) * 4;
      for (let channel = 0; channel < 3 && samples.length > 0; channel += 1) {
        const sum = samples.reduce((total, i) => total + (light[i * 3 + channel] ?? 0), 0);
        pixels[o + channel] = clamp01(sum / samples.length) ** (1 / 2.2) * 255;
      }
      pixels[o + 3] = (samples.length / 4) * 255;
    }
  return pixels;
};

/**
 * Draws a model on a dark studio floor, or in other surroundings. `turn` is its rotation as a fraction of a full turn.
 * If the mesh has `parts`, they map each face to the index of its maps. If `isKeyed`, the frame has an alpha channel
 * instead of surroundings.
 */
export const drawModel = (
  mesh: Omit<Mesh, "tangents"> & { readonly parts?: Uint16Array },
  allMaps: readonly Maps[],
  turn: number,
  { width, height }: { readonly width: number; readonly height: number },
  surroundings: Surroundings | null = null,
  isKeyed = false,
): Frame => {
  const [c, s] = [Math.cos(turn * Math.PI * 2), Math.sin(turn * Math.PI * 2)];
  const spin = (x: number, y: number, z: number): Vec => [x * c + z * s, y, z * c - x * s];
  // Draw at twice the size and downsample, for smooth edges.
  const [wide, high] = [width * 2, height * 2];
  const depth = new Float32Array(wide * high).fill(1e9);
  const face = new Int32Array(wide * high).fill(-1);
  const lean = new Float32Array(wide * high * 2);
  const count = mesh.positions.length / 3;
  const projection = new Float32Array(count * 3);
  let floor = 0;
  for (let i = 0; i < count; i += 1) floor = Math.min(floor, mesh.positions[i * 3 + 1] ?? 0);
  for (let i = 0; i < count; i += 1) {
    const [x, y, z] = spin(mesh.positions[i * 3] ?? 0, mesh.positions[i * 3 + 1] ?? 0, mesh.positions[i * 3 + 2] ?? 0);
    const far = EYE[2] - z;
    projection.set([wide / 2 + (x / far) * LENS * high, high * (0.5 - ((y - MIDDLE) / far) * LENS), far], i * 3);
  }
  for (let f = 0; f < mesh.corners.length; f += 3) {
    const [a, b, d] = [mesh.corners[f] ?? 0, mesh.corners[f + 1] ?? 0, mesh.corners[f + 2] ?? 0];
    const [ax, ay, az] = [projection[a * 3] ?? 0, projection[a * 3 + 1] ?? 0, projection[a * 3 + 2] ?? 0];
    const [bx, by, bz] = [projection[b * 3] ?? 0, projection[b * 3 + 1] ?? 0, projection[b * 3 + 2] ?? 0];
    const [dx, dy, dz] = [projection[d * 3] ?? 0, projection[d * 3 + 1] ?? 0, projection[d * 3 + 2] ?? 0];
    const area = (bx - ax) * (dy - ay) - (dx - ax) * (by - ay);
    if (Math.abs(area) < 1e-6) continue;
    for (let y = Math.max(0, Math.ceil(Math.min(ay, by, dy))); y <= Math.min(high - 1, Math.max(ay, by, dy)); y += 1)
      for (
        let x = Math.max(0, Math.ceil(Math.min(ax, bx, dx)));
        x <= Math.min(wide - 1, Math.max(ax, bx, dx));
        x += 1
      ) {
        const wa = ((bx - x) * (dy - y) - (dx - x) * (by - y)) / area;
        const wb = ((dx - x) * (ay - y) - (ax - x) * (dy - y)) / area;
        if (wa < 0 || wb < 0 || wa + wb > 1.000_001) continue;
        const far = wa * az + wb * bz + (1 - wa - wb) * dz;
        const i = y * wide + x;
        if (far >= (depth[i] ?? 0)) continue;
        depth[i] = far;
        face[i] = f;
        lean[i * 2] = wa;
        lean[i * 2 + 1] = wb;
      }
  }
  const light = new Float32Array(wide * high * 3);
  const backdrop = backdropOf(wide, high, floor, surroundings);
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const i = y * wide + x;
      const f = face[i] ?? -1;
      if (f < 0) {
        light.set(backdrop.subarray(i * 3, i * 3 + 3), i * 3);
        continue;
      }
      const [wa, wb] = [lean[i * 2] ?? 0, lean[i * 2 + 1] ?? 0];
      const three = [mesh.corners[f] ?? 0, mesh.corners[f + 1] ?? 0, mesh.corners[f + 2] ?? 0] as const;
      const weights = [wa, wb, 1 - wa - wb] as const;
      const blend = (from: Float32Array, size: number, axis: number): number =>
        three.reduce((sum, corner, n) => sum + (weights[n] ?? 0) * (from[corner * size + axis] ?? 0), 0);
      const [u, v] = [blend(mesh.uvs, 2, 0), blend(mesh.uvs, 2, 1)];
      const maps = allMaps[mesh.parts?.[f / 3] ?? 0];
      if (maps === undefined) continue;
      const texel = texelAt(maps.side, u, v);
      const out = normal([blend(mesh.normals, 3, 0), blend(mesh.normals, 3, 1), blend(mesh.normals, 3, 2)]);
      // The normal map tilts the normal along two tangents: around the model and up.
      const around = normal([-out[2], 0, out[0]].map((each) => each || 1e-6) as unknown as Vec);
      const up: Vec = [
        around[1] * out[2] - around[2] * out[1],
        around[2] * out[0] - around[0] * out[2],
        around[0] * out[1] - around[1] * out[0],
      ];
      const [tx, ty] = [(maps.normal[texel] ?? 128) / 127.5 - 1, (maps.normal[texel + 1] ?? 128) / 127.5 - 1];
      const sign = up[1] < 0 ? -1 : 1;
      const n = normal(
        spin(
          out[0] + around[0] * tx + up[0] * ty * sign,
          out[1] + around[1] * tx + up[1] * ty * sign,
          out[2] + around[2] * tx + up[2] * ty * sign,
        ),
      );
      const linear = (channel: number): number => ((maps.color[texel + channel] ?? 0) / 255) ** 2.2;
      const material = {
        color: [linear(0), linear(1), linear(2)] as Vec,
        rough: (maps.orm[texel + 1] ?? 255) / 255,
        metal: (maps.orm[texel + 2] ?? 0) / 255,
      };
      const open = (maps.orm[texel] ?? 255) / 255;
      const world = spin(blend(mesh.positions, 3, 0), blend(mesh.positions, 3, 1), blend(mesh.positions, 3, 2));
      const view = normal([EYE[0] - world[0], EYE[1] - world[1], EYE[2] - world[2]]);
      const key = shade(n, view, KEY, material);
      const rim = shade(n, view, RIM, material);
      // Stage light shows at the edges of the model.
      const edge = (1 - Math.max(0, dot(n, view))) ** 1.5;
      const near = 0.4 + 0.6 * smoothstep(floor, floor + 0.5, world[1]);
      for (const channel of [0, 1, 2] as const) {
        const sky = material.color[channel] * (0.2 + 0.16 * n[1]) * open;
        const spill = (surroundings?.spill[channel] ?? 0) * edge * open;
        light[i * 3 + channel] = (sky + key[channel] * 2.3 * open + rim[channel] * 1.3) * near + spill;
      }
    }
  return { width, height, pixels: averaged(light, face, { width, height }, isKeyed) };
};
