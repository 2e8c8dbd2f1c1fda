import type { Instant, Notification, SetNotification } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Notifications on every page, one per type. `Storefront.announced` returns them to pages. */
export interface NotificationReads {
  /** Returns the notifications shown at a time. */
  readonly shown: (at: Instant) => Effect.Effect<readonly SetNotification[]>;
}

/** Adds the writes to {@link NotificationReads}. */
export interface Notifications extends NotificationReads {
  /** Saves a notification. Replaces the one of its type. */
  readonly put: (notification: SetNotification) => Effect.Effect<void>;
  readonly remove: (type: Notification["notification_type"]) => Effect.Effect<void>;
}
