// Loaded into the store's processes that tests start. They end within seconds: the embedded database is compiled for
// them in one fast pass, without the optimizing one, which costs a second of both cores and pays only later.
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--liftoff-only");
