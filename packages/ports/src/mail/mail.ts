import * as Context from "effect/Context";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";

/** An email to one recipient. Mail programs drop a second email with the same `id`. */
export interface MailMessage {
  readonly id: string;
  /** The name of the store. */
  readonly sender: string;
  /** The reply-to address: the store's support address. */
  readonly replyTo: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail server can't be reached, or doesn't let the store send email. Retry later. */
export class MailUnavailable extends Data.TaggedError("MailUnavailable")<{ readonly cause: unknown }> {}

/** The mail server refused an email, permanently or temporarily. `reply` is its response, without addresses. */
export class MailRefused extends Data.TaggedError("MailRefused")<{
  readonly isPermanent: boolean;
  readonly reply: string;
}> {}

/** Sends email to customers. */
export interface Mail {
  readonly send: (message: MailMessage) => Effect.Effect<void, MailUnavailable | MailRefused>;
}

export const Mail = Context.Service<Mail>("backlot/Mail");
