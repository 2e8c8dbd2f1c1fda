import type { ClientBase, QueryResult } from "pg";

/**
 * The maximum number of named statements. Lists of varying lengths create ever more statements, which would fill the
 * server's memory.
 */
const MOST = 500;
const REPEATED = /^\s*(?:select|insert|update|delete|with)\b/i;

/** The names that the statements of a pool's connections share. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #last = 0;

  /** Returns the statement's name, or null if there are too many. */
  of(text: string): string | null {
    return this.#names.get(text) ?? (this.#names.size < MOST ? this.#new(text) : null);
  }

  /** Returns a name to prepare the statement again. Another connection may already have renamed it. */
  after(text: string, outdated: string): string | null {
    return this.#names.get(text) === outdated ? this.#new(text) : this.of(text);
  }

  #new(text: string): string {
    this.#last += 1;
    const name = `s${this.#last}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Returns whether a migration has changed a table since the statement was prepared. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, "code") === "0A000" && /cached plan/.test(error.message);

type Query = (text: string, values: readonly unknown[]) => Promise<QueryResult>;

/**
 * Names the statements of a connection, so that the server parses and plans each one only once. Prepares a statement
 * again if a migration has made it outdated. In a transaction, that isn't possible, so it throws the error. `onQuery`
 * is called for each statement.
 */
export const nameStatements = (client: ClientBase, names: StatementNames, onQuery?: () => void): void => {
  const send = client.query.bind(client) as (...args: readonly unknown[]) => Promise<QueryResult>;
  const named: Query = async (text, values) => {
    const name = names.of(text);
    if (name === null) return send(text, values);
    try {
      return await send({ name, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      const next = names.after(text, name);
      return send(next === null ? { text, values } : { name: next, text, values }).catch(() => {
        throw error;
      });
    }
  };
  const query = (text: unknown, values?: unknown, ...rest: readonly unknown[]): unknown => {
    onQuery?.();
    return typeof text === "string" && Array.isArray(values) && rest.length === 0 && REPEATED.test(text)
      ? named(text, values)
      : send(...[text, values, ...rest].filter((each) => each !== undefined));
  };
  Object.assign(client, { query });
};
