import type { Samples } from "@backlot/application";
import { SAMPLE_ARTICLES } from "./articles.ts";
import { makeSampleFile, secondsToMake } from "./make-file.ts";
import { SAMPLE_CATALOG, SAMPLE_CODES } from "./sample.ts";
import { MEDIA_FOLDER, isSampleFile } from "./sample-files.ts";

/** The package's only entry point: a catalog to import, and the functions that render its files. */
export const SAMPLES: Samples = {
  catalog: SAMPLE_CATALOG,
  articles: SAMPLE_ARTICLES,
  codes: SAMPLE_CODES,
  mediaFolder: MEDIA_FOLDER,
  hasFile: isSampleFile,
  makeFile: makeSampleFile,
  secondsToMake,
};
