import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";

// Work on its way in this process, by its key. It saves provider calls; safety is the database's. A key names work of
// one kind, so what is stored under it has the types of whoever asks: the two casts below stand on that.
const running = new Map<string, Deferred.Deferred<never, never>>();

/** Equal work that runs at the same time in this process runs once, and everybody gets its result. */
export const sharedWork = <A, E>(key: string, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const known = running.get(key) as Deferred.Deferred<A, E> | undefined;
    if (known !== undefined) return Deferred.await(known);
    const result = Deferred.makeUnsafe<A, E>();
    running.set(key, result as never);
    // Detached: who gives up waiting must not cut the work of the others.
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
