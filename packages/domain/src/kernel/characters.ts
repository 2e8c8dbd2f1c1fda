import { once } from "./once.ts";

/**
 * Returns the length of a text in characters. Counts Unicode code points, as JSON Schema and PostgreSQL do, so "🎬" is
 * one.
 */
export const characterCount = (text: string): number => [...text].length;

/**
 * Returns the first `maximum` characters of a text. Never splits a character, because pages can't display half a
 * character.
 */
export const firstCharacters = (text: string, maximum: number): string =>
  text.length <= maximum ? text : [...text].slice(0, maximum).join("");

/** The maximum length of a line of text that someone enters, in characters. */
export const MAX_LINE_LENGTH = 200;

/** Returns a text shortened to the maximum length of a line. */
export const asLine = (text: string): string => firstCharacters(text, MAX_LINE_LENGTH);

const segmenter = /* @__PURE__ */ once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

const firstLetter = (text: string): string => segmenter().segment(text)[Symbol.iterator]().next().value?.segment ?? "";

/** Returns a name's initial in uppercase, in any script, or an empty string for a blank name. */
export const initial = (name: string): string => firstLetter(firstLetter(name.trim()).toUpperCase());
