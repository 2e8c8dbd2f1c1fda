// Generates files from the table of settings (`.env.example` and `docs/settings.md`) and from the comments of the
// contract (the texts of the API document). Run it after changing them: `npm run generate`. A test fails if the files
// are out of date.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { SETTINGS, type Setting } from "../src/settings/schema.ts";
import { errorsPage } from "./api-errors.ts";
import { readContractTexts } from "./contract-texts.ts";

const ROOT = new URL("../../../", import.meta.url);
const WIDTH = 120;

const shown = Object.entries<Setting<unknown>>(SETTINGS).filter(([, { isHidden }]) => isHidden !== true);

/** Returns a text as lines of a comment. */
const commented = (text: string): string[] => {
  const lines = ["#"];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= WIDTH) lines[lines.length - 1] = line;
    else lines.push(`# ${word}`);
  }
  return lines;
};

/** Returns a setting's lines: empty if the operator must fill it in, and otherwise commented out with an example. */
const linesOf = (name: string, { means, example, usual, needed }: Setting<unknown>): readonly string[] => {
  // This file is for production.
  if (name === "NODE_ENV") return [...commented(means), "NODE_ENV=production"];
  if (needed !== undefined) return [...commented(`${means} For example: ${example ?? needed.live}`), `${name}=`];
  return [...commented(means), `# ${name}=${example ?? usual}`];
};

const example = (): string => {
  const lines = commented(
    "For production, copy this file to where your deployment reads its settings (see docs/operations.md), fill in " +
      "the empty lines, and uncomment what you change. `npm start` needs none of these settings. `npm run generate` " +
      "writes this file.",
  );
  for (const [name, setting] of shown) {
    if (setting.section !== undefined) lines.push("", `## ${setting.section}`);
    lines.push("", ...linesOf(name, setting));
  }
  return `${lines.join("\n")}\n`;
};

const page = (): string => {
  const lines = [
    "# Settings",
    "",
    "These environment variables configure the store. An empty value counts as missing. [Production](production.md)",
    "explains in which order to set them, and [.env.example](../.env.example) has examples. `npm run generate` writes",
    "this page from `apps/api/src/settings/schema.ts`.",
  ];
  for (const [name, { section, means, usual, needed }] of shown) {
    if (section !== undefined)
      lines.push("", `## ${section}`, "", "| setting | default | description |", "|---|---|---|");
    const given = usual === null || usual === "" ? "" : `\`${usual}\``;
    const standing = needed === undefined ? given : needed.trial === null ? "required in production" : "required";
    lines.push(`| \`${name}\` | ${standing} | ${means.replaceAll("|", "\\|")} |`);
  }
  return `${lines.join("\n")}\n`;
};

/** Returns the texts of the generated files, by their paths in the repository. */
export const generatedFiles = (): Readonly<Record<string, string>> => {
  const texts = readContractTexts();
  return {
    ".env.example": example(),
    "docs/settings.md": page(),
    "apps/api/src/document/contract-texts.json": `${JSON.stringify(texts, null, 1)}\n`,
    "docs/api-errors.md": errorsPage(texts),
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of Object.entries(generatedFiles())) await writeFile(new URL(path, ROOT), text);
