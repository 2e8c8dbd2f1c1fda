// The limit for a request of a signed-in customer: bare Hono and bare pg, which send the statements that the store sent
// for the same request, in the same order, and respond with the same JSON. They skip rules, checks, and decoding.
import { argon2, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { PASSWORD_COST } from "@backlot/adapters-identity/passwords";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import type { Parameter, RecordedStatement, Recording } from "../src/recording.ts";

const { DATABASE_URL, RECORDINGS = "" } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const recordings = JSON.parse(readFileSync(RECORDINGS, "utf8")) as readonly Recording[];

const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Returns a new value in the same format as `like`. */
const madeLike = (like: string): string => {
  if (UUID.test(like)) return randomUUID();
  return randomBytes(like.length).toString("base64url").slice(0, like.length);
};

const derive = promisify(argon2);
const HASH = { nonce: randomBytes(16), tagLength: 32, ...PASSWORD_COST };

/** The lists of statements that were sent once and that returned or changed the recorded numbers of rows. */
const checked = new Set<readonly RecordedStatement[]>();

/**
 * Sends the statements on one connection. The first time, fails if a statement returns or changes a different number of
 * rows than recorded. Doesn't check later runs, because concurrent requests can see each other's changes.
 */
const send = async (statements: readonly RecordedStatement[]): Promise<void> => {
  if (statements.length === 0) return;
  const made = new Map<number, string>();
  const fill = (parameter: Parameter): unknown => {
    if ("value" in parameter) return parameter.value;
    const value = made.get(parameter.made) ?? madeLike(parameter.like);
    made.set(parameter.made, value);
    return value;
  };
  const client = await pool.connect();
  try {
    for (const { text, values, rows } of statements) {
      const filled = values.map(fill);
      const { rowCount } = await client.query(
        filled.length === 0 ? text : { name: nameOf(text), text, values: filled },
      );
      if (rowCount !== rows && !checked.has(statements))
        throw new Error(`${rowCount} rows instead of ${rows}: ${text}`);
    }
    checked.add(statements);
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
};

const app = new Hono();
for (const { method, path, verifiesPassword, statements, answer } of recordings)
  app.on(method, path.split("?")[0] ?? path, async (c) => {
    if (method !== "GET") await c.req.json();
    if (verifiesPassword === true) await derive("argon2id", { message: "correct horse", ...HASH });
    await send(statements);
    return c.json(answer as object);
  });

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);
