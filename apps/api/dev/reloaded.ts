// The modules that `npm run dev` reloads when a source file changes.
export { makeApp } from "../src/app.ts";
export { compose } from "../src/composition.ts";
export { startJobs } from "../src/jobs.ts";
export { mediaFiles, pageRenderer } from "../src/web.ts";
