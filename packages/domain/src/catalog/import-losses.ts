import { hasScene, sceneFileName } from "./collection.ts";
import { mediaNames, omittedVariants } from "./stock.ts";
import type { StockedCollection } from "./stock.schema.ts";

/**
 * The part of a collection that an import withdraws: the files that it omits, or the whole collection if new files are
 * missing.
 */
export interface ImportLoss {
  readonly slug: string;
  /** The names of the omitted files. */
  readonly omitted: readonly string[];
  /** The import folder paths of new files that are missing. */
  readonly missing: readonly string[];
}

/** Returns the import folder paths of the files that a collection needs. */
const sourcesOf = (collection: StockedCollection): readonly string[] => [
  ...mediaNames(collection).map((name) => `media/${name}`),
  ...collection.variants.flatMap((variant) => [
    `files/${variant.file_name}`,
    ...(hasScene(collection) ? [`files/${sceneFileName(variant)}`] : []),
  ]),
];

/**
 * Returns the collections and files that an import withdraws from sale. `onSale` are the listed stored collections, and
 * `isThere` returns whether the import folder has a file. (CAT-03)
 */
export const importLosses = (
  imported: readonly StockedCollection[],
  onSale: readonly StockedCollection[],
  isThere: (path: string) => boolean,
): readonly ImportLoss[] => {
  const collectionsBySlug = new Map(onSale.map((each) => [each.slug, each]));
  return imported.flatMap((next): readonly ImportLoss[] => {
    const now = collectionsBySlug.get(next.slug);
    if (now === undefined) return [];
    const omitted = omittedVariants(next.variants, now.variants).map(({ file_name }) => file_name);
    const before = new Set(sourcesOf(now));
    const missing = sourcesOf(next).filter((path) => !before.has(path) && !isThere(path));
    return omitted.length + missing.length === 0 ? [] : [{ slug: next.slug, omitted, missing }];
  });
};

/**
 * Returns the imported collections that are for sale now (`onSale`) and would be withdrawn until a new release date.
 * `today` is a UTC day. (SHL-03)
 */
export const postponedReleases = (
  imported: readonly StockedCollection[],
  onSale: readonly Pick<StockedCollection, "slug" | "release_date">[],
  today: string,
): readonly { readonly slug: string; readonly release_date: string }[] => {
  const releaseDates = new Map(onSale.map(({ slug, release_date }) => [slug, release_date]));
  return imported.flatMap(({ slug, release_date }) =>
    release_date !== undefined &&
    release_date > today &&
    releaseDates.has(slug) &&
    releaseDates.get(slug) !== release_date
      ? [{ slug, release_date }]
      : [],
  );
};
