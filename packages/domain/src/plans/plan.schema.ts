import * as Schema from "effect/Schema";
import { Interval } from "../kernel/calendar.schema.ts";
import { Credits } from "../credits/credits.schema.ts";
import { LicenseId } from "../licensing/license.schema.ts";
import { Cents } from "../kernel/money.schema.ts";

/**
 * A plan variant in the price list: its list price per interval in cents, and the range of licenses that can buy it.
 */
export const PlanOffer = Schema.Struct({
  id: Schema.Int,
  group_id: Schema.Int,
  plan_name: Schema.String,
  interval: Interval,
  recurring_credits: Credits,
  price: Cents,
  licence_from: LicenseId,
  licence_to: LicenseId,
});
export type PlanOffer = typeof PlanOffer.Type;

/**
 * A plan variant priced for a license. `price` is the list price and `adjusted_price` the license's, both in cents per
 * interval. `credit_price` is the list price per credit in cents, and `user_facing_cost_per_credit` the license's in
 * dollars with two decimals; both are null for Essentials, which has no credits. (PLN-01, PLN-04)
 */
export const PlanVariant = Schema.Struct({
  id: Schema.Int,
  group_id: Schema.Int,
  interval: Interval,
  recurring_credits: Credits,
  price: Cents,
  adjusted_price: Cents,
  plan: Schema.Struct({ name: Schema.String }),
  credit_price: Schema.NullOr(Cents),
  license_id: LicenseId,
  license_name: Schema.Literals(["Individual", "Startup", "Enterprise"]),
  user_facing_cost_per_credit: Schema.NullOr(Schema.String),
});
export type PlanVariant = typeof PlanVariant.Type;
