export { SAMPLE_ARTICLES } from "./articles.ts";
export { SAMPLE_COLLECTIONS, type SampleCollection } from "./collections.ts";
export { PACK_PRICES, PRICE_LIST } from "./price-list.ts";
export { SAMPLE_CATALOG, SAMPLE_CODES } from "./sample.ts";
export { makeSampleFile, secondsToMake } from "./make-file.ts";
export { MEDIA_FOLDER, isSampleFile } from "./sample-files.ts";
