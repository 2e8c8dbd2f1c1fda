import * as Context from "effect/Context";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";

/** A message to one person. `id` makes two sends of it one message for mail programs. */
export interface MailMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail server did not take a message. Send it again later. */
export class MailUnavailable extends Data.TaggedError("MailUnavailable")<{ readonly cause: unknown }> {}

/** Mail to shoppers. */
export interface Mail {
  readonly send: (message: MailMessage) => Effect.Effect<void, MailUnavailable>;
}

/** The mail server. */
export const Mail = Context.Service<Mail>("backlot/Mail");
