import { message } from "@backlot/domain";
import { appNameProblem, keptAppName } from "@backlot/domain/accounts/channel";
import type { Scope } from "@backlot/domain/accounts/scope";
import { Ids, InvalidRequest, NotFound, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Adds a channel. Fails if customers can't distinguish its name from another. Call it in a transaction. */
export const addChannel = Effect.fnUntraced(function* (typed: string, scopes: readonly Scope[]) {
  const repos = yield* Repositories;
  const name = keptAppName(typed);
  const others = (yield* repos.channels.all()).map((each) => each.name);
  const problem = appNameProblem(name, others);
  if (problem !== null)
    return yield* new InvalidRequest({ message: problem, issues: [{ path: "payload.name", message: problem }] });
  const channel = { id: (yield* Ids).next(), name, scopes, created_at: yield* currentTime };
  yield* repos.channels.add(channel);
  return channel;
});

/** Removes a channel and its tokens. Fails for an unknown ID. Call it in a transaction. */
export const removeChannel = Effect.fnUntraced(function* (id: string) {
  const repos = yield* Repositories;
  if (!(yield* repos.channels.remove(id))) return yield* new NotFound({ message: message("not_found") });
});
