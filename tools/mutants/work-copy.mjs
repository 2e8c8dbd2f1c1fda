// A copy of the repository to break things in: the working tree's sources with the same installed dependencies. Nothing
// written there reaches the working tree.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../../scripts/setup.mjs";
import { ownFiles } from "../lint/own-files.mjs";

const link = (target, path) => symlinkSync(target, path, statSync(target).isDirectory() ? "junction" : "file");

/** Links each installed package. Our own workspaces keep their relative links, which lead into the copy. */
const linkDependencies = (from, to) => {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    // Caches are written to, so the copy needs its own.
    if (name.startsWith(".vi") || name === ".cache") continue;
    if (name === "@backlot") {
      mkdirSync(join(to, name));
      for (const own of readdirSync(join(from, name)))
        symlinkSync(readlinkSync(join(from, name, own)), join(to, name, own), "junction");
      continue;
    }
    link(join(from, name), join(to, name));
  }
};

/** Creates the copy. Returns its folder and a function that removes it. */
export const makeWorkCopy = () => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-breakages-"));
  const nested = new Set();
  for (const file of ownFiles(ROOT)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
    const [workspace] = /^(?:(?:apps|packages)\/[^/]+|samples|testing)(?=\/)/.exec(file) ?? [];
    if (workspace !== undefined) nested.add(workspace);
  }
  linkDependencies(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const workspace of nested) {
    const own = join(ROOT, workspace, "node_modules");
    if (existsSync(own)) linkDependencies(own, join(folder, workspace, "node_modules"));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
