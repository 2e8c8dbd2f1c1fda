import * as Schema from "effect/Schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Sale } from "@backlot/domain/pricing/discount.schema";

/** The current sale on new plans. `ends_at` is null if the sale has no scheduled end. */
export const RunningSaleView = Schema.Struct({ ...Sale.fields, ends_at: Schema.NullOr(Instant) }).annotate({
  identifier: "Sale",
});

export type RunningSaleView = typeof RunningSaleView.Type;
