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

/** A history, and the page that names these words. */
const UNCHECKED = ["CHANGELOG.md", "docs/style.md"];

/** Comments that are not prose of ours. */
const DIRECTIVE = /biome-ignore|@ts-expect-error|<reference/;

const commentsOf = (source) =>
  [...source.matchAll(/^[ \t]*(?:\/\*\*?[\s\S]*?\*\/|\/\/[^\n]*)/gm)].map(({ 0: text, index }) => ({ text, index }));
const stringsOf = (source) =>
  [...source.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)]
    .filter(({ 0: text }) => / /.test(text))
    .map(({ 0: text, index }) => ({ text, index }));
const proseOf = (markdown) => [
  { text: markdown.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, " ")), index: 0 },
];

/** Returns the passages of a file that people read, or none. */
const passagesOf = (path, source) => {
  if (path.endsWith(".md")) return UNCHECKED.includes(path) ? [] : proseOf(source);
  if (!/\.(ts|tsx|mjs)$/.test(path) || path.includes("/migrations/") || path.startsWith("tools/")) return [];
  const comments = commentsOf(source).filter(({ text }) => !DIRECTIVE.test(text));
  const isSpoken = path.endsWith("-messages.ts") || path.startsWith("apps/cli/src/");
  return isSpoken ? [...comments, ...stringsOf(source)] : comments;
};

/** Returns the lines of a file's prose that a rule refuses: docs, comments, messages, and the command's texts. */
export const proseFaults = (path, source) =>
  passagesOf(path, source).flatMap(({ text, index }) =>
    RULES.flatMap(([rule, instead]) => {
      // A text in backticks is code, unless it is a template itself.
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
