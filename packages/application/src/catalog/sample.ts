import { releaseState, utcDay } from "@backlot/domain";
import { Conflict, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";

/**
 * Adds the sample's collections, with its home page. Returns the number of collections. Fails if the store has
 * its own collections, because the sample's have fixed ids. Call it in a transaction.
 */
export const stockSample = Effect.gen(function* () {
  const repos = yield* Repositories;
  const { sample } = yield* Settings;
  if (sample.collections.length === 0)
    return yield* new Conflict({ reason: "no_samples", message: "This store was installed without samples." });
  const today = utcDay(yield* currentTime);
  yield* repos.collections.freeIds();
  const slugs = new Map(sample.collections.map(({ id, slug }) => [id, slug]));
  const existingCollections = yield* repos.collections.every({
    starting_after: null,
    limit: sample.collections.length + 1,
  });
  const ownCollection = existingCollections.find(({ id, slug }) => slugs.get(id) !== slug);
  if (ownCollection !== undefined)
    return yield* new Conflict({
      reason: "catalog_not_empty",
      message:
        `This store already has its own collections, such as ${ownCollection.slug}. ` +
        "You can add the sample catalog only to an empty store.",
    });
  // Keep the staff's changes.
  for (const each of sample.collections) {
    const kept = existingCollections.find(({ id }) => id === each.id) ?? each;
    yield* repos.collections.put({ ...kept, ...releaseState(kept.release_date, { isComplete: true, today }) });
  }
  yield* repos.search.refresh();
  yield* repos.homePage.put(sample.homePage);
  return sample.collections.length;
});
