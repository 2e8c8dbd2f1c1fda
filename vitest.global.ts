import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";

export default (): (() => void) => {
  console.log(`laws: ${TEST_SCALE.laws} cases each, seed ${LAW_SEED} (repeat with LAW_SEED=${LAW_SEED})`);
  // Files for sale take seconds to render and are the same in every store, so all suites of a run share them.
  const rendered = mkdtempSync(join(tmpdir(), "backlot-rendered-"));
  process.env.TEST_FILES_DIR = rendered;
  // Stocking a database for the built store takes as long, so the first suite that starts the store creates one for
  // all.
  const template = mkdtempSync(join(tmpdir(), "backlot-template-"));
  process.env.TEST_DATABASE_TEMPLATE = template;
  // A hundred processes of the store and its sandbox start from the same sources, so compile them only once.
  const compiled = mkdtempSync(join(tmpdir(), "backlot-compiled-"));
  process.env.NODE_COMPILE_CACHE = compiled;
  return () => {
    for (const folder of [rendered, template, compiled]) rmSync(folder, { recursive: true, force: true });
  };
};
