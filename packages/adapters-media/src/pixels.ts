import type { AlphaKind } from "@backlot/domain/catalog/media-facts";

/** The size of a picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The background color of previews, which is the store's own, in sRGB. */
export const GROUND = { r: 13, g: 13, b: 15 } as const;

const FULL = 65_535;

/** How far rounding may raise the color of a premultiplied pixel above its alpha. */
const ROUNDING = 0.004;

/** How far a lossy codec may raise the color of a premultiplied pixel above its alpha. */
const LOSS = 0.04;

/** The share of pixels that may exceed even LOSS, because of noise and sharpened edges. */
const STRAY = 0.005;

/** The minimum alpha of an opaque pixel. ffmpeg converts a full 8-bit alpha to slightly less than 1. */
const OPAQUE = 0.995;

/** Returns the red, green, blue, and alpha planes of a planar float picture. Alpha is empty if it has none. */
const planesOf = (bytes: Buffer, { width, height }: Size): readonly Float32Array[] => {
  const count = width * height;
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4));
  const plane = (n: number): Float32Array => all.subarray(n * count, (n + 1) * count);
  // A gray picture has one plane.
  return all.length === count ? [all, all, all, plane(1)] : [plane(2), plane(0), plane(1), plane(3)];
};

/** Tallies what the alpha channels of frames contain. */
export class AlphaCounts {
  readonly #size: Size;
  readonly #isLinear: boolean;
  readonly #tolerance: number;
  #frames = 0;
  #clear = 0;
  #lit = 0;
  #partial = 0;
  #bright = 0;
  #over = 0;

  /** Creates the tally for frames of a size, in planar float if they are linear, otherwise in 16 bits. */
  constructor(size: Size, pixels: string, isLossy = false) {
    this.#size = size;
    this.#tolerance = isLossy ? LOSS : ROUNDING;
    this.#isLinear = pixels !== "rgba64le";
  }

  get frames(): number {
    return this.#frames;
  }

  add(bytes: Buffer): void {
    this.#frames += 1;
    const planes = this.#isLinear ? planesOf(bytes, this.#size) : [];
    const mixed = this.#isLinear ? null : new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    for (let n = 0; n < this.#size.width * this.#size.height; n += 1) {
      const sample = (channel: number): number =>
        mixed === null ? (planes[channel]?.[n] ?? 0) : (mixed[n * 4 + channel] ?? 0) / FULL;
      const alpha = sample(3);
      if (alpha >= OPAQUE) continue;
      const color = Math.max(sample(0), sample(1), sample(2));
      if (alpha <= 0) {
        this.#clear += 1;
        if (color > this.#tolerance) this.#lit += 1;
        continue;
      }
      this.#partial += 1;
      if (color > alpha / 2) this.#bright += 1;
      if (color > alpha + this.#tolerance) this.#over += 1;
    }
  }

  /**
   * Returns what the alpha channels contain. `stated` is the kind that their format implies. Frames stated as straight
   * count as premultiplied if almost no color exceeds its alpha. If every pixel is fully transparent, any color is
   * light without a matte.
   */
  kind(stated: "straight" | "premultiplied"): AlphaKind {
    const all = this.#frames * this.#size.width * this.#size.height;
    if (this.#clear === all) return this.#lit > 0 ? "light" : "none";
    if (this.#clear + this.#partial === 0) return "none";
    if (stated === "premultiplied") return stated;
    const isBright = this.#partial > 0 && this.#bright > this.#partial / 20;
    const isWithin = this.#over <= this.#partial * STRAY && this.#lit <= this.#clear * STRAY;
    return isWithin && isBright ? "premultiplied" : stated;
  }
}

/** Encodes linear light for a screen (sRGB), from 0 to 1. */
const encoded = (linear: number): number =>
  linear <= 0.003_130_8 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;

const STEPS = 8_192;
/** The curve of `encoded` as a table, because computing powers is slow. */
const CURVE = Uint16Array.from({ length: STEPS + 1 }, (_, n) => Math.round(encoded(n / STEPS) * FULL));

/**
 * Converts linear, premultiplied float planes to straight sRGB in 16 bits. The color is divided by its alpha before the
 * display's gamma curve is applied, so that edges get no fringes. Light that exceeds its alpha, such as fire, raises
 * the alpha. Planes without an alpha channel become opaque.
 */
export const straightFromLinear = (bytes: Buffer, size: Size): Uint16Array => {
  const [red, green, blue, matte] = planesOf(bytes, size);
  const pixels = new Uint16Array(size.width * size.height * 4);
  for (let n = 0; n < size.width * size.height; n += 1) {
    const color = [red?.[n] ?? 0, green?.[n] ?? 0, blue?.[n] ?? 0];
    const alpha = matte?.length === 0 ? 1 : Math.min(1, Math.max(matte?.[n] ?? 0, ...color));
    if (!(alpha > 0)) continue;
    for (const [channel, value] of color.entries())
      pixels[n * 4 + channel] = CURVE[Math.round(Math.min(1, Math.max(0, value / alpha)) * STEPS)] ?? 0;
    pixels[n * 4 + 3] = Math.round(alpha * FULL);
  }
  return pixels;
};

/** Places a picture in the middle of a larger, transparent one. */
export const centered = (pixels: Uint16Array, from: Size, to: Size): Uint16Array => {
  if (from.width === to.width && from.height === to.height) return pixels;
  const placed = new Uint16Array(to.width * to.height * 4);
  const [left, top] = [Math.floor((to.width - from.width) / 2), Math.floor((to.height - from.height) / 2)];
  for (let y = 0; y < from.height; y += 1)
    placed.set(pixels.subarray(y * from.width * 4, (y + 1) * from.width * 4), ((top + y) * to.width + left) * 4);
  return placed;
};

/** Returns the largest size with the same aspect ratio that fits, in even numbers of pixels. */
export const fitted = (size: Size, into: Size): Size => {
  const scale = Math.min(into.width / size.width, into.height / size.height);
  const even = (length: number): number => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: Math.min(into.width, even(size.width)), height: Math.min(into.height, even(size.height)) };
};

/** Decodes a screen color (sRGB) to linear light, from 0 to 1. */
const decoded = (shown: number): number => (shown <= 0.040_45 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4);

/** The curve of `decoded` as a table, for the upper 12 of 16 bits. */
const LINEAR = Float32Array.from({ length: 4_096 }, (_, n) => decoded(n / 4_095));

/**
 * Composites a straight 16-bit picture over the preview background, in linear light or, as browsers do, in screen
 * values. Returns 8 bits without alpha. Adds each pixel's rounding error to the next one, so soft glow has no bands.
 */
export const onGround = (pixels: Uint16Array, light: "linear" | "screen"): Uint8Array => {
  const flat = new Uint8Array((pixels.length / 4) * 3);
  const ground = [GROUND.r, GROUND.g, GROUND.b];
  const linearGround = ground.map((value) => decoded(value / 255));
  const carry = [0.5, 0.5, 0.5];
  const over =
    light === "screen"
      ? (color: number, alpha: number, c: number): number => (color / 257) * alpha + (ground[c] ?? 0) * (1 - alpha)
      : (color: number, alpha: number, c: number): number => {
          const sum = (LINEAR[color >> 4] ?? 0) * alpha + (linearGround[c] ?? 0) * (1 - alpha);
          return (CURVE[Math.round(sum * STEPS)] ?? 0) / 257;
        };
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    const alpha = (pixels[from + 3] ?? 0) / FULL;
    for (let c = 0; c < 3; c += 1) {
      const exact = over(pixels[from + c] ?? 0, alpha, c) + (carry[c] ?? 0);
      const shown = Math.min(255, Math.floor(exact));
      flat[to + c] = shown;
      carry[c] = Math.min(1, exact - shown);
    }
  }
  return flat;
};

/** The distance between the pixels that `detailOf` compares. */
const STRIDE = 4;

/** Returns the amount of detail in a flat picture: the sum of the differences between neighbors. */
export const detailOf = (flat: Uint8Array, width: number): number => {
  let sum = 0;
  const row = width * 3;
  for (let at = row * STRIDE; at < flat.length; at += 3 * STRIDE)
    sum +=
      Math.abs((flat[at + 1] ?? 0) - (flat[at - 3 * STRIDE + 1] ?? 0)) +
      Math.abs((flat[at + 1] ?? 0) - (flat[at - row * STRIDE + 1] ?? 0));
  return sum;
};
