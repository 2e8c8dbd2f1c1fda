// wrk, the load generator of the benchmarks.
import { spawnSync } from "node:child_process";
import { installFromSystem } from "./system.mjs";

/** Installs wrk if it is missing, on Debian as root. Resolves with whether it is available. */
export const installWrk = async () => spawnSync("wrk", ["-v"]).error === undefined || (await installFromSystem("wrk"));
