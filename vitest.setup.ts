// Optimizing the embedded database of a worker costs more than it saves.
import "./testing/src/short-lived.mjs";
import fc from "fast-check";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";

fc.configureGlobal({ numRuns: TEST_SCALE.laws, seed: LAW_SEED });

// What a developer has set for the support command must not reach its tests.
for (const name of ["BACKLOT_URL", "BACKLOT_SUPPORT_KEY", "BACKLOT_STAFF", "BACKLOT_PROFILE"]) delete process.env[name];

// Tables in tests are those of a terminal of 80 columns.
process.env["COLUMNS"] = "80";
