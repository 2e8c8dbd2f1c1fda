// Makes a machine hostile for `npm run test:hard`: an empty npm cache, half of the cores, other work on all of them,
// and suites and tests in a random order.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

/** The number of busy loops to run during the tests. */
const LOOPS = 2;

/** The script of a busy loop, which ends with its parent process, even if the parent is killed. */
const LOOP = "const { ppid } = process; for (;;) if (process.ppid !== ppid) process.exit();";

/**
 * Starts the busy loops. Returns the command that starts the suites on half of the cores, the arguments that shuffle
 * them, and a function that ends the loops. Set SEED to repeat an order.
 */
export const makeHostile = () => {
  const seed = process.env.SEED ?? String(Date.now() & 0x7fffffff);
  const cache = mkdtempSync(join(tmpdir(), "backlot-npm-"));
  process.env.npm_config_cache = cache;
  const loops = Array.from({ length: LOOPS }, () => spawn(process.execPath, ["-e", LOOP], { stdio: "ignore" }));
  const end = () => {
    for (const loop of loops) loop.kill("SIGKILL");
    rmSync(cache, { recursive: true, force: true });
  };
  process.once("exit", end);
  const cores = Math.max(1, Math.floor(availableParallelism() / 2));
  const canPin = spawnSync("taskset", ["-V"]).status === 0;
  console.log(
    `hostile: ${LOOPS} busy loops, ${canPin ? cores : "all"} cores, order ${seed} (repeat with SEED=${seed})`,
  );
  return {
    launcher: canPin ? ["taskset", "-c", cores === 1 ? "0" : `0-${cores - 1}`] : [],
    args: ["--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${seed}`],
    end,
  };
};
