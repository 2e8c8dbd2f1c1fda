import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import { ReadRepositories, Repositories } from "./repositories.ts";

/** A database that runs transactions, and reads outside of them. */
export interface Transactions {
  /**
   * Runs work in one transaction, in the same fiber. Commits on success; rolls back on failure, defect, or
   * interruption. Dies inside another transaction.
   */
  readonly run: <A, E, R>(
    work: (repositories: Repositories["Service"]) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>;
  /**
   * Read-only repositories outside of transactions. They die inside a transaction, because an engine with a single
   * connection would deadlock.
   */
  readonly read: ReadRepositories["Service"];
  /** Succeeds if the database responds, and dies if it doesn't. */
  readonly check: () => Effect.Effect<void>;
  /** Returns whether a defect means that the database is unreachable, so that a retry may succeed. */
  readonly isOutage: (defect: unknown) => boolean;
}

/** The store's database. */
export const Transactions = Context.Service<Transactions>("backlot/Transactions");

/** Runs an effect in one transaction, all or nothing. The only place that provides `Repositories`. */
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
