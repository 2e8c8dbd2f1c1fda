import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { PackRange } from "@backlot/domain/credits/credit-pack.schema";
import { Credits } from "@backlot/domain/credits/credits.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Cacheable, LicenseQuery, RequestValidation } from "../driving/shared.ts";

/**
 * A credit pack priced for a license. Prices and costs per credit are in dollars with two decimals; other prices are in
 * cents.
 */
export const CreditPackVariant = Schema.Struct({
  id: Schema.Int,
  amount: Credits,
  recurring_credits: Credits,
  price: Cents,
  adjusted_price: Cents,
  individual_price_per_credit: Schema.String,
  business_price_per_credit: Schema.String,
  cost_per_credit: Schema.String,
  adjusted_cost_per_credit: Schema.String,
}).annotate({ identifier: "CreditPackVariant" });

export type CreditPackVariant = typeof CreditPackVariant.Type;

/** Credit packs priced for one license, and the price ranges of custom amounts. */
export class CreditPacks extends HttpApiGroup.make("creditPacks")
  .add(
    /** Lists the credit packs for sale, with the price ranges of custom amounts. */
    HttpApiEndpoint.get("list", "/credit_pack_variants", {
      query: LicenseQuery,
      success: Schema.Struct({
        data: Schema.Array(CreditPackVariant),
        custom_credit_packs_prices: Schema.Array(PackRange),
      }),
    }).annotate(Cacheable, true),
  )
  .middleware(RequestValidation) {}
