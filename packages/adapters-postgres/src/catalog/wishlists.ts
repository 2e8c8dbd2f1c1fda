import type { Wishlists } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";
import { collection, withVariants } from "./collection-rows.ts";

export const postgresWishlists = (db: Db): Wishlists => ({
  add: (user_id, collection_id, at) =>
    query(async () => {
      const done = await db
        .insertInto("wishlist_items")
        .values({ user_id, collection_id, at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return done.numInsertedOrUpdatedRows === 1n;
    }),
  remove: (accountId, collectionId) =>
    query(async () => {
      const done = await db
        .deleteFrom("wishlist_items")
        .where("user_id", "=", accountId)
        .where("collection_id", "=", collectionId)
        .executeTakeFirst();
      return done.numDeletedRows === 1n;
    }),
  count: (accountId) =>
    query(async () => {
      const { count } = await db
        .selectFrom("wishlist_items")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where("user_id", "=", accountId)
        .executeTakeFirstOrThrow();
      return count;
    }),
  page: (accountId, { starting_after, limit }) =>
    query(async () => {
      const rows = await withVariants(db)
        .innerJoin("wishlist_items", "wishlist_items.collection_id", "collections.id")
        .where("wishlist_items.user_id", "=", accountId)
        .where("collections.listed", "=", true)
        .$if(starting_after !== null, (from) =>
          from.where(
            sql<boolean>`(wishlist_items.at, wishlist_items.collection_id) < (
              select at, collection_id from wishlist_items
              where user_id = ${accountId} and collection_id = ${starting_after})`,
          ),
        )
        .orderBy("wishlist_items.at", "desc")
        .orderBy("wishlist_items.collection_id", "desc")
        .limit(limit)
        .execute();
      return rows.map(collection);
    }),
});
