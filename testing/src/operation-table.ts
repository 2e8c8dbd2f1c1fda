import { join } from "node:path";
import { ROOT } from "./processes.ts";

/** Returns the file of the table of a provider's operations, which its suite in the sandbox writes. */
export const OPERATIONS = (provider: string): string => join(ROOT, `docs/operations-of-${provider}.md`);

/** Returns whether a request, such as "GET /v1/customers/cus_1", is of an operation. */
export const isOf = (operation: string, request: string): boolean =>
  new RegExp(`^${operation.replaceAll(":id", "[^/]+")}$`).test(request);

/** Returns a Markdown table of operations, each with the title of the case that calls it, or what it needs instead. */
export const operationTable = (operations: readonly string[], caseOf: (operation: string) => string | null): string =>
  [
    "| operation | case |",
    "|---|---|",
    ...operations.map((operation) => `| \`${operation}\` | ${caseOf(operation) ?? ""} |`),
    "",
  ].join("\n");
