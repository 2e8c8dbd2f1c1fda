import type { LibraryId } from "./collection.schema.ts";

/** The names of top folders that stand for a library, in lower case. */
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

/** Words for the size and the format of a file, which its probed facts name. */
const SIZE_OR_FORMAT = [
  "[hu]hd|fhd|hd|sd|[1-9]k|\\d{3,4}p|\\d{2,5}x\\d{2,5}",
  "exrs?|pngs?|tiffs?|tif|mov|mp4|webm|zip|glb|usdz|seq|sequence",
  "prores(?:\\d{3,4})?|422|4444|h26[45]|hevc|vp9|av1|dnx\\w*",
].join("|");

/** Words for the rate, quality, alpha, and color of a file, by which two files of one format can differ. */
const QUALITY = "\\d{2,3}fps|\\d{1,2}bits?|hq|lt|xq|alpha|straight|(?:un)?premult\\w*|linear|srgb|acescg|rec709";

/** Words at the end of a name that describe the file and not what it shows. */
const TECHNICAL = new RegExp(`^(?:${SIZE_OR_FORMAT}|${QUALITY})$`);

/** Words that a sold file's name doesn't need, because the facts of the file say them. */
const SAID_BY_FACTS = new RegExp(`^(?:${SIZE_OR_FORMAT})$`);

/** Returns the words of a file's or folder's name without the technical ones at its end. */
const namingWords = (text: string): readonly string[] => {
  const words = text.split(/[\s._-]+/).filter((word) => word !== "");
  const last = words.findLastIndex((word) => !TECHNICAL.test(word.toLowerCase()));
  return words.slice(0, last + 1);
};

/** Returns the Latin words and numbers of a text in lower case, without accents. */
const slugWords = (text: string): readonly string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}|['’]/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Returns the slug of a name, or an empty text if the name has no Latin letters or digits. */
export const slugOf = (name: string): string => slugWords(name).slice(0, 13).join("-");

/** Returns a file's words as the name of a collection. Words in lower case get a capital letter. */
const titleOf = (words: readonly string[]): string =>
  words.map((word) => (word === word.toLowerCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word)).join(" ");

/** Returns the extension of a file name in lower case, or an empty text. */
export const extensionOf = (file: string): string => /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? "";

/** Returns what the folders of a path and the name of its file say about its collection. */
export const placeOf = (path: string, base: string) => {
  const folders = path.split("/").slice(0, -1);
  const library = LIBRARIES[(folders[0] ?? "").toLowerCase()] ?? null;
  const [category = null, folder] = library === null ? folders : folders.slice(1);
  const fromFolder = folder === undefined ? [] : namingWords(folder);
  const words = fromFolder.length > 0 ? fromFolder : namingWords(base);
  return { library: library as LibraryId | null, category, name: titleOf(words) };
};

/** Returns the words of a path, from its collection's folder on, that aren't those of its collection or its facts. */
export const partOf = (path: string, base: string, slug: string): string => {
  const folders = path.split("/").slice(0, -1);
  const isInLibrary = LIBRARIES[(folders[0] ?? "").toLowerCase()] !== undefined;
  const text = [...folders.slice(isInLibrary ? 2 : 1), base].join(" ");
  const collectionWords = new Set(slug.split("-"));
  const words = slugWords(text).filter((word) => !collectionWords.has(word) && !SAID_BY_FACTS.test(word));
  return [...new Set(words)].join("-");
};
