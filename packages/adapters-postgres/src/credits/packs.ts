import { PackPrices } from "@backlot/domain/credits/credit-pack.schema";
import type { Packs } from "@backlot/ports";
import * as Schema from "effect/Schema";
import { type Db, query } from "../db.ts";

const decodePrices = Schema.decodeUnknownSync(PackPrices);

/** Creates the repository of credit pack prices, which are null until a catalog is imported. */
export const postgresPacks = (db: Db): Packs => ({
  prices: () =>
    query(async () => {
      const row = await db.selectFrom("pack_prices").select("prices").executeTakeFirst();
      return row === undefined ? null : decodePrices(row.prices);
    }),
  put: (packs) =>
    query(async () => {
      const prices = JSON.stringify(packs);
      await db
        .insertInto("pack_prices")
        .values({ id: 1, prices })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ prices }))
        .execute();
    }),
});
