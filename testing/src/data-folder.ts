import { mkdtempSync } from "node:fs";
import { mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a folder that shares nothing, for stores and tests that upload or list sold files. */
export const ownFolder = (purpose: string): string => mkdtempSync(join(tmpdir(), `backlot-${purpose}-`));

/** Creates a data folder that shares the test run's rendered files, so nothing is rendered twice. */
export const dataFolder = async (purpose: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `backlot-${purpose}-`));
  const rendered = process.env.TEST_FILES_DIR;
  if (rendered !== undefined) await symlink(rendered, join(folder, "files"));
  return folder;
};
