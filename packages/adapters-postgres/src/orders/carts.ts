import { type Cart, licenseId } from "@backlot/domain";
import { CartCode } from "@backlot/domain/pricing/discount.schema";
import type { Carts, DiscountCodes } from "@backlot/ports";
import * as Schema from "effect/Schema";
import { type Selectable, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { toAccount } from "../accounts/account-rows.ts";
import { OWNED, toOwned } from "../catalog/entitlements.ts";
import { type Db, prepared, query } from "../db.ts";
import { codeHash } from "./code-hash.ts";
import type { Tables } from "../schema.ts";

const decode = Schema.decodeUnknownSync(CartCode);

const toCode = (row: Selectable<Tables["discount_codes"]>): CartCode =>
  decode(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));

type CartRow = Pick<Selectable<Tables["carts"]>, "token" | "user_id" | "license_id" | "discount_code" | "order_id">;

const columns = ["token", "user_id", "license_id", "discount_code", "order_id"] as const;

const cart = (row: CartRow, variant_ids: readonly number[]): Cart => ({
  ...row,
  license_id: row.license_id === null ? null : licenseId(row.license_id),
  variant_ids,
});

const toCart = ({ items, ...row }: CartRow & { readonly items: readonly number[] }): Cart => cart(row, items);

/** An account's row with its cart. */
type OwnerRow = Selectable<Tables["accounts"]> & {
  readonly cart: (CartRow & { readonly items: readonly number[] }) | null;
  readonly profile: Pick<Selectable<Tables["licensee_profiles"]>, "license_id" | "completed" | "invalidated"> | null;
  readonly plan_license: number | null;
  readonly owned: readonly Pick<Selectable<Tables["entitlements"]>, (typeof OWNED)[number]>[];
};

const cartWithOwner = prepared<OwnerRow, [id: string]>((db) =>
  sql<OwnerRow>`select a.*, s.license_id as plan_license,
      (select json_build_object('token', c.token, 'user_id', c.user_id, 'license_id', c.license_id,
            'discount_code', c.discount_code, 'order_id', c.order_id,
            'items', array(select i.collection_variant_id from cart_items i where i.cart_token = c.token
              order by i.position))
        from carts c where c.user_id = a.id) as cart,
      (select json_build_object('license_id', p.license_id, 'completed', p.completed, 'invalidated', p.invalidated)
        from licensee_profiles p where p.user_id = a.id) as profile,
      coalesce((select json_agg(own order by own.collection_id) from (
        select ${sql.join(OWNED.map((column) => sql.ref(column)))} from entitlements
        where user_id = a.id and revoked_at is null) as own), '[]') as owned
    from accounts a left join subscriptions s on s.user_id = a.id and s.status <> 'ended'
    where a.id = ${""}`.compile(db),
);

export const postgresCarts = (db: Db): Carts => {
  const read = (column: "token" | "user_id", value: string) =>
    query(async () => {
      const row = await db
        .selectFrom("carts")
        .select(columns)
        .select((from) =>
          jsonArrayFrom(
            from
              .selectFrom("cart_items")
              .select("collection_variant_id")
              .whereRef("cart_token", "=", "carts.token")
              .orderBy("position"),
          ).as("items"),
        )
        .where(column, "=", value)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { items, ...kept } = row;
      return cart(
        kept,
        items.map((item) => item.collection_variant_id),
      );
    });
  const lock = (column: "token" | "user_id", value: string) =>
    query(async () => {
      const row = await db.selectFrom("carts").select(columns).where(column, "=", value).forUpdate().executeTakeFirst();
      if (row === undefined) return null;
      // Use a separate query, because a subquery would show the items from before the query waited for the lock.
      const items = await db
        .selectFrom("cart_items")
        .select("collection_variant_id")
        .where("cart_token", "=", row.token)
        .orderBy("position")
        .execute();
      return cart(
        row,
        items.map((item) => item.collection_variant_id),
      );
    });
  return {
    get: (token) => read("token", token),
    lock: (token) => lock("token", token),
    ofAccount: (accountId) => read("user_id", accountId),
    withOwner: (accountId) =>
      query(async () => {
        const [row] = await cartWithOwner(db, accountId);
        if (row === undefined) return null;
        const { cart: cartRow, profile, plan_license, owned, ...account } = row;
        return {
          account: toAccount(account),
          cart: cartRow === null ? null : toCart(cartRow),
          profile: profile === null ? null : { ...profile, license_id: licenseId(profile.license_id) },
          plan_license: plan_license === null ? null : licenseId(plan_license),
          owned: owned.map(toOwned),
        };
      }),
    variantsInCarts: (limit) =>
      query(async () => {
        const rows = await db
          .selectFrom("cart_items")
          .innerJoin("carts", "carts.token", "cart_items.cart_token")
          .select("collection_variant_id")
          .groupBy("collection_variant_id")
          .orderBy((from) => from.fn.max("carts.updated_at"), "desc")
          .orderBy("collection_variant_id")
          .limit(limit)
          .execute();
        return rows.map(({ collection_variant_id }) => collection_variant_id);
      }),
    lockOfAccount: (accountId) => lock("user_id", accountId),
    save: ({ variant_ids, ...cart }, updated_at) =>
      query(async () => {
        const { token, ...values } = { ...cart, updated_at };
        await db
          .insertInto("carts")
          .values({ token, ...values })
          .onConflict((conflict) => conflict.column("token").doUpdateSet(values))
          .execute();
        await db.deleteFrom("cart_items").where("cart_token", "=", token).execute();
        if (variant_ids.length === 0) return;
        await db
          .insertInto("cart_items")
          .values(
            variant_ids.map((collection_variant_id, position) => ({
              cart_token: token,
              collection_variant_id,
              position,
            })),
          )
          .execute();
      }),
    remove: (token) =>
      query(async () => {
        await db.deleteFrom("carts").where("token", "=", token).execute();
      }),
    removeUnused: (before) =>
      query(async () => {
        await db.deleteFrom("carts").where("user_id", "is", null).where("updated_at", "<", before).execute();
      }),
  };
};

/** Creates the repository of discount codes for carts. */
export const postgresDiscountCodes = (db: Db): DiscountCodes => {
  const find = (code: string, lock: boolean) =>
    query(async (): Promise<CartCode | null> => {
      const row = await db
        .selectFrom("discount_codes")
        .selectAll()
        .where(sql`lower(code)`, "=", sql`lower(${code})`)
        .$if(lock, (from) => from.forUpdate())
        .executeTakeFirst();
      return row === undefined ? null : toCode(row);
    });
  return {
    find: (code) => find(code, false),
    lock: (code) => find(code, true),
    put: (code) =>
      query(async () => {
        const { code: name, ...terms } = code;
        const none = { value: null, percent_off: null, uses_per_account: null, max_uses: null, ended_at: null };
        const values = { ...none, ...terms };
        // Two indexes keep a code unique, and an upsert can name only one. The other index would raise an error if two
        // processes that start at the same time saved the same code.
        const { numInsertedOrUpdatedRows: insertCount } = await db
          .insertInto("discount_codes")
          .values({ code: name, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (insertCount === 0n)
          await db
            .updateTable("discount_codes")
            .set(values)
            .where(sql`lower(code)`, "=", sql`lower(${name})`)
            .execute();
      }),
    end: (code, ended_at) =>
      query(async () => {
        const row = await db
          .updateTable("discount_codes")
          .set({ ended_at })
          .where(sql`lower(code)`, "=", sql`lower(${code})`)
          .where("ended_at", "is", null)
          .returning("code")
          .executeTakeFirst();
        return row?.code ?? null;
      }),
    page: ({ starting_after, limit }) =>
      query(async () => {
        const rows = await db
          .selectFrom("discount_codes")
          .selectAll()
          .select((each) =>
            each
              .selectFrom("code_redemptions")
              .select(each.fn.countAll<number>().as("uses"))
              .whereRef("code_redemptions.code", "=", "discount_codes.code")
              .as("uses"),
          )
          .$if(starting_after !== null, (from) => from.where("code", ">", starting_after ?? ""))
          .orderBy("code")
          .limit(limit)
          .execute();
        return rows.map(({ uses, ...row }) => ({ code: toCode(row), uses: Number(uses) }));
      }),
    uses: (code, accountId) =>
      query(async () => {
        // An account's uses include those made with its email address by a guest in any browser, or before the account
        // was deleted (DSC-10). Leave out the account's own open order, because the next order supersedes it. Each
        // count uses its own index, because the code's row stays locked while they run.
        const used = db
          .selectFrom("code_redemptions")
          .where("code_redemptions.code", "=", code)
          .select(({ fn }) => fn.countAll<number>().as("uses"));
        const ordered = used.innerJoin("orders", "orders.id", "code_redemptions.order_id");
        const accountUses = ordered.where("code_redemptions.user_id", "=", accountId);
        const { all, open, closed, ofAddress } = await db
          .selectNoFrom(() => [
            used.as("all"),
            accountUses.where("orders.status", "=", "pending").as("open"),
            accountUses.where("orders.status", "<>", "pending").as("closed"),
            ordered
              .where("orders.code_hash", "=", codeHash(code, accountId))
              .where("code_redemptions.user_id", "<>", accountId)
              .as("ofAddress"),
          ])
          .executeTakeFirstOrThrow();
        return { byAccount: Number(closed) + Number(ofAddress), inAll: Number(all) - Number(open) };
      }),
    redeem: (code, order_id, user_id) =>
      query(async () => {
        await db
          .insertInto("code_redemptions")
          .values({ code, order_id, user_id })
          .onConflict((conflict) => conflict.column("order_id").doNothing())
          .execute();
      }),
    release: (order_id) =>
      query(async () => {
        await db.deleteFrom("code_redemptions").where("order_id", "=", order_id).execute();
      }),
  };
};
