import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { neededFiles } from "@backlot/domain";
import { SAMPLE_COLLECTIONS } from "./collections.ts";

const own = createRequire(import.meta.url).resolve("@backlot/catalog/package.json");

/** Where the sample's pictures are: in this package, also for a bundle that this module is in. */
export const MEDIA_FOLDER = `${dirname(own)}/media/`;

const made = new Set(
  SAMPLE_COLLECTIONS.flatMap(({ collection }) => neededFiles(collection))
    .map(({ name }) => name)
    .filter((name) => name.startsWith("files/")),
);

/** Whether the sample brings a file itself: a picture, `media/ground-fire.avif`, or one that it makes, `files/1011`. */
export const isSampleFile = (name: string): boolean =>
  made.has(name) || (name.startsWith("media/") && existsSync(`${MEDIA_FOLDER}${name.slice("media/".length)}`));
