import { firstCharacters } from "../kernel/characters.ts";
import { isBadge } from "./collection.ts";

/** The maximum number of words in a search. Any further words are ignored. */
export const MAX_SEARCH_WORDS = 8;

/** The maximum length of a searched word, in characters. Longer words are cut off. */
const MAX_WORD_LENGTH = 40;

/** Returns the distinct words of a query, in lowercase: its runs of letters and digits, up to `MAX_SEARCH_WORDS`. */
export const searchWords = (text: string): readonly string[] => [
  ...new Set(
    (
      text
        .toLowerCase()
        .normalize("NFKC")
        .match(/[\p{L}\p{N}]+/gu) ?? []
    )
      .map((word) => firstCharacters(word, MAX_WORD_LENGTH))
      .slice(0, MAX_SEARCH_WORDS),
  ),
];

/** Returns the words to search for related collections: those in the category and tags, except badges. */
export const relatedWords = ({
  category,
  tags,
}: {
  readonly category: string;
  readonly tags: readonly string[];
}): readonly string[] => searchWords([category, ...tags.filter((tag) => !isBadge(tag))].join(" "));

/** A word of the catalog that resembles a typed word. */
export interface KnownWord {
  readonly typed: string;
  readonly word: string;
  /** The edit distance in letters; 0 for the typed word itself and for words that start with it. */
  readonly distance: number;
  /** The number of collections that contain the word. */
  readonly collections: number;
}

/** A typed word, and the catalog words to search for instead. */
export interface SearchedWord {
  readonly typed: string;
  /** Empty if the catalog has nothing similar. */
  readonly words: readonly string[];
  /** The replacement of a misspelled word, or null if it was not corrected. */
  readonly corrected: string | null;
}

/**
 * Returns the maximum edit distance for correcting a word. Short words allow less, because changing a letter or two
 * easily turns them into other words.
 */
const toleranceOf = (word: string): number => (word.length < 4 ? 0 : word.length < 5 ? 1 : 2);

/** The maximum number of corrections to search for a misspelled word. */
const MAX_CORRECTIONS = 2;

/** The maximum number of words to search for a known word: its completions, and the word itself. */
const MAX_COMPLETIONS = 8;

/**
 * Returns the catalog words to search for each typed word: the word itself and its most common completions, or, if
 * there are none, its closest corrections. `known` are the catalog words that resemble a typed one. (SRC-02)
 */
export const correctWords = (typed: readonly string[], known: readonly KnownWord[]): readonly SearchedWord[] =>
  typed.map((word) => {
    const own = known.filter((each) => each.typed === word);
    const begun = own.filter((each) => each.word.startsWith(word));
    if (begun.length > 0) {
      const words = begun.sort(
        (a, b) => Number(b.word === word) - Number(a.word === word) || b.collections - a.collections,
      );
      return { typed: word, words: words.slice(0, MAX_COMPLETIONS).map((each) => each.word), corrected: null };
    }
    const near = own
      .filter((each) => each.distance <= toleranceOf(word))
      .sort((a, b) => a.distance - b.distance || b.collections - a.collections || (a.word < b.word ? -1 : 1))
      .slice(0, MAX_CORRECTIONS)
      .map((each) => each.word);
    return { typed: word, words: near, corrected: near[0] ?? null };
  });

/** Returns the query with misspelled words corrected and unknown words left out, or null if nothing was corrected. */
export const correctedText = (words: readonly SearchedWord[]): string | null =>
  words.some((each) => each.corrected !== null)
    ? words.flatMap(({ typed, corrected, words: found }) => (found.length === 0 ? [] : [corrected ?? typed])).join(" ")
    : null;

/** Returns whether a category's name contains any word of the search groups. */
export const isNamedIn = (name: string, groups: readonly (readonly string[])[]): boolean => {
  const own = searchWords(name);
  return groups.some((group) => group.some((word) => own.includes(word)));
};

/**
 * Returns groups of alternative words; a collection must match every group. Words unknown to the catalog are ignored.
 */
export const searchGroups = (words: readonly SearchedWord[]): readonly (readonly string[])[] =>
  words.map((each) => each.words).filter((group) => group.length > 0);
