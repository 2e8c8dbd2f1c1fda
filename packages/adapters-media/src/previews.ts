import { once } from "node:events";
import sharp from "sharp";
import { GROUND, type Size } from "./pixels.ts";
import { PREVIEW_RATE } from "./read-frames.ts";
import { startTool } from "./tools.ts";

export const STILL: Size = { width: 1280, height: 720 };
export const PLAYER: Size = { width: 960, height: 540 };
export const TILE: Size = { width: 480, height: 270 };

/** The formats of frames that an encoder accepts. */
type FramePixels = "rgb24" | "rgba" | "rgba64le";

/** A video that is being written. */
export interface VideoEncoder {
  readonly write: (pixels: Uint8Array) => Promise<void>;
  /** Ends the video. Rejects if the encoder failed. */
  readonly end: () => Promise<void>;
  /** Stops an encoder whose video is no longer needed, unless it has already ended. */
  readonly stop: () => void;
}

/** Starts an encoder that reads raw frames of a size, and writes a file in a folder. */
export const startEncoder = (
  pixels: FramePixels,
  { width, height }: Size,
  args: readonly string[],
  { folder, name }: { readonly folder: string; readonly name: string },
): VideoEncoder => {
  const raw = ["-f", "rawvideo", "-pix_fmt", pixels, "-s", `${width}x${height}`, "-r", String(PREVIEW_RATE), "-i", "-"];
  const tool = startTool("ffmpeg", ["-y", ...raw, ...args, name], folder);
  tool.stdout.resume();
  return {
    write: async (frame) => {
      // A failed encoder stops reading.
      if (!tool.stdin.write(frame)) await Promise.race([once(tool.stdin, "drain"), tool.ended]);
    },
    end: async () => {
      tool.stdin.end();
      await tool.ended;
    },
    stop: tool.stop,
  };
};

const TAGGED = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"];

/** Returns ffmpeg's arguments for H.264 at a size. A higher `quality` is worse. */
export const h264 = (quality: number, { width, height }: Size): readonly string[] => [
  ...["-vf", `scale=${width}:${height}:flags=lanczos:out_color_matrix=bt709,format=yuv420p`, ...TAGGED],
  ...["-c:v", "libx264", "-preset", "slow", "-crf", String(quality), "-profile:v", "high"],
  // Spend more bits on dark areas. Otherwise, fading glow would show blocks.
  ...["-aq-mode", "3", "-aq-strength", "1.2"],
  ...["-movflags", "+faststart", "-g", "12"],
];

/** Returns ffmpeg's arguments for VP9 with alpha. A higher `quality` is worse. */
export const vp9 = (quality: number): readonly string[] => [
  ...["-vf", "scale=out_color_matrix=bt709,format=yuva420p", ...TAGGED],
  ...["-c:v", "libvpx-vp9", "-crf", String(quality), "-b:v", "0", "-deadline", "good", "-cpu-used", "2"],
  ...["-auto-alt-ref", "0", "-g", "48"],
];

/** Writes the still images of a collection. `base` is their path without the extension. */
export const writeStills = async (pixels: Uint8Array, { width, height }: Size, base: string): Promise<void> => {
  const channels = (pixels.length / (width * height)) as 3 | 4;
  const still = sharp(pixels, { raw: { width, height, channels } }).flatten({ background: GROUND });
  await still.clone().avif({ quality: 62, effort: 3 }).toFile(`${base}.avif`);
  await still.clone().resize(640).avif({ quality: 58, effort: 3 }).toFile(`${base}-640.avif`);
  await still.clone().jpeg({ quality: 80, mozjpeg: true }).toFile(`${base}.jpg`);
};
