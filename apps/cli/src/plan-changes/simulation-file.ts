import * as Schema from "effect/Schema";
import { MAX_GRANTED_CREDITS, instantOf } from "@backlot/domain";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { readJsonFile } from "../json-file.ts";

const DATE = /^20\d{2}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;

/** A UTC date or time, in the format of the command line. */
const When = Schema.String.check(
  Schema.makeFilter((text) => {
    const isSound = DATE.test(text) && !Number.isNaN(Date.parse(text)) && instantOf(text).startsWith(text.slice(0, 10));
    return isSound ? undefined : "use a date such as 2027-01-31 or 2027-01-31T10:00:00Z";
  }),
);

const PlanId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000_000_000 }));
const event = <D extends string>(name: D) => ({ at: When, do: Schema.Literal(name) });

/** The events in a plan's life, as support writes them: how the plan starts, and what happens to it. */
const SimulationFile = Schema.Struct({
  plan: PlanId,
  license: Schema.optionalKey(LicenseId),
  start: When,
  /** The promo code that the plan starts with. */
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

/** Returns a custom message for an unknown event. */
const unknownEvent = (message: string): string | null =>
  message.startsWith("Expected {") ? 'use "do" with change, spend, cancel, keep, card_declines, or card_works.' : null;

/** Reads a simulation file. Fails with every invalid field. */
export const readSimulation = (path: string): Promise<SimulationFile> =>
  readJsonFile(path, SimulationFile, "a JSON file", unknownEvent);
