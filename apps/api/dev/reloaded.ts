// What `npm run dev` loads anew when one of its sources has changed.
export { makeApp } from "../src/app.ts";
export { compose } from "../src/composition.ts";
export { startJobs } from "../src/jobs.ts";
export { mediaFiles, pageRenderer } from "../src/web.ts";
