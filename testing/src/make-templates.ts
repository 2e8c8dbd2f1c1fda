import { makeTemplates } from "./databases.ts";

// Run by `npm test` before the suites, so that no two of them make the template databases at once.
const { TEST_POSTGRES_URL } = process.env;
if (TEST_POSTGRES_URL !== undefined) await makeTemplates(TEST_POSTGRES_URL);
