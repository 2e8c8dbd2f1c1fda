import { ASSUMED_RATE, type AlphaKind, type FrameFacts } from "@backlot/domain/catalog/media-facts";
import { type ExrHeader, readExrHeader, readStart } from "./exr-header.ts";
import { PNG_HEAD, isLinearPng } from "./png-chunks.ts";
import { AlphaCounts, type Size } from "./pixels.ts";
import * as probed from "./probe.ts";
import { isPremultipliedTiff } from "./tiff-tags.ts";
import { UnreadableMedia, runTool, startTool } from "./tools.ts";

/** Frames to read with ffmpeg: a video, or numbered files in a folder. */
export interface FrameInput {
  /** The folder to run ffmpeg in. */
  readonly folder: string;
  /** The video's name in the folder, or the pattern of the frames, such as "%08d.png". */
  readonly name: string;
  /** For a sequence, its frame count and extension; null for a video. */
  readonly sequence: { readonly frames: number; readonly extension: string } | null;
}

/** The pixel formats that frames are read in: linear light as floats, or 16 bits with a display's gamma curve. */
export type ReadPixels = "gbrapf32le" | "gbrpf32le" | "grayf32le" | "rgba64le";

/** The settings for decoding frames. */
interface Decoding extends FrameInput {
  readonly pixels: ReadPixels;
  /** The ffmpeg arguments that precede the input and select its decoder. */
  readonly decoder: readonly string[];
  /** Frames per second, or an assumed rate if a sequence doesn't state one. */
  readonly rate: number;
}

/** Frames with their facts. */
export interface FrameSource extends Decoding {
  readonly facts: FrameFacts;
  /** The display size of a frame, which accounts for non-square pixels. */
  readonly shown: Size;
  /** Whether to read the color as BT.709 because the file doesn't state it. */
  readonly assumes709: boolean;
}

/** The number of bytes per pixel in each format. */
export const BYTES_PER_PIXEL: Readonly<Record<ReadPixels, number>> = {
  gbrapf32le: 16,
  gbrpf32le: 12,
  grayf32le: 4,
  rgba64le: 8,
};

/** Returns the file name of a sequence's frame by its number, from 1. */
const frameName = ({ name }: FrameInput, n: number): string => name.replace("%08d", String(n).padStart(8, "0"));

const STILLS: Readonly<Record<string, string>> = { exr: "OpenEXR", png: "PNG", tif: "TIFF", tiff: "TIFF" };

/** Returns the arguments for reading frames from a start time in seconds. */
export const inputAt = (source: Decoding, seconds: number): readonly string[] => {
  const read =
    source.sequence === null
      ? [...source.decoder, ...(seconds > 0 ? ["-ss", seconds.toFixed(6)] : [])]
      : ["-framerate", String(source.rate), "-start_number", String(Math.round(seconds * source.rate) + 1)];
  return [...read, "-i", source.name, "-map", "0:V:0"];
};

/** Splits a stream of bytes into pictures of equal length. */
export async function* pictures(stream: AsyncIterable<Buffer | string>, length: number): AsyncGenerator<Buffer> {
  let picture = Buffer.alloc(length);
  let filled = 0;
  for await (const part of stream) {
    const chunk = part as Buffer;
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.copy(picture, filled, from);
      from += taken;
      filled += taken;
      if (filled < length) continue;
      yield picture;
      picture = Buffer.alloc(length);
      filled = 0;
    }
  }
}

/** The width at which each frame is examined, in pixels. */
const EXAMINED = 256;

/** Finds the first frame of a sequence that can't be decoded. Returns its number, from 1, or null. */
const brokenFrame = async (source: Decoding): Promise<number | null> => {
  for (let n = 1; n <= (source.sequence?.frames ?? 0); n += 1)
    try {
      await runTool("ffmpeg", ["-xerror", "-i", frameName(source, n), "-f", "null", "-"], source.folder);
    } catch {
      return n;
    }
  return null;
};

/** Decodes all frames. Returns their count and what their alpha channels contain. Rejects if a frame is broken. */
const examine = async (source: Decoding, { width, height }: Size): Promise<AlphaCounts> => {
  const isLinear = source.pixels !== "rgba64le";
  const small = { width: Math.min(width, EXAMINED), height: Math.max(1, Math.round((height * EXAMINED) / width)) };
  if (width <= EXAMINED) small.height = height;
  const size = `${small.width}:${small.height}`;
  const filter = isLinear
    ? `format=${source.pixels},zscale=${size}:filter=point`
    : `scale=${size}:flags=neighbor,format=${source.pixels}`;
  const args = ["-xerror", "-threads", "2", ...inputAt(source, 0), "-fps_mode", "passthrough", "-vf", filter];
  const tool = startTool("ffmpeg", [...args, "-f", "rawvideo", "-pix_fmt", source.pixels, "-"], source.folder);
  tool.stdin.end();
  const counts = new AlphaCounts(small, source.pixels, source.sequence === null);
  try {
    for await (const picture of pictures(tool.stdout, small.width * small.height * BYTES_PER_PIXEL[source.pixels]))
      counts.add(picture);
    await tool.ended;
  } catch (error) {
    const broken = error instanceof UnreadableMedia ? await brokenFrame(source) : null;
    if (broken === null || !(error instanceof UnreadableMedia)) throw error;
    throw new UnreadableMedia(`has a broken frame, number ${broken} of ${source.sequence?.frames}: ${error.message}`);
  } finally {
    tool.stop();
  }
  return counts;
};

/** Returns the pixel format for reading an EXR. Throws if it has no separate color channels. */
const exrPixels = ({ channels }: ExrHeader): ReadPixels => {
  if (channels.has("R")) return channels.has("A") ? "gbrapf32le" : "gbrpf32le";
  if (channels.has("Y")) return "grayf32le";
  const names = [...channels.keys()].slice(0, 6).join(", ");
  throw new UnreadableMedia(`has channels ${names} instead of R, G, and B. Save a layer as its own file`);
};

/** Returns the facts that a file states, which can be read without decoding its frames. */
const statedFacts = async (input: FrameInput) => {
  const { sequence, folder } = input;
  const first = sequence === null ? input.name : frameName(input, 1);
  const exr = sequence?.extension === "exr" ? await readExrHeader(`${folder}/${first}`) : null;
  const pixels = exr === null ? "rgba64le" : exrPixels(exr);
  const { stream, duration, sounds } = await probed.probe(first, folder);
  const still = STILLS[sequence?.extension ?? ""] ?? "";
  const [format, tag] =
    sequence === null
      ? probed.videoFormat(stream)
      : [
          sequence.frames === 1 ? `${still} still` : `${still} sequence`,
          sequence.extension === "tiff" ? "tif" : sequence.extension,
        ];
  const turned = probed.isTurned(stream);
  const isLinear = still === "PNG" && isLinearPng(await readStart(`${folder}/${first}`, PNG_HEAD));
  const { width, height } = exr ?? { width: stream.width, height: stream.height };
  const isHalf = exr?.channels.get("R") === "half" || exr?.channels.get("Y") === "half";
  const aspect = exr?.pixelAspect ?? probed.pixelAspect(stream);
  const isPremultiplied = exr !== null || (still === "TIFF" && (await isPremultipliedTiff(`${folder}/${first}`)));
  return {
    stream,
    duration: sequence === null ? duration : null,
    pixels,
    format,
    tag,
    stated: sequence === null ? probed.rateOfVideo(stream) : (exr?.rate ?? null),
    size: turned ? { width: height, height: width } : { width, height },
    shown: turned ? { width: height, height: width * aspect } : { width: width * aspect, height },
    depth: exr === null ? `${probed.bitsOf(stream)} bits per channel` : isHalf ? "16-bit half float" : "32-bit float",
    color: exr?.color ?? (isLinear ? "linear" : probed.colorOf(stream, sequence === null)),
    hasAlpha: exr === null ? probed.hasAlphaChannel(stream) : exr.channels.has("A"),
    alphaAs: isPremultiplied ? ("premultiplied" as const) : ("straight" as const),
    notes: [
      ...(Math.abs(aspect - 1) > 0.001 ? [`pixel aspect ${Number(aspect.toFixed(3))}`] : []),
      ...(probed.isInterlaced(stream) ? ["interlaced"] : []),
      ...(sounds === 0 ? [] : [sounds === 1 ? "with sound" : `${sounds} audio tracks`]),
    ],
  };
};

/**
 * The minimum share of a video's stated length that its frames must cover. Containers round the length, and they
 * include sound that lasts longer than the picture.
 */
const WHOLE = 0.9;

/** Reads the facts about frames, and decodes each frame once. Rejects if a frame can't be read. */
export const openFrames = async (input: FrameInput): Promise<FrameSource> => {
  const { stream, pixels, format, tag, stated, size, shown, depth, color, hasAlpha, alphaAs, notes, duration } =
    await statedFacts(input);
  const codec = stream.codec_name;
  const decoding = {
    ...input,
    pixels,
    // ffmpeg's own decoder for VP8 and VP9 leaves the alpha channel out.
    decoder: /^vp[89]$/.test(codec) ? ["-c:v", codec === "vp9" ? "libvpx-vp9" : "libvpx"] : [],
    rate: stated ?? ASSUMED_RATE,
  };
  const counts = await examine(decoding, size);
  if (counts.frames === 0) throw new UnreadableMedia("has no frame that can be read");
  const expected = duration === null ? 0 : Math.floor(duration * decoding.rate * WHOLE) - 1;
  if (counts.frames < expected)
    throw new UnreadableMedia(
      `is cut short: it should last ${duration?.toFixed(1)} seconds but lasts ` +
        `${(counts.frames / decoding.rate).toFixed(1)}`,
    );
  const alpha: AlphaKind = hasAlpha ? counts.kind(alphaAs) : "none";
  return {
    ...decoding,
    shown,
    assumes709: /^yuv/.test(stream.pix_fmt ?? "") && (stream.color_space ?? "unknown") === "unknown",
    facts: { _tag: "frames", format, tag, frames: counts.frames, rate: stated, ...size, depth, alpha, color, notes },
  };
};
