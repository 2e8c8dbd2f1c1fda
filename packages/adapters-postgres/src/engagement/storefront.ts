import type { Instant, Notification, WrittenArticles } from "@backlot/domain";
import type { RunningSale, Storefront } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";
import { toPriceRules } from "../pricing/price-rules.ts";
import { lastsAt, runsAt } from "../running-at.ts";
import { type ShopColumns, shopColumns, toShop } from "../shop-columns.ts";

// Sales start and end, and notifications end, without a write, so the version includes the ids of the current ones.
interface Version {
  readonly version: number;
  readonly announced: string;
}
const read = prepared<Version, [at: Instant, same: Instant, again: Instant]>((db) =>
  sql<Version>`
    select version, concat_ws(',',
      (select string_agg(id::text, ',' order by id) from plan_sales where ${runsAt("")}),
      (select string_agg(notification_type, ',' order by notification_type) from notifications
        where ${lastsAt("")})) as announced
    from storefront_versions`.compile(db),
);

type Announced = {
  readonly [K in keyof (RunningSale & Notification)]: (RunningSale & Notification)[K] | null;
} & WrittenArticles &
  ShopColumns & { readonly rules: unknown };

const announced = prepared<Announced, [at: Instant, same: Instant, again: Instant]>((db) =>
  sql<Announced>`
    select percent_off, months, sale.ends_at, notification_type, heading, body,
      (select rules from price_rules) as rules, ${shopColumns},
      array(select slug from articles where kind = 'page'
        union select 'release-schedule' where exists (
          select 1 from collections where coming or (listed and release_date is not null)) order by 1) as pages,
      array(select distinct category from articles where kind = 'post' order by category) as categories
    from (select 1) as one
    left join (select percent_off, months, ends_at from plan_sales
      where ${runsAt("")} order by id desc limit 1) as sale on true
    left join (select * from notifications where ${lastsAt("")}) as shown on true
    order by notification_type`.compile(db),
);

/**
 * Creates the repository of storefront content. The version changes whenever content that visitors see changes, and
 * when a sale or notification starts or ends.
 */
export const postgresStorefront = (db: Db): Storefront => ({
  version: (at) =>
    query(async () => {
      const [row] = await read(db, at, at, at);
      return `${row?.version}:${row?.announced}`;
    }),
  announced: (at) =>
    query(async () => {
      const rows = await announced(db, at, at, at);
      const [first] = rows;
      const { percent_off = null, months = null, ends_at = null } = first ?? {};
      return {
        prices: toPriceRules(first?.rules ?? null),
        shop: toShop(first ?? { shop_profile: null, shop_logos: null }),
        articles: { pages: first?.pages ?? [], categories: first?.categories ?? [] },
        sale: percent_off === null || months === null ? null : { percent_off, months, ends_at },
        notifications: rows.flatMap(({ notification_type, heading, body }) =>
          notification_type === null || heading === null || body === null ? [] : [{ notification_type, heading, body }],
        ),
      };
    }),
});
