import { ReadRepositories, Repositories, currentTime, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Makes the mail job due now if the outbox has emails that were not in it at the last check. `tried` is the `waiting`
 * set that the last check returned. Emails that failed wait for the job's next run, so that an unavailable mail server
 * isn't called more often.
 */
export const hastenOutbox = Effect.fnUntraced(function* (tried: ReadonlySet<string>) {
  const now = yield* currentTime;
  const repos = yield* ReadRepositories;
  const waiting = new Set((yield* repos.outbox.due(now)).map(({ id }) => id));
  const isNew = [...waiting].some((id) => !tried.has(id));
  if (isNew) yield* Repositories.use(({ jobs }) => jobs.hasten("send-notices", now)).pipe(transactional);
  return { waiting, isNew };
});
