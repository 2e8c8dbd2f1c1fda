import { UnreadableMedia, runTool } from "./tools.ts";

/** ffprobe's report on a file's pictures. */
interface ProbedStream {
  readonly codec_name: string;
  readonly profile?: string;
  readonly width: number;
  readonly height: number;
  readonly pix_fmt?: string;
  readonly r_frame_rate: string;
  readonly avg_frame_rate: string;
  readonly bits_per_raw_sample?: string;
  readonly color_space?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly sample_aspect_ratio?: string;
  readonly field_order?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

/** ffprobe's report on a file: its pictures, its length in seconds (null if unknown), and its audio tracks. */
interface Probed {
  readonly stream: ProbedStream;
  readonly duration: number | null;
  readonly sounds: number;
}

/** Reads what a file states about its pictures and sound. Ignores cover art. Rejects if it has no pictures. */
export const probe = async (file: string, folder: string): Promise<Probed> => {
  const args = ["-show_streams", "-show_format", "-of", "json", file];
  const { streams, format } = JSON.parse(await runTool("ffprobe", args, folder)) as {
    readonly streams: readonly (ProbedStream & {
      readonly codec_type: string;
      readonly disposition?: { readonly attached_pic?: number };
    })[];
    readonly format?: { readonly duration?: string };
  };
  const stream = streams.find(
    ({ codec_type, disposition }) => codec_type === "video" && disposition?.attached_pic !== 1,
  );
  if (stream === undefined || !(stream.width > 0)) throw new UnreadableMedia("has no pictures that can be read");
  const duration = Number(format?.duration ?? Number.NaN);
  const sounds = streams.filter(({ codec_type }) => codec_type === "audio").length;
  return { stream, duration: duration > 0 ? duration : null, sounds };
};

/** Returns the bits per sample of a pixel format, by its name. */
export const bitsOf = ({ pix_fmt = "", bits_per_raw_sample }: ProbedStream): number => {
  const raw = Number(bits_per_raw_sample ?? 0);
  if (raw > 0) return raw;
  if (/48|64|16/.test(pix_fmt)) return 16;
  return Number(/(\d\d)[lb]e$/.exec(pix_fmt)?.[1] ?? 8);
};

/** Returns whether pictures have an alpha channel. VP8 and VP9 have it in a second stream, which a tag indicates. */
export const hasAlphaChannel = ({ pix_fmt = "", codec_name, tags }: ProbedStream): boolean =>
  /^(?:rgba|bgra|argb|abgr|ya|yuva|gbrap|pal8)/.test(pix_fmt) ||
  (/^vp[89]$/.test(codec_name) && tags?.["alpha_mode"] === "1");

const CODECS: Readonly<Record<string, readonly [format: string, tag: string]>> = {
  av1: ["AV1", "av1"],
  h264: ["H.264", "h264"],
  hevc: ["H.265", "h265"],
  png: ["PNG video", "png"],
  qtrle: ["Animation", "animation"],
  vp8: ["VP8", "vp8"],
  vp9: ["VP9", "vp9"],
};

/** The kinds of ProRes by ffprobe's profile names. */
const PRORES: Readonly<Record<string, string>> = {
  Proxy: "422 Proxy",
  LT: "422 LT",
  Standard: "422",
  HQ: "422 HQ",
  "4444": "4444",
  XQ: "4444 XQ",
};

/** Returns the display name of a video's format, and its tag in file names. */
export const videoFormat = ({ codec_name, profile = "" }: ProbedStream): readonly [format: string, tag: string] => {
  const kind = PRORES[profile];
  if (codec_name === "prores" && kind !== undefined)
    return [`ProRes ${kind}`, `prores-${kind.toLowerCase().replaceAll(" ", "-")}`];
  if (codec_name === "dnxhd") return /^DNXHR/i.test(profile) ? ["DNxHR", "dnxhr"] : ["DNxHD", "dnxhd"];
  return CODECS[codec_name] ?? [codec_name.toUpperCase(), codec_name.replace(/\W/g, "")];
};

/** Returns the display name of a file's color space. Anything a file doesn't state follows from its format. */
export const colorOf = (
  { color_transfer, color_primaries, color_space, pix_fmt = "" }: ProbedStream,
  isVideo: boolean,
): string => {
  const named = [color_primaries, color_space];
  if (color_transfer === "smpte2084") return "Rec. 2100 PQ";
  if (color_transfer === "arib-std-b67") return "Rec. 2100 HLG";
  if (color_primaries === "bt2020") return "Rec. 2020";
  if (color_primaries === "smpte432") return "P3-D65";
  if (color_primaries === "smpte431") return "DCI-P3";
  if (named.some((name) => name === "smpte170m" || name === "bt470bg")) return "Rec. 601";
  return isVideo && /^yuv/.test(pix_fmt) ? "Rec. 709" : "sRGB";
};

const ratio = (text: string): number => {
  const [above = 0, below = 1] = text.split(/[/:]/).map(Number);
  return below === 0 ? 0 : above / below;
};

/** How far a video's stated and average frame rates may differ before the rate counts as variable. */
const STEADY = 0.02;

/** Returns the frames per second of a video. For a variable rate, returns the average. */
export const rateOfVideo = ({ r_frame_rate, avg_frame_rate }: ProbedStream): number => {
  const [stated, average] = [ratio(r_frame_rate), ratio(avg_frame_rate)];
  return average === 0 || Math.abs(stated - average) / average < STEADY ? stated : average;
};

/** Returns the width of a pixel divided by its height. */
export const pixelAspect = ({ sample_aspect_ratio }: ProbedStream): number => ratio(sample_aspect_ratio ?? "1:1") || 1;

/** Returns whether a video is shown with width and height swapped. ffmpeg rotates such videos when decoding. */
export const isTurned = ({ side_data_list = [] }: ProbedStream): boolean =>
  side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);

/** Returns whether a video has two fields per frame. */
export const isInterlaced = ({ field_order }: ProbedStream): boolean => /^(?:tt|bb|tb|bt)$/.test(field_order ?? "");
