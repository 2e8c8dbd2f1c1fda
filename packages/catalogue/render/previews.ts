/**
 * Renders the previews of the sample catalogue into media/: a still as AVIF and a loop as animated WebP, on the ground
 * colour of the shop. Run with `npm run previews`, with slugs to render only those.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { SAMPLE_COLLECTIONS } from "../src/collections.ts";
import { SCENES } from "../src/scenes/index.ts";

const MEDIA = fileURLToPath(new URL("../media/", import.meta.url));
const GROUND = { r: 13, g: 13, b: 15 };
const STILL = { width: 1280, height: 720 };
const LOOP = { width: 480, height: 270, frames: 30, delay: 66 };
/** The moment of each loop that shows what the thing is. */
const BEST: Readonly<Record<string, number>> = { lightning: 0.012, walk: 0.19, fire: 0.35, boulder: 0.08 };

const flat = async (frame: { width: number; height: number; pixels: Uint8ClampedArray }): Promise<Buffer> =>
  sharp(frame.pixels, { raw: { width: frame.width, height: frame.height, channels: 4 } })
    .flatten({ background: GROUND })
    .removeAlpha()
    .raw()
    .toBuffer();

await mkdir(MEDIA, { recursive: true });
const wanted = new Set(process.argv.slice(2));
for (const { collection, scene, seed } of SAMPLE_COLLECTIONS) {
  if (wanted.size > 0 && !wanted.has(collection.slug)) continue;
  const draw = SCENES[scene];
  const still = await flat(draw({ ...STILL, seed, phase: BEST[scene] ?? 0.4 }));
  const picture = sharp(still, { raw: { ...STILL, channels: 3 } });
  await picture.clone().avif({ quality: 62, effort: 6 }).toFile(`${MEDIA}${collection.slug}.avif`);
  await picture.clone().resize(640).avif({ quality: 58, effort: 6 }).toFile(`${MEDIA}${collection.slug}-640.avif`);
  await picture.clone().jpeg({ quality: 80, mozjpeg: true }).toFile(`${MEDIA}${collection.slug}.jpg`);
  const frames: Buffer[] = [];
  for (let n = 0; n < LOOP.frames; n += 1) {
    frames.push(await flat(draw({ width: LOOP.width, height: LOOP.height, seed, phase: n / LOOP.frames })));
  }
  await sharp(Buffer.concat(frames), {
    raw: { width: LOOP.width, height: LOOP.height * LOOP.frames, channels: 3, pageHeight: LOOP.height },
  })
    .webp({ quality: 60, effort: 5, loop: 0, delay: Array.from({ length: LOOP.frames }, () => LOOP.delay) })
    .toFile(`${MEDIA}${collection.slug}-loop.webp`);
  console.log(collection.slug);
}
