// Zero-width joiners change the letters around them, so they stay inside a word. Remove all other invisible characters.
const INVISIBLE = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
const LOOSE_JOINER = /(?<![\p{L}\p{M}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}])/gu;
const LATIN_LIGATURE = /[\ufb00-\ufb06]/gu;

/**
 * Returns a text as documents print it: in Unicode NFC, without invisible characters, and with single spaces. Empty if
 * nothing in the text is visible.
 */
export const printedText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(LATIN_LIGATURE, (ligature) => ligature.normalize("NFKC"))
    .replace(/[^\S\ufeff]+/g, " ")
    .replace(INVISIBLE, "")
    .replace(LOOSE_JOINER, "")
    .replace(/ {2,}/g, " ")
    .trim();
