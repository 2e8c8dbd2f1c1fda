import type * as Schema from "effect/Schema";
import * as SchemaIssue from "effect/SchemaIssue";
import type { InvalidRequest } from "./errors.ts";

const format = SchemaIssue.makeFormatterStandardSchemaV1();

/** Returns the validation issues of one part of a request, each with the path of its field. */
export const requestIssues = (slot: string, error: Schema.SchemaError): InvalidRequest["issues"] =>
  format(error.issue).issues.map(({ path = [], message }) => ({
    path: [slot, ...path.map((part) => String(typeof part === "object" ? part.key : part))].join("."),
    message,
  }));

/** The message for a request that doesn't match the contract. */
export const INVALID_REQUEST = "The request is not as it should be.";
