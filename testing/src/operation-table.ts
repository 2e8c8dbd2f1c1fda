import { join } from "node:path";
import { ROOT } from "./processes.ts";

/** Returns the path of a provider's operation table, which the sandbox suite writes. */
export const OPERATIONS = (provider: string): string => join(ROOT, `docs/operations-of-${provider}.md`);

/** Returns whether a request, such as "GET /v1/customers/cus_1", is of an operation. */
export const isOf = (operation: string, request: string): boolean =>
  new RegExp(`^${operation.replaceAll(":id", "[^/]+")}$`).test(request);

/** A test or a suite, as its runner counts it. */
interface Task {
  readonly type: string;
  readonly tasks?: readonly Task[];
}

const countOf = ({ type, tasks = [] }: Task): number =>
  type === "test" ? 1 : tasks.reduce((sum, each) => sum + countOf(each), 0);

/** Returns whether every other test of a file has run. With a name pattern, some don't. */
export const hasRunOthers = (file: Task, ran: number): boolean => ran >= countOf(file) - 1;

/** Returns a Markdown table of operations, each with the title of the case that calls it, or what it needs instead. */
export const operationTable = (operations: readonly string[], caseOf: (operation: string) => string | null): string =>
  [
    "| operation | case |",
    "|---|---|",
    ...operations.map((operation) => `| \`${operation}\` | ${caseOf(operation) ?? ""} |`),
    "",
  ].join("\n");
