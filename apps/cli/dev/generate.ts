// Writes the list of the commands that modules register. Run it after adding a command: `npm run generate`. A test
// fails if the list is out of date.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const SRC = new URL("../src/", import.meta.url);

/** Returns the text of the list, by its path in `src`. */
export const generatedFiles = async (): Promise<Readonly<Record<string, string>>> => {
  const modules: string[] = [];
  for (const path of (await readdir(SRC, { recursive: true })).map((each) => each.replaceAll("\\", "/")).toSorted())
    if (/\.tsx?$/.test(path) && /^export const registration\b/m.test(await readFile(new URL(path, SRC), "utf8")))
      modules.push(path);
  const variable = (path: string): string =>
    path.replace(/^.*\/|\.tsx?$/g, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    "commands.ts": `// Written by \`npm run generate\` from the modules that export a \`registration\`.
${modules.map((path) => `import { registration as ${variable(path)} } from "./${path}";`).join("\n")}
import type { Registration } from "./registration.ts";

/** The commands of \`backlot\`. */
export const REGISTRATIONS: readonly Registration[] = [
${modules.map((path) => `  ${variable(path)},`).join("\n")}
];
`,
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of Object.entries(await generatedFiles())) await writeFile(new URL(path, SRC), text);
