import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { neededFiles } from "@backlot/domain";
import { SAMPLE_COLLECTIONS } from "./collections.ts";

/** Where the sample's pictures are. */
export const MEDIA_FOLDER = fileURLToPath(new URL("../media/", import.meta.url));

const made = new Set(
  SAMPLE_COLLECTIONS.flatMap(({ collection }) => neededFiles(collection))
    .map(({ name }) => name)
    .filter((name) => name.startsWith("files/")),
);

/** Whether the sample brings a file itself: a picture, `media/ground-fire.avif`, or one that it makes, `files/1011`. */
export const isSampleFile = (name: string): boolean =>
  made.has(name) || (name.startsWith("media/") && existsSync(`${MEDIA_FOLDER}${name.slice("media/".length)}`));
