import { type Collection, LAST_SAMPLE_ID, isStocked, neededFiles } from "@backlot/domain";
import { Repositories, Stock, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";

/** The number of collections to read at once. */
const AT_ONCE = 200;

/** Returns all collections with ids that are reserved for samples. */
const storedSamples = Effect.gen(function* () {
  const repos = yield* Repositories;
  const all: Collection[] = [];
  for (;;) {
    const page = yield* repos.collections.every({ starting_after: all.at(-1)?.id ?? null, limit: AT_ONCE });
    all.push(...page.filter(({ id }) => id <= LAST_SAMPLE_ID));
    if (page.length < AT_ONCE || page.some(({ id }) => id > LAST_SAMPLE_ID)) return all;
  }
});

/** Returns whether the store has, or ever had, sample collections. */
export const hasSamples = Effect.map(storedSamples, (all) => all.length > 0).pipe(transactional);

/**
 * Withdraws collections of an earlier version's sample if this version can't render them and their files weren't
 * uploaded. Otherwise, customers could buy them but not download them. Returns their slugs.
 */
export const withdrawFormerSamples = Effect.gen(function* () {
  const { sample } = yield* Settings;
  const repos = yield* Repositories;
  const stock = yield* Stock;
  const rendered = new Map(sample.collections.map(({ id, slug }) => [id, slug]));
  const former = (yield* storedSamples).filter(
    ({ id, slug, listed, coming }) => (listed || coming) && rendered.get(id) !== slug,
  );
  if (former.length === 0) return [];
  const stockFiles = yield* stock.find(former.flatMap((each) => neededFiles(each).map(({ name }) => name)));
  const withdrawn = former.filter((each) => !isStocked(neededFiles(each), stockFiles));
  for (const each of withdrawn) yield* repos.collections.put({ ...each, listed: false, coming: false });
  if (withdrawn.length > 0) yield* repos.search.refresh();
  return withdrawn.map(({ slug }) => slug);
}).pipe(transactional);
