import * as Schema from "effect/Schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { PlanOffer } from "@backlot/domain/plans/plan.schema";

/** A plan in a price list import: its outcome and its subscribers. */
export const PlanImpact = Schema.Struct({
  plan: PlanOffer,
  outcome: Schema.Literals(["unchanged", "relabeled", "repriced", "added", "retired"]),
  /** The plan that it replaces. Its subscribers keep that plan. */
  replaces: Schema.NullOr(PlanOffer),
  /** Current subscribers of the plan, or of the plan that it replaces. */
  subscribers: Schema.Int,
}).annotate({ identifier: "PlanImpact" });

export type PlanImpact = typeof PlanImpact.Type;

/** The effects of importing a price list. */
export const PriceListCheck = Schema.Struct({
  /** Why the list can't be imported: one sentence per problem. */
  problems: Schema.Array(Schema.String),
  /** Possible mistakes: one sentence per warning. */
  warnings: Schema.Array(Schema.String),
  plans: Schema.Array(PlanImpact),
  /** The changes other than to plans: one sentence per change. */
  changes: Schema.Array(Schema.String),
  /** Renewals in the next month, before and after the import, in cents after discounts and without tax. */
  next_month: Schema.Struct({ renewals: Schema.Int, before: Cents, after: Cents }),
}).annotate({ identifier: "PriceListCheck" });

export type PriceListCheck = typeof PriceListCheck.Type;
