import { MAX_ARTICLE_SOURCE, characterCount } from "@backlot/domain";
import { formatWhole } from "@backlot/domain/kernel/whole-number";
import { readGiven } from "../given-file.ts";
import { CommandFailed } from "../output.ts";

/** Reads a Markdown file. Fails if it is unreadable, not UTF-8, empty, or too long. */
export const markdownIn = async (path: string): Promise<string> => {
  const bytes = await readGiven(path, "a Markdown file");
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailed("unreadable", `${path} isn't UTF-8 text. Save it as UTF-8.`);
  }
  if (source.trim() === "") throw new CommandFailed("unreadable", `${path} is empty. Write some Markdown.`);
  if (characterCount(source) > MAX_ARTICLE_SOURCE)
    throw new CommandFailed(
      "unreadable",
      `${path} has ${formatWhole(characterCount(source))} characters. Use up to ` +
        `${formatWhole(MAX_ARTICLE_SOURCE)}.`,
    );
  return source;
};
