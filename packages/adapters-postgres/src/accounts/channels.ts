import type { Channel } from "@backlot/domain/accounts/channel";
import { parseScopes } from "@backlot/domain/accounts/scope";
import type { Channels } from "@backlot/ports";
import type { Selectable } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

const toChannel = ({ scopes, ...row }: Selectable<Tables["channels"]>): Channel => ({
  ...row,
  scopes: parseScopes(scopes) ?? [],
});

export const postgresChannels = (db: Db): Channels => ({
  all: () =>
    query(async () => {
      const rows = await db.selectFrom("channels").selectAll().orderBy("created_at").orderBy("id").execute();
      return rows.map(toChannel);
    }),
  get: (id) =>
    query(async () => {
      const row = await db.selectFrom("channels").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : toChannel(row);
    }),
  add: ({ scopes, ...channel }) =>
    query(async () => {
      await db
        .insertInto("channels")
        .values({ ...channel, scopes: scopes.join(" ") })
        .execute();
    }),
  remove: (id) =>
    query(async () => {
      const { numDeletedRows } = await db.deleteFrom("channels").where("id", "=", id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    }),
});
