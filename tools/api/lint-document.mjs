// Checks the API document against Redocly's recommended rules. Usage: node lint-document.mjs DOCUMENT.
import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";

const [, , path] = process.argv;
const config = await createConfig({
  extends: ["recommended"],
  rules: {
    // The health checks and the license table never reject a request, because they take no parameters.
    "operation-4xx-response": "off",
  },
});
const problems = await lintFromString({ source: readFileSync(path, "utf8"), absoluteRef: path, config });
for (const { severity, ruleId, message, location } of problems)
  console.log(`${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ""})`);
console.log(`${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
