import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import { PriceRules } from "@backlot/domain/pricing/price-list.schema";
import type { PriceRulesRepository } from "@backlot/ports";
import * as Schema from "effect/Schema";
import { sql } from "kysely";
import { type Db, prepared, query } from "../db.ts";

const decode = Schema.decodeUnknownSync(PriceRules);

/** Returns the stored rules, or a new store's rules for null. */
export const toPriceRules = (rules: unknown): PriceRules => (rules === null ? PRICE_RULES : decode(rules));

const read = prepared<{ readonly rules: unknown }, []>((db) => db.selectFrom("price_rules").select("rules").compile());

export const postgresPriceRules = (db: Db): PriceRulesRepository => ({
  current: () => query(async () => toPriceRules((await read(db))[0]?.rules ?? null)),
  lock: () => query(async () => void (await sql`select pg_advisory_xact_lock(hashtext('price_list'))`.execute(db))),
  put: (value) =>
    query(async () => {
      const rules = JSON.stringify(value);
      await db
        .insertInto("price_rules")
        .values({ id: 1, rules })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ rules }))
        .execute();
    }),
});
