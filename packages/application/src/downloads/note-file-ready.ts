import { Repositories, transactional, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Enqueues the email that tells an account that a file it requested is ready. Sends it once per account and file. */
export const noteFileReady = Effect.fnUntraced(function* (accountId: string, variantId: number) {
  const repos = yield* Repositories;
  const about = `${accountId}:${variantId}`;
  yield* repos.outbox.enqueue({ id: `file:${about}`, kind: "file-ready", about }, yield* currentTime);
}, transactional);
