/**
 * Returns a function that coalesces concurrent calls of `ask`. No caller gets the result of a call that began earlier.
 * Callers wait for a running call to end, and then share the next one, including its error.
 */
export const askedTogether = <A>(ask: () => Promise<A>): (() => Promise<A>) => {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<A> | null = null;
  const begin = (): Promise<A> => {
    next = null;
    const answer = ask();
    underWay = answer.catch(() => null);
    return answer;
  };
  return () => {
    next ??= underWay.then(begin);
    return next;
  };
};
