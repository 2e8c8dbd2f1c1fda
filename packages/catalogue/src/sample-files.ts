import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SAMPLE_COLLECTIONS } from "./collections.ts";

/** Where the sample's pictures are. */
export const MEDIA_FOLDER = fileURLToPath(new URL("../media/", import.meta.url));

const variants = new Set(
  SAMPLE_COLLECTIONS.flatMap(({ collection }) => collection.collection_variants.map(({ id }) => `files/${id}`)),
);

/** Whether the sample brings a file itself: a picture, `media/ground-fire.avif`, or one that it makes, `files/1011`. */
export const isSampleFile = (name: string): boolean =>
  variants.has(name) || (name.startsWith("media/") && existsSync(`${MEDIA_FOLDER}${name.slice("media/".length)}`));
