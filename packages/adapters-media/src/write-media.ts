import { join } from "node:path";
import type { StockedCollection } from "@backlot/domain";
import { hasMatte } from "@backlot/domain/catalog/media-facts";
import type { FrameSource } from "./frame-source.ts";
import { type DrawnMaps, type DrawnMesh, type OpenModel, writeShownModel } from "./models.ts";
import { type Size, detailOf, onGround } from "./pixels.ts";
import { PLAYER, STILL, TILE, type VideoEncoder, h264, startEncoder, vp9, writeStills } from "./previews.ts";
import { PREVIEW_RATE, readFrames } from "./read-frames.ts";

/** Draws a model from the side. `turn` is its rotation as a fraction of a full turn. Returns pixels with alpha. */
export type DrawModel = (
  mesh: DrawnMesh,
  maps: readonly DrawnMaps[],
  turn: number,
  size: Size,
) => { readonly pixels: Uint8ClampedArray };

/** The maximum lengths of previews in the player and in listings, in frames. */
const PLAYER_FRAMES = 20 * PREVIEW_RATE;
const TILE_FRAMES = 6 * PREVIEW_RATE;
/** The length of a preview of a still or a turning model, in frames. */
const TURN_FRAMES = 2 * PREVIEW_RATE;
const MODEL_POSTER = 4;

/** Returns the light in which to composite frames, which is the light they were made for. */
const lightOf = ({ pixels }: FrameSource): "linear" | "screen" => (pixels === "rgba64le" ? "screen" : "linear");

/** Writes frames to several videos until each video has enough frames. Returns the index of the most detailed frame. */
const writeVideos = async (source: FrameSource, slug: string, hasAlpha: boolean, folder: string): Promise<number> => {
  const flat: [VideoEncoder, number][] = [
    [startEncoder("rgb24", PLAYER, h264(27, PLAYER), { folder, name: `${slug}.mp4` }), PLAYER_FRAMES],
    [startEncoder("rgb24", PLAYER, h264(28, TILE), { folder, name: `${slug}-tile.mp4` }), TILE_FRAMES],
  ];
  const clear: VideoEncoder[] = hasAlpha
    ? [startEncoder("rgba64le", PLAYER, vp9(42), { folder, name: `${slug}.webm` })]
    : [];
  const best = { n: 0, detail: -1 };
  let count = 0;
  const write = async (pixels: Uint16Array, opaque: Uint8Array): Promise<void> => {
    for (const encoder of clear)
      await encoder.write(new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength));
    for (const [encoder, frames] of flat) if (count < frames) await encoder.write(opaque);
    count += 1;
  };
  const range = { from: 0, count: PLAYER_FRAMES, rate: PREVIEW_RATE } as const;
  const encoders = [...clear, ...flat.map(([each]) => each)];
  try {
    for await (const pixels of readFrames(source, PLAYER, range)) {
      const opaque = onGround(pixels, lightOf(source));
      const detail = detailOf(opaque, PLAYER.width);
      if (detail > best.detail) Object.assign(best, { n: count, detail });
      await write(pixels, opaque);
      // Show a still for a moment.
      if (source.facts.frames === 1) while (count < TURN_FRAMES) await write(pixels, opaque);
    }
    for (const encoder of encoders) await encoder.end();
  } finally {
    for (const encoder of encoders) encoder.stop();
  }
  return best.n;
};

/** Writes the previews and stills of a sequence or video. */
export const writeFrameMedia = async (
  source: FrameSource,
  { slug, alpha }: StockedCollection,
  folder: string,
): Promise<void> => {
  const shown = await writeVideos(source, slug, alpha, folder);
  const last = (source.facts.frames - 1) / source.rate;
  const from = Math.min(last, shown / PREVIEW_RATE);
  for await (const pixels of readFrames(source, STILL, { from, count: 1, rate: null }))
    await writeStills(onGround(pixels, lightOf(source)), STILL, join(folder, slug));
};

/** Writes the previews and stills of a model, and the model that its page shows. */
export const writeModelMedia = async (
  model: OpenModel,
  slug: string,
  draw: DrawModel,
  folder: string,
): Promise<void> => {
  const { mesh, maps } = model;
  const tile = startEncoder("rgba", TILE, h264(28, TILE), { folder, name: `${slug}-tile.mp4` });
  for (let n = 0; n < TURN_FRAMES; n += 1)
    await tile.write(new Uint8Array(draw(mesh, maps, n / TURN_FRAMES, TILE).pixels));
  await tile.end();
  const still = draw(mesh, maps, MODEL_POSTER / TURN_FRAMES, STILL);
  await writeStills(new Uint8Array(still.pixels), STILL, join(folder, slug));
  await writeShownModel(model, join(folder, `${slug}.glb`));
};

/**
 * Returns the frames for previews: with a matte if the collection has one, and the smallest that suffice for stills.
 */
export const shownFrames = (sources: readonly FrameSource[], hasAlpha: boolean): FrameSource | undefined => {
  const fitting = sources.filter(({ facts }) => hasMatte(facts) === hasAlpha);
  const [smallest] = fitting
    .filter(({ facts }) => facts.width >= STILL.width)
    .sort((a, b) => a.facts.width - b.facts.width);
  return smallest ?? fitting.sort((a, b) => b.facts.width - a.facts.width)[0];
};
