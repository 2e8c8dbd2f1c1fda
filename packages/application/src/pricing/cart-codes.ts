import { type CartCode, message } from "@backlot/domain";
import { NotFound, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Adds a cart code, or changes the existing code with its name, even if that code has ended. Call it in a transaction.
 */
export const putCode = Effect.fnUntraced(function* (code: CartCode) {
  const repos = yield* Repositories;
  yield* repos.discountCodes.put(code);
  return code;
});

/**
 * Ends a cart code, so that no new order can use it. Returns its stored spelling. Fails if there is no such code, or if
 * it has already ended. Call it in a transaction.
 */
export const endCode = Effect.fnUntraced(function* (name: string) {
  const repos = yield* Repositories;
  const ended = yield* repos.discountCodes.end(name, yield* currentTime);
  return ended ?? (yield* new NotFound({ message: message("not_found") }));
});
