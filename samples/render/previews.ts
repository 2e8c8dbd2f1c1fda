/**
 * Renders the previews of the sample collections into media/: stills as AVIF and JPEG, sequences as VP9 with alpha and
 * as H.264 over the shop's background color, and a small H.264 for tiles. Needs ffmpeg. Run it with `npm run previews`;
 * pass slugs to render only those collections.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onGround } from "@backlot/adapters-media/pixels";
import { PLAYER, STILL, TILE, h264, startEncoder, vp9, writeStills } from "@backlot/adapters-media/previews";
import { mediaNames } from "@backlot/domain";
import { SAMPLE_COLLECTIONS } from "../src/collections.ts";
import { mapsOf, meshOf, standing } from "../src/models/bake.ts";
import { glbOf } from "../src/models/glb.ts";
import { asFrame } from "../src/scenes/frame.ts";
import { SURFACES } from "../src/models/surface.ts";
import { drawMoment, momentsOf, sequenceFacts } from "../src/source.ts";

const MEDIA = fileURLToPath(new URL("../media/", import.meta.url));

/** Collections with fine detail all over the picture, which would take megabytes at the quality used for the others. */
const FINE = ["falling-snow"];

/** Converts 8-bit pixels to 16 bits. */
const in16 = (pixels: Uint8ClampedArray): Uint16Array => Uint16Array.from(pixels, (value) => value * 257);

await mkdir(MEDIA, { recursive: true });
const wanted = process.argv.slice(2);
for (const { collection, source } of SAMPLE_COLLECTIONS) {
  const { slug } = collection;
  if (wanted.length > 0 && !wanted.includes(slug)) continue;
  const { poster } = sequenceFacts(slug, source);
  // Encode only what the pages show: no video for a model, which has an interactive view, and no alpha video without
  // alpha.
  const shown = new Set(mediaNames(collection));
  const encoders = (name: string, pixels: "rgba" | "rgb24", args: readonly string[]) =>
    shown.has(name) ? [startEncoder(pixels, PLAYER, args, { folder: MEDIA, name })] : [];
  const withAlpha = encoders(`${slug}.webm`, "rgba", vp9(FINE.includes(slug) ? 60 : 54));
  const flat = [
    ...encoders(`${slug}.mp4`, "rgb24", h264(32, PLAYER)),
    ...encoders(`${slug}-tile.mp4`, "rgb24", h264(32, TILE)),
  ];
  for (const moment of momentsOf(slug, source)) {
    if (moment.n === poster) {
      const { pixels } = asFrame(drawMoment(moment, STILL));
      await writeStills(new Uint8Array(pixels), STILL, join(MEDIA, slug));
    }
    const frame = asFrame(drawMoment(moment, PLAYER));
    const opaque = onGround(in16(frame.pixels), "screen");
    for (const each of withAlpha) await each.write(new Uint8Array(frame.pixels.buffer));
    for (const each of flat) await each.write(opaque);
  }
  for (const each of [...withAlpha, ...flat]) await each.end();
  if (source._tag === "model") {
    const surface = SURFACES[source.model]();
    await writeFile(
      `${MEDIA}${slug}.glb`,
      await glbOf(slug, standing(meshOf(surface, 0.5), surface.meters), mapsOf(surface, 768), 82),
    );
  }
  console.log(slug);
}
