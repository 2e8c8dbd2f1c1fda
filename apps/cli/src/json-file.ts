import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import * as SchemaIssue from "effect/SchemaIssue";
import { readGiven } from "./given-file.ts";
import { CommandFailed } from "./output.ts";

const readable = SchemaIssue.makeFormatterStandardSchemaV1();

/** Rephrases the error of a field. */
const plain = (message: string): string => {
  if (message === "Missing key") return "Required.";
  return message.includes("excess property") ? "Unknown field." : message;
};

/**
 * Reads a JSON file that a schema describes. Fails with every invalid field. `what` describes the expected file, and
 * `wordsOf` returns a custom message for a field's error, or null.
 */
export const readJsonFile = async <S extends Schema.Top & { readonly DecodingServices: never }>(
  path: string,
  schema: S,
  what: string,
  wordsOf: (message: string) => string | null = () => null,
): Promise<S["Type"]> => {
  const text = (await readGiven(path, what)).toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailed("unreadable", `${path} is not valid JSON: ${why}.`);
  }
  const decoded = Schema.decodeUnknownResult(schema, { onExcessProperty: "error", errors: "all" })(value);
  if (Result.isSuccess(decoded)) return decoded.success;
  const lines = readable(decoded.failure.issue).issues.map(({ path: at = [], message }) => {
    const field = at.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    return `${field === "" ? path : field}: ${wordsOf(message) ?? plain(message)}`;
  });
  throw new CommandFailed("faults", lines.join("\n"));
};
