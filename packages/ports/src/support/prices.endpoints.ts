import { PriceListCheck } from "../pricing/price-list.views.ts";
import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import { PriceList } from "@backlot/domain/pricing/price-list.schema";
import { NeedsRole, data } from "../driving/shared.ts";
import { ACTOR } from "../driving/staff.ts";

/** Operations for the owner's price list. */
export const PRICES = [
  /** Returns the price list. */
  HttpApiEndpoint.get("prices", "/support/prices", { success: data(PriceList) }),
  /** Returns what an import of a price list would change, its problems, and possible mistakes. */
  HttpApiEndpoint.post("checkPrices", "/support/prices/check", {
    payload: Schema.Struct({ prices: PriceList }),
    success: data(PriceListCheck),
  }).annotate(NeedsRole, "read"),
  /** Imports a price list. Subscribers keep the terms of their plans. */
  HttpApiEndpoint.put("putPrices", "/support/prices", {
    /** Fails if the list has problems. */
    payload: Schema.Struct({ prices: PriceList, ...ACTOR }),
    success: data(PriceListCheck),
  }),
] as const;
