import { randomFrom } from "./frame.ts";

/**
 * Three-dimensional gradient noise, about -1 to 1. It repeats in y and z after the given periods, so that loops close.
 */
export type Noise = (x: number, y: number, z: number, periodY: number, periodZ: number) => number;

/** Creates noise from a seed. Periods are whole numbers up to 256. */
export const makeNoise = (seed: number): Noise => {
  const random = randomFrom(seed);
  const order = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 255; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const held = order[i] ?? 0;
    order[i] = order[j] ?? 0;
    order[j] = held;
  }
  const table = new Uint8Array(512);
  for (let i = 0; i < 512; i += 1) table[i] = order[i & 255] ?? 0;
  const gradients = new Float32Array(16 * 3);
  const corners = [
    [1, 1, 0],
    [-1, 1, 0],
    [1, -1, 0],
    [-1, -1, 0],
    [1, 0, 1],
    [-1, 0, 1],
    [1, 0, -1],
    [-1, 0, -1],
    [0, 1, 1],
    [0, -1, 1],
    [0, 1, -1],
    [0, -1, -1],
    [1, 1, 0],
    [-1, 1, 0],
    [0, -1, 1],
    [0, -1, -1],
  ];
  for (const [i, corner] of corners.entries()) gradients.set(corner, i * 3);
  const lean = (ix: number, iy: number, iz: number, x: number, y: number, z: number): number => {
    const g = ((table[(table[(table[ix & 255] ?? 0) + (iy & 255)] ?? 0) + (iz & 255)] ?? 0) & 15) * 3;
    return (gradients[g] ?? 0) * x + (gradients[g + 1] ?? 0) * y + (gradients[g + 2] ?? 0) * z;
  };
  const wrap = (value: number, period: number): number => {
    const rest = value % period;
    return rest < 0 ? rest + period : rest;
  };
  return (x, y, z, periodY, periodZ) => {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const fz = Math.floor(z);
    const dx = x - fx;
    const dy = y - fy;
    const dz = z - fz;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const w = dz * dz * dz * (dz * (dz * 6 - 15) + 10);
    const y0 = wrap(fy, periodY);
    const y1 = wrap(fy + 1, periodY);
    const z0 = wrap(fz, periodZ);
    const z1 = wrap(fz + 1, periodZ);
    const x00 = lean(fx, y0, z0, dx, dy, dz) * (1 - u) + lean(fx + 1, y0, z0, dx - 1, dy, dz) * u;
    const x10 = lean(fx, y1, z0, dx, dy - 1, dz) * (1 - u) + lean(fx + 1, y1, z0, dx - 1, dy - 1, dz) * u;
    const x01 = lean(fx, y0, z1, dx, dy, dz - 1) * (1 - u) + lean(fx + 1, y0, z1, dx - 1, dy, dz - 1) * u;
    const x11 = lean(fx, y1, z1, dx, dy - 1, dz - 1) * (1 - u) + lean(fx + 1, y1, z1, dx - 1, dy - 1, dz - 1) * u;
    return (x00 * (1 - v) + x10 * v) * (1 - w) + (x01 * (1 - v) + x11 * v) * w;
  };
};

/** Returns fractal noise (fBm): each octave has twice the frequency and half the amplitude of the one before. */
export const fbm = (
  noise: Noise,
  octaves: number,
  x: number,
  y: number,
  z: number,
  periodY: number,
  periodZ: number,
): number => {
  let value = 0;
  let strength = 0.5;
  let scale = 1;
  for (let octave = 0; octave < octaves; octave += 1) {
    value += strength * noise(x * scale + octave * 17.3, y * scale, z * scale, periodY * scale, periodZ * scale);
    strength *= 0.5;
    scale *= 2;
  }
  return value;
};
