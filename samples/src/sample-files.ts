import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { neededFiles } from "@backlot/domain";
import { SAMPLE_COLLECTIONS } from "./collections.ts";

const own = createRequire(import.meta.url).resolve("@backlot/samples/package.json");

/** The folder of the sample media. It is in this package, even if this module is bundled elsewhere. */
export const MEDIA_FOLDER = `${dirname(own)}/media/`;

const made = new Set(
  SAMPLE_COLLECTIONS.flatMap(({ collection }) => neededFiles(collection))
    .map(({ name }) => name)
    .filter((name) => name.startsWith("files/")),
);

/**
 * Returns whether the sample provides a file: its own media, such as `media/ground-fire.avif`, or a file that it can
 * render, such as `files/1011`.
 */
export const isSampleFile = (name: string): boolean =>
  made.has(name) || (name.startsWith("media/") && existsSync(`${MEDIA_FOLDER}${name.slice("media/".length)}`));
