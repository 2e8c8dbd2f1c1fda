import { isDatabaseOutage } from "@backlot/adapters-postgres";
import { message } from "@backlot/domain";
import { type Store, Unavailable, mapOperations } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Context } from "hono";
import type { Answers } from "./answers.ts";

/** How many seconds a client is asked to wait before it tries again. */
export const RETRY_AFTER = "2";

/** The failure that a defect is for its caller: `Unavailable` where the database was not reached, null for others. */
export const outageOf = (defect: unknown): Unavailable | null =>
  isDatabaseOutage(defect) ? new Unavailable({ message: message("unavailable") }) : null;

/** A store whose operations fail with `Unavailable` where the database can't be reached. */
export const withOutages = (store: Store): Store =>
  mapOperations(
    store,
    (operation, name) => (request) =>
      Effect.catchDefect(operation(request), (defect) => {
        const outage = outageOf(defect);
        return outage === null
          ? Effect.die(defect)
          : Effect.andThen(Effect.logWarning(`${name}: the database is not reached`, defect), Effect.fail(outage));
      }),
  );

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Backlot</title><h1>Backlot</h1><p>${text}</p></html>`;

/** Answers 503 to a request that the database was not there for: JSON to programs, a page to people. */
export const unavailable = (c: Context, answers: Pick<Answers, "json">): Response | Promise<Response> => {
  const text = message("unavailable");
  const headers = { "retry-after": RETRY_AFTER };
  return c.req.header("accept")?.includes("text/html") === true && !c.req.path.startsWith("/api/")
    ? c.html(page(text), 503, headers)
    : answers.json(c, 503, { error: { code: "unavailable", message: text } }, headers);
};
