import { sql } from "kysely";

/** A subscription's price in cents with its running discount. */
export const DISCOUNTED_PRICE = sql<number>`case when coalesce(discount_cycles_left, 0) > 0
  then subscriptions.price - (subscriptions.price * discount_percent_off + 50) / 100 else subscriptions.price end`;
