import { type SetNotification, notificationEndProblem } from "@backlot/domain";
import { InvalidRequest, Markup, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Shows a notification on every page, or replaces the existing one of its type. Sanitizes its HTML and returns the
 * result. Fails if it would end in the past. Call it in a transaction.
 */
export const setNotification = Effect.fnUntraced(function* (notification: SetNotification) {
  const repos = yield* Repositories;
  const markup = yield* Markup;
  const problem = notificationEndProblem(notification.ends_at, yield* currentTime);
  if (problem !== null)
    return yield* new InvalidRequest({ message: problem, issues: [{ path: "payload.ends_at", message: problem }] });
  const safe = { ...notification, body: markup.clean(notification.body) };
  yield* repos.notifications.put(safe);
  return safe;
});

/** Removes the notification with this type. Returns false if it doesn't exist. Call it in a transaction. */
export const removeNotification = (type: SetNotification["notification_type"]) =>
  Repositories.use(({ notifications }) => notifications.remove(type));
