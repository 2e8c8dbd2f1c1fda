/** The longest wait between two tries, unless a job runs less often anyway. In milliseconds. */
const LONGEST_MS = 30 * 60_000;

/**
 * Returns how long to wait after a failure, in milliseconds: twice as long after each failure in a row, up to half an
 * hour, give or take a fifth, so that processes don't all try at once. `every` is the interval without failures,
 * `failures` how many there were before this one, and `chance` a random number from 0 to 1.
 */
export const retryDelay = (every: number, failures: number, chance: number): number => {
  const longest = Math.max(every, LONGEST_MS);
  const wait = Math.min(every * 2 ** Math.min(failures, 20), longest);
  return Math.round(wait * (0.8 + 0.4 * chance));
};
