import type { Collection } from "./collection.schema.ts";

/** The number of collections that the release schedule shows as released. */
export const RELEASES_SHOWN = 24;

/** The number of collections that the release schedule announces. */
export const ANNOUNCED = 100;

/**
 * Returns whether a collection is for sale or coming. If files are missing, it is neither. Otherwise it goes on sale on
 * its release date (UTC), or immediately if it has none, and is coming until then.
 */
export const releaseState = (
  release_date: string | null,
  { isComplete, today }: { readonly isComplete: boolean; readonly today: string },
): Pick<Collection, "listed" | "coming"> => {
  const coming = isComplete && release_date !== null && release_date > today;
  return { listed: isComplete && !coming, coming };
};
