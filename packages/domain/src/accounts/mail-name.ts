import { characterCount } from "../kernel/characters.ts";
import { isShownName } from "../kernel/shown-name.ts";

/** The longest name that emails include. A longer one could carry a stranger's message. */
const MAX_MAIL_NAME = { characters: 30, words: 4 } as const;

// Letters of any script, with hyphens and apostrophes inside. A period can only end a word, so no word is a link.
const WORD = String.raw`\p{L}(?:[\p{L}\p{M}'’·-]|\u200c|\u200d)*\.?`;
const WORDS = new RegExp(`^${WORD}(?: ${WORD})*$`, "u");

/**
 * Returns a name as emails show it, or null to leave it out. Anyone can sign up with another person's address, so a
 * name in an email must not be a message. The name is left out if it is long, or contains digits, links, or symbols.
 */
export const mailName = (name: string | null): string | null => {
  const text = (name ?? "").trim();
  const isShort = characterCount(text) <= MAX_MAIL_NAME.characters && text.split(" ").length <= MAX_MAIL_NAME.words;
  return isShort && isShownName(text) && WORDS.test(text) ? text : null;
};

/** Returns a person's full name as emails show it, or null if either part is left out. */
export const mailPersonName = (person: { readonly first_name: string; readonly last_name: string }): string | null => {
  const [first, last] = [mailName(person.first_name), mailName(person.last_name)];
  return first === null || last === null ? null : `${first} ${last}`;
};

/** Returns the start of an email's first sentence: "Hello Ada", or "Hello" if the name is left out. */
export const mailGreeting = (person: { readonly first_name: string }): string => {
  const name = mailName(person.first_name);
  return name === null ? "Hello" : `Hello ${name}`;
};
