import { message } from "@backlot/domain";
import type { Scope } from "@backlot/domain/accounts/scope";
import { Clock, Ids, NotFound, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Adds a channel. Call it in a transaction. */
export const addChannel = (name: string, scopes: readonly Scope[]) =>
  Effect.gen(function* () {
    const { channels } = yield* Repositories;
    const channel = { id: (yield* Ids).next(), name, scopes, created_at: (yield* Clock).now() };
    yield* channels.add(channel);
    return channel;
  });

/** Removes a channel and its tokens. Fails if there is none. Call it in a transaction. */
export const removeChannel = (id: string) =>
  Effect.gen(function* () {
    const { channels } = yield* Repositories;
    if (!(yield* channels.remove(id))) return yield* new NotFound({ message: message("not_found") });
  });
