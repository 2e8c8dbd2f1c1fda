import * as Schema from "effect/Schema";

/** A UTC time with milliseconds, such as "2026-11-21T06:50:00.000Z". Sorts chronologically as text. */
export const Instant = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, {
    expected: "a UTC time such as 2026-11-21T06:50:00.000Z",
  }),
).pipe(Schema.brand("Instant"));
export type Instant = typeof Instant.Type;

/** How often a plan renews: every month or every year. */
export const Interval = Schema.Literals(["month", "year"]);
export type Interval = typeof Interval.Type;
