import * as Effect from "effect/Effect";
import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/** Whatever queries run on: the database, or one transaction of it. */
export type Db = Kysely<Tables>;

/** A query as an effect. A database that fails is a defect: no rule can do anything about it. */
export const query = <A>(run: () => Promise<A>): Effect.Effect<A> => Effect.promise(run);

/**
 * A query that is asked often, built once for every handle. `build` writes any value where a parameter stands, and
 * fixed values as literals; what is run has the parameters in the same order.
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
