import type { TeamInvitation, TeamMember, Teams } from "@backlot/ports";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";

/** The advisory lock that a transaction holds while an account joins a team. */
const JOINS = 7_426_011;

const NOBODYS = { team_id: null, team_role: null, team_joined_at: null };

export const postgresTeams = (db: Db): Teams => ({
  members: (teamId) =>
    query(async () => {
      const rows = await db
        .selectFrom("accounts")
        .select(["id", "first_name", "last_name", "email", "team_role", "team_joined_at"])
        .where("team_id", "=", teamId)
        .orderBy("team_joined_at")
        .orderBy("id")
        .execute();
      return rows.flatMap(({ id, team_role, team_joined_at, ...person }): readonly TeamMember[] =>
        team_role === null || team_joined_at === null
          ? []
          : [{ ...person, user_id: id, role: team_role, joined_at: team_joined_at }],
      );
    }),
  invitations: (teamId) =>
    query(() =>
      db.selectFrom("team_invitations").selectAll().where("team_id", "=", teamId).orderBy("invited_at").execute(),
    ),
  invitation: (id) =>
    query(async (): Promise<TeamInvitation | null> => {
      const row = await db.selectFrom("team_invitations").selectAll().where("id", "=", id).executeTakeFirst();
      return row ?? null;
    }),
  lockJoins: () => query(async () => void (await sql`select pg_advisory_xact_lock(${JOINS})`.execute(db))),
  invite: (invitation) =>
    query(async () => {
      const done = await db
        .insertInto("team_invitations")
        .values(invitation)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return done.numInsertedOrUpdatedRows === 1n;
    }),
  removeInvitation: (teamId, id) =>
    query(async () => {
      const done = await db
        .deleteFrom("team_invitations")
        .where("team_id", "=", teamId)
        .where("id", "=", id)
        .executeTakeFirst();
      return done.numDeletedRows === 1n;
    }),
  join: ({ id }, team_id, team_role, team_joined_at) =>
    query(async () => {
      await db.updateTable("accounts").set({ team_id, team_role, team_joined_at }).where("id", "=", id).execute();
    }),
  setRole: (teamId, userId, team_role) =>
    query(async () => {
      const done = await db
        .updateTable("accounts")
        .set({ team_role })
        .where("id", "=", userId)
        .where("team_id", "=", teamId)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    }),
  remove: (teamId, userId) =>
    query(async () => {
      const done = await db
        .updateTable("accounts")
        .set(NOBODYS)
        .where("id", "=", userId)
        .where("team_id", "=", teamId)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    }),
});
