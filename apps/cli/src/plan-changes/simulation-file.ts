import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import * as SchemaIssue from "effect/SchemaIssue";
import { MAX_GRANTED_CREDITS, instantOf } from "@backlot/domain";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { CommandFailed } from "../output.ts";
import { readGiven } from "../given-file.ts";

const DATE = /^20\d{2}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;

/** A UTC date or time, as commands take it. */
const When = Schema.String.check(
  Schema.makeFilter((text) => {
    const isSound = DATE.test(text) && !Number.isNaN(Date.parse(text)) && instantOf(text).startsWith(text.slice(0, 10));
    return isSound ? undefined : "use a date such as 2027-01-31 or 2027-01-31T10:00:00Z";
  }),
);

const PlanId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000_000_000 }));
const event = <D extends string>(name: D) => ({ at: When, do: Schema.Literal(name) });

/** The life of a plan as support writes it: how the plan starts, and what happens to it. */
const SimulationFile = Schema.Struct({
  plan: PlanId,
  license: Schema.optionalKey(LicenseId),
  start: When,
  /** A promo code that it starts with. */
  promo: Schema.optionalKey(
    Schema.Struct({
      percent_off: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })),
      months: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 120 })),
    }),
  ),
  events: Schema.Array(
    Schema.Union([
      Schema.Struct({ ...event("change"), to: PlanId, license: Schema.optionalKey(LicenseId) }),
      Schema.Struct({
        ...event("spend"),
        credits: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_GRANTED_CREDITS })),
      }),
      Schema.Struct(event("cancel")),
      Schema.Struct(event("keep")),
      Schema.Struct(event("card_declines")),
      Schema.Struct(event("card_works")),
    ]),
  ),
});
export type SimulationFile = typeof SimulationFile.Type;

const decode = Schema.decodeUnknownResult(SimulationFile, { onExcessProperty: "error", errors: "all" });
const readable = SchemaIssue.makeFormatterStandardSchemaV1();

/** Returns what is wrong with a field in words. */
const plain = (message: string): string => {
  if (message === "Missing key") return "is missing.";
  if (message.includes("excess property")) return "there is no such field.";
  return message.startsWith("Expected {")
    ? 'use "do" with change, spend, cancel, keep, card_declines, or card_works.'
    : message;
};

/** Reads a simulation file. Fails with every field that is wrong. */
export const readSimulation = async (path: string): Promise<SimulationFile> => {
  const text = (await readGiven(path, "a file of JSON")).toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailed("unreadable", `${path} is not JSON: ${why}.`);
  }
  const decoded = decode(value);
  if (Result.isSuccess(decoded)) return decoded.success;
  const lines = readable(decoded.failure.issue).issues.map(({ path: at = [], message }) => {
    const field = at.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    return `${field === "" ? path : field}: ${plain(message)}`;
  });
  throw new CommandFailed("faults", lines.join("\n"));
};
