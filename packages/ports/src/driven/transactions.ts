import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import { ReadRepositories, Repositories } from "./repositories.ts";

/** A database: transactions over it, and reads beside them. */
export interface Transactions {
  /**
   * Runs work in one transaction, in the same fiber. Commits on success; rolls back on failure, defect, or
   * interruption. Dies inside another transaction.
   */
  readonly run: <A, E, R>(
    work: (repositories: Repositories["Service"]) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>;
  /** Reads outside a transaction. They die inside one, where an engine with a single connection would deadlock. */
  readonly read: ReadRepositories["Service"];
  /** Succeeds if the database answers, and dies if it doesn't. */
  readonly check: () => Effect.Effect<void>;
  /** Whether a defect means that the database can't be reached, so that the same request may succeed later. */
  readonly isOutage: (defect: unknown) => boolean;
}

/** The store's database. */
export const Transactions = Context.Service<Transactions>("backlot/Transactions");

/** Runs an effect in one transaction. The only place that provides `Repositories`: all or nothing. */
export const transactional = <A, E, R>(
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, Exclude<Exclude<R, Repositories>, ReadRepositories> | Transactions> =>
  Transactions.use(({ run }) =>
    run((repositories) =>
      work.pipe(
        Effect.provideService(Repositories, repositories),
        Effect.provideService(ReadRepositories, repositories),
      ),
    ),
  );
