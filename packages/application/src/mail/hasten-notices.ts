import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/**
 * Makes the mails due that wait and were not tried yet: somebody waits for them. `tried` are those of
 * the last look, so that a mail server that is down is not asked more often than its job asks it.
 * Answers what waits now. (ACC-04, ORD-03)
 */
export const hastenNotices =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (tried: ReadonlySet<string>): Effect.Effect<{ readonly waiting: ReadonlySet<string>; readonly isNew: boolean }> =>
    Effect.gen(function* () {
      const { jobs, notices } = ports.transactions.read;
      const waiting = new Set((yield* notices.due()).map(({ id }) => id));
      const isNew = [...waiting].some((id) => !tried.has(id));
      if (isNew) yield* jobs.hasten("send-notices", ports.clock.now());
      return { waiting, isNew };
    });
