/**
 * Renders the previews of the sample collections into media/: stills as AVIF and JPEG, the sequence as VP9 with alpha and as
 * H.264 on the ground colour of the shop, and a small H.264 for tiles. Needs ffmpeg. Run with `npm run previews`, with
 * slugs to render only those.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { SAMPLE_COLLECTIONS, SCENE_FRAMES, type SampleCollection } from "../src/collections.ts";
import type { Frame } from "../src/scenes/frame.ts";
import { SCENES } from "../src/scenes/index.ts";
import { RECIPES } from "../src/simulation/recipes.ts";
import { drawFrame } from "../src/simulation/sequence.ts";
import { FRAME_RATE, type Recipe, simulate } from "../src/simulation/take.ts";

const MEDIA = fileURLToPath(new URL("../media/", import.meta.url));
const GROUND = { r: 13, g: 13, b: 15 };
const STILL = { width: 1280, height: 720 };
const PLAYER = { width: 960, height: 540 };

/** An encoder that takes frames of raw pixels. */
const encoder = (pixels: "rgba" | "rgb24", args: readonly string[]) => {
  const { width, height } = PLAYER;
  const raw = ["-f", "rawvideo", "-pix_fmt", pixels, "-s", `${width}x${height}`, "-r", String(FRAME_RATE), "-i", "-"];
  const child = spawn("ffmpeg", ["-y", "-loglevel", "error", ...raw, ...args], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const done = once(child, "exit");
  return {
    write: async (pixels: Uint8Array): Promise<void> => {
      if (!child.stdin.write(pixels)) await once(child.stdin, "drain");
    },
    end: async (): Promise<void> => {
      child.stdin.end();
      const [code] = await done;
      if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
    },
  };
};

/** A frame over the ground colour of the shop. */
const onGround = (pixels: Uint8ClampedArray): Uint8Array => {
  const flat = new Uint8Array((pixels.length / 4) * 3);
  const ground = [GROUND.r, GROUND.g, GROUND.b];
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    const alpha = (pixels[from + 3] ?? 0) / 255;
    for (let c = 0; c < 3; c += 1)
      flat[to + c] = (pixels[from + c] ?? 0) * alpha + (ground[c] ?? 0) * (1 - alpha) + 0.5;
  }
  return flat;
};

const h264 = (quality: number): readonly string[] => [
  ...["-c:v", "libx264", "-preset", "slow", "-crf", String(quality), "-profile:v", "high"],
  ...["-movflags", "+faststart", "-g", "12"],
];

/** The frame of a scene that shows what it is. */
const BEST: Readonly<Record<string, number>> = { lightning: 1, walk: 9, boulder: 4, sparks: 20 };

const recipeOf = (slug: string): Recipe => {
  const recipe = RECIPES[slug];
  if (recipe === undefined) throw new Error(`there is no recipe ${slug}`);
  return recipe;
};

/** A moment of a sequence, at any size. */
type Draw = (size: { readonly width: number; readonly height: number }) => Frame;

/** The moments of a collection, one after another. */
function* momentsOf({ collection, source }: SampleCollection): Generator<Draw> {
  if (source._tag === "recipe") {
    const recipe = recipeOf(collection.slug);
    let n = 0;
    for (const volume of simulate(recipe)) {
      const place = n;
      yield (size) => drawFrame(volume, recipe, place, size);
      n += 1;
    }
    return;
  }
  const draw = SCENES[source.scene];
  for (let n = 0; n < SCENE_FRAMES; n += 1)
    yield (size) => draw({ ...size, seed: source.seed, phase: n / SCENE_FRAMES });
}

await mkdir(MEDIA, { recursive: true });
const wanted = process.argv.slice(2);
for (const sample of SAMPLE_COLLECTIONS) {
  const { slug } = sample.collection;
  if (wanted.length > 0 && !wanted.includes(slug)) continue;
  const poster = sample.source._tag === "recipe" ? recipeOf(slug).poster : (BEST[sample.source.scene] ?? 0);
  const vp9 = [
    "-c:v",
    "libvpx-vp9",
    "-pix_fmt",
    "yuva420p",
    "-crf",
    "36",
    "-b:v",
    "0",
    "-deadline",
    "good",
    "-cpu-used",
    "2",
  ];
  const withAlpha = encoder("rgba", [...vp9, "-auto-alt-ref", "0", "-g", "48", `${MEDIA}${slug}.webm`]);
  const flat = [
    encoder("rgb24", [...h264(25), "-pix_fmt", "yuv420p", `${MEDIA}${slug}.mp4`]),
    encoder("rgb24", [
      "-vf",
      "scale=480:270:flags=lanczos",
      ...h264(28),
      "-pix_fmt",
      "yuv420p",
      `${MEDIA}${slug}-tile.mp4`,
    ]),
  ];
  let n = 0;
  for (const draw of momentsOf(sample)) {
    if (n === poster) {
      const { pixels } = draw(STILL);
      const still = sharp(pixels, { raw: { ...STILL, channels: 4 } }).flatten({ background: GROUND });
      await still.clone().avif({ quality: 62, effort: 6 }).toFile(`${MEDIA}${slug}.avif`);
      await still.clone().resize(640).avif({ quality: 58, effort: 6 }).toFile(`${MEDIA}${slug}-640.avif`);
      await still.clone().jpeg({ quality: 80, mozjpeg: true }).toFile(`${MEDIA}${slug}.jpg`);
    }
    const frame = draw(PLAYER);
    const opaque = onGround(frame.pixels);
    await withAlpha.write(new Uint8Array(frame.pixels.buffer));
    for (const each of flat) await each.write(opaque);
    n += 1;
  }
  for (const each of [withAlpha, ...flat]) await each.end();
  console.log(slug);
}
