import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type * as Exit from "effect/Exit";

/** Whether the current fiber is inside a transaction. */
export const InTransaction = Context.Reference<boolean>("backlot/InTransaction", { defaultValue: () => false });

/** Wraps an effect so that it dies inside a transaction. `what` names the effect in the error message. */
export const outside = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(InTransaction, (inside) =>
    inside ? Effect.die(new Error(`${what} inside a transaction. Run it before or after the transaction`)) : effect,
  );

type Wrap = (path: string, effect: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>;

const wrapped = (path: string, part: unknown, wrap: Wrap): unknown => {
  if (typeof part === "function")
    return (...args: readonly unknown[]) => {
      const answer: unknown = part(...args);
      return Effect.isEffect(answer) ? wrap(path, answer as Effect.Effect<unknown, unknown>) : answer;
    };
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, inner]) => [name, wrapped(`${path}.${name}`, inner, wrap)]),
  );
};

/**
 * Wraps a port so that its effects die inside a transaction. Otherwise a transaction could keep database locks while it
 * waits for a provider, or wait forever for its own connection. `name` is the prefix of the error messages. (CHK-07)
 */
export const outsideOnly = <P extends object>(name: string, port: P): P => wrapped(name, port, outside) as P;

/**
 * Wraps a port so that `onCall` is called with the exit of each of its effects. `name` is the prefix of their paths.
 */
export const watchCalls = <P extends object>(
  name: string,
  port: P,
  onCall: (path: string, exit: Exit.Exit<unknown, unknown>) => void,
): P =>
  wrapped(name, port, (path, effect) => Effect.onExit(effect, (exit) => Effect.sync(() => onCall(path, exit)))) as P;

/**
 * Wraps a port so that each of its effects is a span of the current trace. `name` is the prefix of the spans' names.
 */
export const withSpans = <P extends object>(name: string, port: P): P =>
  wrapped(name, port, (path, effect) => Effect.withSpan(effect, path, { kind: "client" })) as P;
