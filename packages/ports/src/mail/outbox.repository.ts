import type { Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The subject of an email. */
export type MailKind =
  | "payment-not-applied"
  | "guest-purchase"
  | "confirm-email"
  | "reset-password"
  | "password-changed"
  | "team-invitation"
  | "file-ready";

/** An email to send. */
export interface OutboxMessage {
  readonly id: string;
  readonly kind: MailKind;
  /**
   * The id of the order, account, or invitation; the email address for a password reset; the account and variant,
   * joined by a colon, for a file.
   */
  readonly about: string;
}

/** The email outbox. Transactions add to it, and a job sends it. */
export interface OutboxReads {
  readonly due: () => Effect.Effect<readonly OutboxMessage[]>;
}

/** Adds the writes to {@link OutboxReads}. */
export interface Outbox extends OutboxReads {
  /** Adds an email. Returns false if there is one of the same kind about the same thing. */
  readonly enqueue: (notice: OutboxMessage, at: Instant) => Effect.Effect<boolean>;
  /** Makes an email due again if it was sent before a time. Returns whether it was. */
  readonly repeat: (about: string, kind: MailKind, sentBefore: Instant) => Effect.Effect<boolean>;
  readonly complete: (id: string, at: Instant) => Effect.Effect<void>;
  /** Deletes emails of a kind that were sent before a time. */
  readonly removeSent: (kind: MailKind, before: Instant) => Effect.Effect<void>;
}
