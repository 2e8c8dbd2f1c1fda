// Joiners shape the letters of Persian, Hindi, and other scripts, and join emoji.
const LETTER_JOINER = /(?<=[\p{L}\p{M}])(?:\u200c|\u200d)(?=[\p{L}\p{M}])/gu;
const EMOJI_JOINER = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu;
const VARIATION = /(?<=\S)(?<!\p{Variation_Selector})\p{Variation_Selector}/gu;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
// U+2800 is the blank of the braille patterns.
const VISIBLE = /[^\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

const withoutShaping = (name: string): string =>
  [LETTER_JOINER, EMOJI_JOINER, VARIATION].reduce((rest, shaping) => rest.replace(shaping, ""), name);

/**
 * Returns whether a name is fully visible. False if nothing in it is visible, or if it has characters that hide or
 * reorder others, such as U+202E, which prints a name backward.
 */
export const isShownName = (name: string): boolean => VISIBLE.test(name) && !HIDDEN.test(withoutShaping(name));

/** Returns whether a text, ignoring surrounding whitespace, contains hidden characters. */
export const hidesCharacters = (text: string): boolean => text.trim() !== "" && !isShownName(text.trim());

/** Returns a name in stored form: Unicode NFC, without surrounding whitespace. */
export const keptName = (name: string): string => name.trim().normalize("NFC");
