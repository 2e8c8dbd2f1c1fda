import type * as Schema from "effect/Schema";
import * as SchemaIssue from "effect/SchemaIssue";
import type { InvalidRequest } from "./errors.ts";

const format = SchemaIssue.makeFormatterStandardSchemaV1();

/** Rephrases a message of the schema library for the store's users. */
const inOurWords = (message: string): string => {
  if (message === "Missing key") return "Required.";
  return message.includes("excess property") ? "Unknown field." : message;
};

/** Returns the validation issues of one part of a request, each with the path of its field. */
export const requestIssues = (slot: string, error: Schema.SchemaError): InvalidRequest["issues"] =>
  format(error.issue).issues.map(({ path = [], message }) => ({
    path: [slot, ...path.map((part) => String(typeof part === "object" ? part.key : part))].join("."),
    message: inOurWords(message),
  }));

export const INVALID_REQUEST = "Invalid request. See issues.";
