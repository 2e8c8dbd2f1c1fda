import { instant } from "@backlot/domain";
import { type Scope, parseScopes } from "@backlot/domain/accounts/scope";
import type { SessionOwner } from "@backlot/ports";
import { type Kysely, sql } from "kysely";
import { emailOf } from "./kept-email.ts";
import { unsigned } from "./sign-anew.ts";

interface Row {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly created_at: string | Date;
  readonly scopes: string | null;
}

/**
 * Returns a session's scopes, or null for a sign-in. Returns no scopes if this version doesn't know one of them. The
 * library's session types lack the field.
 */
export const scopesOf = (session: object): readonly Scope[] | null => {
  const scopes: unknown = Reflect.get(session, "scopes");
  return typeof scopes === "string" ? (parseScopes(scopes) ?? []) : null;
};

/**
 * Returns the owner of a session token, or null if the token isn't valid. Runs on every signed-in request; reading
 * through better-auth takes several times as long.
 */
export const findSession = async <Tables>(
  kysely: Kysely<Tables>,
  secrets: readonly string[],
  token: string,
): Promise<SessionOwner | null> => {
  const value = unsigned(token, secrets);
  if (value === null) return null;
  // Start the query on the first line, because the driver doesn't name statements that start with a line break.
  const { rows } = await sql<Row>`select u.id, u.email, u.first_name, u.last_name, u.created_at, s.scopes
    from auth_sessions s join auth_users u on u.id = s.user_id
    where s.token = ${value} and s.expires_at > ${new Date().toISOString()}`.execute(kysely);
  const [row] = rows;
  if (row === undefined) return null;
  const { id, first_name, last_name } = row;
  const created_at = instant(new Date(row.created_at).getTime());
  return { person: { id, email: emailOf(row.email), first_name, last_name, created_at }, scopes: scopesOf(row) };
};
