import { Text, View } from "@react-pdf/renderer";
import { type ReactElement, createElement as h } from "react";
import { type Face, type Placed, type Weight, openFace, placeCharacters } from "./fonts.ts";

/** Text in one font. */
interface Run {
  readonly face: Face;
  readonly text: string;
}

/** The style of a text. Sizes are in points. `lineHeight` is a multiple of the size. */
export interface TextStyle {
  readonly size: number;
  readonly width: number;
  readonly weight: Weight;
  readonly color: string;
  readonly lineHeight?: number;
  readonly align?: "left" | "center" | "right";
}

const runsOf = (placed: readonly Placed[]): readonly Run[] => {
  const runs: Run[] = [];
  for (const { cluster, face } of placed) {
    const last = runs.at(-1);
    if (last?.face.family === face.family) runs[runs.length - 1] = { face, text: last.text + cluster };
    else runs.push({ face, text: cluster });
  }
  return runs;
};

const widthOf = async (placed: readonly Placed[], { size, weight }: TextStyle): Promise<number> => {
  let width = 0;
  for (const { face, text } of runsOf(placed)) {
    const font = await openFace(face, weight);
    width += (font.layout(text).advanceWidth * size) / font.unitsPerEm;
  }
  return width;
};

// Scripts without spaces between words, in which a line can end after any character.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Splits a text where a line can break. */
const wordsOf = (placed: readonly Placed[]): readonly (readonly Placed[])[] => {
  const words: Placed[][] = [];
  placed.forEach((each, index) => {
    const before = placed[index - 1]?.cluster ?? " ";
    const isBreak = (before === " " && each.cluster !== " ") || UNSPACED.test(before);
    if (isBreak) words.push([each]);
    else words.at(-1)?.push(each) ?? words.push([each]);
  });
  return words;
};

const trimmed = (line: readonly Placed[]): readonly Placed[] =>
  line.slice(0, line.findLastIndex(({ cluster }) => cluster !== " ") + 1);

/** Breaks a text into lines that fit. Breaks a word, without a hyphen, only if it is wider than a line. */
const linesOf = async (placed: readonly Placed[], style: TextStyle): Promise<readonly (readonly Placed[])[]> => {
  const lines: (readonly Placed[])[] = [];
  let line: readonly Placed[] = [];
  const fits = async (part: readonly Placed[]) => (await widthOf(trimmed(part), style)) <= style.width;
  for (const word of wordsOf(placed)) {
    if (await fits([...line, ...word])) {
      line = [...line, ...word];
      continue;
    }
    if (line.length > 0) lines.push(line);
    line = [];
    if (await fits(word)) {
      line = word;
      continue;
    }
    for (const each of word) {
      if (line.length > 0 && !(await fits([...line, each]))) {
        lines.push(line);
        line = [];
      }
      line = [...line, each];
    }
  }
  return [...lines, line].map(trimmed);
};

// Lines are already broken. A hyphen would change a name or a number.
const whole = (word: string): string[] => [word];

/** Slack for the renderer's rounding, in points, so that the renderer never breaks a line again. */
const SLACK = 2;

/** A text as an element for the renderer. `isComplete` is false if a character had to be replaced. */
export interface TypesetText {
  readonly element: ReactElement;
  readonly isComplete: boolean;
}

/**
 * Lays text out in lines, using fonts that have its characters. Doesn't depend on the renderer's global settings, which
 * other documents in the process may change.
 */
export const typeset = async (text: string, style: TextStyle): Promise<TypesetText> => {
  const { size, weight, width, color, lineHeight = 1.5, align = "left" } = style;
  const { placed, missing } = await placeCharacters(text, weight);
  const lines = (await linesOf(placed, style)).map((line, index) => {
    const runs = runsOf(line).map((run, place) =>
      h(Text, { key: `${place} ${run.text}`, style: { fontFamily: run.face.family } }, run.text),
    );
    const lineStyle = { fontSize: size, fontWeight: weight, color, lineHeight, textAlign: align };
    return h(Text, { key: `${index}`, style: lineStyle, hyphenationCallback: whole }, ...runs);
  });
  return { element: h(View, { style: { width: width + SLACK } }, ...lines), isComplete: missing.length === 0 };
};
