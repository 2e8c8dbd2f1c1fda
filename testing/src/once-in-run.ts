import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** How often a suite checks whether another one is done, in milliseconds. */
const LOOK_MS = 50;

/**
 * Creates a file or folder once per test run and returns its path. The first suite creates it at the path passed to
 * `make`; the others wait. If `make` fails, the next suite tries.
 */
export const onceInRun = async (name: string, make: (path: string) => Promise<void>): Promise<string> => {
  const folder = process.env.TEST_RUN_DIR ?? (await mkdtemp(join(tmpdir(), "backlot-run-")));
  const [path, claim, draft] = [join(folder, name), join(folder, `${name}.making`), join(folder, `${name}.draft`)];
  for (;;) {
    if (existsSync(path)) return path;
    const isOurs = await mkdir(claim).then(
      () => true,
      () => false,
    );
    if (!isOurs) {
      await pause(LOOK_MS);
      continue;
    }
    try {
      // Another suite may have finished between the check and the claim.
      if (existsSync(path)) return path;
      await make(draft);
      await rename(draft, path);
      return path;
    } finally {
      await rm(claim, { recursive: true, force: true });
    }
  }
};
