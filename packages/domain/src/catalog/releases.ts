import type { Collection } from "./collection.schema.ts";

/** The number of collections that the release schedule shows as released. */
export const RELEASES_SHOWN = 24;

/** The number of collections that the release schedule announces. */
export const ANNOUNCED = 100;

/**
 * Returns whether a collection is for sale or coming. With all its files, it is for sale from its release date (UTC),
 * or at once if it has none; until then it is coming. Without all its files, it is neither.
 */
export const releaseState = (
  release_date: string | null,
  { isComplete, today }: { readonly isComplete: boolean; readonly today: string },
): Pick<Collection, "listed" | "coming"> => {
  const coming = isComplete && release_date !== null && release_date > today;
  return { listed: isComplete && !coming, coming };
};
