// `npm run mutants` mutates the rules and the use cases in thousands of small ways and counts how many mutants the
// tests catch. Then it breaks guards elsewhere on purpose and checks that the tests notice. That takes hours, so name
// what you changed: `npm run mutants -- domain/refunds application/orders` or `npm run mutants -- breakages [text]`.
// Its dependencies are in tools/mutants, so that running or testing the store does not install them.
import { runBreakages } from "./run-breakages.mjs";
import { runMutants } from "./run-mutants.mjs";
import { install } from "../../scripts/setup.mjs";

const args = process.argv.slice(2);

await install();
if (args[0] === "breakages") process.exit(await runBreakages(args.slice(1).join(" ")));
const mutants = await runMutants(args);
const breakages = args.length > 0 ? 0 : await runBreakages();
process.exit(mutants || breakages);
