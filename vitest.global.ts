import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";

export default (): (() => void) => {
  console.log(`laws: ${TEST_SCALE.laws} cases each, seed ${LAW_SEED} (repeat with LAW_SEED=${LAW_SEED})`);
  // Sold files take seconds to render and are the same in every store: all suites of a run share them.
  const rendered = mkdtempSync(join(tmpdir(), "backlot-rendered-"));
  process.env.TEST_FILES_DIR = rendered;
  // A stocked database of the built store takes as long to make; the first suite that starts the store makes it.
  const template = mkdtempSync(join(tmpdir(), "backlot-template-"));
  process.env.TEST_DATABASE_TEMPLATE = template;
  // A hundred processes of the store and its sandbox are started from the same sources: they are compiled once.
  const compiled = mkdtempSync(join(tmpdir(), "backlot-compiled-"));
  process.env.NODE_COMPILE_CACHE = compiled;
  return () => {
    for (const folder of [rendered, template, compiled]) rmSync(folder, { recursive: true, force: true });
  };
};
