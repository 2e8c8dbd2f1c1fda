import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Words to avoid, and what to write instead. */
const RULES = [
  [/\blicen[c]e(s|d|e)?\b/i, '"license"'],
  [/\bcatalogue\b/i, '"catalog"'],
  [/\bcancelled|\bcancelling/i, '"canceled", "canceling"'],
  [/\b(colour|behaviour|favour|honour|neighbour|labour)/i, "American spelling: -or"],
  [
    /\b(organis|recognis|authoris|normalis|serialis|initialis|synchronis|minimis|optimis|summaris|finalis|customis)/i,
    "American spelling: -ize",
  ],
  [
    /\b(centre|grey|towards|whilst|fulfil|fulfilment|acknowledgement|judgement|labelled|modelled|travelled)\b/i,
    "American spelling",
  ],
  [/\bAnswers (?:the|an?|whether|how|what|it|null|with)\b/, '"Returns"'],
  [/\bwhere\b[^.:;]{0,60}\b(is|are) none\b/i, '"if there is no …", "unless", "null if …"'],
  [/\bnobody's\b|^Nobody\b/, "the role, and the active voice"],
  [/\bsomebody(?:'s)?\b/i, '"someone", or the role'],
  [/\bsuch a one\b|\bas it were\b|\ball the same\b|\bby then\b/i, "the noun, or two sentences"],
  [/\bbeside\b/i, '"next to", "besides", "with"'],
];

/** More words to avoid in text that customers read: screens, mail, and messages. */
const SPOKEN_RULES = [
  [/\be-mail/i, '"email"'],
  [/\badverts?\b/i, '"commercial"'],
  [/\bany more\b/i, '"anymore"'],
  [/\bfor good\b/i, '"to keep"'],
  [/\bby mail\b/i, '"by email"'],
  [/\b(?:shelf|shelves)\b/i, '"library"'],
  [/\b[Ww]rite to (?:our|us|support|sales)\b/, '"contact"'],
  [/\b[Ll]ook (?:into your|at your)\b/, '"check your"'],
  [/\b[Ll]oad (?:this|the) page again\b/, '"reload the page"'],
  [/\bmeanwhile\b/i, '"just", "since", or the time'],
  [/\bgo(?:es)? on\b/i, '"continue"'],
  [/\b[Nn]othing is (?:charged|taken|recorded|paid|saved)\b/, '"You won\'t be charged", "We don\'t …"'],
  [/\bof yours\b|\bof its own\b/, '"your …", "its own …"'],
  [/\bpresent password\b/i, '"current password"'],
];

/** The page that lists these words. */
const UNCHECKED = ["docs/style.md"];

/** Matches comments that aren't prose. */
const DIRECTIVE = /biome-ignore|@ts-expect-error|<reference/;

const commentsOf = (source) =>
  [...source.matchAll(/^[ \t]*(?:\/\*\*?[\s\S]*?\*\/|\/\/[^\n]*)/gm)].map(({ 0: text, index }) => ({ text, index }));
const stringsOf = (source) =>
  [...source.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)]
    .map((found) => ({ ...found, 0: found[0].replace(/\$\{[^}]*\}/g, (code) => "_".repeat(code.length)) }))
    .filter(({ 0: text }) => / /.test(text))
    .map(({ 0: text, index }) => ({ text, index }));
/** The texts between the tags of a screen. */
const tagTextsOf = (source) =>
  [...source.matchAll(/(?<=>)[^<>{}]*[A-Za-z] [A-Za-z][^<>{}]*(?=<|\{)/g)]
    .filter(({ 0: text }) => !/[;=]|=>|\breturn\b/.test(text))
    .map(({ 0: text, index }) => ({ text, index }));
const proseOf = (markdown) => [
  { text: markdown.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, " ")), index: 0 },
];

/** The files whose texts customers read. */
const SPOKEN = [
  /-(?:messages|texts)\.ts$/,
  /^apps\/web\/app\//,
  /^packages\/application\/src\/mail\//,
  /^samples\/src\/(?:articles\.ts|goods\/)/,
  /^packages\/domain\/src\/accounts\/(?:deletion|team)\.ts$/,
  /^packages\/domain\/src\/(?:certificates\/certificate|checkout\/(?:credit-ways|running-plan))\.ts$/,
];
const isForCustomers = (path) => SPOKEN.some((rule) => rule.test(path));
const spoken = (passages) => passages.map((passage) => ({ ...passage, isSpoken: true }));

/** Returns the passages of a file that people read, or none. `isSpoken` marks the passages that customers read. */
const passagesOf = (path, source) => {
  if (path.endsWith(".md")) return UNCHECKED.includes(path) ? [] : proseOf(source);
  if (!/\.(ts|tsx|mjs)$/.test(path) || path.includes("/migrations/") || path.startsWith("tools/")) return [];
  const comments = commentsOf(source).filter(({ text }) => !DIRECTIVE.test(text));
  if (isForCustomers(path)) return [...comments, ...spoken(stringsOf(source)), ...spoken(tagTextsOf(source))];
  return path.startsWith("apps/cli/src/") ? [...comments, ...stringsOf(source)] : comments;
};

/** Returns the lines of a file's prose that violate a rule. Prose is docs, comments, messages, and the CLI's texts. */
export const proseFaults = (path, source) =>
  passagesOf(path, source).flatMap(({ text, index, isSpoken = false }) =>
    [...RULES, ...(isSpoken ? SPOKEN_RULES : [])].flatMap(([rule, instead]) => {
      // Text in backticks is code, unless the whole text is a template literal.
      const words = text.startsWith("`") ? text : text.replace(/`[^`\n]*`/g, (code) => " ".repeat(code.length));
      const spoken = words.replace(/^\s*(\/\*\*?|\/\/|\*)\s?/gm, (mark) => mark.replace(/\S/g, " "));
      return [...spoken.matchAll(new RegExp(rule, `${rule.flags}g`))].map((found) => {
        const line = source.slice(0, index + found.index).split("\n").length;
        return `${path}:${line}: "${found[0]}": write ${instead}`;
      });
    }),
  );

/** Returns the faults of the whole repository. */
export const proseIn = (root, files) =>
  files.flatMap((path) => proseFaults(path, readFileSync(join(root, path), "utf8")));
