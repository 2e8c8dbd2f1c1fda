import { Clock, ReadRepositories, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Makes the mail job due if emails wait that it has not tried yet. `tried` are the emails of the last check, so that a
 * mail server that is down is asked no more often than by its job. Returns the emails that wait now. (ACC-04, ORD-03)
 */
export const hastenNotices = (tried: ReadonlySet<string>) =>
  Effect.gen(function* () {
    const clock = yield* Clock;
    const { notices } = yield* ReadRepositories;
    const waiting = new Set((yield* notices.due()).map(({ id }) => id));
    const isNew = [...waiting].some((id) => !tried.has(id));
    if (isNew) yield* Repositories.use(({ jobs }) => jobs.hasten("send-notices", clock.now())).pipe(transactional);
    return { waiting, isNew };
  });
