import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** How often a suite looks whether another one is done, in milliseconds. */
const LOOK_MS = 50;

/**
 * Makes a file or a folder once in a test run: the first suite that asks makes it at the path that it is given, the
 * others wait. Where making it fails, the next suite tries it. Answers where it is.
 */
export const onceInRun = async (name: string, make: (path: string) => Promise<void>): Promise<string> => {
  const kept = process.env.TEST_DATABASE_TEMPLATE ?? (await mkdtemp(join(tmpdir(), "backlot-template-")));
  const [path, claim, draft] = [join(kept, name), join(kept, `${name}.making`), join(kept, `${name}.draft`)];
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
      // It may have come between the look and the claim.
      if (existsSync(path)) return path;
      await make(draft);
      await rename(draft, path);
      return path;
    } finally {
      await rm(claim, { recursive: true, force: true });
    }
  }
};
