import {
  type StockedCollection,
  fromStocked,
  isStocked,
  neededFiles,
  stockDoubles,
  stockProblems,
  toStocked,
} from "@backlot/domain";
import { Conflict, InvalidRequest, type Repositories, type StockResult } from "@backlot/ports";
import { Collection } from "@backlot/domain/catalogue/collection.schema";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";
import type { StorePorts } from "../store-ports.ts";

/** Whether two collections are the same in everything that a store keeps of them. */
const isSameCollection = Schema.toEquivalence(Collection);

const requireSound = (collections: readonly StockedCollection[]): Effect.Effect<void, InvalidRequest> => {
  const doubles = stockDoubles(collections);
  const issues = collections.flatMap((stocked, n) =>
    [...stockProblems(stocked), ...doubles.filter((each) => each.collection === n)].map(({ path, message }) => ({
      path: ["payload", "collections", n, ...path].join("."),
      message,
    })),
  );
  return issues.length === 0
    ? Effect.void
    : Effect.fail(new InvalidRequest({ message: "These collections can't be sold by as they are written.", issues }));
};

/** A file name leads to one variant of one collection: what is brought for it must not become somebody else's. */
const requireOwnNames = (
  repos: Repositories,
  collections: readonly StockedCollection[],
): Effect.Effect<void, Conflict> =>
  Effect.gen(function* () {
    const owner = new Map<string, string>();
    const names = collections.flatMap(({ variants }) => variants.map(({ file_name }) => file_name));
    for (const { slug, collection_variants } of yield* repos.collections.byFileNames(names))
      for (const { file_name } of collection_variants) owner.set(file_name, slug);
    for (const { slug, variants } of collections)
      for (const { file_name } of variants) {
        const other = owner.get(file_name) ?? slug;
        if (other !== slug)
          return yield* new Conflict({ reason: "file_name_taken", message: `${file_name} is a file of ${other}.` });
      }
  });

/**
 * Stocks the store with collections by their slugs, with all of a request or none. One is offered once all of its files
 * are there; what it still needs is in the answer. The same again changes nothing. (CAT-01, CAT-03)
 */
export const stockCollections =
  (ports: Pick<StorePorts, "transactions" | "stock">) =>
  (collections: readonly StockedCollection[]): Effect.Effect<readonly StockResult[], InvalidRequest | Conflict> =>
    Effect.gen(function* () {
      yield* requireSound(collections);
      return yield* ports.transactions.run((repos) =>
        Effect.gen(function* () {
          const free = yield* repos.collections.freeIds();
          yield* requireOwnNames(repos, collections);
          let [nextId, nextVariantId] = [free.collection, free.variant];
          const made: { readonly known: Collection | null; readonly collection: Collection }[] = [];
          for (const stocked of collections) {
            const known = yield* repos.collections.bySlug(stocked.slug);
            const collection = fromStocked(stocked, { id: known?.id ?? nextId, known, firstVariantId: nextVariantId });
            if (known === null) nextId += 1;
            nextVariantId = Math.max(nextVariantId, ...collection.collection_variants.map(({ id }) => id + 1));
            made.push({ known, collection });
          }
          // One look for all of them: a bucket takes its time for each.
          const found = yield* ports.stock.find(
            made.flatMap(({ collection }) => neededFiles(collection).map(({ name }) => name)),
          );
          const results: StockResult[] = [];
          for (const { known, collection: unlisted } of made) {
            const needed = neededFiles(unlisted);
            const collection = { ...unlisted, listed: isStocked(needed, found) };
            const isNew = known === null || !isSameCollection(known, collection);
            if (isNew) yield* repos.collections.put(collection);
            results.push({
              id: collection.id,
              slug: collection.slug,
              outcome: known === null ? "added" : isNew ? "changed" : "unchanged",
              listed: collection.listed,
              files: needed.map((file) => ({
                ...file,
                is_there: found.has(file.name),
                sha256: found.get(file.name) ?? null,
              })),
            });
          }
          if (results.some(({ outcome }) => outcome !== "unchanged")) yield* repos.search.refresh();
          return results;
        }),
      );
    });

/** A page of the collections that the store was stocked with, as they would be written down, by their numbers. */
export const listStock =
  (ports: Pick<StorePorts, "transactions">) =>
  (
    asked: KeyPage,
  ): Effect.Effect<{
    readonly data: readonly { readonly id: number; readonly listed: boolean; readonly collection: StockedCollection }[];
    readonly has_more: boolean;
  }> =>
    Effect.map(ports.transactions.read.collections.every(toRead(asked)), (found) => {
      const { data, has_more } = cutToPage(found, asked);
      return {
        data: data.map((each) => ({ id: each.id, listed: each.listed, collection: toStocked(each) })),
        has_more,
      };
    });

/** Takes collections out of the shop, all of them where none are named. Who has one keeps it. Answers how many. */
export const withdrawCollections =
  (ports: Pick<StorePorts, "transactions">) =>
  (slugs: readonly string[] | null): Effect.Effect<number> =>
    ports.transactions.run((repos) =>
      Effect.gen(function* () {
        const count = yield* repos.collections.withdraw(slugs);
        if (count > 0) yield* repos.search.refresh();
        return count;
      }),
    );
