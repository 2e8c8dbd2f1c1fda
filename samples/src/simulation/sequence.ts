import { throughLens } from "./lens.ts";
import type { LinearFrame } from "../scenes/frame.ts";
import { throughShutter } from "./shutter.ts";
import { FRAME_RATE, type Recipe } from "./take.ts";
import { renderVolume } from "./render.ts";
import type { Volume } from "./volume.ts";

/** Draws one frame of a simulated sequence. `n` counts from 0. */
export const drawFrame = (
  volume: Volume,
  { look }: Recipe,
  n: number,
  size: { readonly width: number; readonly height: number },
): LinearFrame => {
  const seen = throughShutter(renderVolume(volume, look, { ...size, time: n / FRAME_RATE }), volume, look);
  return look.glow > 0 ? throughLens(seen) : seen;
};
