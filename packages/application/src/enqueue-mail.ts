import { epochMs, instant } from "@backlot/domain";
import { Clock, type MailKind, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** How soon the same email may be sent a second time, in milliseconds. */
const AGAIN_MS = 60_000;

/**
 * Adds an email to the outbox. `about` identifies what it is about; the same email is sent once. If `repeats`, it is
 * sent again when it is added again a minute later, as for a plan that is canceled, kept, and canceled again.
 */
export const enqueueMail = Effect.fnUntraced(function* (kind: MailKind, about: string, { repeats = false } = {}) {
  const { outbox } = yield* Repositories;
  const now = (yield* Clock).now();
  const added = yield* outbox.enqueue({ id: `${kind}:${about}`, kind, about }, now);
  if (!added && repeats) yield* outbox.repeat(about, kind, instant(epochMs(now) - AGAIN_MS));
});
