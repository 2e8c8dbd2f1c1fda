import { firstCharacters } from "../kernel/characters.ts";
import { isBadge } from "./collection.ts";
import type { Collection } from "./collection.schema.ts";

/** The maximum length of a searched word, in characters. Longer words are cut off. */
const MAX_WORD_LENGTH = 40;

/** A run of letters and digits, or several joined by a hyphen, slash, dot, underscore, or plus sign. */
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:[-/._+][\p{L}\p{N}\p{M}]+)*/gu;

/** A token of a text. `parts` are the words of a compound, such as "c" and "4" of "C-4", whose `word` is "c4". */
export interface SearchToken {
  readonly word: string;
  /** Empty if the token is not a compound. */
  readonly parts: readonly string[];
}

/** Returns a text in the form used for comparison: in lowercase, without accents and apostrophes. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])['\u2019](?=[\p{L}\p{N}])/gu, "");

/** Cuts a word off at the maximum length. */
export const cutWord = (word: string): string => firstCharacters(word, MAX_WORD_LENGTH);

/** Returns the tokens of a text. The catalog is both indexed and searched by these tokens. */
export const searchTokens = (text: string): readonly SearchToken[] =>
  (folded(text).match(TOKEN) ?? []).map((token) => {
    const parts = token.split(/[-/._+]/).map(cutWord);
    return { word: cutWord(parts.join("")), parts: parts.length === 1 ? [] : parts };
  });

const partsOf = ({ word, parts }: SearchToken): readonly string[] => (parts.length === 0 ? [word] : parts);

/** Returns the distinct words of a text, with the parts of compounds instead of the compounds. */
export const searchWords = (text: string): readonly string[] => [...new Set(searchTokens(text).flatMap(partsOf))];

/** Returns the words of a name in order, as a key to recognize a typed name. */
export const nameKey = (name: string): string => searchTokens(name).flatMap(partsOf).join(" ");

/**
 * The weight of a collection's word: "A" in its name, "B" in its category and tags, "C" for two neighboring words of
 * those joined into one, and "D" in its description.
 */
export type SearchWeight = "A" | "B" | "C" | "D";

/** A searchable word of a collection, and its position in the text. */
export interface SearchTerm {
  readonly word: string;
  readonly place: number;
  readonly weight: SearchWeight;
}

/** The gap between the positions of two texts, so that their words don't count as neighbors. */
const GAP = 20;

/** The highest position in a collection's index. */
const LAST_PLACE = 16_000;

/** The version of the indexing rules. Increase it whenever they change. */
export const SEARCH_INDEX_VERSION = 1;

/** Returns a collection's searchable words. */
export const searchTerms = ({
  name,
  category,
  tags,
  description,
}: Pick<Collection, "name" | "category" | "tags" | "description">): readonly SearchTerm[] => {
  const texts: readonly (readonly [string, SearchWeight])[] = [
    [name, "A"],
    [category, "B"],
    ...tags.map((tag): readonly [string, SearchWeight] => [tag, "B"]),
    [description, "D"],
  ];
  let place = 0;
  return texts.flatMap(([text, weight]) => {
    place += GAP;
    let before: string | null = null;
    return searchTokens(text).flatMap((token) => {
      const terms = partsOf(token).flatMap((word): readonly SearchTerm[] => {
        place = Math.min(place + 1, LAST_PLACE);
        const joined =
          before === null || weight === "D" ? [] : [{ word: cutWord(before + word), place, weight: "C" as const }];
        before = word;
        return [{ word, place, weight }, ...joined];
      });
      return token.parts.length === 0 ? terms : [...terms, { word: token.word, place, weight }];
    });
  });
};

/** The maximum number of words in a search for related collections. */
const MAX_RELATED_WORDS = 24;

/** Returns the words to search for related collections: those in the category and tags, except badges. */
export const relatedWords = ({ category, tags }: Pick<Collection, "category" | "tags">): readonly string[] =>
  searchWords([category, ...tags.filter((tag) => !isBadge(tag))].join(" ")).slice(0, MAX_RELATED_WORDS);

/** The maximum number of words in a group of synonyms. */
export const MAX_SYNONYMS = 20;

/**
 * Returns a word or phrase in the form used to look up synonyms, such as "greenscreen" for "Green Screen". Empty for a
 * text without letters and digits.
 */
export const synonymWord = (text: string): string =>
  cutWord(
    searchTokens(text)
      .map(({ word }) => word)
      .join(""),
  );

/** Returns whether a category's name contains any word of the search groups. */
export const isNamedIn = (name: string, groups: readonly (readonly string[])[]): boolean => {
  const nameWords = searchWords(name);
  return groups.some((group) => group.some((word) => nameWords.includes(word)));
};
