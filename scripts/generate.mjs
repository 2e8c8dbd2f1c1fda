// `npm run generate` writes the files that follow from others: the list of migrations, the types of the tables, the
// documents of the settings, and the list of commands.
import { NODE, environment, install, run } from "./setup.mjs";

await install();
for (const folder of ["packages/adapters-postgres", "apps/api", "apps/cli"])
  process.exitCode ||= await run(NODE, ["--conditions=@backlot/source", `${folder}/dev/generate.ts`], {
    env: environment(),
  });
