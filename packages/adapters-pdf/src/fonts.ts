import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { printedText } from "@backlot/domain";
import { Font } from "@react-pdf/renderer";
import subsetFont from "subset-font";

/** The font weights that documents use: regular and bold. */
export type Weight = 400 | 700;

/** The font packages for scripts other than Han, in order of preference. They have one file per weight. */
const SCRIPT_PACKAGES = [
  "noto-sans",
  "noto-sans-hebrew",
  // Not Noto, whose Arabic letters consist of several glyphs, which the renderer misplaces.
  "ibm-plex-sans-arabic",
  "noto-sans-thai",
  "noto-sans-armenian",
  "noto-sans-georgian",
] as const;
/**
 * The font packages for Han characters, in order of preference if the text doesn't reveal its language. They are
 * variable fonts, because one file per weight would take 280 MB.
 */
const HAN_PACKAGES = ["noto-sans-sc", "noto-sans-tc", "noto-sans-jp", "noto-sans-kr"] as const;
type FontPackage = (typeof SCRIPT_PACKAGES)[number] | (typeof HAN_PACKAGES)[number];

/** A part of a font. `ranges` are the code points it is meant for. */
export interface Face {
  readonly family: string;
  /** The path of the font file, without the weight. */
  readonly file: string;
  /** Whether one file has all weights. */
  readonly isVariable: boolean;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** The parts of an open font that layout needs. */
interface OpenFont {
  readonly characterSet: readonly number[];
  readonly glyphForCodePoint: (codePoint: number) => unknown;
  getGlyph: (id: number, codePoints?: readonly number[]) => { codePoints: readonly number[] };
  readonly unitsPerEm: number;
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
  readonly layout: (text: string) => {
    readonly advanceWidth: number;
    readonly glyphs: readonly { readonly id: number }[];
  };
}

const codePoint = (hex: string): number => Number.parseInt(hex, 16);

const rangesOf = (list: string): Face["ranges"] =>
  list.split(",").map((range) => {
    const [first = "", last = first] = range.trim().replace(/^U\+/i, "").split("-");
    return [codePoint(first.replaceAll("?", "0")), codePoint(last.replaceAll("?", "F"))];
  });

const { resolve } = createRequire(import.meta.url);
const faces = new Map<FontPackage, readonly Face[]>();

/** Returns a package's faces. Reads the package on the first call, so that loading this module opens no files. */
const facesOf = (name: FontPackage): readonly Face[] => {
  const cachedFaces = faces.get(name);
  if (cachedFaces !== undefined) return cachedFaces;
  const isVariable = HAN_PACKAGES.some((each) => each === name);
  const folder = dirname(resolve(`@fontsource${isVariable ? "-variable" : ""}/${name}/package.json`));
  const subsets = Object.entries(
    JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>,
  );
  const packageFaces = subsets.map(([subset, list]): Face => {
    const file = `${name}-${subset.replace(/[[\]]/g, "")}`;
    return { family: file, file: join(folder, "files", file), isVariable, ranges: rangesOf(list) };
  });
  faces.set(name, packageFaces);
  return packageFaces;
};

const opened = new Map<string, Promise<OpenFont>>();

/**
 * Makes a font's glyphs independent of earlier documents. A font creates each glyph only once per process. If an "ë"
 * was the first to use the "e" glyph, that glyph represents no letter when a later document is read, searched, or
 * copied from.
 */
const keepLetters = (font: OpenFont): OpenFont => {
  for (const point of font.characterSet) font.glyphForCodePoint(point);
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    // Several letters can share a glyph. Make it represent the letter being printed.
    if (codePoints.length > 0) glyph.codePoints = codePoints;
    return glyph;
  };
  return font;
};

/** Returns a face in one weight as TrueType. The renderer can't read variable fonts or some of the file formats. */
const readFace = async ({ file, isVariable }: Face, weight: Weight): Promise<Buffer> => {
  const options = { keepAllGlyphs: true, targetFormat: "sfnt" } as const;
  return isVariable
    ? subsetFont(await readFile(`${file}-wght-normal.woff2`), "", { ...options, variationAxes: { wght: weight } })
    : subsetFont(await readFile(`${file}-${weight}-normal.woff`), "", options);
};

/** Opens a face once per process, and registers it with the renderer under its own family name. */
export const openFace = (face: Face, weight: Weight): Promise<OpenFont> => {
  const { family } = face;
  const key = `${family} ${weight}`;
  const cachedFont = opened.get(key);
  if (cachedFont !== undefined) return cachedFont;
  const load = async (): Promise<OpenFont> => {
    const font = await readFace(face, weight);
    Font.register({ family, src: `data:font/ttf;base64,${font.toString("base64")}`, fontWeight: weight });
    const descriptor = { fontFamily: family, fontWeight: weight };
    await Font.load(descriptor);
    // The renderer's types for open fonts come from a package that it doesn't install.
    return keepLetters(Font.getFont(descriptor).data as unknown as OpenFont);
  };
  const opening = load();
  opened.set(key, opening);
  return opening;
};

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** An alphabetic letter with a mark. Han fonts have some marks, but don't position them. */
const MARKED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}].*\p{M}/u;

/** Returns whether a font has every code point of a cluster, and the renderer places the cluster's glyphs correctly. */
const prints = (font: OpenFont, cluster: string): boolean => {
  const letters = [...cluster];
  if (!letters.every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))) return false;
  // The renderer misplaces marks in right-to-left text.
  if (letters.length > 1 && RIGHT_TO_LEFT.test(cluster)) return false;
  const { glyphs } = font.layout(cluster);
  // The renderer loses a letter for each glyph that a font adds.
  return glyphs.length <= letters.length && glyphs.every(({ id }) => id !== 0);
};

/** Returns the face that prints a cluster, or null if none does. */
const faceIn = async (packages: readonly FontPackage[], cluster: string, weight: Weight): Promise<Face | null> => {
  const points = [...cluster].map((letter) => letter.codePointAt(0) ?? 0);
  for (const name of packages)
    for (const face of facesOf(name)) {
      const isMeant = points.some((point) => face.ranges.some(([first, last]) => first <= point && point <= last));
      if (!isMeant || (face.isVariable && MARKED.test(cluster))) continue;
      const font = await openFace(face, weight);
      if (prints(font, cluster)) return face;
    }
  return null;
};

// Scripts whose letters our fonts have and the renderer shapes correctly. A font can contain stray letters of others.
const SHAPED = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Georgian",
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Thai",
  "Han",
  "Hiragana",
  "Katakana",
  "Bopomofo",
  "Hangul",
  "Common",
  "Inherited",
].map((script) => `\\p{Script=${script}}`);
// A cluster is a space, or starts with a letter, not with a mark. Old Hangul is spelled in parts that no font here can
// join. The code points from U+FFF0 represent unknown characters.
const LETTERS = SHAPED.join("");
const FIRST = `[[${LETTERS}]--[\\p{M}\\p{Z}\\ufff0-\\uffff\\u1100-\\u11ff\\ua960-\\ua97f\\ud7b0-\\ud7ff]]`;
const CLUSTER = new RegExp(`^(?: |${FIRST}[${LETTERS}]*)$`, "v");

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits text into the units that readers see as single characters. */
const clustersOf = (text: string): readonly string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/**
 * Returns text as documents print it. Writes the Thai vowel am as its two parts, because fonts split it and the
 * renderer loses a letter for each glyph that a font adds.
 */
const spelled = (text: string): string => printedText(text).replace(/([\u0e48-\u0e4b]?)\u0e33/g, "\u0e4d$1\u0e32");

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** Returns the order in which to search fonts for a text, because Han characters differ by language. */
const packagesFor = async (clusters: readonly string[], weight: Weight): Promise<readonly FontPackage[]> => {
  const text = clusters.join("");
  if (KANA.test(text)) return [...SCRIPT_PACKAGES, "noto-sans-jp", "noto-sans-sc", "noto-sans-tc", "noto-sans-kr"];
  if (HANGUL.test(text)) return [...SCRIPT_PACKAGES, "noto-sans-kr", "noto-sans-jp", "noto-sans-tc", "noto-sans-sc"];
  const han = clusters.filter((cluster) => HAN.test(cluster));
  if (han.length === 0) return [...SCRIPT_PACKAGES, ...HAN_PACKAGES];
  const ranked = await Promise.all(
    HAN_PACKAGES.map(async (name) => {
      const hanFaces = await Promise.all(han.map((cluster) => faceIn([name], cluster, weight)));
      return { name, missing: hanFaces.filter((face) => face === null).length };
    }),
  );
  return [...SCRIPT_PACKAGES, ...ranked.sort((a, b) => a.missing - b.missing).map(({ name }) => name)];
};

const UNPRINTED = "\ufffd";

/** A character and the font that prints it. */
export interface Placed {
  readonly cluster: string;
  readonly face: Face;
}

/** A text with a font for each character. `missing` lists the characters that were replaced, each once. */
interface Placement {
  readonly placed: readonly Placed[];
  readonly missing: readonly string[];
}

/** Chooses a font for each character of a text. Replaces characters that no font can print with {@link UNPRINTED}. */
export const placeCharacters = async (text: string, weight: Weight): Promise<Placement> => {
  const clusters = clustersOf(spelled(text));
  const packages = await packagesFor(clusters, weight);
  const placed: Placed[] = [];
  const missing = new Set<string>();
  for (const cluster of clusters) {
    const before = placed.at(-1)?.face;
    // A space in the font of the word before it doesn't end the run.
    const isSpace =
      cluster === " " && before !== undefined && (await openFace(before, weight)).hasGlyphForCodePoint(0x20);
    const face = isSpace ? before : CLUSTER.test(cluster) ? await faceIn(packages, cluster, weight) : null;
    if (face !== null) placed.push({ cluster, face });
    else {
      missing.add(cluster);
      const stand = await faceIn(packages, UNPRINTED, weight);
      if (stand === null) throw new Error("no font has a replacement character");
      placed.push({ cluster: UNPRINTED, face: stand });
    }
  }
  return { placed, missing: [...missing] };
};

/** Returns the characters of a text that no font can print, each once. */
export const missingCharacters = async (text: string): Promise<readonly string[]> => {
  const placements = await Promise.all(([400, 700] as const).map((weight) => placeCharacters(text, weight)));
  return [...new Set(placements.flatMap(({ missing }) => missing))];
};
