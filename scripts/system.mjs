// Packages of the system, where installing them is ours to do: on Debian, as root.
import { spawnSync } from "node:child_process";
import { run } from "./setup.mjs";

export const isRoot = process.getuid?.() === 0;

const apt = (...args) =>
  run("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });

let updated;
let last = Promise.resolve();

const installNext = async (packages) => {
  updated ??= apt("update", "-qq");
  await updated;
  return (await apt("install", "-y", "-qq", "--no-install-recommends", ...packages)) === 0;
};

/**
 * Installs packages through the system, one call after the other, as the system allows no two at once. Resolves with
 * false where we may not or it fails.
 */
export const installFromSystem = (...packages) => {
  if (!isRoot || spawnSync("which", ["apt-get"]).status !== 0) return Promise.resolve(false);
  const installed = last.then(() => installNext(packages));
  last = installed;
  return installed;
};
