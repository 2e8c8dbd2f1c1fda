import { readFileSync } from "node:fs";
import { join } from "node:path";

const OF_REPOSITORIES = "write `const repos = yield* …`, then `repos.orders`";

/** Patterns to avoid in use cases, each with the idiom to use instead. See docs/style.md. */
const OTHERS = [
  [/\bconst (?!repos\b)[^=;]*= yield\* (?:Read)?Repositories;/g, OF_REPOSITORIES],
  [/\(yield\* (?:Read)?Repositories\)/g, OF_REPOSITORIES],
  [/yield\* Clock\b|\bClock\.use/g, "write `yield* currentTime`"],
  [/^(?:export )?const \w+ = \([^)]*\)[^=\n]*=>\s*Effect\.gen\(/gm, "write `Effect.fnUntraced(function* …)`"],
  [/yield\* Effect\.fail\(new\b/g, "write `return yield* new …`"],
];

/** Matches the store's code, which must log instead of printing. */
const STORE = /^(?:packages\/[^/]+\/src|apps\/api\/src|apps\/web\/app)\/.*\.tsx?$/;
/** Matches exceptions: commands that print to a terminal, the console log, and a process that is about to abort. */
const PRINTS = /\/(?:backup|migrate-and-seed|providers|setup|log-error|durable-fs)\.ts$/;
const CONSOLE = /\bconsole\.\w+\(/g;

const USE_CASES = /^packages\/application\/src\/.*\.ts$/;

/** Returns the places in a file that don't use the common idioms, one line each. */
export const idiomFaults = (path, text) =>
  [
    ...(USE_CASES.test(path) ? OTHERS : []),
    ...(STORE.test(path) && !PRINTS.test(path) ? [[CONSOLE, "log with Effect.log… or logError"]] : []),
  ].flatMap(([pattern, way]) =>
    [...text.matchAll(pattern)].map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}: ${way}`),
  );

/** Returns the faults of the whole repository. */
export const idiomsIn = (root, files) =>
  files.filter((path) => STORE.test(path)).flatMap((path) => idiomFaults(path, readFileSync(join(root, path), "utf8")));
