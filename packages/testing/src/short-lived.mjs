// Loaded into the store's processes that tests start. They end within seconds: the embedded database is
// compiled for them in one fast pass, without the optimizing one, which costs half a second and half of
// the memory and pays only later.
import { setFlagsFromString } from "node:v8";

// The first flag implies the others on a command line alone, not when it is set here.
for (const flag of ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
