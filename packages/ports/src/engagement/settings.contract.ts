import { RunningSaleView } from "../pricing/sale.view.ts";
import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { MembershipTier } from "@backlot/domain/catalog/collection.schema";
import { Notification } from "@backlot/domain/engagement/notification.schema";
import { Credits } from "@backlot/domain/credits/credits.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { PublicShop } from "@backlot/domain/kernel/shop.schema";
import { PriceRules } from "@backlot/domain/pricing/price-list.schema";
import { RequestValidation, data } from "../driving/shared.ts";

/** Store settings that clients need to compute prices and render pages. */
export const StoreSettingsView = Schema.Struct({
  license_rule: Schema.Literals(["as-specified", "raise-is-upgrade"]),
  sale: Schema.NullOr(RunningSaleView),
  /** The price rules. Amounts are in cents. */
  prices: PriceRules,
  /** The store's name, look, and contacts. */
  shop: PublicShop,
  /** The notifications shown on every page. */
  notifications: Schema.Array(Notification),
  /** The slugs of published site pages, and the blog categories that have posts. */
  articles: Schema.Struct({ pages: Schema.Array(Schema.String), categories: Schema.Array(Schema.String) }),
}).annotate({ identifier: "StoreSettings" });

export type StoreSettingsView = typeof StoreSettingsView.Type;

const StockCounts = { elements: Schema.Int, clips: Schema.Int };

/** Store settings and catalog counts. */
export class Settings extends HttpApiGroup.make("settings")
  .add(
    /** Returns the store's prices, name, look, running sale, notifications, and articles. */
    HttpApiEndpoint.get("get", "/settings", { success: data(StoreSettingsView) }),
    // Separate from the settings, which every page loads, because this runs a count query.
    /**
     * Returns the number of Essentials items for sale, in total and by tier. `price` is the total list price of a
     * tier's items, in cents. `typical_credit_price` is the median price of premium items, or null if there are none.
     */
    HttpApiEndpoint.get("claims", "/claims", {
      success: data(
        Schema.Struct({
          essentials: Schema.Int,
          essentials_tiers: Schema.Array(Schema.Struct({ tier: MembershipTier, items: Schema.Int, price: Cents })),
          typical_credit_price: Schema.NullOr(Credits),
        }),
      ),
    }),
    /** Returns the numbers of elements and clips for sale. `claimed` has the numbers configured for the home page. */
    HttpApiEndpoint.get("stockClaims", "/claims/stock", {
      success: data(Schema.Struct({ ...StockCounts, claimed: Schema.Struct(StockCounts) })),
    }),
  )
  .middleware(RequestValidation) {}
