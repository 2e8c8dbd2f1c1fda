/**
 * Renders the previews of the sample collections into media/: stills as AVIF and JPEG, sequences as VP9 with alpha and
 * as H.264 over the shop's background color, and a small H.264 for tiles. Needs ffmpeg. Run it with `npm run previews`;
 * pass slugs to render only those collections.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { mediaNames } from "@backlot/domain";
import sharp from "sharp";
import { SAMPLE_COLLECTIONS } from "../src/collections.ts";
import { mapsOf, meshOf } from "../src/models/bake.ts";
import { glbOf } from "../src/models/glb.ts";
import { asFrame } from "../src/scenes/frame.ts";
import { SURFACES } from "../src/models/surface.ts";
import { FRAME_RATE } from "../src/simulation/take.ts";
import { drawMoment, momentsOf, sequenceFacts } from "../src/source.ts";

const MEDIA = fileURLToPath(new URL("../media/", import.meta.url));
const GROUND = { r: 13, g: 13, b: 15 };
const STILL = { width: 1280, height: 720 };
const PLAYER = { width: 960, height: 540 };

/** Starts an ffmpeg encoder that reads frames of raw pixels. */
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

/** Composites a frame over the shop's background color. */
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

await mkdir(MEDIA, { recursive: true });
const wanted = process.argv.slice(2);
for (const { collection, source } of SAMPLE_COLLECTIONS) {
  const { slug } = collection;
  if (wanted.length > 0 && !wanted.includes(slug)) continue;
  const { poster } = sequenceFacts(slug, source);
  const vp9 = [
    "-c:v",
    "libvpx-vp9",
    "-pix_fmt",
    "yuva420p",
    "-crf",
    "42",
    "-b:v",
    "0",
    "-deadline",
    "good",
    "-cpu-used",
    "2",
  ];
  // Encode only what the pages show: no video for a model, which has an interactive view, and no alpha video without
  // alpha.
  const shown = new Set(mediaNames(collection));
  const encoders = (name: string, pixels: "rgba" | "rgb24", args: readonly string[]) =>
    shown.has(name) ? [encoder(pixels, [...args, `${MEDIA}${name}`])] : [];
  const withAlpha = encoders(`${slug}.webm`, "rgba", [...vp9, "-auto-alt-ref", "0", "-g", "48"]);
  const flat = [
    ...encoders(`${slug}.mp4`, "rgb24", [...h264(27), "-pix_fmt", "yuv420p"]),
    ...encoders(`${slug}-tile.mp4`, "rgb24", [
      "-vf",
      "scale=480:270:flags=lanczos",
      ...h264(28),
      "-pix_fmt",
      "yuv420p",
    ]),
  ];
  for (const moment of momentsOf(slug, source)) {
    if (moment.n === poster) {
      const { pixels } = asFrame(drawMoment(moment, STILL));
      const still = sharp(pixels, { raw: { ...STILL, channels: 4 } }).flatten({ background: GROUND });
      await still.clone().avif({ quality: 62, effort: 6 }).toFile(`${MEDIA}${slug}.avif`);
      await still.clone().resize(640).avif({ quality: 58, effort: 6 }).toFile(`${MEDIA}${slug}-640.avif`);
      await still.clone().jpeg({ quality: 80, mozjpeg: true }).toFile(`${MEDIA}${slug}.jpg`);
    }
    const frame = asFrame(drawMoment(moment, PLAYER));
    const opaque = onGround(frame.pixels);
    for (const each of withAlpha) await each.write(new Uint8Array(frame.pixels.buffer));
    for (const each of flat) await each.write(opaque);
  }
  for (const each of [...withAlpha, ...flat]) await each.end();
  if (source._tag === "model") {
    const surface = SURFACES[source.model]();
    await writeFile(`${MEDIA}${slug}.glb`, await glbOf(slug, meshOf(surface, 0.5), mapsOf(surface, 768), 82));
  }
  console.log(slug);
}
