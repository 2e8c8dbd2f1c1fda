/** The smallest actual count to show on pages. A smaller one makes a store look empty. */
const LEAST_SHOWN = 300;

/** Returns whether pages show an actual count, such as a category's number of collections. */
export const isShownCount = (count: number): boolean => count >= LEAST_SHOWN;

/**
 * Returns the number to advertise for a count: the claimed number if the count reaches it; otherwise, the count,
 * rounded down to a multiple of 10, or of 100 from 1,000 up. Returns null for a claim below 10, and for a count that
 * pages don't show. (PLN-08, SHL-09)
 */
export const trueClaim = (count: number, claimed: number): number | null => {
  if (claimed < 10) return null;
  if (count >= claimed) return claimed;
  if (!isShownCount(count)) return null;
  const step = count < 1_000 ? 10 : 100;
  return Math.floor(count / step) * step;
};
