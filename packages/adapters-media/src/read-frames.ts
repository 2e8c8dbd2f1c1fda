import { type FrameSource, inputAt } from "./frame-source.ts";
import { type Size, centered, fitted, straightFromLinear } from "./pixels.ts";
import { UnreadableMedia, startTool } from "./tools.ts";

/** The frame rate of previews. */
export const PREVIEW_RATE = 24;

/** Returns the filter that scales frames into a size without dark edges, as straight alpha. */
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

/** Splits a stream of bytes into pictures of one length. */
async function* pictures(stream: AsyncIterable<Buffer | string>, length: number): AsyncGenerator<Buffer> {
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

/** Which frames to read: from one on, as many as given, at 24 per second or as they are. */
export interface FrameRange {
  readonly from: number;
  readonly count: number;
  readonly rate: typeof PREVIEW_RATE | null;
}

/**
 * Yields frames as straight sRGB of 16 bits in the middle of a picture of a size. Throws if a frame can't be decoded.
 */
export async function* readFrames(
  source: FrameSource,
  size: Size,
  { from, count, rate }: FrameRange,
): AsyncGenerator<Uint16Array> {
  const shown = fitted(source.facts, size);
  const timing = rate === null ? [] : [`fps=${rate}`];
  const { pixels } = source;
  const isLinear = pixels !== "rgba64le";
  const scaled = isLinear
    ? `format=${pixels},zscale=w=${shown.width}:h=${shown.height}:filter=bilinear`
    : straightFilter(source, shown);
  const bytesPerPixel = { gbrapf32le: 16, gbrpf32le: 12, rgba64le: 8 }[pixels];
  const filter = [...timing, scaled].join(",");
  const args = ["-xerror", "-threads", "2", ...inputAt(source, from), "-an", "-frames:v", String(count), "-vf", filter];
  const tool = startTool("ffmpeg", [...args, "-f", "rawvideo", "-pix_fmt", pixels, "-"], source.folder);
  tool.stdin.end();
  let read = 0;
  try {
    for await (const bytes of pictures(tool.stdout, shown.width * shown.height * bytesPerPixel)) {
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
