import { type CartCode, message } from "@backlot/domain";
import { Clock, NotFound, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Adds a cart code, or changes the one of its name, even if that has ended. Call it in a transaction. */
export const putCode = Effect.fnUntraced(function* (code: CartCode) {
  const { discountCodes } = yield* Repositories;
  yield* discountCodes.put(code);
  return code;
});

/**
 * Ends a cart code, so that no order can use it from now on. Returns its spelling. Fails if there is no such code, or
 * if it has ended. Call it in a transaction.
 */
export const endCode = Effect.fnUntraced(function* (name: string) {
  const { discountCodes } = yield* Repositories;
  const ended = yield* discountCodes.end(name, (yield* Clock).now());
  return ended ?? (yield* new NotFound({ message: message("not_found") }));
});
