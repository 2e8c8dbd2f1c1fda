/**
 * Renders the plate that elements are tried on: a desert road at dusk, drawn from noise. Run it with the folder to
 * write to: `npm run plate -- ../apps/web/public`.
 */
import sharp from "sharp";
import { clamp01, smoothstep } from "@backlot/adapters-media/drawing/tones";
import { randomFrom } from "../src/scenes/frame.ts";
import { type Vec, add, dot, mix3, normal, scale } from "@backlot/adapters-media/drawing/vectors";
import { type Distance, capsule, facing, march } from "../src/scenes/march.ts";
import { fbm, makeNoise } from "../src/scenes/noise.ts";

const [folder = "."] = process.argv.slice(2);
const SIZE = { width: 1920, height: 1080 };
/** The number of samples along each side of a pixel. */
const SAMPLES = 2;
/** The distances between which a ray looks for the ground, in meters. */
const [NEAR, FAR] = [1, 9_000];

const EYE: Vec = [0.9, 1.75, 0];
const SUN = normal([-0.62, 0.085, 0.78]);
const noise = makeNoise(11);
const at = (octaves: number, x: number, z: number, layer: number): number => fbm(noise, octaves, x, layer, z, 256, 256);

/** Returns the middle of the road at a depth: it bends away to the right. */
const roadAt = (z: number): number => 0.000_32 * z * z - 0.012 * z;

/** Returns the height of the ground in meters. The road lies flat, and the hills begin behind it. */
const groundAt = (x: number, z: number): number => {
  const fromRoad = Math.abs(x - roadAt(z));
  const rough = smoothstep(3.6, 8, fromRoad) * (0.5 * at(3, x / 9, z / 9, 3) + 0.16 * at(4, x / 1.1, z / 1.1, 5));
  const far = smoothstep(500, 3_400, z + 0.35 * Math.abs(x));
  const ridge = 1 - Math.abs(at(6, x / 1_500, z / 1_500, 9)) * 2.1;
  return rough - 0.12 * smoothstep(3.4, 5.2, fromRoad) + far * 560 * Math.max(0, ridge) ** 2;
};

/** The power line along the road: poles with one arm each. */
const POLES: readonly Distance[] = [14, 42, 70, 98, 126, 154, 182].flatMap((z) => {
  const x = roadAt(z) - 6.2;
  return [
    capsule([x, -1, z], [x, 8.4, z], 0.14),
    capsule([x - 1.1, 7.7, z], [x + 1.1, 7.7, z], 0.07),
    capsule([x - 0.9, 7.7, z], [x - 0.9, 8, z], 0.05),
    capsule([x + 0.9, 7.7, z], [x + 0.9, 8, z], 0.05),
  ];
});
const polesAt: Distance = (x, y, z) => {
  let nearest = Number.POSITIVE_INFINITY;
  for (const distance of POLES) nearest = Math.min(nearest, distance(x, y, z));
  return nearest;
};

/** Returns the linear light of the clear sky in a direction. */
const clearSkyAt = ([x, y, z]: Vec): Vec => {
  const up = clamp01(y);
  const toSun = clamp01(dot([x, y, z], SUN));
  const dome = mix3([0.26, 0.2, 0.2], [0.035, 0.06, 0.13], smoothstep(0, 0.42, up));
  const glow = mix3(dome, [0.95, 0.4, 0.16], 0.75 * toSun ** 5 * (1 - smoothstep(0, 0.3, up)));
  return add(glow, scale([1, 0.55, 0.25], 0.45 * toSun ** 40));
};

/** Returns the linear light of the sky in a direction. */
const skyAt = (direction: Vec): Vec => {
  const [x, y, z] = direction;
  const up = clamp01(y);
  const toSun = clamp01(dot(direction, SUN));
  // Thin bands of cloud at one height, denser toward the horizon.
  const reach = 1 / (up + 0.06);
  const cover = smoothstep(0.02, 0.34, at(5, x * reach * 0.55, z * reach * 1.5, 21)) * (1 - smoothstep(0.3, 0.75, up));
  const cloud = mix3([0.1, 0.09, 0.12], [1.05, 0.42, 0.2], toSun ** 3 * 0.85);
  return mix3(clearSkyAt(direction), cloud, 0.62 * cover);
};

/** Returns the color that the ground reflects. */
const colorAt = (x: number, z: number): Vec => {
  const fromRoad = x - roadAt(z);
  const sand = mix3([0.2, 0.135, 0.09], [0.33, 0.24, 0.165], clamp01(0.5 + at(4, x / 5, z / 5, 31)));
  const scrub = smoothstep(0.16, 0.3, at(4, x / 2.6, z / 2.6, 37)) * smoothstep(5, 9, Math.abs(fromRoad));
  const dirt = mix3(sand, [0.07, 0.075, 0.045], 0.7 * scrub);
  const worn = 0.5 + 0.5 * at(4, x / 1.4, z / 6, 41);
  const tracks = Math.exp(-((Math.abs(Math.abs(fromRoad) - 1.7) - 0.8) ** 2) / 0.07);
  const asphalt = mix3([0.05, 0.05, 0.054], [0.085, 0.082, 0.08], clamp01(worn + 0.4 * tracks));
  const edge = 0.14 * at(3, x / 0.7, z / 1.6, 43);
  const road = 1 - smoothstep(3.35 + edge, 3.6 + edge, Math.abs(fromRoad));
  const isDash = ((z % 9) + 9) % 9 < 3.4 ? 1 : 0;
  const middle = isDash * (1 - smoothstep(0.06, 0.09, Math.abs(fromRoad)));
  const sides = 1 - smoothstep(0.05, 0.08, Math.abs(Math.abs(fromRoad) - 3.15));
  const paint = Math.max(middle, sides) * clamp01(0.85 + 1.5 * at(3, x / 0.25, z / 0.25, 47));
  const painted = mix3(asphalt, middle > 0 ? [0.42, 0.3, 0.08] : [0.36, 0.35, 0.33], 0.8 * paint);
  const grit = 1 + 0.5 * at(3, x * 7, z * 7, 51);
  const stones = (1 - road) * smoothstep(0.2, 0.34, at(2, x * 2.2, z * 2.2, 57));
  return scale(mix3(mix3(dirt, painted, road), [0.24, 0.2, 0.17], 0.75 * stones), grit);
};

/** Returns the distance along a ray to the ground, or null for the sky. */
const groundAlong = ([dx, dy, dz]: Vec): number | null => {
  let t = NEAR;
  for (let step = 0; step < 420 && t < FAR; step += 1) {
    const above = EYE[1] + dy * t - groundAt(EYE[0] + dx * t, EYE[2] + dz * t);
    if (above < 0.0006 * t) return t;
    t += Math.max(0.006 * t, above * 0.55);
  }
  return t < FAR ? t : null;
};

/** Returns the linear light that arrives along a ray. */
const lightAlong = (ray: Vec): Vec => {
  const sky = skyAt(ray);
  const ground = groundAlong(ray);
  const pole = march(polesAt, EYE, ray, 4, 230, 90);
  if (ground === null && pole === null) return sky;
  const t = Math.min(ground ?? Number.POSITIVE_INFINITY, pole ?? Number.POSITIVE_INFINITY);
  const point = add(EYE, scale(ray, t));
  const [x, , z] = point;
  const step = Math.max(0.02, 0.0015 * t);
  const slope = normal([
    groundAt(x - step, z) - groundAt(x + step, z),
    2 * step,
    groundAt(x, z - step) - groundAt(x, z + step),
  ]);
  const isPole = pole !== null && t === pole;
  const n = isPole ? facing(polesAt, point) : slope;
  const color = isPole ? ([0.055, 0.042, 0.035] as const) : colorAt(x, z);
  const sun = scale([2.1, 0.9, 0.38], clamp01(dot(n, SUN)));
  const dome = scale([0.17, 0.21, 0.34], 0.55 + 0.45 * n[1]);
  const light = add(sun, dome);
  const lit: Vec = [color[0] * light[0], color[1] * light[1], color[2] * light[2]];
  // The air along the ray takes on the sky's light at the horizon.
  const horizon = clearSkyAt(normal([ray[0], 0.015, ray[2]]));
  return mix3(lit, horizon, 1 - Math.exp(-t / 2_600));
};

/** Converts linear light to a byte, with a soft roll-off in the highlights. */
const toByte = (light: number): number => {
  const kept = 1 - Math.exp(-1.9 * light);
  return 255 * (kept <= 0.003_130_8 ? kept * 12.92 : 1.055 * kept ** (1 / 2.4) - 0.055);
};

const random = randomFrom(5);
const pixels = new Uint8Array(SIZE.width * SIZE.height * 3);
for (let row = 0; row < SIZE.height; row += 1)
  for (let column = 0; column < SIZE.width; column += 1) {
    let sum: Vec = [0, 0, 0];
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
      const across = column + ((sample % SAMPLES) + 0.5) / SAMPLES;
      const down = row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
      const x = (across - SIZE.width / 2) / SIZE.height;
      const y = (SIZE.height * 0.53 - down) / SIZE.height;
      sum = add(sum, lightAlong(normal([x, y, 1])));
    }
    const corner = ((column / SIZE.width - 0.5) ** 2 + (row / SIZE.height - 0.5) ** 2) * 0.55;
    const shown = scale(sum, (1 - corner) / SAMPLES ** 2);
    const grain = (random() - 0.5) * 5;
    const place = (row * SIZE.width + column) * 3;
    for (const [channel, light] of shown.entries())
      pixels[place + channel] = Math.max(0, Math.min(255, Math.round(toByte(light) + grain)));
  }
const plate = sharp(pixels, { raw: { ...SIZE, channels: 3 } });
await plate.avif({ quality: 56, effort: 6 }).toFile(`${folder}/plate.avif`);
