import { type SearchToken, cutWord } from "./search-tokens.ts";

/** The maximum number of words in a search, counting the parts of compounds. Any further words are ignored. */
export const MAX_SEARCH_WORDS = 8;

/** Returns the first tokens of a query, with up to `MAX_SEARCH_WORDS` words in all. */
const firstTokens = (tokens: readonly SearchToken[]): readonly SearchToken[] => {
  let budget = MAX_SEARCH_WORDS;
  return tokens.flatMap((token) => {
    if (budget === 0) return [];
    const parts = token.parts.slice(0, budget);
    budget -= Math.max(1, parts.length);
    return [parts.length === token.parts.length ? token : { word: cutWord(parts.join("")), parts }];
  });
};

/**
 * A catalog word that matches a typed word: "begun" starts with it, "stem" has the same stem, "synonym" has the stem of
 * a synonym, and "alike" is spelled similarly.
 */
export interface KnownWord {
  readonly typed: string;
  readonly word: string;
  readonly relation: "begun" | "stem" | "synonym" | "alike";
  /** The number of collections that contain the word. */
  readonly collections: number;
}

/** A typed word, and the catalog words to search for instead. */
export interface SearchedWord {
  readonly typed: string;
  /** Empty if the catalog has nothing similar. */
  readonly words: readonly string[];
  /** Synonyms. They also match, but rank lower. */
  readonly synonyms: readonly string[];
  /** The replacement of a misspelled word, or null if it was not corrected. */
  readonly corrected: string | null;
}

/** Returns a word with each two neighboring letters swapped. */
export const swapsOf = (word: string): readonly string[] => {
  const letters = [...word];
  return letters.slice(1).flatMap((letter, at) => {
    const before = letters[at] ?? "";
    if (before === letter) return [];
    return [[...letters.slice(0, at), letter, before, ...letters.slice(at + 2)].join("")];
  });
};

/**
 * Returns the number of edits that turn one word into another: inserted, deleted, or replaced letters, and swapped
 * neighboring letters. (Damerau-Levenshtein distance, which edits no letter twice)
 */
export const wordDistance = (one: string, other: string): number => {
  const [a, b] = [[...one], [...other]];
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, against] of b.entries()) {
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === against;
      row.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (last[j + 1] ?? 0) + 1,
          (last[j] ?? 0) + (letter === against ? 0 : 1),
          isSwapped ? (beforeLast[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
};

/**
 * Returns the maximum edit distance for correcting a word. Short words allow less, because changing a letter or two
 * easily turns them into other words.
 */
const toleranceOf = (word: string): number => (word.length < 4 ? 0 : word.length < 5 ? 1 : 2);

/** The maximum number of corrections to search for a misspelled word. */
const MAX_CORRECTIONS = 2;

/** The maximum number of words to search for a known word: its completions, and the word itself. */
const MAX_COMPLETIONS = 8;

/** Words to ignore in a search that has other words. */
const STOP_WORDS: ReadonlySet<string> = new Set([
  "a",
  "an",
  "and",
  "as",
  "at",
  "by",
  "for",
  "from",
  "in",
  "of",
  "on",
  "or",
  "the",
  "to",
  "with",
]);

/** The words to look up in the catalog for a query. */
export interface SearchLookup {
  /** Its words and compounds. */
  readonly words: readonly string[];
  /** Neighboring words written as one, which only count if the catalog has them as one word. */
  readonly pairs: readonly string[];
}

/** Returns the words to look up in the catalog for the tokens of a query. */
export const searchLookup = (tokens: readonly SearchToken[]): SearchLookup => {
  const queryTokens = firstTokens(tokens);
  const words = [...new Set(queryTokens.flatMap((token) => [token.word, ...token.parts]))];
  const pairs = queryTokens.slice(1).map(({ word }, at) => cutWord(`${queryTokens[at]?.word}${word}`));
  return { words, pairs: [...new Set(pairs)].filter((pair) => !words.includes(pair)) };
};

/**
 * Returns the catalog words to search for one typed word. Completes a single letter only in the last word of a query.
 */
const correctWord = (typed: string, candidates: readonly KnownWord[], isLast: boolean): SearchedWord => {
  const wordsOf = (relation: KnownWord["relation"]): readonly string[] =>
    candidates
      .filter((each) => each.relation === relation)
      .sort((a, b) => Number(b.word === typed) - Number(a.word === typed) || b.collections - a.collections)
      .map(({ word }) => word);
  const synonyms = wordsOf("synonym");
  const begun = wordsOf("begun").filter((word) => word === typed || isLast || [...typed].length > 1);
  const stems = wordsOf("stem");
  const near = candidates
    .filter(({ relation }) => relation === "alike")
    .map((each) => ({ ...each, distance: wordDistance(typed, each.word) }))
    .filter(({ distance }) => distance > 0 && distance <= toleranceOf(typed))
    .sort((a, b) => a.distance - b.distance || b.collections - a.collections || (a.word < b.word ? -1 : 1));
  const isKnown = begun.includes(typed) || stems.length > 0 || synonyms.length > 0;
  // A word that is only a prefix may also be a typo: "fier" is a prefix of "fiery", but one swap away from "fire".
  const slips = isKnown || begun.length === 0 ? [] : near.filter(({ distance }) => distance === 1).slice(0, 1);
  const words = [...begun.slice(0, 1), ...stems, ...begun.slice(1), ...slips.map(({ word }) => word)];
  if (words.length > 0 || synonyms.length > 0)
    return { typed, words: [...new Set(words)].slice(0, MAX_COMPLETIONS), synonyms, corrected: null };
  const corrections = [...new Set(near.map(({ word }) => word))].slice(0, MAX_CORRECTIONS);
  return { typed, words: corrections, synonyms, corrected: corrections[0] ?? null };
};

/**
 * Returns the catalog words to search for each word of a query: the word itself with its other forms, its most common
 * completions, and its synonyms, or, if there are none, its closest corrections. A compound, or two neighboring words,
 * count as one word if the catalog has them as one. `knownWords` are the catalog's words for its `searchLookup`.
 * (SRC-02)
 */
export const correctWords = (
  tokens: readonly SearchToken[],
  knownWords: readonly KnownWord[],
): readonly SearchedWord[] => {
  const ownOf = (typed: string): readonly KnownWord[] => knownWords.filter((each) => each.typed === typed);
  const isExact = (typed: string): boolean =>
    ownOf(typed).some(({ word, relation }) => relation === "begun" && word === typed);
  const hasSynonyms = (typed: string): boolean => ownOf(typed).some(({ relation }) => relation === "synonym");
  const queryTokens = firstTokens(tokens);
  const units: string[] = [];
  for (let at = 0; at < queryTokens.length; at += 1) {
    const { word, parts } = queryTokens[at] as SearchToken;
    const next = queryTokens[at + 1];
    const pair = next === undefined ? null : cutWord(`${word}${next.word}`);
    const isPair =
      pair !== null && (hasSynonyms(pair) || (isExact(pair) && !(isExact(word) && isExact(next?.word ?? ""))));
    if (isPair) at += 1;
    units.push(...(isPair ? [pair] : parts.length === 0 || isExact(word) || hasSynonyms(word) ? [word] : parts));
  }
  const telling = units.filter((word) => !STOP_WORDS.has(word));
  const words = [...new Set(telling.length === 0 ? units : telling)];
  return words.map((word, at) => correctWord(word, ownOf(word), at === words.length - 1));
};

/** Returns the query with misspelled words corrected and unknown words left out, or null if nothing was corrected. */
export const correctedText = (words: readonly SearchedWord[]): string | null =>
  words.some((each) => each.corrected !== null)
    ? words
        .flatMap(({ typed, corrected, words: catalogWords, synonyms }) =>
          catalogWords.length + synonyms.length === 0 ? [] : [corrected ?? typed],
        )
        .join(" ")
    : null;

/** The words to search collections by. A group lists alternative words; a collection must match every group. */
export interface SearchGroups {
  /** The typed words, in the forms used in the catalog. */
  readonly typed: readonly (readonly string[])[];
  /** The same words with their synonyms, whose matches rank lower. */
  readonly meant: readonly (readonly string[])[];
}

/** Returns the words to search for. Ignores words unknown to the catalog. */
export const searchGroups = (words: readonly SearchedWord[]): SearchGroups => {
  const searchableWords = words.filter((each) => each.words.length + each.synonyms.length > 0);
  return {
    typed: searchableWords.map((each) => (each.words.length > 0 ? each.words : each.synonyms)),
    meant: searchableWords.map((each) => [...each.words, ...each.synonyms]),
  };
};

/** Returns one group of all words, for a search in which no collection matched every group. */
export const anyGroup = ({ typed, meant }: SearchGroups): SearchGroups => ({
  typed: [typed.flat()],
  meant: [meant.flat()],
});
