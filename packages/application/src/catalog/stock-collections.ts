import {
  type StockedCollection,
  fromStocked,
  isStocked,
  neededFiles,
  omittedVariants,
  releaseState,
  slugsInTheWay,
  stockDoubles,
  stockProblems,
  toStocked,
  utcDay,
} from "@backlot/domain";
import {
  Conflict,
  InvalidRequest,
  ReadRepositories,
  Repositories,
  Stock,
  type StockResult,
  currentTime,
} from "@backlot/ports";
import { Collection } from "@backlot/domain/catalog/collection.schema";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";

/** Returns whether two collections have the same stored fields. */
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
    : Effect.fail(new InvalidRequest({ message: "These collections can't be imported as written.", issues }));
};

/** Fails if a file name already belongs to another collection. A file name must identify exactly one variant. */
const requireOwnNames = Effect.fnUntraced(function* (collections: readonly StockedCollection[]) {
  const repos = yield* ReadRepositories;
  const owner = new Map<string, string>();
  const names = collections.flatMap(({ variants }) => variants.map(({ file_name }) => file_name));
  for (const { slug, collection_variants } of yield* repos.collections.byFileNames(names))
    for (const { file_name } of collection_variants) owner.set(file_name, slug);
  for (const { slug, variants } of collections)
    for (const { file_name } of variants) {
      const other = owner.get(file_name) ?? slug;
      if (other !== slug)
        return yield* new Conflict({ reason: "file_name_taken", message: `${file_name} already belongs to ${other}.` });
    }
});

/** Fails if a slug would give a media file the same name as another collection's. */
const requireOwnMedia = Effect.fnUntraced(function* (collections: readonly StockedCollection[]) {
  const repos = yield* ReadRepositories;
  const taken = new Set(yield* repos.collections.existingSlugs(collections.flatMap(({ slug }) => slugsInTheWay(slug))));
  for (const { slug } of collections) {
    const other = slugsInTheWay(slug).find((each) => taken.has(each));
    if (other === undefined) continue;
    const why = `${slug} would share a media file with ${other}. Choose a different slug.`;
    return yield* new Conflict({ reason: "media_name_taken", message: why });
  }
});

/**
 * Adds or changes collections by their slugs, all or nothing. Lists a collection for sale only if all its files exist,
 * and not before its release date. The result shows which files exist. Repeat the call after uploading the missing
 * ones. Call it in a transaction.
 */
export const stockCollections = Effect.fnUntraced(function* (collections: readonly StockedCollection[]) {
  yield* requireSound(collections);
  const stock = yield* Stock;
  const repos = yield* Repositories;
  const today = utcDay(yield* currentTime);
  const free = yield* repos.collections.freeIds();
  yield* requireOwnNames(collections);
  yield* requireOwnMedia(collections);
  let [nextId, nextVariantId] = [free.collection, free.variant];
  const changes: { readonly existingCollection: Collection | null; readonly collection: Collection }[] = [];
  for (const stocked of collections) {
    const existingCollection = yield* repos.collections.bySlug(stocked.slug);
    const omitted = omittedVariants(stocked.variants, existingCollection?.collection_variants ?? []).map(
      ({ id }) => id,
    );
    const sold = new Set(omitted.length === 0 ? [] : yield* repos.collections.soldOf(omitted));
    const collection = fromStocked(stocked, {
      id: existingCollection?.id ?? nextId,
      existingCollection,
      firstVariantId: nextVariantId,
      sold,
      today,
    });
    if (existingCollection === null) nextId += 1;
    nextVariantId = Math.max(nextVariantId, ...collection.collection_variants.map(({ id }) => id + 1));
    changes.push({ existingCollection, collection });
  }
  // Look up all files at once, because each request to a storage bucket is slow.
  const stockFiles = yield* stock.find(
    changes.flatMap(({ collection }) => neededFiles(collection).map(({ name }) => name)),
  );
  const results: StockResult[] = [];
  for (const { existingCollection, collection: unlisted } of changes) {
    const needed = neededFiles(unlisted);
    const collection = {
      ...unlisted,
      ...releaseState(unlisted.release_date, { isComplete: isStocked(needed, stockFiles), today }),
    };
    const isNew = existingCollection === null || !isSameCollection(existingCollection, collection);
    if (isNew) yield* repos.collections.put(collection);
    results.push({
      id: collection.id,
      slug: collection.slug,
      outcome: existingCollection === null ? "added" : isNew ? "changed" : "unchanged",
      listed: collection.listed,
      coming: collection.coming,
      release_date: collection.release_date,
      files: needed.map((file) => ({
        ...file,
        is_there: stockFiles.has(file.name),
        sha256: stockFiles.get(file.name) ?? null,
      })),
    });
  }
  if (results.some(({ outcome }) => outcome !== "unchanged")) yield* repos.search.refresh();
  return results;
});

/** Returns a page of all collections by id, withdrawn ones included, in the format that import accepts. */
export const listStock = Effect.fnUntraced(function* (page: KeyPage) {
  const repos = yield* ReadRepositories;
  const { data, has_more } = cutToPage(yield* repos.collections.every(toRead(page)), page);
  return {
    data: data.map((each) => ({
      id: each.id,
      listed: each.listed,
      coming: each.coming,
      collection: toStocked(each),
    })),
    has_more,
  };
});

/**
 * Withdraws collections from sale by slug, or all of them if `slugs` is null. Owners keep access. Returns how many
 * were for sale or coming. Call it in a transaction.
 */
export const withdrawCollections = Effect.fnUntraced(function* (slugs: readonly string[] | null) {
  const repos = yield* Repositories;
  const count = yield* repos.collections.withdraw(slugs);
  if (count > 0) yield* repos.search.refresh();
  return count;
});

/**
 * Deletes collections that no customer owns, by slug, with their variants. Returns the number deleted. Fails if one was
 * sold. Call it in a transaction.
 */
export const removeCollections = Effect.fnUntraced(function* (slugs: readonly string[]) {
  const repos = yield* Repositories;
  const collections = yield* repos.collections.bySlugs(slugs);
  const sold = new Set(
    yield* repos.collections.soldOf(collections.flatMap((each) => each.collection_variants.map(({ id }) => id))),
  );
  const kept = collections.filter((each) => each.collection_variants.some(({ id }) => sold.has(id)));
  if (kept.length > 0)
    return yield* new Conflict({
      reason: "already_sold",
      message: `Customers own ${kept.map(({ slug }) => slug).join(", ")}. Withdraw these collections instead.`,
    });
  yield* repos.collections.remove(collections.map(({ id }) => id));
  if (collections.length > 0) yield* repos.search.refresh();
  return collections.length;
});
