/**
 * Coalesces concurrent calls. A caller never gets a result that was read before it asked: it waits for the running call
 * to end and shares the next one, failure included.
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
