import { OperationReads, type ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

type Reads = ReadRepositories["Service"];

const once =
  <P extends readonly unknown[], A>(name: string, read: (...key: P) => Effect.Effect<A>) =>
  (...key: P): Effect.Effect<A> =>
    Effect.flatMap(OperationReads, (operation) => {
      const reads = operation?.once;
      if (reads == null) return read(...key);
      const place = `${name} ${JSON.stringify(key)}`;
      return Effect.promise(() => {
        const result = (reads.get(place) as Promise<A> | undefined) ?? Effect.runPromise(read(...key));
        reads.set(place, result);
        return result;
      });
    });

/**
 * Returns repositories from which a read-only operation gets an account, its profile, subscription, credits, and plan
 * only once, however many rules need them.
 */
export const withReadsOnce = (repositories: Reads): Reads => {
  const { accounts, credits, plans, subscriptions } = repositories;
  return {
    ...repositories,
    accounts: { ...accounts, get: once("account", accounts.get), profile: once("profile", accounts.profile) },
    credits: { ...credits, lots: once("lots", credits.lots) },
    plans: { ...plans, get: once("plan", plans.get) },
    subscriptions: { ...subscriptions, current: once("subscription", subscriptions.current) },
  };
};

/** Makes the running operation read again any data that it may have changed. */
export const forgetReads: Effect.Effect<void> = Effect.map(OperationReads, (operation) => {
  if (operation === null) return;
  operation.version = null;
  operation.once?.clear();
});
