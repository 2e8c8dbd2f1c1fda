import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { Collection, CollectionVariant } from "@backlot/domain";
import { Zip, ZipPassThrough, strToU8 } from "fflate";
import sharp from "sharp";
import { SAMPLE_COLLECTIONS, type SampleCollection } from "./collections.ts";
import { makeBoulder } from "./mesh.ts";
import type { Frame } from "./scenes/frame.ts";
import { SCENES } from "./scenes/index.ts";

const SIZE = { "2K": { width: 2_048, height: 1_152 }, "4K": { width: 4_096, height: 2_304 } } as const;
const FRAMES = 6;

const png = (frame: Frame, alpha: boolean): Promise<Buffer> => {
  const image = sharp(frame.pixels, { raw: { width: frame.width, height: frame.height, channels: 4 } });
  // Level 3 takes a third of the time of the default and a tenth more room.
  return (alpha ? image : image.removeAlpha()).png({ compressionLevel: 3 }).toBuffer();
};

const readme = (collection: Collection, variant: CollectionVariant): string =>
  [
    collection.name,
    variant.description,
    "",
    `Collection ${collection.id}, variant ${variant.id}, ${variant.resolution}.`,
    "Use is governed by the licence of the account that downloaded this file.",
    "",
  ].join("\n");

async function* sequence({ scene, seed, collection }: SampleCollection, variant: CollectionVariant) {
  const draw = SCENES[scene];
  for (let n = 0; n < FRAMES; n += 1) {
    const name = `${collection.slug}_${variant.resolution.toLowerCase()}.${String(1_001 + n)}.png`;
    yield [name, await png(draw({ ...SIZE[variant.resolution], seed, phase: n / FRAMES }), collection.alpha)] as const;
  }
}

async function* model({ seed, collection }: SampleCollection, variant: CollectionVariant) {
  const side = variant.resolution === "2K" ? 2_048 : 4_096;
  const made = makeBoulder(seed, side);
  const name = `${collection.slug}_${variant.resolution.toLowerCase()}`;
  yield [`${name}.obj`, Buffer.from(made.obj(name))] as const;
  yield [
    `${name}.mtl`,
    Buffer.from(`newmtl stone\nKd 1 1 1\nmap_Kd ${name}_colour.png\nmap_Bump ${name}_height.png\n`),
  ] as const;
  yield [
    `${name}_colour.png`,
    await sharp(made.colour, { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 3 })
      .toBuffer(),
  ] as const;
  yield [
    `${name}_height.png`,
    await sharp(made.height, { raw: { width: side, height: side, channels: 1 } })
      .png({ compressionLevel: 3 })
      .toBuffer(),
  ] as const;
}

/** Writes the ZIP of a variant: what its description says, and nothing else. Rejects for an unknown variant. */
export const writeSoldFile = async (variantId: number, path: string): Promise<void> => {
  const sample = SAMPLE_COLLECTIONS.find(({ collection }) =>
    collection.collection_variants.some((each) => each.id === variantId),
  );
  const variant = sample?.collection.collection_variants.find((each) => each.id === variantId);
  if (sample === undefined || variant === undefined)
    throw new Error(`the sample catalogue has no variant ${variantId}`);
  const out = createWriteStream(path);
  const zip = new Zip((error, chunk, last) => {
    if (error) out.destroy(error);
    else if (last) out.end(chunk);
    else out.write(chunk);
  });
  const put = (name: string, content: Uint8Array): void => {
    // PNG is compressed already: stored as it is, it is written at once.
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(content, true);
  };
  put("README.txt", strToU8(readme(sample.collection, variant)));
  for await (const [name, content] of sample.collection.library_id === 3
    ? model(sample, variant)
    : sequence(sample, variant)) {
    put(name, content);
  }
  zip.end();
  await finished(out);
};
