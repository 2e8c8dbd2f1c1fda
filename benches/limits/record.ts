// Loaded into a store before it starts: writes each statement that the store sends, and the number of rows that the
// statement returned or changed, to the file RECORD_TO, as one line of JSON. `replay.ts` sends the same statements
// without the store.
import { appendFileSync } from "node:fs";
import pg from "pg";

const { RECORD_TO = "" } = process.env;
const { prototype } = pg.Client;
const send = prototype.query as (...given: readonly unknown[]) => unknown;

const isStatement = (given: unknown): given is { readonly text: string; readonly values?: readonly unknown[] } =>
  typeof given === "object" && given !== null && "text" in given;

Object.assign(prototype, {
  query(this: pg.Client, ...given: readonly unknown[]): unknown {
    const [first, second] = given;
    const { text, values = [] } = isStatement(first)
      ? first
      : { text: String(first), values: Array.isArray(second) ? (second as readonly unknown[]) : [] };
    const sent = send.apply(this, [...given]);
    if (sent instanceof Promise)
      return sent.then((result: pg.QueryResult) => {
        appendFileSync(RECORD_TO, `${JSON.stringify({ text, values, rows: result.rowCount })}\n`);
        return result;
      });
    return sent;
  },
});
