import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folders that are divided by context. Files directly in them, and `frames`, belong to no context. */
const CUT = [
  { folder: "packages/domain/src", frames: [] },
  { folder: "packages/ports/src", frames: ["driving", "driven"] },
  { folder: "packages/application/src", frames: [] },
  { folder: "packages/adapters-postgres/src", frames: ["migrations"] },
  { folder: "apps/cli/src", frames: [] },
  { folder: "apps/web/app/features", frames: [] },
];

/** The packages whose exports other packages import from a single entry point. */
const DOORS = ["domain", "ports"];

const IMPORT = /\b(?:from|import)\s*\(?\s*"((?:\.{1,2}\/|#features\/|@backlot\/(?:domain|ports)\/)[^"]+)"/g;
const NAMED = /\bimport\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"@backlot\/(domain|ports)"/g;
const EXPORT = /^export (?:declare )?(?:abstract )?(?:const|let|function\*?|class|type|interface|enum)\s+(\w+)/gm;

/** Returns the contexts in the order of the table in docs/architecture.md. Throws if there is no such table. */
export const contextsOf = (architecture) => {
  const [, table] = /\n\| context \| contains \|\n\|[-| ]+\|\n((?:\|.*\n)+)/.exec(architecture) ?? [];
  if (table === undefined) throw new Error("docs/architecture.md has no table of contexts");
  return [...table.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name);
};

/** Returns the context of a file, or null for a file that belongs to none. */
const contextOf = (path) => {
  const cut = CUT.find(({ folder }) => path.startsWith(`${folder}/`));
  if (cut === undefined) return null;
  const [first, ...rest] = path.slice(cut.folder.length + 1).split("/");
  return rest.length === 0 || cut.frames.includes(first) ? null : first;
};

/** Returns the files that define the exports of each of these packages, by the export's name. */
const definitionsIn = (files, read) =>
  new Map(
    DOORS.map((door) => {
      const within = files.filter((path) => path.startsWith(`packages/${door}/src/`) && path.endsWith(".ts"));
      const named = within.flatMap((path) => [...read(path).matchAll(EXPORT)].map(([, name]) => [name, path]));
      return [door, new Map(named)];
    }),
  );

/** Returns the file that a specifier names, relative to the repository's root. */
const targetOf = (path, specifier) => {
  const [, door, inside] = /^@backlot\/(domain|ports)\/(.+)$/.exec(specifier) ?? [];
  if (door !== undefined) return `packages/${door}/src/${inside.replace(/(?:\.ts)?$/, ".ts")}`;
  return specifier.startsWith("#") ? `apps/web/app/${specifier.slice(1)}` : join(dirname(path), specifier);
};

/** Returns the files that a file imports from, with the name that is imported through a package's entry point. */
const importsOf = (path, text, definitions) => [
  ...[...text.matchAll(IMPORT)].map(([, specifier]) => ({ target: targetOf(path, specifier), name: null })),
  ...[...text.matchAll(NAMED)].flatMap(([, names, door]) =>
    names
      .split(",")
      .map((each) => /^\s*(?:type\s+)?(\w+)/.exec(each)?.[1])
      .filter((name) => definitions.get(door).has(name))
      .map((name) => ({ target: definitions.get(door).get(name), name })),
  ),
];

/**
 * Returns the imports in some files that break the order of contexts, one line each. `read` returns the text of a file.
 */
export const contextFaults = (contexts, files, read) => {
  const definitions = definitionsIn(files, read);
  return files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const own = contextOf(path);
      if (own === null) return [];
      const place = contexts.indexOf(own);
      if (place === -1) return [`${path}: "${own}" is not a context of docs/architecture.md`];
      return importsOf(path, read(path), definitions).flatMap(({ target, name }) => {
        const other = contextOf(target);
        return other === null || contexts.indexOf(other) <= place
          ? []
          : [
              `${path} imports ${name === null ? target : `${name} (${target})`}, ` +
                `but ${own} comes before ${other} in docs/architecture.md`,
            ];
      });
    });
};

/** Returns the faults of the whole repository. */
export const contextsIn = (root, files) => {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const present = files.filter((path) => existsSync(join(root, path)));
  return contextFaults(contextsOf(read("docs/architecture.md")), present, read);
};
