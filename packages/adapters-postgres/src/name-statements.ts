import type { ClientBase, QueryResult } from "pg";

/**
 * The maximum number of named statements. Lists of varying lengths create ever more statements, which would fill the
 * server's memory.
 */
const MOST = 500;
const REPEATED = /^\s*(?:select|insert|update|delete|with)\b/i;

const names = new Map<string, string>();
let last = 0;

const newName = (text: string): string => {
  last += 1;
  const name = `s${last}`;
  names.set(text, name);
  return name;
};

const nameOf = (text: string): string | null => names.get(text) ?? (names.size < MOST ? newName(text) : null);

/** Returns whether a migration has changed a table since the statement was prepared. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, "code") === "0A000" && /cached plan/.test(error.message);

type Query = (text: string, values: readonly unknown[]) => Promise<QueryResult>;

/**
 * Names the statements of a connection, so that the server parses and plans each one only once. Prepares a statement
 * again if a migration has outdated it. Within a transaction that is not possible, so the error is thrown.
 */
export const nameStatements = (client: ClientBase): void => {
  const send = client.query.bind(client) as (...args: readonly unknown[]) => Promise<QueryResult>;
  const named: Query = async (text, values) => {
    const name = nameOf(text);
    if (name === null) return send(text, values);
    try {
      return await send({ name, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      // Another connection may have renamed it already. Each connection prepares the new name once.
      const next = names.get(text) === name ? newName(text) : nameOf(text);
      return send(next === null ? { text, values } : { name: next, text, values }).catch(() => {
        throw error;
      });
    }
  };
  const query = (text: unknown, values?: unknown, ...rest: readonly unknown[]): unknown =>
    typeof text === "string" && Array.isArray(values) && rest.length === 0 && REPEATED.test(text)
      ? named(text, values)
      : send(...[text, values, ...rest].filter((each) => each !== undefined));
  Object.assign(client, { query });
};
