import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEPT, databaseHash } from "../../scripts/database-hash.mjs";
import { onceInRun } from "./once-in-run.ts";

/** How long databases of other sources are kept, in milliseconds: two days, so that branches can take turns. */
const OTHERS_MS = 2 * 24 * 3_600_000;

const removeOld = async (): Promise<void> => {
  for (const name of await readdir(KEPT)) {
    const { mtimeMs } = await stat(join(KEPT, name));
    if (/^[0-9a-f]{12}$/.test(name) && name !== databaseHash() && Date.now() - mtimeMs > OTHERS_MS)
      await rm(join(KEPT, name), { recursive: true, force: true });
  }
};

/**
 * Returns the path of a file or folder that depends only on the sources of a stocked database. It is made at the path
 * passed to `make`, once, unless an earlier run has kept it.
 */
export const kept = async (name: string, make: (path: string) => Promise<void>): Promise<string> => {
  const folder = join(KEPT, databaseHash());
  const path = join(folder, name);
  if (existsSync(path)) return path;
  await onceInRun(`kept-${name}`, async (done) => {
    await mkdir(folder, { recursive: true });
    await removeOld();
    const draft = join(await mkdtemp(join(tmpdir(), "backlot-kept-")), name);
    await make(draft);
    // Copied first, because a rename doesn't cross file systems. Another run may have been faster.
    const copy = `${path}.${process.pid}`;
    await cp(draft, copy, { recursive: true });
    await rename(copy, path).catch(() => rm(copy, { recursive: true, force: true }));
    await writeFile(done, "");
  });
  return path;
};
