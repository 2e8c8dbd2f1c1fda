import type { Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The kinds of email. Each has its own template. */
export type MailKind =
  | "payment-not-applied"
  | "guest-purchase"
  | "confirm-email"
  | "reset-password"
  | "password-changed"
  | "app-connected"
  | "team-invitation"
  | "file-ready"
  | "plan-ended"
  | "plan-canceled"
  | "plan-kept"
  | "plan-change-scheduled"
  | "plan-upgraded"
  | "renewal-coming"
  | "renewal-failed"
  | "renewal-needs-confirmation"
  | "credits-expiring"
  | "receipt"
  | "refund"
  | "dispute"
  | "certificate"
  | "confirm-licensee";

/** An email in the outbox. It is rendered when it is sent. */
export interface OutboxMessage {
  readonly id: string;
  readonly kind: MailKind;
  /**
   * The subject of the email: an order, account, or invitation id; for a password reset, the email address; for a file
   * or an app, the account's id and the variant's or channel's id, joined by a colon; for a plan, the subscription's
   * id, followed by a space and a time if the email can recur; for a receipt, the payment's id; for a certificate, its
   * number; for a refund, its amount and the total refunded, in cents, and the payment's id; for a dispute, its status
   * and id.
   */
  readonly about: string;
}

/** An email that is due. `attempts` counts how often the mail server has refused it. */
export interface DueMessage extends OutboxMessage {
  readonly attempts: number;
}

/**
 * An email that the mail server refused. After a permanent refusal, or too many temporary ones, `failed_at` is set, and
 * only staff can retry it. Otherwise, the store retries it at `next_attempt_at`.
 */
export interface RefusedMessage extends OutboxMessage {
  readonly failed_at: Instant | null;
  readonly next_attempt_at: Instant | null;
  /** The mail server's last response. */
  readonly last_error: string;
}

/** Read-only queries for the email outbox. Transactions add emails to it, and a job sends them. */
export interface OutboxReads {
  /**
   * Returns emails that are due at a time: up to `limit`, or all if omitted. Emails about accounts come first, then the
   * oldest.
   */
  readonly due: (at: Instant, limit?: number) => Effect.Effect<readonly DueMessage[]>;
  /** Counts the emails that are still to be sent, and those that failed. */
  readonly counts: () => Effect.Effect<{ readonly waiting: number; readonly failed: number }>;
  /**
   * Returns up to `limit` emails that were refused and haven't been sent since: first those that the store gave up on,
   * most recent first, then the others, oldest first.
   */
  readonly refused: (limit: number) => Effect.Effect<readonly RefusedMessage[]>;
}

/** Adds writes to {@link OutboxReads}. Only available inside a transaction. */
export interface Outbox extends OutboxReads {
  /** Adds an email. Returns false if the outbox already has one, sent or not, with the same kind and `about`. */
  readonly enqueue: (notice: OutboxMessage, at: Instant) => Effect.Effect<boolean>;
  /**
   * Makes an email due again if it was last sent, or failed, before `sentBefore`, or if it was postponed. Returns
   * whether it is due again.
   */
  readonly repeat: (about: string, kind: MailKind, sentBefore: Instant) => Effect.Effect<boolean>;
  readonly complete: (id: string, at: Instant) => Effect.Effect<void>;
  /** Counts a refusal of an unsent email, and makes it due again at a time. */
  readonly postpone: (id: string, until: Instant, error: string) => Effect.Effect<void>;
  /** Gives up on an unsent email. */
  readonly fail: (id: string, at: Instant, error: string) => Effect.Effect<void>;
  /** Makes a refused email due again, as if it were new. Returns false if no refused email has this id. */
  readonly retry: (id: string) => Effect.Effect<boolean>;
  /** Deletes emails of a kind that were sent before a time. */
  readonly removeSent: (kind: MailKind, before: Instant) => Effect.Effect<void>;
}
