import { type Frame, clamp01 } from "@backlot/adapters-media/drawing/tones";

/**
 * A picture in linear light: premultiplied RGBA floats, top row first. Light with zero alpha adds to the background.
 */
export interface LinearFrame {
  readonly width: number;
  readonly height: number;
  readonly rgba: Float32Array<ArrayBuffer>;
  /** Whether the picture shows emitted light. Such light has no upper limit and rolls off to white, as on film. */
  readonly shines: boolean;
  /** The maximum brightness of opaque smoke in the picture. Brighter light is emitted. */
  readonly lit: number;
}

/** The `lit` of pictures that emit no light. */
export const SOLID = 1e6;

/** A drawn picture: linear light, or bytes from a scene that draws only those. */
export type Drawn = Frame | LinearFrame;

/** The alpha below which a pixel becomes fully transparent. */
const FAINT = 0.002;

/** Returns a fixed noise from 0 to 1 for a pixel: interleaved gradient noise, which has no visible pattern. */
const noiseAt = (x: number, y: number): number => {
  const across = 0.067_110_56 * x + 0.005_837_15 * y;
  const noise = 52.982_918_9 * (across - Math.floor(across));
  return noise - Math.floor(noise);
};

/**
 * Converts linear light to dithered bytes with straight alpha for browsers, which don't composite in linear light.
 * Smoke keeps the color of its thick parts, so it has no rims. Emitted light raises alpha, so that it stays visible.
 */
const toBytes = ({ width, height, rgba, shines, lit }: LinearFrame): Frame => {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const shown = (light: number): number => (shines ? 1 - Math.exp(-light) : Math.min(1, light)) ** (1 / 2.2);
  const smoke = [0, 0, 0];
  const glow = [0, 0, 0];
  for (let n = 0; n < width * height; n += 1) {
    const i = n * 4;
    const hidden = rgba[i + 3] ?? 0;
    const brightest = Math.max(rgba[i] ?? 0, rgba[i + 1] ?? 0, rgba[i + 2] ?? 0);
    // Split the light of all channels in the same proportion, which preserves its color.
    const reflected = brightest > 0 ? Math.min(1, (hidden * lit) / brightest) : 0;
    for (let c = 0; c < 3; c += 1) {
      const light = rgba[i + c] ?? 0;
      smoke[c] = hidden > 0 ? shown((light * reflected) / hidden) * hidden : 0;
      glow[c] = shown(light * (1 - reflected));
    }
    const emitted = Math.max(...glow);
    const alpha = 1 - (1 - hidden) * (1 - emitted);
    if (alpha <= FAINT) continue;
    const noise = noiseAt(n % width, Math.floor(n / width));
    for (const [c, own] of smoke.entries()) {
      const both = 1 - (1 - own) * (1 - (glow[c] ?? 0));
      pixels[i + c] = Math.floor((both / alpha) * 255 + noise);
    }
    pixels[i + 3] = Math.floor(alpha * 255 + noise);
  }
  return { width, height, pixels };
};

/**
 * Converts linear light to bytes as PNG defines them: straight color with a display's gamma curve, and linear alpha.
 * Composited in linear light, the bytes look like the picture itself. The color is divided by its alpha before the
 * curve is applied, so thin smoke has no rims. Light that is brighter than its alpha raises the alpha. Rounding is
 * dithered, so glow has no bands.
 */
const toStraight = ({ width, height, rgba, shines }: LinearFrame): Frame => {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const light = [0, 0, 0];
  for (let n = 0; n < width * height; n += 1) {
    const i = n * 4;
    for (let c = 0; c < 3; c += 1) {
      const own = rgba[i + c] ?? 0;
      light[c] = shines ? 1 - Math.exp(-own) : own;
    }
    const hidden = rgba[i + 3] ?? 0;
    const alpha = shines ? Math.max(hidden, ...light) : hidden;
    if (alpha <= FAINT) continue;
    const noise = noiseAt(n % width, Math.floor(n / width));
    for (let c = 0; c < 3; c += 1)
      pixels[i + c] = Math.floor(clamp01((light[c] ?? 0) / alpha) ** (1 / 2.2) * 255 + noise);
    pixels[i + 3] = Math.floor(clamp01(alpha) * 255 + noise);
  }
  return { width, height, pixels };
};

/** Converts a drawn picture to the bytes of a sold file. */
export const asSold = (drawn: Drawn): Frame => ("rgba" in drawn ? toStraight(drawn) : drawn);

/** Converts a drawn picture to the bytes of a preview, which browsers don't composite in linear light. */
export const asFrame = (drawn: Drawn): Frame => ("rgba" in drawn ? toBytes(drawn) : drawn);

/** The parameters of a drawing: the size, the seed, and the phase of the loop from 0 to 1. */
interface Shot {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly phase: number;
}

/** Draws any phase of a loop at any size. Phases 0 and 1 look the same. */
export type Scene = (shot: Shot) => Drawn;

/** A buffer that accumulates light: three floating-point channels per pixel. */
export interface Light {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array<ArrayBuffer>;
}

export const makeLight = (width: number, height: number): Light => ({
  width,
  height,
  rgb: new Float32Array(width * height * 3),
});

/**
 * Converts accumulated light to a picture in linear light. Accumulated light is display-referred: `light` appears as 1
 * − e^−light, so hot cores clip softly, as on film.
 */
export const emission = ({ width, height, rgb }: Light): LinearFrame => {
  const rgba = new Float32Array(width * height * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4)
    for (let c = 0; c < 3; c += 1) {
      const light = rgb[from + c] ?? 0;
      // Invert the tone curve of `toBytes`, so that the byte is 1 − e^−light. If 1 − e^−light rounds to 1, use the
      // asymptote.
      rgba[to + c] = light > 12 ? light - Math.log(2.2) : -Math.log1p(-((1 - Math.exp(-light)) ** 2.2));
    }
  return { width, height, rgba, shines: true, lit: 0 };
};

/** Creates a generator of numbers in [0, 1) from a seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Blurs light with three box blurs, which approximate a Gaussian. The radius is in pixels. */
export const blurred = (light: Light, radius: number): Light => {
  const { width, height } = light;
  let from = light.rgb;
  let to = new Float32Array(from.length);
  const r = Math.max(1, Math.round(radius));
  const span = 2 * r + 1;
  for (let pass = 0; pass < 3; pass += 1) {
    for (const [lines, length, lineStep, step] of [
      [height, width, width * 3, 3],
      [width, height, 3, width * 3],
    ] as const) {
      for (let line = 0; line < lines; line += 1) {
        for (let channel = 0; channel < 3; channel += 1) {
          const base = line * lineStep + channel;
          let total = 0;
          for (let k = -r; k <= r; k += 1) total += from[base + Math.min(length - 1, Math.max(0, k)) * step] ?? 0;
          for (let k = 0; k < length; k += 1) {
            to[base + k * step] = total / span;
            total +=
              (from[base + Math.min(length - 1, k + r + 1) * step] ?? 0) -
              (from[base + Math.max(0, k - r) * step] ?? 0);
          }
        }
      }
      [from, to] = [to, from === light.rgb ? new Float32Array(from.length) : from];
    }
  }
  return { width, height, rgb: from };
};

export const addLight = (onto: Light, from: Light, gain: number): void => {
  for (let i = 0; i < onto.rgb.length; i += 1) onto.rgb[i] = (onto.rgb[i] ?? 0) + (from.rgb[i] ?? 0) * gain;
};

/** Draws a soft line of light. `thickness` is in pixels. */
export const drawLine = (
  light: Light,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  thickness: number,
  red: number,
  green: number,
  blue: number,
): void => {
  const reach = thickness * 2.5 + 1;
  const x0 = Math.max(0, Math.floor(Math.min(ax, bx) - reach));
  const x1 = Math.min(light.width - 1, Math.ceil(Math.max(ax, bx) + reach));
  const y0 = Math.max(0, Math.floor(Math.min(ay, by) - reach));
  const y1 = Math.min(light.height - 1, Math.ceil(Math.max(ay, by) + reach));
  const dx = bx - ax;
  const dy = by - ay;
  const length2 = dx * dx + dy * dy || 1e-9;
  const sharp = 1 / (thickness * thickness);
  for (let y = y0; y <= y1; y += 1) {
    for (let x = x0; x <= x1; x += 1) {
      const along = clamp01(((x - ax) * dx + (y - ay) * dy) / length2);
      const ex = x - ax - along * dx;
      const ey = y - ay - along * dy;
      const strength = Math.exp(-(ex * ex + ey * ey) * sharp);
      if (strength < 0.01) continue;
      const i = (y * light.width + x) * 3;
      light.rgb[i] = (light.rgb[i] ?? 0) + red * strength;
      light.rgb[i + 1] = (light.rgb[i + 1] ?? 0) + green * strength;
      light.rgb[i + 2] = (light.rgb[i + 2] ?? 0) + blue * strength;
    }
  }
};
