import { message, synonymWord } from "@backlot/domain";
import { InvalidRequest, NotFound, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Makes words and phrases synonyms in searches. The new group replaces the groups that they belonged to. Returns them
 * in lookup form. Fails if all have the same form. Call it in a transaction.
 */
export const putSynonyms = Effect.fnUntraced(function* (words: readonly string[]) {
  const synonyms = [...new Set(words.map(synonymWord))].sort();
  if (synonyms.length < 2)
    return yield* new InvalidRequest({
      message: "Synonyms need at least two different words.",
      issues: [{ path: "payload.words", message: `These are all "${synonyms[0]}". Add another word.` }],
    });
  const repos = yield* Repositories;
  yield* repos.search.putSynonyms(synonyms);
  return synonyms;
});

/**
 * Removes a word's group of synonyms. Returns the word in lookup form. Fails if it has no synonyms. Call it in a
 * transaction.
 */
export const removeSynonyms = Effect.fnUntraced(function* (text: string) {
  const repos = yield* Repositories;
  const word = synonymWord(text);
  const groups = yield* repos.search.synonyms();
  if (!groups.some((group) => group.includes(word))) return yield* new NotFound({ message: message("not_found") });
  yield* repos.search.putSynonyms([word]);
  return word;
});
