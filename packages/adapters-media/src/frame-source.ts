import type { AlphaKind, FrameFacts } from "@backlot/domain/catalog/prepared";
import { readExrHeader } from "./exr-header.ts";
import { alphaIn } from "./pixels.ts";
import { isPremultipliedTiff } from "./tiff-alpha.ts";
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

/** Frames with their facts. */
export interface FrameSource extends FrameInput {
  readonly facts: FrameFacts;
  /** The pixel format to read frames in: linear light in float, with or without alpha, or 16 bits. */
  readonly pixels: "gbrapf32le" | "gbrpf32le" | "rgba64le";
  /** The arguments that ffmpeg needs before the input to decode it. */
  readonly decoder: readonly string[];
  /** Whether the color has to be read as BT.709, as the file doesn't say. */
  readonly assumes709: boolean;
  /** Frames per second, 24 for a sequence that states none. */
  readonly rate: number;
}

interface ProbedStream {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly profile?: string;
  readonly width: number;
  readonly height: number;
  readonly pix_fmt?: string;
  readonly r_frame_rate: string;
  readonly nb_read_packets?: string;
  readonly bits_per_raw_sample?: string;
  readonly color_space?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

/** The name of the first frame of a sequence. */
const firstFrame = ({ name }: FrameInput, n = 1): string => name.replace("%08d", String(n).padStart(8, "0"));

const probe = async (input: FrameInput): Promise<ProbedStream> => {
  const counting = input.sequence === null ? ["-count_packets"] : [];
  const file = input.sequence === null ? input.name : firstFrame(input);
  const asked = ["-select_streams", "v:0", "-show_streams", ...counting, "-of", "json", file];
  const { streams } = JSON.parse(await runTool("ffprobe", asked, input.folder)) as {
    readonly streams: readonly ProbedStream[];
  };
  const [stream] = streams;
  if (stream === undefined || !(stream.width > 0)) throw new UnreadableMedia("has no pictures");
  return stream;
};

/** Returns the bits of a sample by the name of a pixel format. */
const bitsOf = ({ pix_fmt = "", bits_per_raw_sample }: ProbedStream): number => {
  const raw = Number(bits_per_raw_sample ?? 0);
  if (raw > 0) return raw;
  if (/48|64|16/.test(pix_fmt)) return 16;
  return Number(/(\d\d)[lb]e$/.exec(pix_fmt)?.[1] ?? 8);
};

const hasAlphaChannel = ({ pix_fmt = "", codec_name, tags }: ProbedStream): boolean =>
  /^(?:rgba|bgra|argb|abgr|ya|yuva|gbrap|pal8)/.test(pix_fmt) ||
  (/^vp[89]$/.test(codec_name) && tags?.["alpha_mode"] === "1");

const CODECS: Readonly<Record<string, readonly [format: string, tag: string]>> = {
  av1: ["AV1", "av1"],
  dnxhd: ["DNxHR", "dnx"],
  h264: ["H.264", "h264"],
  hevc: ["H.265", "h265"],
  png: ["PNG video", "png"],
  qtrle: ["Animation", "animation"],
  vp8: ["VP8", "vp8"],
  vp9: ["VP9", "vp9"],
};

/** Returns the format of a video and its tag in file names. */
const videoFormat = ({ codec_name, profile }: ProbedStream): readonly [string, string] => {
  if (codec_name !== "prores") return CODECS[codec_name] ?? [codec_name.toUpperCase(), codec_name.replace(/\W/g, "")];
  const kind = profile === undefined || profile === "Standard" ? "422" : profile.replace(/^(?!4)/, "422 ");
  return [`ProRes ${kind}`, `prores-${kind.toLowerCase().replaceAll(" ", "-")}`];
};

const STILLS: Readonly<Record<string, string>> = { exr: "OpenEXR", png: "PNG", tif: "TIFF", tiff: "TIFF" };

/** Returns the color space of a file for people. What a file doesn't say is what its format stands for. */
const colorOf = ({ color_transfer, color_primaries, pix_fmt = "" }: ProbedStream, isVideo: boolean): string => {
  if (color_transfer === "smpte2084") return "Rec. 2100 PQ";
  if (color_transfer === "arib-std-b67") return "Rec. 2100 HLG";
  if (color_primaries === "bt2020") return "Rec. 2020";
  return isVideo && /^yuv/.test(pix_fmt) ? "Rec. 709" : "sRGB";
};

/** Returns the arguments to read a frame, by its number from 0 and its time. */
export const inputAt = (source: Omit<FrameSource, "facts">, frame: number): readonly string[] =>
  source.sequence === null
    ? [...source.decoder, "-ss", (frame / source.rate).toFixed(6), "-i", source.name]
    : ["-framerate", String(source.rate), "-start_number", String(frame + 1), "-i", source.name];

/** The frames to look at for what the alpha channel holds, as parts of the length. */
const LOOKED_AT = [0.25, 0.5, 0.75];

/** Reads some frames in full and returns what their alpha channels hold. */
const alphaOf = async (
  source: Omit<FrameSource, "facts">,
  { frames, width, height }: { readonly frames: number; readonly width: number; readonly height: number },
  stated: "straight" | "premultiplied",
): Promise<AlphaKind> => {
  const found = new Set<AlphaKind>();
  for (const part of LOOKED_AT.slice(0, frames)) {
    const { pixels } = source;
    const args = [...inputAt(source, Math.floor(part * frames)), "-frames:v", "1", "-vf", `format=${pixels}`];
    const tool = startTool("ffmpeg", [...args, "-f", "rawvideo", "-pix_fmt", pixels, "-"], source.folder);
    tool.stdin.end();
    const chunks: Buffer[] = [];
    for await (const chunk of tool.stdout) chunks.push(chunk as Buffer);
    await tool.ended;
    found.add(alphaIn(Buffer.concat(chunks), { width, height, isLinear: pixels !== "rgba64le" }, stated));
  }
  // One frame with a matte is enough: the others may be empty or full.
  return (["premultiplied", "straight", "light"] as const).find((kind) => found.has(kind)) ?? "none";
};

/** Decodes all frames, also those that no preview shows. Rejects if one is broken. */
const decodeAll = async (source: Omit<FrameSource, "facts">): Promise<void> => {
  const args = ["-xerror", "-threads", "2", ...inputAt(source, 0), "-map", "0:v:0", "-f", "null", "-"];
  await runTool("ffmpeg", args, source.folder);
};

/** Reads the facts of frames, and each frame once. Rejects if one can't be read. */
export const openFrames = async (input: FrameInput): Promise<FrameSource> => {
  const stream = await probe(input);
  const { sequence } = input;
  const isVideo = sequence === null;
  const [numerator = 0, denominator = 1] = stream.r_frame_rate.split("/").map(Number);
  const exr = sequence?.extension === "exr" ? await readExrHeader(`${input.folder}/${firstFrame(input)}`) : null;
  const stated = isVideo ? numerator / denominator : (exr?.rate ?? null);
  const frames = sequence?.frames ?? Number(stream.nb_read_packets ?? 0);
  if (!(frames > 0)) throw new UnreadableMedia("has no pictures");
  const { width, height } = exr ?? stream;
  const still = STILLS[sequence?.extension ?? ""] ?? "";
  const [format, tag] = isVideo
    ? videoFormat(stream)
    : [
        frames === 1 ? `${still} still` : `${still} sequence`,
        sequence.extension === "tiff" ? "tif" : sequence.extension,
      ];
  const hasAlpha = exr === null ? hasAlphaChannel(stream) : exr.channels.has("A");
  const linear = hasAlpha ? ("gbrapf32le" as const) : ("gbrpf32le" as const);
  const source = {
    ...input,
    pixels: exr === null ? ("rgba64le" as const) : linear,
    // The system's own decoder for VP8 and VP9 leaves the alpha channel out.
    decoder: /^vp[89]$/.test(stream.codec_name) ? ["-c:v", stream.codec_name === "vp9" ? "libvpx-vp9" : "libvpx"] : [],
    assumes709: /^yuv/.test(stream.pix_fmt ?? "") && (stream.color_space ?? "unknown") === "unknown",
    rate: stated ?? 24,
  };
  const isPremultiplied =
    exr !== null || (still === "TIFF" && (await isPremultipliedTiff(`${input.folder}/${firstFrame(input)}`)));
  await decodeAll(source);
  const alpha = hasAlpha
    ? await alphaOf(source, { frames, width, height }, isPremultiplied ? "premultiplied" : "straight")
    : "none";
  const isHalf = exr?.channels.get("R") === "half" || exr?.channels.get("Y") === "half";
  const depth = exr === null ? `${bitsOf(stream)} bits per channel` : isHalf ? "16-bit half float" : "32-bit float";
  const color = exr === null ? colorOf(stream, isVideo) : "linear";
  return {
    ...source,
    facts: { _tag: "frames", format, tag, frames, rate: stated, width, height, depth, alpha, color },
  };
};
