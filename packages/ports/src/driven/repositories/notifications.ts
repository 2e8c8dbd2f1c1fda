import type { Instant, Notification, SetNotification } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** The notifications on every page: one of a type. `Storefront.announced` reads what is shown. (SHL-05) */
export interface NotificationReads {
  /** Those that are shown at a moment. */
  readonly shown: (at: Instant) => Effect.Effect<readonly SetNotification[]>;
}

/** Adds the writes and row locks to {@link NotificationReads}. */
export interface Notifications extends NotificationReads {
  /** Sets the one of its type, in place of one that is there. */
  readonly put: (notification: SetNotification) => Effect.Effect<void>;
  readonly remove: (type: Notification["notification_type"]) => Effect.Effect<void>;
}
