// `npm run generate` writes the generated files: the list of migrations, the table types, the settings docs, and the
// list of commands.
import { NODE, environment, install, run } from "./setup.mjs";

await install();
for (const folder of ["packages/adapters-postgres", "apps/api", "apps/cli"])
  process.exitCode ||= await run(NODE, ["--conditions=@backlot/source", `${folder}/dev/generate.ts`], {
    env: environment(),
  });
