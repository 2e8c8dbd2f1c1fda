import {
  Clock,
  Ids,
  Mail,
  type OutboxMessage,
  type MailKind,
  ReadRepositories,
  Repositories,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { giveBackAddressMail } from "../accounts/limit-mails.ts";
import { type Addressed, toMessage } from "./mail-layout.ts";
import { contentOf } from "./mail-texts.ts";

/**
 * Kinds of email that may be sent again. Each time they get a new id, because mail programs drop an email whose id they
 * have seen.
 */
const EACH_NEW: readonly MailKind[] = [
  "reset-password",
  "password-changed",
  "plan-canceled",
  "receipt",
  "guest-purchase",
  "certificate",
];

/** Renders an outbox message, or returns null if it no longer has to be sent. */
const toMail = (notice: OutboxMessage) =>
  Effect.gen(function* () {
    const { to, content }: Addressed = yield* contentOf(notice);
    if (content === null) return null;
    return toMessage(EACH_NEW.includes(notice.kind) ? (yield* Ids).next() : notice.id, to, content);
  });

/** The number of emails that one run sends. */
const BATCH = 100;

const complete = (noticeId: string) =>
  Effect.gen(function* () {
    const { outbox } = yield* Repositories;
    yield* outbox.complete(noticeId, (yield* Clock).now());
  }).pipe(transactional);

const sendOne = (notice: OutboxMessage) =>
  Effect.gen(function* () {
    const mail = yield* toMail(notice);
    if (mail !== null) yield* (yield* Mail).send(mail);
    yield* complete(notice.id);
    return mail !== null;
  }).pipe(
    Effect.catchTag("MailUnavailable", (error) =>
      Effect.gen(function* () {
        yield* Effect.logWarning(`outbox message ${notice.id} is waiting for the mail server`, error);
        // The next attempt counts it again.
        if (notice.kind === "reset-password") yield* giveBackAddressMail(notice.about);
        return false;
      }),
    ),
    Effect.catchDefect((defect) => Effect.as(Effect.logError(`notice ${notice.id} failed`, defect), false)),
  );

/**
 * Sends the due emails in the outbox, up to a batch, those about accounts first: people wait for them. The next run
 * sends the rest, and retries those that fail. Returns how many were sent.
 */
export const sendOutbox = Effect.gen(function* () {
  const read = yield* ReadRepositories;
  let sent = 0;
  for (const notice of yield* read.outbox.due(BATCH)) if (yield* sendOne(notice)) sent += 1;
  return sent;
});
