import * as Effect from "effect/Effect";
import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/** A handle for queries: the database, or one of its transactions. */
export type Db = Kysely<Tables>;

/** Runs a query as an effect. A database failure is a defect, because no use case can handle it. */
export const query = <A>(run: () => Promise<A>): Effect.Effect<A> => Effect.promise(run);

/**
 * Compiles a frequent query once for all handles. In `build`, pass a placeholder value for each parameter (only its
 * position matters), and write fixed values as SQL literals. The returned function takes the parameters in the same
 * order, and throws if their number differs.
 */
export const prepared = <Row, P extends readonly unknown[]>(build: (db: Db) => CompiledQuery<Row>) => {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: Db, ...parameters: P): Promise<readonly Row[]> => {
    compiled ??= build(db);
    if (compiled.parameters.length !== parameters.length)
      throw new Error(`a prepared query takes ${compiled.parameters.length} parameters: ${compiled.sql}`);
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
};
