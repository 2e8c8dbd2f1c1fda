import { MAX_SYNONYMS, synonymWord } from "@backlot/domain/catalog/search-tokens";
import type { Command } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason } from "../arguments.ts";
import { CommandFailed, type Output, ifNotFound } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface SearchOptions extends Common {
  readonly key?: string;
}

const list = async (options: SearchOptions, output: Output): Promise<void> => {
  const { data } = await askSupport(options.store, options.key, (client) => client.support.synonyms());
  if (options.json) return output.out(pretty(data));
  output.out(data.length === 0 ? "There are no synonyms." : data.map((words) => words.join(", ")).join("\n"));
};

const put = async (words: readonly string[], options: SearchOptions & ByStaff, output: Output): Promise<void> => {
  const empty = words.find((word) => synonymWord(word) === "");
  if (empty !== undefined) throw new CommandFailed("usage", `"${empty}" has no letters or digits.`);
  if (words.length < 2) throw new CommandFailed("usage", "Use two or more words.");
  if (words.length > MAX_SYNONYMS) throw new CommandFailed("usage", `Use up to ${MAX_SYNONYMS} words.`);
  const payload = { words, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (client) => client.support.putSynonyms({ payload }));
  output.out(options.json ? pretty(data) : `A search for any of these finds all of them: ${data.join(", ")}.`);
};

const remove = async (word: string, options: SearchOptions & ByStaff, output: Output): Promise<void> => {
  const query = byStaff(options);
  await askSupport(options.store, options.key, (client) =>
    client.support.removeSynonyms({ params: { word }, query }),
  ).catch(ifNotFound(`"${word}" has no synonyms. To list all synonyms, run backlot search synonyms.`));
  output.out(options.json ? pretty({ word }) : `Removed the synonyms of "${word}".`);
};

/** Adds `backlot search`: the synonyms that searches use. */
const addSearchCommand = (program: Command, output: Output): void => {
  const search = program.command("search").description("list and change search synonyms");
  const add = asksSupport(search);
  add("synonyms", "list the synonyms, one group per line", ["synonyms"]).action((options: SearchOptions) =>
    list(options, output),
  );
  takesReason(
    add("put-synonyms", "make words synonyms, replacing the groups they were in", [
      'put-synonyms greenscreen bluescreen "chroma key" --reason "asked for often"',
    ]),
  )
    .argument("<words...>", `2 to ${MAX_SYNONYMS} words or phrases; spelling and plurals don't matter`)
    .action((words: readonly string[], options: SearchOptions & ByStaff) => put(words, options, output));
  takesReason(
    add("remove-synonyms", "remove a word's group of synonyms", ['remove-synonyms bokeh --reason "too many results"']),
  )
    .argument("<word>", "any word in the group")
    .action((word: string, options: SearchOptions & ByStaff) => remove(word, options, output));
};

export const registration: Registration = { group: "Store", place: 11, add: addSearchCommand };
