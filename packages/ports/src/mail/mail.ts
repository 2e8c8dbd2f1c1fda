import * as Context from "effect/Context";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";

/** An email to one recipient. Mail programs drop a second email with the same `id`. */
export interface MailMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail server did not accept the email. Retry later. */
export class MailUnavailable extends Data.TaggedError("MailUnavailable")<{ readonly cause: unknown }> {}

/** Sends email to customers. */
export interface Mail {
  readonly send: (message: MailMessage) => Effect.Effect<void, MailUnavailable>;
}

export const Mail = Context.Service<Mail>("backlot/Mail");
