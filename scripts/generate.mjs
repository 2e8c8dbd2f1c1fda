// `npm run generate` writes the files that follow from others: the list of migrations, the types of the tables, and the
// documents of the settings.
import { NODE, environment, install, run } from "./setup.mjs";

await install();
for (const script of ["packages/adapters-postgres/dev/generate.ts", "apps/api/dev/generate.ts"])
  process.exitCode ||= await run(NODE, ["--conditions=@backlot/source", script], { env: environment() });
