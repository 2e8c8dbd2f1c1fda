import { HomePage } from "@backlot/domain/catalog/home-page.schema";
import type { HomePages } from "@backlot/ports";
import * as Schema from "effect/Schema";
import { type Db, query } from "../db.ts";

const decode = Schema.decodeUnknownSync(HomePage);

export const postgresHomePages = (db: Db): HomePages => ({
  get: () =>
    query(async () =>
      decode(await db.selectFrom("home_page").select(["hero", "featured", "categories"]).executeTakeFirstOrThrow()),
    ),
  put: ({ hero, featured, categories }) =>
    query(async () => {
      await db
        .updateTable("home_page")
        .set({ hero, featured: JSON.stringify(featured), categories: JSON.stringify(categories) })
        .execute();
    }),
});
