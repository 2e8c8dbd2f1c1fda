import type { Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A mail that is still to be sent: about an order, or to an account that confirms its address. */
export interface Notice {
  readonly id: string;
  readonly kind: "payment-not-applied" | "guest-purchase" | "confirm-email";
  /** The id of the order; of the account, where it confirms an address. */
  readonly about: string;
}

/** Mails that a transaction decided on. */
export interface Notices {
  /** Adds a notice; there is one of a kind about one thing. */
  readonly enqueue: (notice: Notice, at: Instant) => Effect.Effect<void>;
  readonly due: () => Effect.Effect<readonly Notice[]>;
  /** Makes a notice due again, where it was sent before a moment. */
  readonly repeat: (about: string, kind: Notice["kind"], sentBefore: Instant) => Effect.Effect<void>;
  readonly complete: (id: string, at: Instant) => Effect.Effect<void>;
}
