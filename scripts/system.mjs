// Installs system packages, which works only on Debian as root.
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
 * Installs system packages, one call at a time because apt allows only one. Resolves with false if that isn't possible
 * or fails.
 */
export const installFromSystem = (...packages) => {
  if (!isRoot || spawnSync("which", ["apt-get"]).status !== 0) return Promise.resolve(false);
  const installed = last.then(() => installNext(packages));
  last = installed;
  return installed;
};
