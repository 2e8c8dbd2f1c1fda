import type { Instant, Notification, SetNotification } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Read-only queries for site-wide notifications, at most one per type. Pages get them from `Storefront.announced`. */
export interface NotificationReads {
  /** Returns the notifications that have not ended by the given time. */
  readonly shown: (at: Instant) => Effect.Effect<readonly SetNotification[]>;
}

/** Adds writes to {@link NotificationReads}. Only available inside a transaction. */
export interface Notifications extends NotificationReads {
  /** Saves a notification, replacing any other of its type. */
  readonly put: (notification: SetNotification) => Effect.Effect<void>;
  /** Returns false if no notification has this type. */
  readonly remove: (type: Notification["notification_type"]) => Effect.Effect<boolean>;
}
