/** How long to wait after a failure, in milliseconds: first, and at most. */
interface Waits {
  readonly first: number;
  readonly longest: number;
}

/**
 * Returns how long to wait after a failure, in milliseconds: twice as long after each failure in a row, up to the
 * longest wait, give or take a fifth, so that processes don't all try at once. `failures` is how many there were before
 * this one, and `chance` a random number from 0 to 1.
 */
export const retryDelay = ({ first, longest }: Waits, failures: number, chance: number): number => {
  const wait = Math.min(first * 2 ** Math.min(failures, 20), Math.max(first, longest));
  return Math.round(wait * (0.8 + 0.4 * chance));
};
