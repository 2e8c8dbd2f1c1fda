import {
  type Scene,
  addLight,
  blurred,
  clamp01,
  drawLine,
  emission,
  makeLight,
  randomFrom,
  smoothstep,
} from "./frame.ts";
import { fbm, makeNoise } from "./noise.ts";

const PERIOD_Y = 6;
const PERIOD_T = 4;

/** A bed of flame: noise that climbs, thins out and is torn at the top, in the colours of a hot body. */
export const fire: Scene = ({ width, height, seed, phase }) => {
  const noise = makeNoise(seed);
  const light = makeLight(width, height);
  const aspect = width / height;
  const crowns = Float32Array.from({ length: width }, (_, px) => {
    const x = ((px / width) * 2 - 1) * aspect;
    const swell = fbm(noise, 2, x * 1.1 + 5, 2.5, phase * PERIOD_T, PERIOD_Y, PERIOD_T);
    return Math.max(0.12, 0.5 + 0.34 * swell + 0.22 * Math.cos(x * 1.15));
  });
  for (let py = 0; py < height; py += 1) {
    const up = (height - py) / height - 0.07;
    for (let px = 0; px < width; px += 1) {
      const x = ((px / width) * 2 - 1) * aspect;
      // Most of the frame is dark: what can't burn is left before the costly noise.
      const reach = (1 - smoothstep(0.02, crowns[px] ?? 0, up)) * smoothstep(-0.03, 0.05, up);
      if (reach <= 0) continue;
      const flow = up * 2.1 - phase * PERIOD_Y;
      const sway = fbm(noise, 3, x * 1.3 + 9, flow * 0.5, phase * PERIOD_T, PERIOD_Y / 2, PERIOD_T);
      const bed = 1 - smoothstep(0.62 * aspect, 1.0 * aspect, Math.abs(x) + sway * 0.2);
      const body = bed * reach;
      if (body <= 0.02) continue;
      const wx = x + sway * (0.25 + Math.max(0, up) * 0.9);
      const tongues = fbm(noise, 5, wx * 2.1, flow, phase * PERIOD_T + 3, PERIOD_Y, PERIOD_T);
      const licks = 1 - Math.abs(fbm(noise, 4, wx * 3.4 + 40, flow * 1.0, phase * PERIOD_T, PERIOD_Y, PERIOD_T)) * 2.4;
      const heat = clamp01(body * (0.98 + tongues * 2.1) * (0.28 + licks * 0.8) - 0.1 - Math.max(0, up) * 0.2);
      if (heat <= 0) continue;
      const i = (py * width + px) * 3;
      light.rgb[i] = heat * 2.3;
      light.rgb[i + 1] = heat * heat * 1.05;
      light.rgb[i + 2] = heat * heat * heat * heat * 0.34;
    }
  }
  const random = randomFrom(seed * 7 + 1);
  const embers = makeLight(width, height);
  for (let n = 0; n < 70; n += 1) {
    const born = random();
    const subscription = 0.5 + random() * 0.5;
    const from = (random() * 1.5 - 0.75) * 0.9;
    const drift = (random() - 0.5) * 0.5;
    const speed = 0.55 + random() * 0.5;
    const wobble = random() * 6.28;
    const age = (phase - born + 1) % 1;
    if (age > subscription) continue;
    const at = (a: number): readonly [number, number] => [
      ((from + drift * a + Math.sin(wobble + a * 9) * 0.03) / 2 + 0.5) * width,
      height - (0.12 + speed * a) * height,
    ];
    const [ax, ay] = at(age);
    const [bx, by] = at(age + 0.018);
    const glow = Math.sin((age / subscription) * Math.PI) * 3;
    drawLine(embers, ax, ay, bx, by, height / 620, glow * 1.6, glow * 0.62, glow * 0.12);
  }
  const halo = blurred(light, height / 22);
  addLight(light, halo, 0.35);
  addLight(light, embers, 1);
  return emission(light);
};
