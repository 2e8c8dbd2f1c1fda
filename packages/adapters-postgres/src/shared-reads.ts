import type { Instant } from "@backlot/domain";
import { OperationReads, type ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { LRUCache } from "lru-cache";
import { askedTogether } from "./asked-together.ts";

type Reads = ReadRepositories["Service"];

/** The maximum size of shared reads, in characters of their JSON. */
const MOST = 4_000_000;

/**
 * Returns repositories that read the data that all customers see (prices, announcements, and the catalog) once per
 * storefront version. Each operation first reads the version, in a query that it shares with other running operations,
 * so every process shows a change immediately. Results are shared, so never modify them.
 */
export const withSharedReads = (repositories: Reads, now: () => Instant): Reads => {
  const kept = new LRUCache<string, { readonly version: string; readonly value: unknown }>({
    maxSize: MOST,
    sizeCalculation: ({ value }, key) => key.length + (JSON.stringify(value)?.length ?? 0) + 1,
  });
  let askedAt = now();
  const askAt = askedTogether(() => Effect.runPromise(repositories.storefront.version(askedAt)));
  const ask = (at: Instant): Promise<string> => {
    askedAt = at;
    return askAt();
  };
  const version = Effect.flatMap(OperationReads, (operation) =>
    Effect.promise(() => {
      if (operation === null) return ask(now());
      operation.version ??= ask(now());
      return operation.version;
    }),
  );
  const keep = <A>(key: string, read: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.flatMap(version, (current) => {
      const entry = kept.get(key);
      // The data is read after the version, so it is at least as new as the version.
      return entry?.version === current
        ? Effect.succeed(entry.value as A)
        : Effect.tap(read, (value) => Effect.sync(() => kept.set(key, { version: current, value })));
    });
  const shared =
    <P extends readonly unknown[], A>(name: string, read: (...args: P) => Effect.Effect<A>) =>
    (...args: P): Effect.Effect<A> =>
      keep(`${name} ${JSON.stringify(args)}`, read(...args));
  const { collections, homePage, packs, plans, priceRules, search, storefront } = repositories;
  return {
    ...repositories,
    storefront: {
      version: (at) => Effect.promise(() => ask(at)),
      // The version covers the current sale and notifications.
      announced: (at) => keep("announced", storefront.announced(at)),
    },
    plans: { ...plans, all: shared("plans", plans.all) },
    packs: { ...packs, prices: shared("packs", packs.prices) },
    priceRules: { ...priceRules, current: shared("price rules", priceRules.current) },
    homePage: { ...homePage, get: shared("home", homePage.get) },
    search: { ...search, categories: shared("categories", search.categories) },
    collections: {
      ...collections,
      page: shared("page", collections.page),
      countByLibrary: shared("by library", collections.countByLibrary),
      essentialsByTier: shared("essentials", collections.essentialsByTier),
      typicalCreditPrice: shared("typical price", collections.typicalCreditPrice),
      bySlug: shared("slug", collections.bySlug),
      bySlugs: shared("slugs", collections.bySlugs),
      byVariants: shared("variants", collections.byVariants),
    },
  };
};
