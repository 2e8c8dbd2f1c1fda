import { BYTES_PER_PIXEL, type FrameSource, inputAt, pictures } from "./frame-source.ts";
import { type Size, centered, fitted, straightFromLinear } from "./pixels.ts";
import { UnreadableMedia, startTool } from "./tools.ts";

export const PREVIEW_RATE = 24;

/** Returns the filter that scales frames to fit a size without dark edges, with straight alpha. */
const straightFilter = ({ facts, assumes709 }: FrameSource, { width, height }: Size): string => {
  const matrix = assumes709 ? ["scale=in_color_matrix=bt709"] : [];
  const premultiply = facts.alpha === "straight" ? ["premultiply=inplace=1"] : [];
  const isOpaque = facts.alpha === "none";
  return [
    ...matrix,
    `format=${isOpaque ? "gbrp16le" : "gbrap16le"}`,
    ...premultiply,
    `scale=${width}:${height}:flags=area`,
    ...(isOpaque ? [] : ["unpremultiply=inplace=1"]),
    "format=rgba64le",
  ].join(",");
};

/** The frames to read: the start time in seconds, their number, and their rate, either 24 per second or their own. */
interface FrameRange {
  readonly from: number;
  readonly count: number;
  readonly rate: typeof PREVIEW_RATE | null;
}

/**
 * Yields frames as straight 16-bit sRGB, centered in a picture of the given size. Throws if a frame can't be decoded.
 */
export async function* readFrames(
  source: FrameSource,
  size: Size,
  { from, count, rate }: FrameRange,
): AsyncGenerator<Uint16Array> {
  const shown = fitted(source.shown, size);
  const timing = rate === null ? [] : [`fps=${rate}`];
  const { pixels } = source;
  const isLinear = pixels !== "rgba64le";
  const scaled = isLinear
    ? `format=${pixels},zscale=w=${shown.width}:h=${shown.height}:filter=bilinear`
    : straightFilter(source, shown);
  const filter = [...timing, scaled].join(",");
  const args = ["-xerror", "-threads", "2", ...inputAt(source, from), "-an", "-frames:v", String(count), "-vf", filter];
  const tool = startTool("ffmpeg", [...args, "-f", "rawvideo", "-pix_fmt", pixels, "-"], source.folder);
  tool.stdin.end();
  let read = 0;
  try {
    for await (const bytes of pictures(tool.stdout, shown.width * shown.height * BYTES_PER_PIXEL[pixels])) {
      read += 1;
      const straight = isLinear
        ? straightFromLinear(bytes, shown)
        : new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
      yield centered(straight, shown, size);
    }
    await tool.ended;
  } finally {
    tool.stop();
  }
  if (read === 0) throw new UnreadableMedia("has no frame that can be read");
}
