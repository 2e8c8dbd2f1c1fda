import { LAST_SAMPLE_ID, likelyFiles } from "@backlot/domain";
import { Files, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { collectionsAtHome } from "../catalog/home-page.ts";

/** The maximum number of variants from carts to render ahead of demand. */
const MOST_IN_CARTS = 100;

/** A variant whose file the store renders. `file_size` is null if no file is recorded. */
export interface LikelyFile {
  readonly variant_id: number;
  readonly file_size: number | null;
}

/** Returns the variants whose files the store can render ahead of demand, likeliest first. */
export const findLikelyFiles = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const files = yield* Files;
  const samples = yield* repos.collections.every({ starting_after: null, limit: LAST_SAMPLE_ID });
  const { hero, shown } = yield* collectionsAtHome(yield* repos.homePage.get());
  const listed = samples.filter(({ id, listed: isOnSale }) => isOnSale && id <= LAST_SAMPLE_ID);
  const variants = new Map(
    listed.flatMap(({ collection_variants }) => collection_variants.map((each) => [each.id, each.file_size])),
  );
  const order = likelyFiles({
    inCarts: yield* repos.carts.variantsInCarts(MOST_IN_CARTS),
    atHome: hero === null ? shown : [hero, ...shown],
    others: listed,
  });
  return order.flatMap((variant_id): readonly LikelyFile[] => {
    const file_size = variants.get(variant_id);
    return file_size === undefined || files.secondsToMake(variant_id) === null ? [] : [{ variant_id, file_size }];
  });
});
