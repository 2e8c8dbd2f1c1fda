import * as Schema from "effect/Schema";
import { Interval } from "../kernel/calendar.schema.ts";
import { Credits } from "../credits/credits.schema.ts";
import { LicenseId } from "../licensing/license.schema.ts";
import { Cents } from "../kernel/money.schema.ts";

const line = (maximum: number) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^(?! )[^\\p{Cc}\\ud800-\\udfff]{1,${maximum}}(?<! )$`, "u"), {
      expected: `one line of 1 to ${maximum} characters`,
    }),
  );

/** A plan's name, such as "Pro". */
export const PlanName = line(40);

/** A short label on a plan's card, such as "Most popular". */
export const PlanBadge = line(24);

/** The price of a plan per interval for each Enterprise license, in cents. */
export const EnterprisePrices = Schema.Struct({ "3": Cents, "4": Cents, "5": Cents, "6": Cents });
export type EnterprisePrices = typeof EnterprisePrices.Type;

/**
 * A plan variant that the store sells or has sold: its list price per interval in cents, and the range of licenses that
 * can buy it. Its price, credits, and interval never change.
 */
export const PlanOffer = Schema.Struct({
  id: Schema.Int,
  group_id: Schema.Int,
  plan_name: Schema.String,
  interval: Interval,
  recurring_credits: Credits,
  price: Cents,
  license_from: LicenseId,
  license_to: LicenseId,
  /** Defaults to the list price times the default factors. */
  enterprise_prices: Schema.optionalKey(EnterprisePrices),
  badge: Schema.optionalKey(PlanBadge),
  /** Whether it is no longer for sale. Its subscribers keep it until they change plans. */
  retired: Schema.optionalKey(Schema.Literal(true)),
}).annotate({ identifier: "PlanOffer" });
export type PlanOffer = typeof PlanOffer.Type;

/**
 * A plan variant priced for a license. `price` is the list price and `adjusted_price` is the license's price, both in
 * cents per interval. `credit_price` is the list price per credit in cents, and `user_facing_cost_per_credit` is the
 * license's price per credit in dollars with two decimals; both are null for Essentials, which has no credits. (PLN-01,
 * PLN-04)
 */
export const PlanVariant = Schema.Struct({
  id: Schema.Int,
  group_id: Schema.Int,
  interval: Interval,
  recurring_credits: Credits,
  price: Cents,
  adjusted_price: Cents,
  plan: Schema.Struct({ name: Schema.String, badge: Schema.optionalKey(Schema.String) }),
  credit_price: Schema.NullOr(Cents),
  license_id: LicenseId,
  license_name: Schema.Literals(["Individual", "Startup", "Enterprise"]),
  user_facing_cost_per_credit: Schema.NullOr(Schema.String),
}).annotate({ identifier: "PlanVariant" });
export type PlanVariant = typeof PlanVariant.Type;
