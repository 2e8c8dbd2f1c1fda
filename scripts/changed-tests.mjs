// Finds the suites that the working copy's changes can affect, based on the imports of the suites and of the apps.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { ROOT } from "./setup.mjs";

/** Matches suites that start the built apps. Their imports don't show what they test. */
const STARTS_APPS = /^(e2e|test)\//;

/** Matches the sources of the built apps. */
const APP_SOURCES = /^(apps\/[^/]+\/(src|app|public|dev)|packages\/[^/]+\/src|samples\/(src|media))\/|^scripts\//;

/** Matches the files whose changes can affect every suite. */
const EVERYTHING = /^(package(-lock)?\.json|vitest\..*|tsconfig.*|scripts\/(run-)?tests?(-setup)?\.mjs)$/;

const SUITE = /\.test\.ts$/;
const PROOF = /\.proof\.test\.ts$/;

/** Suites that read files instead of importing them. They are quick, so they always run. */
const READ_FILES = ["test/conventions.test.ts", "test/deploy.test.ts", "test/security.test.ts"];

const lines = (...args) =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 })
    .split("\n")
    .filter(Boolean);

const changedFiles = (since) => [
  ...lines("diff", "--name-only", since),
  ...lines("ls-files", "--others", "--exclude-standard"),
];

const suites = () =>
  ["packages", "apps"]
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/test`))
    .concat("samples/test", "e2e", "test")
    .flatMap((folder) => {
      try {
        return readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
      } catch {
        return [];
      }
    })
    .filter((path) => SUITE.test(path));

/** Returns the files whose code each suite contains after bundling, without unused code. */
const filesOfSuites = async (paths) => {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: paths,
    outdir: "/out",
    outbase: ROOT,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    conditions: ["@backlot/source"],
    logLevel: "silent",
    loader: { ".css": "empty", ".node": "empty", ".wasm": "empty", ".txt": "text" },
    plugins: [
      {
        name: "only-own-packages",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./#]/ }, ({ path, kind }) =>
            kind === "entry-point" || path.startsWith("@backlot/") ? undefined : { path, external: true },
          ),
      },
    ],
  });
  const filesOf = (output, seen) => {
    if (seen.has(output)) return [];
    seen.add(output);
    const { inputs, imports } = metafile.outputs[output] ?? { inputs: {}, imports: [] };
    return [...Object.keys(inputs), ...imports.flatMap(({ path, external }) => (external ? [] : filesOf(path, seen)))];
  };
  return new Map(
    Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
      entryPoint === undefined ? [] : [[entryPoint, new Set(filesOf(output, new Set()))]],
    ),
  );
};

/** Resolves with the suites of each circle that changes since a commit can affect. Needs the installed packages. */
export const changedTests = async (since = "HEAD") => {
  const changed = new Set(changedFiles(since).map((path) => relative(ROOT, resolve(ROOT, path))));
  const all = suites();
  const isTouched = async () => {
    if ([...changed].some((path) => EVERYTHING.test(path))) return () => true;
    const files = await filesOfSuites(all);
    const isAppTouched = [...changed].some((path) => APP_SOURCES.test(path));
    return (suite) =>
      READ_FILES.includes(suite) ||
      (isAppTouched && STARTS_APPS.test(suite)) ||
      [...(files.get(suite) ?? [])].some((path) => changed.has(path));
  };
  const touched = all.filter(await isTouched());
  return { first: touched.filter((path) => !PROOF.test(path)), proofs: touched.filter((path) => PROOF.test(path)) };
};
