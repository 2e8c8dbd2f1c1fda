// Copies the files that a production machine needs to a folder: the builds, the samples, and the packages that the
// builds load at run time, in the versions of the lockfile. Usage: npm run release -- FOLDER, after `npm ci && npm run
// build`. --without-samples leaves the samples out.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Returns the font packages of a workspace, which it finds by name at run time. */
const fontsOf = (workspace) =>
  Object.keys(readJson(join(ROOT, workspace, "package.json")).dependencies).filter((name) =>
    /^@fontsource(?:-variable)?\//.test(name),
  );

/** The packages that the builds import at run time, by the workspace that names their versions. */
const LOADED = {
  "apps/web": ["@react-router/node", "bowser", "effect", "isbot", "react", "react-dom", "react-router"],
  "packages/adapters-files": ["@aws-sdk/client-s3", "@aws-sdk/lib-storage", "@aws-sdk/s3-request-presigner"],
  // The CLI prepares pictures with sharp, and the samples use it to draw pictures.
  "packages/adapters-media": ["sharp"],
  "packages/adapters-pdf": ["@react-pdf/renderer", "react", "subset-font", ...fontsOf("packages/adapters-pdf")],
  "packages/adapters-postgres": ["@electric-sql/pglite"],
};

/** Files that only developers read. */
const LEFT_OUT = /(?:\.map|\.d\.[cm]?ts|\.md|\.tsx?|\.flow)$/i;
/** The styles of fonts that documents don't use, and formats that they can't read. */
const UNUSED_FONTS = [
  /@fontsource(?:-variable)?\/.*\.s?css$/,
  /@fontsource\/[^/]+\/files\/(?!.*-(?:400|700)-normal\.woff$)/,
  /@fontsource-variable\/[^/]+\/files\/(?!.*-wght-normal\.woff2$)/,
];

/** Returns the folder of a package, as Node finds it from another folder, or null. */
const find = (name, from) => {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name);
    if (existsSync(join(path, "package.json"))) return path;
    if (folder === ROOT || folder === dirname(folder)) return null;
  }
};

/** Returns the folders of packages and of everything that they depend on. */
const closure = (roots) => {
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = readJson(join(path, "package.json"));
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const needed = find(name, path);
      if (needed !== null) visit(needed);
      // An optional package is for another platform.
      else if (name in dependencies && !(name in optionalDependencies)) throw new Error(`${path} is missing ${name}`);
    }
  };
  roots.forEach(visit);
  return found;
};

/** Returns the size of a folder in bytes. */
const sizeOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : statSync(path).size;

const hasSamples = !process.argv.includes("--without-samples");
const [target] = process.argv.slice(2).filter((arg) => arg !== "--without-samples");
if (target === undefined) {
  console.error("Usage: npm run release -- FOLDER [--without-samples]");
  process.exit(2);
}
const folder = resolve(target);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty. Use a new folder.`);
  process.exit(2);
}
for (const built of ["apps/api/dist", "apps/web/build", "apps/cli/dist", ...(hasSamples ? ["samples/dist"] : [])])
  if (!existsSync(join(ROOT, built))) {
    console.error(`${built} is missing. Run npm run build first.`);
    process.exit(1);
  }

const roots = Object.entries(LOADED).flatMap(([workspace, names]) =>
  names.map((name) => {
    const path = find(name, join(ROOT, workspace));
    if (path === null) throw new Error(`${name} is not installed. Run npm ci first.`);
    return path;
  }),
);
mkdirSync(folder, { recursive: true });
const keep = (path) => !LEFT_OUT.test(path) && !UNUSED_FONTS.some((unused) => unused.test(path));
for (const path of closure(roots)) {
  const place = path.slice(ROOT.length + 1);
  cpSync(path, join(folder, place.replace(/^(?:(?:apps|packages)\/[^/]+|samples)\//, "")), {
    recursive: true,
    // Nested packages are copied separately if they are needed.
    filter: (from) => keep(from) && !from.slice(path.length).includes("node_modules"),
  });
}
for (const path of ["apps/api/dist", "apps/web/build", "apps/cli/dist"])
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: keep });
// On a version of Node that can't run the store, print one line instead of failing at the first missing feature.
const minimum = Number.parseInt(readFileSync(join(ROOT, ".node-version"), "utf8"), 10);
renameSync(join(folder, "apps/api/dist/main.js"), join(folder, "apps/api/dist/store.js"));
writeFileSync(
  join(folder, "apps/api/dist/main.js"),
  `const major = Number.parseInt(process.versions.node, 10);
if (major < ${minimum}) {
  console.error(\`Backlot needs Node ${minimum} or later. This is Node \${process.versions.node}.\`);
  process.exit(1);
}
await import("./store.js");
`,
);
cpSync(join(ROOT, ".node-version"), join(folder, ".node-version"));
if (hasSamples)
  for (const path of ["dist", "media", "package.json"])
    cpSync(join(ROOT, "samples", path), join(folder, "node_modules/@backlot/samples", path), { recursive: true });
const { version } = readJson(join(ROOT, "apps/api/package.json"));
const own = { name: "backlot", version, private: true, type: "module", engines: { node: `>=${minimum}` } };
writeFileSync(join(folder, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
console.log(`${folder}: ${Math.round(sizeOf(folder) / 1_000_000)} MB`);
console.log(`To start it there, run NODE_ENV=production node apps/api/dist/main.js`);
