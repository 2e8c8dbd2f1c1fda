/** The pixels of one frame: RGBA bytes with straight alpha, top row first. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

export const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);
export const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
export const smoothstep = (from: number, to: number, value: number): number => {
  const x = clamp01((value - from) / (to - from));
  return x * x * (3 - 2 * x);
};
