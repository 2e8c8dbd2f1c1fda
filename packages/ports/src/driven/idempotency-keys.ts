import type { Instant } from "@backlot/domain";
import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

/**
 * The state of a request with an idempotency key: the first request with its key, a repeat of a request that is still
 * running or already answered, or a different request that reuses the key. `body` is null for a response without a
 * body.
 */
export type KeyState =
  | { readonly _tag: "first" }
  | { readonly _tag: "running" }
  | { readonly _tag: "reused" }
  | { readonly _tag: "answered"; readonly status: number; readonly body: string | null };

/** Stores responses to requests by idempotency key, for all of a store's processes. */
export interface IdempotencyKeys {
  /**
   * Begins a request. `id` is the hash of its caller and key, and `request` is the hash of its content. Only one of
   * several simultaneous calls counts as the first. A request that began before `abandonedBefore` and has no response
   * can begin again.
   */
  readonly begin: (
    id: string,
    request: string,
    time: { readonly now: Instant; readonly abandonedBefore: Instant },
  ) => Effect.Effect<KeyState>;
  /** Stores the response of a request. */
  readonly finish: (
    id: string,
    response: { readonly status: number; readonly body: string | null },
  ) => Effect.Effect<void>;
  /** Forgets a failed request, so that it can be sent again. */
  readonly forget: (id: string) => Effect.Effect<void>;
  /** Deletes the requests that began before a time. */
  readonly removeBefore: (at: Instant) => Effect.Effect<void>;
}

export const IdempotencyKeys = Context.Service<IdempotencyKeys>("backlot/IdempotencyKeys");
