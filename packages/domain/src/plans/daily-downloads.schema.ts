import * as Schema from "effect/Schema";

const PerDay = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }));

/** How many downloads per UTC day the free plan and the paid plans allow. */
export const DailyDownloads = Schema.Struct({ free: PerDay, paid: PerDay });
export type DailyDownloads = typeof DailyDownloads.Type;
