import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { PlanOffer } from "@backlot/domain/plans/plan.schema";
import { PriceList } from "@backlot/domain/pricing/price-list.schema";
import { NeedsRole, data } from "../driving/shared.ts";
import { ACTOR } from "./support.requests.ts";

/** What an import of a price list does to a plan, and to whom. */
export const PlanImpact = Schema.Struct({
  plan: PlanOffer,
  outcome: Schema.Literals(["unchanged", "relabeled", "repriced", "added", "retired"]),
  /** The plan that it replaces. Its subscribers keep that plan. */
  replaces: Schema.NullOr(PlanOffer),
  /** How many have the plan now, or the one that it replaces. */
  subscribers: Schema.Int,
}).annotate({ identifier: "PlanImpact" });
export type PlanImpact = typeof PlanImpact.Type;

/** What an import of a price list changes. */
export const PriceListCheck = Schema.Struct({
  /** Why the list can't be imported, a sentence each. */
  problems: Schema.Array(Schema.String),
  /** What the owner may not have meant, a sentence each. */
  warnings: Schema.Array(Schema.String),
  plans: Schema.Array(PlanImpact),
  /** What changes besides the plans, a sentence each. */
  changes: Schema.Array(Schema.String),
  /** The renewals of the next month, with discounts and without tax, in cents, before and after the import. */
  next_month: Schema.Struct({ renewals: Schema.Int, before: Cents, after: Cents }),
}).annotate({ identifier: "PriceListCheck" });
export type PriceListCheck = typeof PriceListCheck.Type;

/** Operations for the owner's price list. */
export const PRICES = [
  HttpApiEndpoint.get("prices", "/support/prices", { success: data(PriceList) }),
  HttpApiEndpoint.post("checkPrices", "/support/prices/check", {
    payload: Schema.Struct({ prices: PriceList }),
    success: data(PriceListCheck),
  }).annotate(NeedsRole, "read"),
  HttpApiEndpoint.put("putPrices", "/support/prices", {
    /** Fails if the list has problems. */
    payload: Schema.Struct({ prices: PriceList, ...ACTOR }),
    success: data(PriceListCheck),
  }),
] as const;
