import * as Effect from "effect/Effect";
import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/** Whatever queries run on: the database, or one transaction of it. */
export type Db = Kysely<Tables>;

/** A query as an effect. A database that fails is a defect: no rule can do anything about it. */
export const query = <A>(run: () => Promise<A>): Effect.Effect<A> => Effect.promise(run);
