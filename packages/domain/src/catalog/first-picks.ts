import type { Access } from "./collection.schema.ts";

/** The fields that decide whether to recommend an item to a new subscriber. */
interface Pick {
  readonly access: Access;
  readonly library_id: number;
  readonly owned: boolean;
}

/**
 * Returns whether to recommend an item to a new subscriber. True if the plan includes it, or if the plan's credits can
 * buy it.
 */
const isFirstPick = (access: Access, plan: { readonly recurring_credits: number }): boolean =>
  access === "essentials" || (access === "premium" && plan.recurring_credits > 0);

/** Returns the items to recommend to a subscriber: at most `count` per library, none that they already own. */
export const firstPicks = <P extends Pick>(
  items: readonly P[],
  plan: { readonly recurring_credits: number },
  count: number,
): readonly P[] => {
  const taken = new Map<number, number>();
  return items.filter(({ access, library_id, owned }) => {
    if (owned || !isFirstPick(access, plan)) return false;
    const place = (taken.get(library_id) ?? 0) + 1;
    taken.set(library_id, place);
    return place <= count;
  });
};

/** Returns the first `count` items, with the items of a library first. `library` is null if none is preferred. */
export const libraryFirst = <P extends { readonly library_id: number }>(
  items: readonly P[],
  library: number | null,
  count: number,
): readonly P[] =>
  [
    ...items.filter(({ library_id }) => library_id === library),
    ...items.filter(({ library_id }) => library_id !== library),
  ].slice(0, count);
