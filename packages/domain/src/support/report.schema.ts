import * as Schema from "effect/Schema";
import { Interval } from "../kernel/calendar.schema.ts";
import { Cents } from "../kernel/money.schema.ts";
import { LicenseId } from "../licensing/license.schema.ts";

/** A UTC month, such as "2026-11". */
export const Month = Schema.String.check(
  Schema.isPattern(/^20\d{2}-(?:0[1-9]|1[0-2])$/, { expected: "a month such as 2026-11" }),
);

/** The figures for a UTC month. Amounts in cents. Payments include tax. */
export const MonthReport = Schema.Struct({
  month: Month,
  /** New plans, including the credits bought with them. */
  plans: Cents,
  renewals: Cents,
  /** Upgrades. */
  changes: Cents,
  packs: Cents,
  items: Cents,
  paid: Cents,
  /** Tax included in `paid`. */
  tax: Cents,
  /** Refunds recorded in the month, minus those that failed later, regardless of the payment's date. */
  refunded: Cents,
  /** Disputes that were lost in the month. */
  lost: Cents,
  /** Paid minus refunded and lost. Includes tax. */
  net: Cents,
  subscribers_in: Schema.Int,
  subscribers_out: Schema.Int,
  /** Subscribers at the end of the month. */
  subscribers: Schema.Int,
  /** Credits that plans, packs, and staff granted. */
  credits_granted: Schema.Int,
  credits_spent: Schema.Int,
  credits_expired: Schema.Int,
  /** Credits that upgrades, refunds, and disputes revoked, minus those that refunds returned. */
  credits_revoked: Schema.Int,
  /** Credits that customers can still spend when the month ends, which the store owes them. */
  credits_left: Schema.Int,
}).annotate({ identifier: "MonthReport" });
export type MonthReport = typeof MonthReport.Type;

/**
 * The subscribers of a plan under a license. `monthly` is their monthly revenue in cents, after discounts and before
 * tax, excluding those who have canceled.
 */
export const PlanReport = Schema.Struct({
  plan_variant_id: Schema.Int,
  plan_name: Schema.String,
  interval: Interval,
  recurring_credits: Schema.Int,
  license_id: LicenseId,
  /** Whether the plan can still be bought. */
  is_sold: Schema.Boolean,
  subscribers: Schema.Int,
  /** The number of them that have canceled. */
  canceled: Schema.Int,
  past_due: Schema.Int,
  monthly: Cents,
}).annotate({ identifier: "PlanReport" });
export type PlanReport = typeof PlanReport.Type;

/** A collection's sales for money and credits, and its downloads, in a range of months. */
export const ItemReport = Schema.Struct({
  collection_id: Schema.Int,
  slug: Schema.String,
  name: Schema.String,
  /** Files bought with money. */
  sold: Schema.Int,
  /** Revenue from them in cents, before tax and refunds. */
  revenue: Cents,
  /** Purchases with credits. */
  credit_purchases: Schema.Int,
  /** The credits that were spent on it, minus those returned. */
  credits: Schema.Int,
  /** Each file counts once per customer and day. */
  downloads: Schema.Int,
}).annotate({ identifier: "ItemReport" });
export type ItemReport = typeof ItemReport.Type;

/**
 * Payments by customers in a country in a range of months, and the tax included, in cents. A refund counts in the month
 * in which the store learned of it. Lost disputes aren't deducted.
 */
export const TaxReport = Schema.Struct({
  /**
   * The text after the last comma of the buyer's address. Null if there is no address, as for guests, or no comma.
   * Spellings that differ only in case count as one country.
   */
  country: Schema.NullOr(Schema.String),
  paid: Cents,
  /** Tax included in `paid`. */
  tax: Cents,
  refunded: Cents,
  /** Tax included in `refunded`. */
  tax_refunded: Cents,
}).annotate({ identifier: "TaxReport" });
export type TaxReport = typeof TaxReport.Type;

/** A search without results, in a range of months. */
export const SearchReport = Schema.Struct({
  /** The searched words, in lowercase and without accents. */
  words: Schema.String,
  searches: Schema.Int,
  /** The last UTC month in which it was searched. */
  last_month: Month,
}).annotate({ identifier: "SearchReport" });
export type SearchReport = typeof SearchReport.Type;
