// Packs the packages for developers of other channels: the domain's rules, and the client of the API. Usage: npm run
// release:packages -- [FOLDER]. `--prepare NAME` only builds one package in place, for `npm pack`.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { installApiTools, must, writeClientTypes } from "./api-tools.mjs";
import { NODE, ROOT, install, run } from "./setup.mjs";

/** The entry points of each package: the path to import, and its module. */
const DOORS = {
  domain: { ".": "checked", "./rules": "index", "./schemas": "schemas" },
  client: { ".": "index" },
};

/** Builds a package's TypeScript. */
const compile = async (folder) => {
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  must(
    await run(NODE, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], { cwd: folder }),
    "tsc",
  );
};

/** Builds a package in place, and copies in the files that its tarball needs from elsewhere. */
const prepare = async (name) => {
  const folder = join(ROOT, "packages", name);
  if (name === "client") {
    await installApiTools();
    await writeClientTypes();
  }
  await compile(folder);
  for (const file of ["CHANGELOG.md", "LICENSE"]) cpSync(join(ROOT, file), join(folder, file));
  return folder;
};

/** Packs a package into a folder, with a manifest for people outside this repository. */
const pack = async (name, into) => {
  const folder = await prepare(name);
  const stage = mkdtempSync(join(tmpdir(), `backlot-${name}-`));
  const isMap = (path) => path.endsWith(".map");
  for (const part of ["dist", "examples", "README.md", "CHANGELOG.md", "LICENSE"])
    cpSync(join(folder, part), join(stage, part), { recursive: true, filter: (path) => !isMap(path) });
  const {
    scripts: _scripts,
    private: _private,
    devDependencies: _dev,
    ...manifest
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const exports = Object.fromEntries(
    Object.entries(DOORS[name]).map(([door, module]) => [
      door,
      { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` },
    ]),
  );
  const files = ["dist", "examples", "CHANGELOG.md"];
  writeFileSync(join(stage, "package.json"), `${JSON.stringify({ ...manifest, exports, files }, null, 2)}\n`);
  must(await run("npm", ["pack", "--silent", "--pack-destination", into], { cwd: stage }), "npm pack");
  rmSync(stage, { recursive: true, force: true });
};

const args = process.argv.slice(2);
await install();
if (args[0] === "--prepare") await prepare(args[1]);
else {
  const into = resolve(args[0] ?? "packed");
  mkdirSync(into, { recursive: true });
  for (const name of Object.keys(DOORS)) await pack(name, into);
  console.log(`Packed into ${into}.`);
}
