import { epochMs, instant } from "@backlot/domain";
import { type MailKind, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The minimum time before the same email can be sent again, in milliseconds. */
const AGAIN_MS = 60_000;

/**
 * Adds an email to the outbox. `about` identifies its subject; the same email is sent only once. With `repeats`, adding
 * it again at least a minute later sends it again, such as for a plan that is canceled, kept, and canceled again.
 */
export const enqueueMail = Effect.fnUntraced(function* (kind: MailKind, about: string, { repeats = false } = {}) {
  const repos = yield* Repositories;
  const now = yield* currentTime;
  const added = yield* repos.outbox.enqueue({ id: `${kind}:${about}`, kind, about }, now);
  if (!added && repeats) yield* repos.outbox.repeat(about, kind, instant(epochMs(now) - AGAIN_MS));
});
