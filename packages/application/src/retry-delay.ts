/** The first and the longest wait after a failure, in milliseconds. */
interface Waits {
  readonly first: number;
  readonly longest: number;
}

/**
 * Returns how long to wait after a failure, in milliseconds: doubled for each failure in a row up to the longest wait,
 * plus or minus 20%, so that processes don't all retry at the same time. `failures` is the number of failures before
 * this one, and `chance` is a random number from 0 to 1.
 */
export const retryDelay = ({ first, longest }: Waits, failures: number, chance: number): number => {
  const wait = Math.min(first * 2 ** Math.min(failures, 20), Math.max(first, longest));
  return Math.round(wait * (0.8 + 0.4 * chance));
};
