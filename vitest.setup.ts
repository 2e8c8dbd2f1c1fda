import fc from "fast-check";
import { LAW_SEED, PROOFS } from "./proofs.ts";

fc.configureGlobal({ numRuns: PROOFS.laws, seed: LAW_SEED });
