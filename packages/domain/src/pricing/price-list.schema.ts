import * as Schema from "effect/Schema";
import { Interval } from "../kernel/calendar.schema.ts";
import { PackPrices } from "../credits/credit-pack.schema.ts";
import { Credits } from "../credits/credits.schema.ts";
import { DailyDownloads } from "../plans/daily-downloads.schema.ts";
import { Cents } from "../kernel/money.schema.ts";
import { ItemFactors, PlanFactors } from "../licensing/license-factors.schema.ts";
import { LicenseId } from "../licensing/license.schema.ts";
import { PlanBadge, PlanName } from "../plans/plan.schema.ts";
import { Sale } from "./discount.schema.ts";

/** An id of a plan or of a group of plans. */
const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }));

/** A bundle discount on carts: the minimum number of paid items, and the percentage off. */
export const BundleRule = Schema.Struct({
  minimum_items: Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 100 })),
  percent_off: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })),
});
export type BundleRule = typeof BundleRule.Type;

/** The rules of a price list besides its plans and credit packs. Amounts in cents. */
export const PriceRules = Schema.Struct({
  item_factors: ItemFactors,
  plan_factors: PlanFactors,
  /** The bundle discount, or null if there is none. */
  bundle: Schema.NullOr(BundleRule),
  /** The terms of the sale that staff can start. */
  sale: Sale,
  /** A cart remainder below this amount is also discounted. */
  smallest_charge: Cents.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })),
  daily_downloads: DailyDownloads,
}).annotate({ identifier: "PriceRules" });
export type PriceRules = typeof PriceRules.Type;

/**
 * A plan in a price list: its list price per interval in cents, and the first and last license that can buy it. Plans
 * with the same `group_id` are shown as one, with a choice of the interval and the credits.
 */
export const ListedPlan = Schema.Struct({
  /** Omit it for a new plan. */
  id: Schema.optionalKey(Id),
  group_id: Id,
  plan_name: PlanName,
  badge: Schema.optionalKey(PlanBadge),
  interval: Interval,
  recurring_credits: Credits.check(Schema.isLessThanOrEqualTo(10_000_000)),
  price: Cents.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 })),
  license_from: LicenseId,
  license_to: LicenseId,
});
export type ListedPlan = typeof ListedPlan.Type;

/** All the price settings that an owner controls. */
export const PriceList = Schema.Struct({
  plans: Schema.Array(ListedPlan).check(Schema.isMinLength(1), Schema.isMaxLength(200)),
  packs: PackPrices,
  ...PriceRules.fields,
}).annotate({ identifier: "PriceList" });
export type PriceList = typeof PriceList.Type;
