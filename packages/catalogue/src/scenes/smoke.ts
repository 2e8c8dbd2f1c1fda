import { type Scene, clamp01, smoothstep } from "./frame.ts";
import { type Noise, fbm, makeNoise } from "./noise.ts";

const PERIOD_Y = 4;
const PERIOD_T = 2;

/** Rounded puffs with creases between them: the folded halves of noise, added up. */
const puffs = (noise: Noise, x: number, y: number, z: number): number => {
  let value = 0;
  let strength = 0.6;
  let scale = 1;
  for (let octave = 0; octave < 5; octave += 1) {
    value += strength * (1 - Math.abs(noise(x * scale + octave * 11.7, y * scale, z * scale, (PERIOD_Y / 2) * scale, PERIOD_T * scale)) * 2.6);
    strength *= 0.44;
    scale *= 2;
  }
  return 1 - value;
};

/** A rolling column: a relief of puffs, lit from the left by its own slope, soft where it thins out. */
export const smoke: Scene = ({ width, height, seed, phase }) => {
  const noise = makeNoise(seed);
  const relief = new Float32Array(width * height);
  const cover = new Float32Array(width * height);
  const aspect = width / height;
  for (let py = 0; py < height; py += 1) {
    const up = (height - py) / height;
    for (let px = 0; px < width; px += 1) {
      const x = ((px / width) * 2 - 1) * aspect;
      const spread = 0.3 + up * 0.66;
      const axis = -0.3 + up * 0.42 + Math.sin(up * 3.4) * 0.12;
      const across = (x - axis) / spread;
      if (Math.abs(across) > 1.7) continue;
      const flow = up * 4.4 - phase * PERIOD_Y;
      const t = phase * PERIOD_T;
      const roll = fbm(noise, 3, across * 1.1, flow * 0.5, t, PERIOD_Y / 2, PERIOD_T);
      const curl = fbm(noise, 3, across * 1.1 + 31, flow * 0.5, t, PERIOD_Y / 2, PERIOD_T);
      const bumps = puffs(noise, across * (0.8 + up * 0.75) + roll * 1.0, flow * 0.5 + curl * 1.0, t);
      const round = Math.max(0, 1 - (across + roll * 0.5) ** 2);
      const i = py * width + px;
      relief[i] = Math.sqrt(round) * 0.9 + bumps * 0.42;
      cover[i] = clamp01(round * 2.1 + bumps * 0.7 - 0.62) * (1 - smoothstep(0.72, 1.1, up + roll * 0.35)) * smoothstep(-0.02, 0.16, up);
    }
  }
  const pixels = new Uint8ClampedArray(width * height * 4);
  const step = Math.max(1, Math.round(height / 240));
  for (let py = 0; py < height; py += 1) {
    for (let px = 0; px < width; px += 1) {
      const i = py * width + px;
      const here = cover[i] ?? 0;
      if (here <= 0.004) continue;
      const left = relief[py * width + Math.max(0, px - step)] ?? 0;
      const right = relief[py * width + Math.min(width - 1, px + step)] ?? 0;
      const above = relief[Math.max(0, py - step) * width + px] ?? 0;
      const below = relief[Math.min(height - 1, py + step) * width + px] ?? 0;
      // The relief rises away from the light: that side is lit, with a little sky from above.
      const slope = (right - left) * 4.6 + (below - above) * 3.0;
      const crease = clamp01((relief[i] ?? 0) * 0.62);
      const shade = clamp01((0.4 + slope * 0.95) * (0.55 + crease * 0.75));
      pixels[i * 4] = 26 + shade * 206;
      pixels[i * 4 + 1] = 26 + shade * 199;
      pixels[i * 4 + 2] = 30 + shade * 190;
      pixels[i * 4 + 3] = smoothstep(0, 0.75, here) * 252;
    }
  }
  return { width, height, pixels };
};
