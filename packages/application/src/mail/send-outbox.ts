import { TEST_STORE_TEXT, epochMs, firstCharacters, instant } from "@backlot/domain";
import {
  type DueMessage,
  Ids,
  Mail,
  MailRefused,
  type MailUnavailable,
  type OutboxMessage,
  type MailKind,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Random from "effect/Random";
import * as Result from "effect/Result";
import { Settings } from "../settings.ts";
import { refreshShop } from "../shop.ts";
import { retryDelay } from "../retry-delay.ts";
import { giveBackAddressMail } from "../accounts/limit-mails.ts";
import { type Addressed, toMessage } from "./mail-layout.ts";
import { contentOf } from "./mail-texts.ts";

/**
 * Kinds of email that can be sent again. Each copy gets a new id, because mail programs drop emails with an id that
 * they have already seen.
 */
const EACH_NEW: readonly MailKind[] = [
  "reset-password",
  "password-changed",
  "app-connected",
  "plan-canceled",
  "receipt",
  "guest-purchase",
  "certificate",
  "confirm-licensee",
];

/** Renders an outbox message, or returns null if it no longer has to be sent. */
const toMail = Effect.fnUntraced(function* (notice: OutboxMessage) {
  const { to, content }: Addressed = yield* contentOf(notice);
  if (content === null) return null;
  const { isTestStore, shop } = yield* Settings;
  const paragraphs = isTestStore ? [TEST_STORE_TEXT, ...content.paragraphs] : content.paragraphs;
  const id = EACH_NEW.includes(notice.kind) ? (yield* Ids).next() : notice.id;
  return toMessage(id, to, { ...content, paragraphs }, { ...shop.current(), replyTo: shop.supportEmail() });
});

/** The maximum number of emails per run. */
const BATCH = 100;
/** How long to wait after a refusal, in milliseconds. */
const WAITS = { first: 60_000, longest: 3 * 3_600_000 };
/** The number of refusals after which the store gives up, two days after the first. */
const MAX_ATTEMPTS = 24;
/** The maximum length of the stored reply of the mail server, in characters. */
const MAX_REPLY = 300;

const complete = Effect.fnUntraced(function* (id: string) {
  const repos = yield* Repositories;
  yield* repos.outbox.complete(id, yield* currentTime);
}, transactional);

/** Schedules a retry of a refused email, or gives up on it. */
const refused = Effect.fnUntraced(function* (
  { id, kind, about, attempts }: DueMessage,
  { isPermanent, reply }: MailRefused,
) {
  const now = yield* currentTime;
  const wait = retryDelay(WAITS, attempts, yield* Random.next);
  const answer = firstCharacters(reply, MAX_REPLY);
  const isOver = isPermanent || attempts + 1 >= MAX_ATTEMPTS;
  yield* Repositories.use(({ outbox }) =>
    isOver ? outbox.fail(id, now, answer) : outbox.postpone(id, instant(epochMs(now) + wait), answer),
  ).pipe(transactional);
  // Log only the kind, because the id of an older email can be an address.
  if (isOver) yield* Effect.logWarning(`an email was refused and abandoned: ${kind}`);
  // The next attempt counts it again.
  else if (kind === "reset-password") yield* giveBackAddressMail(about);
});

/** Sends an email. Returns whether it was sent. */
const sendOne = Effect.fn("mail.send")(
  function* (message: DueMessage) {
    const mail = yield* toMail(message);
    // Uninterruptible, because an email that was sent but not completed would be sent again.
    const deliver = Effect.gen(function* () {
      if (mail !== null) yield* (yield* Mail).send(mail);
      yield* complete(message.id);
    });
    yield* Effect.uninterruptible(deliver);
    return mail !== null;
  },
  (effect, message) =>
    effect.pipe(Effect.catchTag("MailRefused", (error) => Effect.as(refused(message, error), false))),
  (effect, message) =>
    effect.pipe(
      Effect.tapError(() => (message.kind === "reset-password" ? giveBackAddressMail(message.about) : Effect.void)),
    ),
  (effect, message) =>
    effect.pipe(
      Effect.catchDefect((defect) => Effect.as(Effect.logError(`an email failed: ${message.kind}`, defect), false)),
    ),
);

/**
 * Sends the due emails in the outbox, up to a batch. Starts with those about accounts, because people are waiting for
 * them. Stops if the mail server is unavailable for two emails in a row; postpones a single email that breaks the
 * connection. Returns how many were sent, and the error that stopped it, or null.
 */
export const sendDue = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const due = yield* repos.outbox.due(yield* currentTime, BATCH);
  // Another process may have changed the store's name since this one last read it.
  if (due.length > 0) yield* refreshShop;
  let sent = 0;
  let failed: { readonly message: DueMessage; readonly error: MailUnavailable } | null = null;
  // Send them one at a time, so that a customer receives them in the order in which they were enqueued.
  for (const message of due) {
    const outcome: Result.Result<boolean, MailUnavailable> = yield* Effect.result(sendOne(message));
    if (Result.isFailure(outcome)) {
      if (failed !== null) return { sent, unavailable: failed.error };
      failed = { message, error: outcome.failure };
      continue;
    }
    if (outcome.success) sent += 1;
    if (failed === null) continue;
    yield* refused(failed.message, new MailRefused({ isPermanent: false, reply: "the connection was lost" }));
    failed = null;
  }
  return { sent, unavailable: failed?.error ?? null };
});

/** Sends the due emails. Returns how many were sent. */
export const sendOutbox = Effect.map(sendDue, ({ sent }) => sent);
