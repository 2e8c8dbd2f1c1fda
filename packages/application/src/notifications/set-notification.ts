import { type SetNotification, notificationEndProblem } from "@backlot/domain";
import { InvalidRequest } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/**
 * Shows a notification on every page, in place of one of its type. Its HTML is made safe first; what is answered is
 * what is shown. Refused where it would end before it begins. (SHL-05)
 */
export const setNotification =
  (ports: Pick<StorePorts, "clock" | "markup" | "transactions">) =>
  (asked: SetNotification): Effect.Effect<SetNotification, InvalidRequest> =>
    Effect.gen(function* () {
      const problem = notificationEndProblem(asked.ends_at, ports.clock.now());
      if (problem !== null)
        return yield* new InvalidRequest({ message: problem, issues: [{ path: "payload.ends_at", message: problem }] });
      const safe = { ...asked, body: ports.markup.clean(asked.body) };
      yield* ports.transactions.read.notifications.put(safe);
      return safe;
    });
