import { message } from "@backlot/domain";
import type { Scope } from "@backlot/domain/accounts/scope";
import { isShownName, keptName } from "@backlot/domain/kernel/shown-name";
import { Clock, Ids, InvalidRequest, NotFound, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

const invalidName = (text: string): InvalidRequest =>
  new InvalidRequest({ message: text, issues: [{ path: "payload.name", message: text }] });

/** Adds a channel. Fails for a name that customers can't tell from another. Call it in a transaction. */
export const addChannel = (name: string, scopes: readonly Scope[]) =>
  Effect.gen(function* () {
    const { channels } = yield* Repositories;
    const shown = keptName(name).replaceAll(/\s+/g, " ");
    const isTaken = (yield* channels.all()).some((each) => each.name.toLowerCase() === shown.toLowerCase());
    if (!isShownName(shown)) return yield* invalidName("Use a name without hidden characters.");
    if (isTaken) return yield* invalidName("Another app has this name.");
    const channel = { id: (yield* Ids).next(), name: shown, scopes, created_at: (yield* Clock).now() };
    yield* channels.add(channel);
    return channel;
  });

/** Removes a channel and its tokens. Fails if there is none. Call it in a transaction. */
export const removeChannel = (id: string) =>
  Effect.gen(function* () {
    const { channels } = yield* Repositories;
    if (!(yield* channels.remove(id))) return yield* new NotFound({ message: message("not_found") });
  });
