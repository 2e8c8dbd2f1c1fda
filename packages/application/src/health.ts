import { message } from "@backlot/domain";
import { Unavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import type { StorePorts } from "./store-ports.ts";

/** How long the database may take to say that it is there. */
const HEALTH_LIMIT = "3 seconds";

/** How long an answer of the database says for everybody that it is there. */
const HEALTH_HOLDS = "250 millis";

/** Whether the database answers. It is asked by one of all who want to know; a failure is asked about again at once. */
export const healthOf = (ports: Pick<StorePorts, "transactions">) =>
  Effect.runSync(
    Effect.as(ports.transactions.check(), { status: "ok" as const }).pipe(
      Effect.timeoutOrElse({
        duration: HEALTH_LIMIT,
        orElse: () => Effect.fail(new Unavailable({ message: message("unavailable") })),
      }),
      Effect.cachedWithTTL((exit) => (Exit.isSuccess(exit) ? HEALTH_HOLDS : 0)),
    ),
  );
