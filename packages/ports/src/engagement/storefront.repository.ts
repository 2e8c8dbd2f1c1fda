import type { Notification, Instant, PriceRules, Shop, WrittenArticles } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { RunningSale } from "../pricing/plan-sales.repository.ts";

/** The content that visitors see: plans, credit packs, sales, notifications, articles, and the catalog. */
export interface Storefront {
  /**
   * Returns a version string that changes whenever visible content changes, and when a sale or notification starts or
   * ends.
   */
  readonly version: (at: Instant) => Effect.Effect<string>;
  /**
   * Returns the data that every page needs at the given time, in one query: the sale, notifications, article links,
   * price rules, and the name and look of the store.
   */
  readonly announced: (at: Instant) => Effect.Effect<{
    readonly sale: RunningSale | null;
    readonly notifications: readonly Notification[];
    readonly articles: WrittenArticles;
    readonly prices: PriceRules;
    readonly shop: Shop;
  }>;
}
