import { Clock, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Enqueues the email that tells an account that a file it requested is ready. Sends it once per account and file. */
export const noteFileReady = Effect.fnUntraced(function* (accountId: string, variantId: number) {
  const { outbox } = yield* Repositories;
  const about = `${accountId}:${variantId}`;
  yield* outbox.enqueue({ id: `file:${about}`, kind: "file-ready", about }, (yield* Clock).now());
}, transactional);
