/**
 * Renders the pictures and the video of the home page's hero from a sample collection, larger than the previews of the
 * shop. Needs ffmpeg. Run it with the collection's slug and the folder to write to:
 * `npm run hero -- flamethrower ../apps/web/public`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import sharp from "sharp";
import { SAMPLE_COLLECTIONS } from "../src/collections.ts";
import { asFrame } from "../src/scenes/frame.ts";
import { FRAME_RATE } from "../src/simulation/take.ts";
import { drawMoment, momentsOf, sequenceFacts } from "../src/source.ts";

const GROUND = { r: 13, g: 13, b: 15 };
const STILL = { width: 1920, height: 1080 };
const VIDEO = { width: 1600, height: 900 };

const [slug = "flamethrower", folder = "."] = process.argv.slice(2);
const sample = SAMPLE_COLLECTIONS.find(({ collection }) => collection.slug === slug);
if (sample === undefined) throw new Error(`no sample collection is named ${slug}`);
const { poster } = sequenceFacts(slug, sample.source);

const size = `${VIDEO.width}x${VIDEO.height}`;
const encoder = spawn(
  "ffmpeg",
  [
    ...["-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", String(FRAME_RATE)],
    ...["-i", "-", "-c:v", "libx264", "-preset", "slow", "-crf", "28", "-profile:v", "high", "-pix_fmt", "yuv420p"],
    ...["-movflags", "+faststart", "-g", "24", `${folder}/hero.mp4`],
  ],
  { stdio: ["pipe", "inherit", "inherit"] },
);
const done = once(encoder, "exit");
for (const moment of momentsOf(slug, sample.source)) {
  if (moment.n === poster) {
    const { pixels } = asFrame(drawMoment(moment, STILL));
    const still = sharp(pixels, { raw: { ...STILL, channels: 4 } }).flatten({ background: GROUND });
    await still.clone().avif({ quality: 60, effort: 6 }).toFile(`${folder}/hero.avif`);
    await still.clone().resize(960).avif({ quality: 58, effort: 6 }).toFile(`${folder}/hero-960.avif`);
  }
  const { pixels } = asFrame(drawMoment(moment, VIDEO));
  const frame = sharp(pixels, { raw: { ...VIDEO, channels: 4 } }).flatten({ background: GROUND });
  if (!encoder.stdin.write(await frame.raw().toBuffer())) await once(encoder.stdin, "drain");
}
encoder.stdin.end();
const [code] = await done;
if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
