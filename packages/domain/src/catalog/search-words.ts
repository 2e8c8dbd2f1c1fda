import { isBadge } from "./collection.ts";

/** How many words of a search count. */
export const MAX_SEARCH_WORDS = 8;

/** How many characters of a word count. */
const MAX_WORD_LENGTH = 40;

/** What is typed, in words: small letters and figures, each once. (SRC-01, SRC-02) */
export const searchWords = (text: string): readonly string[] => [
  ...new Set(
    (
      text
        .toLowerCase()
        .normalize("NFKC")
        .match(/[\p{L}\p{N}]+/gu) ?? []
    )
      .map((word) => word.slice(0, MAX_WORD_LENGTH))
      .slice(0, MAX_SEARCH_WORDS),
  ),
];

/** What makes a collection like another: the words of its category and tags. A badge says nothing of it. (CAT-06) */
export const relatedWords = ({
  category,
  tags,
}: {
  readonly category: string;
  readonly tags: readonly string[];
}): readonly string[] => searchWords([category, ...tags.filter((tag) => !isBadge(tag))].join(" "));

/** A word that the catalog knows, beside one that was typed. */
export interface KnownWord {
  readonly typed: string;
  readonly word: string;
  /** How many letters have to be changed; 0 for the word itself and for one that begins with what was typed. */
  readonly distance: number;
  /** How many collections it is a word of. */
  readonly collections: number;
}

/** The words that one typed word is searched by. */
export interface SearchedWord {
  readonly typed: string;
  /** Empty where the catalog knows nothing like it. */
  readonly words: readonly string[];
  /** The word that was taken for it, where it was typed wrongly. */
  readonly corrected: string | null;
}

/** How many letters of a word may be wrong: short words are other words too soon. */
const toleranceOf = (word: string): number => (word.length < 4 ? 0 : word.length < 5 ? 1 : 2);

/** How many words stand for one that was typed wrongly, and for one that is only begun. */
const MAX_CORRECTIONS = 2;
const MAX_COMPLETIONS = 8;

/**
 * What typed words are searched by: a word that is known, with those that begin with it; else the nearest ones that are
 * known, the commonest first. (SRC-02)
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

/** The text that is searched in place of what was typed; null where nothing had to be corrected. (SRC-02) */
export const correctedText = (words: readonly SearchedWord[]): string | null =>
  words.some((each) => each.corrected !== null)
    ? words.flatMap(({ typed, corrected, words: found }) => (found.length === 0 ? [] : [corrected ?? typed])).join(" ")
    : null;

/** Whether the name of a category has a word that is searched. (SRC-01) */
export const isNamedIn = (name: string, groups: readonly (readonly string[])[]): boolean => {
  const own = searchWords(name);
  return groups.some((group) => group.some((word) => own.includes(word)));
};

/** The groups of words of which a collection needs one each; what the catalog does not know is left out. (SRC-01) */
export const searchGroups = (words: readonly SearchedWord[]): readonly (readonly string[])[] =>
  words.map((each) => each.words).filter((group) => group.length > 0);
