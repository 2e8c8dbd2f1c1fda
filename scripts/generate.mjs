// `npm run generate` writes the files that follow from other ones: the list of migrations, and the types of the tables.
import { NODE, environment, install, run } from "./setup.mjs";

await install();
const words = ["--conditions=@backlot/source", "packages/adapters-postgres/dev/generate.ts"];
process.exitCode = await run(NODE, words, { env: environment() });
