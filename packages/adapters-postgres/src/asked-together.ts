/**
 * Returns a function that coalesces concurrent calls to `ask`. No caller gets the result of a call that started before
 * its own. Callers wait for a running call to end, then share the next call and any error from it.
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
