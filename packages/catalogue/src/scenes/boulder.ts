import { type Scene, clamp01, mix, smoothstep } from "./frame.ts";
import { type Vec, add, dot, facing, length, march, normal, scale } from "./march.ts";
import { type Noise, fbm, makeNoise } from "./noise.ts";

const P = 64;

/** How far the boulder's surface stands out from a ball, along a direction: big facets, cracks and grain. */
export const boulderRadius = (noise: Noise, d: Vec, grain: boolean): number => {
  const facets = fbm(noise, 3, d[0] * 1.35 + 8, d[1] * 1.35 + 8, d[2] * 1.35 + 8, P, P);
  const ridges = 1 - Math.abs(fbm(noise, 4, d[0] * 2.3 + 20, d[1] * 2.3 + 20, d[2] * 2.3 + 20, P, P)) * 2;
  const crack = smoothstep(
    0.86,
    0.99,
    1 - Math.abs(fbm(noise, 3, d[0] * 1.6 + 33, d[1] * 2.2 + 33, d[2] * 1.6 + 33, P, P)) * 2.6,
  );
  const fine = grain ? fbm(noise, 4, d[0] * 9 + 12, d[1] * 9 + 12, d[2] * 9 + 12, P, P) * 0.045 : 0;
  return 0.92 + facets * 0.52 + ridges * 0.11 - crack * 0.075 + fine;
};

/** The colour of the stone where it faces a direction; 0 to 1 each. */
export const boulderColour = (noise: Noise, d: Vec): Vec => {
  const tone = fbm(noise, 5, d[0] * 3 + 50, d[1] * 3 + 50, d[2] * 3 + 50, P, P);
  const lichen =
    smoothstep(0.12, 0.3, fbm(noise, 4, d[0] * 4 + 70, d[1] * 4 + 70, d[2] * 4 + 70, P, P)) *
    clamp01(d[1] * 1.4 + 0.25);
  const base: Vec = [0.44 + tone * 0.3, 0.4 + tone * 0.28, 0.355 + tone * 0.26];
  return [mix(base[0], 0.46, lichen * 0.55), mix(base[1], 0.47, lichen * 0.55), mix(base[2], 0.3, lichen * 0.55)];
};

/** A turntable of the boulder on a dark studio floor. */
export const boulder: Scene = ({ width, height, seed, phase }) => {
  const noise = makeNoise(seed);
  const turn = phase * Math.PI * 2;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const spin = (p: Vec): Vec => [p[0] * cos - p[2] * sin, p[1], p[0] * sin + p[2] * cos];
  const shape =
    (grain: boolean) =>
    (p: Vec): number => {
      const r = length([p[0], p[1] * 1.22, p[2]]);
      if (r > 1.75) return r - 1.5;
      const d = spin(scale([p[0], p[1] * 1.22, p[2]], 1 / (r || 1)));
      return (r - boulderRadius(noise, d, grain)) * 0.55;
    };
  const rough = shape(false);
  const surface = shape(true);
  const pixels = new Uint8ClampedArray(width * height * 4);
  const eye: Vec = [0, 0.62, -4.1];
  const key = normal([-0.62, 0.7, -0.5]);
  const rim = normal([0.85, 0.25, 0.55]);
  const floor = -0.74;
  for (let py = 0; py < height; py += 1) {
    for (let px = 0; px < width; px += 1) {
      const u = ((px + 0.5) / width - 0.5) * (width / height);
      const v = 0.5 - (py + 0.5) / height;
      const ray = normal([u, v - 0.145, 1.28]);
      const i = (py * width + px) * 4;
      // Rays that pass the boulder's ball by never need to be walked.
      const along = -dot(eye, ray);
      const miss = length(add(eye, scale(ray, along)));
      const hit = miss < 1.5 ? march(rough, eye, ray, 2.2, 6.2, 56) : null;
      const floorAt = ray[1] < -0.001 ? (floor - eye[1]) / ray[1] : null;
      let colour: Vec;
      if (hit !== null && (floorAt === null || hit < floorAt)) {
        const p = add(eye, scale(ray, hit));
        const n = facing(surface, p, 0.006);
        const d = spin(normal([p[0], p[1] * 1.22, p[2]]));
        const stone = boulderColour(noise, d);
        const lit = Math.max(0, dot(n, key));
        const back = Math.max(0, dot(n, rim)) ** 2;
        const open = clamp01(0.35 + surface(add(p, scale(n, 0.16))) * 7);
        const ground = smoothstep(floor, floor + 0.5, p[1]);
        const level = (0.16 + lit * 1.3) * (0.4 + 0.6 * open) * (0.45 + 0.55 * ground);
        colour = [
          stone[0] * level * 1.08 + back * 0.2,
          stone[1] * level + back * 0.22,
          stone[2] * level * 0.96 + back * 0.27,
        ];
      } else {
        const wall = 0.03 + 0.05 * Math.exp(-(u * u * 1.6 + (v - 0.1) ** 2 * 5));
        let g = wall;
        if (floorAt !== null) {
          const p = add(eye, scale(ray, floorAt));
          const r = Math.hypot(p[0], p[2]);
          const contact = smoothstep(0.5, 1.5, Math.hypot(p[0] - 0.22, (p[2] - 0.14) * 0.9));
          // The floor runs into the wall without a line, as on a photographer's roll.
          g = mix((0.028 + Math.exp(-r * r * 0.09) * 0.15) * (0.14 + 0.86 * contact), wall, smoothstep(4, 11, floorAt));
        }
        colour = [g * 1.01, g, g * 1.01];
      }
      pixels[i] = clamp01(colour[0]) ** 0.5 * 255;
      pixels[i + 1] = clamp01(colour[1]) ** 0.5 * 255;
      pixels[i + 2] = clamp01(colour[2]) ** 0.5 * 255;
      pixels[i + 3] = 255;
    }
  }
  return { width, height, pixels };
};
