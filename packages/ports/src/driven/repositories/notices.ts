import type { Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** What a mail is about. */
export type NoticeKind =
  | "payment-not-applied"
  | "guest-purchase"
  | "confirm-email"
  | "reset-password"
  | "password-changed"
  | "team-invitation"
  | "file-ready";

/** A mail that is still to be sent. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  /**
   * The id of the order, of the account or of the invitation; the address, where somebody forgot their password; the
   * account and the variant, joined by a colon, for a file.
   */
  readonly about: string;
}

/** Mails that a transaction decided on. */
export interface NoticeReads {
  readonly due: () => Effect.Effect<readonly Notice[]>;
}

/** Adds the writes and row locks to {@link NoticeReads}. */
export interface Notices extends NoticeReads {
  /** Adds a notice; answers false where there is one of its kind about the same thing. */
  readonly enqueue: (notice: Notice, at: Instant) => Effect.Effect<boolean>;
  /** Makes a notice due again, where it was sent before a moment; answers whether it was. */
  readonly repeat: (about: string, kind: NoticeKind, sentBefore: Instant) => Effect.Effect<boolean>;
  readonly complete: (id: string, at: Instant) => Effect.Effect<void>;
  /** Forgets notices of a kind that were sent before a moment. */
  readonly removeSent: (kind: NoticeKind, before: Instant) => Effect.Effect<void>;
}
