// The load of the benchmarks.
import { spawnSync } from "node:child_process";
import { installFromSystem } from "./system.mjs";

/** Installs wrk through the system where it is missing and that is ours to do; answers whether it is there. */
export const installWrk = async () => spawnSync("wrk", ["-v"]).error === undefined || (await installFromSystem("wrk"));
