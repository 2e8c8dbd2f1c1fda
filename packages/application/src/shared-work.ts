import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";

// This process's running work, by key. Sharing it saves provider calls; correctness only depends on the database. A key
// always names the same kind of work, so the two casts below restore the types it was stored with.
const running = new Map<string, Deferred.Deferred<never, never>>();

/** Runs work, or waits for the result of work with the same key that is already running in this process. */
export const sharedWork = <A, E, R>(key: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const runningWork = running.get(key) as Deferred.Deferred<A, E> | undefined;
    if (runningWork !== undefined) return Deferred.await(runningWork);
    const result = Deferred.makeUnsafe<A, E>();
    running.set(key, result as never);
    // Detached, so that a caller who stops waiting doesn't interrupt the work for the others.
    const detached = work.pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => {
          running.delete(key);
          Deferred.doneUnsafe(result, exit);
        }),
      ),
      Effect.forkDetach({ startImmediately: true }),
    );
    return Effect.andThen(detached, Deferred.await(result));
  });
