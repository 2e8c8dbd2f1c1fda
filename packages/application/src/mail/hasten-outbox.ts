import { Clock, ReadRepositories, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Makes the mail job due if the outbox has emails that it has not tried yet. `tried` is the result of the last check,
 * so that an unavailable mail server is called no more often than by the job. Returns the unsent emails.
 */
export const hastenOutbox = (tried: ReadonlySet<string>) =>
  Effect.gen(function* () {
    const clock = yield* Clock;
    const { outbox } = yield* ReadRepositories;
    const waiting = new Set((yield* outbox.due()).map(({ id }) => id));
    const isNew = [...waiting].some((id) => !tried.has(id));
    if (isNew) yield* Repositories.use(({ jobs }) => jobs.hasten("send-notices", clock.now())).pipe(transactional);
    return { waiting, isNew };
  });
