import fc from "fast-check";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";

fc.configureGlobal({ numRuns: TEST_SCALE.laws, seed: LAW_SEED });

// Pages and certificates are rendered in one process: React picks its build by this when it is first imported.
process.env.NODE_ENV = "production";
