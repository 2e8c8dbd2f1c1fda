import type { LibraryId } from "./collection.schema.ts";

/** Names of top-level folders that represent a library, in lowercase. */
const LIBRARIES: Readonly<Record<string, 1 | 2 | 3>> = {
  "2d": 1,
  "2d elements": 1,
  elements: 1,
  practice: 2,
  "practice footage": 2,
  "3d": 3,
  "3d assets": 3,
  models: 3,
};

/** Words for a file's size and format, which are also among its probed facts. */
const SIZE_OR_FORMAT = [
  "[hu]hd|fhd|hd|sd|[1-9]k|\\d{3,4}p|\\d{2,5}x\\d{2,5}",
  "exrs?|pngs?|tiffs?|tif|mov|mp4|webm|zip|glb|usdz|seq|sequence",
  "prores(?:\\d{3,4})?|422|4444|h26[45]|hevc|vp9|av1|dnx\\w*",
].join("|");

/** Words for a file's frame rate, quality, alpha, and color, which can differ between two files of the same format. */
const QUALITY = "\\d{2,3}fps|\\d{1,2}bits?|hq|lt|xq|alpha|straight|(?:un)?premult\\w*|linear|srgb|acescg|rec709";

/** Trailing words in a name that describe the file instead of its content. */
const TECHNICAL = new RegExp(`^(?:${SIZE_OR_FORMAT}|${QUALITY})$`);

/** Words to omit from a sold file's name, because its facts include them. */
const SAID_BY_FACTS = new RegExp(`^(?:${SIZE_OR_FORMAT})$`);

/** Returns the words of a file or folder name without trailing technical ones. */
const namingWords = (text: string): readonly string[] => {
  const words = text.split(/[\s._-]+/).filter((word) => word !== "");
  const last = words.findLastIndex((word) => !TECHNICAL.test(word.toLowerCase()));
  return words.slice(0, last + 1);
};

/** Returns the Latin words and numbers of a text in lowercase, without accents. */
const slugWords = (text: string): readonly string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}|['’]/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Returns the slug of a name, or an empty string if the name has no Latin letters or digits. */
export const slugOf = (name: string): string => slugWords(name).slice(0, 13).join("-");

/** Returns a collection name made of a file's words. Capitalizes lowercase words. */
const titleOf = (words: readonly string[]): string =>
  words.map((word) => (word === word.toLowerCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word)).join(" ");

/** Returns a file name's extension in lowercase, or an empty string. */
export const extensionOf = (file: string): string => /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? "";

/** Returns the collection details that a file's folders and name imply. */
export const placeOf = (path: string, base: string) => {
  const folders = path.split("/").slice(0, -1);
  const library = LIBRARIES[(folders[0] ?? "").toLowerCase()] ?? null;
  const [category = null, folder] = library === null ? folders : folders.slice(1);
  const fromFolder = folder === undefined ? [] : namingWords(folder);
  const words = fromFolder.length > 0 ? fromFolder : namingWords(base);
  return { library: library as LibraryId | null, category, name: titleOf(words) };
};

/**
 * Returns the words of a path, starting at its collection's folder, that repeat neither the collection's name nor its
 * facts.
 */
export const partOf = (path: string, base: string, slug: string): string => {
  const folders = path.split("/").slice(0, -1);
  const isInLibrary = LIBRARIES[(folders[0] ?? "").toLowerCase()] !== undefined;
  const text = [...folders.slice(isInLibrary ? 2 : 1), base].join(" ");
  const collectionWords = new Set(slug.split("-"));
  const words = slugWords(text).filter((word) => !collectionWords.has(word) && !SAID_BY_FACTS.test(word));
  return [...new Set(words)].join("-");
};
