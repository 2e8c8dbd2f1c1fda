import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folders that are cut by context. Anything directly in them, and `frames`, belongs to no context. */
const CUT = [
  { folder: "packages/domain/src" },
  { folder: "packages/ports/src", frames: ["driving", "driven"] },
  { folder: "packages/application/src" },
  { folder: "packages/adapters-postgres/src", frames: ["migrations"] },
  { folder: "apps/cli/src" },
  { folder: "apps/web/app/features" },
];

const IMPORT = /\b(?:from|import)\s*\(?\s*"((?:\.{1,2}\/|#features\/)[^"]+)"/g;

/** Returns the contexts in the order of the table in docs/architecture.md. Throws if there is no such table. */
export const contextsOf = (architecture) => {
  const [, table] = /\n\| context \| contains \|\n\|[-| ]+\|\n((?:\|.*\n)+)/.exec(architecture) ?? [];
  if (table === undefined) throw new Error("docs/architecture.md has no table of contexts");
  return [...table.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name);
};

/** Returns what breaks the order of contexts in some files, one line each. `read` returns the text of a file. */
export const contextFaults = (contexts, files, read) =>
  CUT.flatMap(({ folder, frames = [] }) => {
    const contextOf = (path) => {
      const [first, ...rest] = path.slice(folder.length + 1).split("/");
      return rest.length === 0 || frames.includes(first) ? null : first;
    };
    return files
      .filter((path) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path))
      .flatMap((path) => {
        const own = contextOf(path);
        if (own === null) return [];
        const place = contexts.indexOf(own);
        if (place === -1) return [`${path}: "${own}" is not a context of docs/architecture.md`];
        return [...read(path).matchAll(IMPORT)].flatMap(([, specifier]) => {
          const target = specifier.startsWith("#")
            ? `apps/web/app/${specifier.slice(1)}`
            : join(dirname(path), specifier);
          const other = target.startsWith(`${folder}/`) ? contextOf(target) : null;
          return other === null || contexts.indexOf(other) <= place
            ? []
            : [`${path} imports ${target}, but ${own} comes before ${other} in docs/architecture.md`];
        });
      });
  });

/** Returns the faults of the whole repository. */
export const contextsIn = (root, files) => {
  const read = (path) => readFileSync(join(root, path), "utf8");
  return contextFaults(contextsOf(read("docs/architecture.md")), files, read);
};
