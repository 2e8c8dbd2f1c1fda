// Loaded into the store's processes that tests start. They end within seconds, so the embedded database is compiled in
// one fast pass. The optimizing pass takes half a second and half of the memory, and only pays off later.
import { setFlagsFromString } from "node:v8";

// On the command line the first flag implies the others, but not when it is set here.
for (const flag of ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
