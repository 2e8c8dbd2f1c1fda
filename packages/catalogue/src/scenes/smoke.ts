import { type Scene, clamp01, smoothstep } from "./frame.ts";
import { type Noise, fbm, makeNoise } from "./noise.ts";

const PERIOD_Y = 4;
const PERIOD_T = 2;
/** Where the light comes from, as a step across the frame towards it, and how many such steps a shadow is made of. */
const TOWARDS_LIGHT = [-0.0125, -0.0105] as const;
const SHADOW_STEPS = 22;

/** Rounded puffs with creases between them: the folded halves of noise, added up. 0 to about 1. */
const puffs = (noise: Noise, x: number, y: number, z: number): number => {
  let value = 0;
  let strength = 0.5;
  let scale = 1;
  for (let octave = 0; octave < 5; octave += 1) {
    value +=
      strength * Math.abs(noise(x * scale + octave * 11.7, y * scale, z * scale, PERIOD_Y * scale, PERIOD_T * scale));
    strength *= 0.55;
    scale *= 2;
  }
  return value * 1.9;
};

/** A rolling column of puffs; each point is as bright as the smoke between it and the light lets it be. */
export const smoke: Scene = ({ width, height, seed, phase }) => {
  const noise = makeNoise(seed);
  const density = new Float32Array(width * height);
  const aspect = width / height;
  for (let py = 0; py < height; py += 1) {
    const up = (height - py) / height;
    const spread = 0.26 + up * 0.62;
    const axis = -0.34 + up * 0.5 + Math.sin(up * 3.6) * 0.13;
    const ends = (1 - smoothstep(0.7, 1.08, up)) * smoothstep(-0.02, 0.2, up);
    for (let px = 0; px < width; px += 1) {
      const x = ((px / width) * 2 - 1) * aspect;
      const across = (x - axis) / spread;
      if (ends <= 0 || Math.abs(across) > 1.5) continue;
      const flow = up * 3 - phase * PERIOD_Y;
      const t = phase * PERIOD_T;
      const drift = fbm(noise, 2, x * 0.9 + 31, flow * 0.5, t, PERIOD_Y / 2, PERIOD_T);
      const bumps = puffs(noise, x * 1.55 + drift * 0.4, flow + drift * 0.4, t);
      const round = 1 - (across + drift * 0.55) ** 2;
      density[py * width + px] = Math.max(0, round * 0.95 + bumps * 1.5 - 0.72) * ends;
    }
  }
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let py = 0; py < height; py += 1) {
    for (let px = 0; px < width; px += 1) {
      const i = py * width + px;
      const here = density[i] ?? 0;
      if (here <= 0.004) continue;
      let between = 0;
      for (let step = 1; step <= SHADOW_STEPS; step += 1) {
        const x = Math.round(px + TOWARDS_LIGHT[0] * step * height);
        const y = Math.round(py + TOWARDS_LIGHT[1] * step * height);
        if (x < 0 || y < 0) break;
        // What is in front counts by how much thicker it is than what it would shade.
        between += Math.max(0, (density[y * width + x] ?? 0) - here * 0.62);
      }
      const lit = Math.exp(-between * 0.42);
      const shade = clamp01(0.1 + lit * 0.74 * (0.45 + 0.55 * Math.min(1, here)));
      pixels[i * 4] = 20 + shade * 214;
      pixels[i * 4 + 1] = 20 + shade * 207;
      pixels[i * 4 + 2] = 24 + shade * 198;
      pixels[i * 4 + 3] = (1 - Math.exp(-here * 4.2)) * 255;
    }
  }
  return { width, height, pixels };
};
