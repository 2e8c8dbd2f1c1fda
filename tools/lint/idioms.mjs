import { readFileSync } from "node:fs";
import { join } from "node:path";

const OF_REPOSITORIES = "write `const repos = yield* …`, then `repos.orders`";

/** Other ways to do what use cases do in one way, with that way. See docs/style.md. */
const OTHERS = [
  [/\bconst (?!repos\b)[^=;]*= yield\* (?:Read)?Repositories;/g, OF_REPOSITORIES],
  [/\(yield\* (?:Read)?Repositories\)/g, OF_REPOSITORIES],
  [/yield\* Clock\b|\bClock\.use/g, "write `yield* currentTime`"],
  [/^(?:export )?const \w+ = \([^)]*\)[^=\n]*=>\s*Effect\.gen\(/gm, "write `Effect.fnUntraced(function* …)`"],
  [/yield\* Effect\.fail\(new\b/g, "write `return yield* new …`"],
];

const USE_CASES = /^packages\/application\/src\/.*\.ts$/;

/** Returns the places of a file that do something in another way than the rest, one line each. */
export const idiomFaults = (path, text) =>
  USE_CASES.test(path)
    ? OTHERS.flatMap(([pattern, way]) =>
        [...text.matchAll(pattern)].map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}: ${way}`),
      )
    : [];

/** Returns the faults of the whole repository. */
export const idiomsIn = (root, files) =>
  files
    .filter((path) => USE_CASES.test(path))
    .flatMap((path) => idiomFaults(path, readFileSync(join(root, path), "utf8")));
