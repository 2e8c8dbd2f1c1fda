/**
 * Asks once for all who ask while a question is under way. Nobody is told what was read before they asked: they wait
 * for the next question, which they share. Where one fails, it fails for those who shared it.
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
