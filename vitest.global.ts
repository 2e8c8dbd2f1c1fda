import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CIRCLE } from "@backlot/testing/circle";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";

export default (): (() => void) => {
  console.log(
    `circle: ${CIRCLE}; laws: ${TEST_SCALE.laws} cases each, seed ${LAW_SEED} (repeat with LAW_SEED=${LAW_SEED})`,
  );
  // Files for sale take seconds to render and are the same in every store, so all suites of a run share them.
  const rendered = mkdtempSync(join(tmpdir(), "backlot-rendered-"));
  process.env.TEST_FILES_DIR = rendered;
  // Where suites agree on what is made only once.
  const run = mkdtempSync(join(tmpdir(), "backlot-run-"));
  process.env.TEST_RUN_DIR = run;
  // A hundred processes of the store and its sandbox start from the same sources, so compile them only once. Node
  // checks that what it kept still fits.
  const compiled = fileURLToPath(new URL("node_modules/.cache/backlot-tests/compiled", import.meta.url));
  mkdirSync(compiled, { recursive: true });
  process.env.NODE_COMPILE_CACHE = compiled;
  return () => {
    for (const folder of [rendered, run]) rmSync(folder, { recursive: true, force: true });
  };
};
