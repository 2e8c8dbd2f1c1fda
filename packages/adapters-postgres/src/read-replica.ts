import type { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { postgresCollections } from "./catalog/collections.ts";
import { postgresSearch } from "./catalog/search.ts";
import type { Db } from "./db.ts";

/** How long to avoid a replica that failed, in milliseconds. */
const REST_MS = 30_000;

type Reads = ReadRepositories["Service"];

/**
 * Returns repositories that read listings and searches of the catalog from a replica, which may lag slightly, and
 * everything else from the leader. After a replica failure, they read from the leader for a while.
 */
export const withReplica = (leader: Reads, replica: Db, now: () => number): Reads => {
  let restsUntil = 0;
  const preferring =
    <P extends readonly unknown[], A>(
      copy: (...args: P) => Effect.Effect<A>,
      leaderRead: (...args: P) => Effect.Effect<A>,
    ) =>
    (...args: P): Effect.Effect<A> =>
      Effect.suspend(() => {
        if (now() < restsUntil) return leaderRead(...args);
        return Effect.catchDefect(copy(...args), (defect) => {
          restsUntil = now() + REST_MS;
          const reason = defect instanceof Error ? defect.message : String(defect);
          const warning = Effect.logWarning(`the read replica failed; reading from the leader: ${reason}`);
          return Effect.andThen(warning, leaderRead(...args));
        });
      });
  const { collections, search } = leader;
  const copies = { collections: postgresCollections(replica), search: postgresSearch(replica) };
  return {
    ...leader,
    collections: {
      ...collections,
      page: preferring(copies.collections.page, collections.page),
      count: preferring(copies.collections.count, collections.count),
      countByLibrary: preferring(copies.collections.countByLibrary, collections.countByLibrary),
    },
    search: {
      ...search,
      words: preferring(copies.search.words, search.words),
      collections: preferring(copies.search.collections, search.collections),
      suggested: preferring(copies.search.suggested, search.suggested),
      categories: preferring(copies.search.categories, search.categories),
      category: preferring(copies.search.category, search.category),
    },
  };
};
