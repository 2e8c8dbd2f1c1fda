import { Clock, ReadRepositories, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Makes the mail job due now if the outbox has emails that were not in it at the last check. `tried` is the `waiting`
 * set that the last check returned. Emails that failed wait for the job's next run, so that an unavailable mail server
 * isn't called more often.
 */
export const hastenOutbox = Effect.fnUntraced(function* (tried: ReadonlySet<string>) {
  const clock = yield* Clock;
  const { outbox } = yield* ReadRepositories;
  const waiting = new Set((yield* outbox.due(clock.now())).map(({ id }) => id));
  const isNew = [...waiting].some((id) => !tried.has(id));
  if (isNew) yield* Repositories.use(({ jobs }) => jobs.hasten("send-notices", clock.now())).pipe(transactional);
  return { waiting, isNew };
});
