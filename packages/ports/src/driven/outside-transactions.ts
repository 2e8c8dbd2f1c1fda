import * as Context from "effect/Context";
import * as Effect from "effect/Effect";

/** Whether the running fiber is inside a transaction. */
export const InTransaction = Context.Reference<boolean>("backlot/InTransaction", { defaultValue: () => false });

/** Wraps an effect so that it dies inside a transaction. `what` names the effect in the error message. */
export const outside = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(InTransaction, (inside) =>
    inside ? Effect.die(new Error(`${what} inside a transaction: do it before or after it`)) : effect,
  );

const guarded = (path: string, part: unknown): unknown => {
  if (typeof part === "function")
    return (...args: readonly unknown[]) => {
      const answer: unknown = part(...args);
      return Effect.isEffect(answer) ? outside(path, answer as Effect.Effect<unknown, unknown>) : answer;
    };
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, guarded(`${path}.${name}`, inner)]));
};

/**
 * Wraps a port so that its effects die inside a transaction. Otherwise a transaction could hold database locks while it
 * waits for a provider, or wait forever for the connection that it occupies itself. `name` is the prefix of the error
 * messages. (CHK-07)
 */
export const outsideOnly = <P extends object>(name: string, port: P): P => guarded(name, port) as P;
