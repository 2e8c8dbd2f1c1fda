import { message } from "@backlot/domain";
import { type ByStaff, NotFound, ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { logged } from "../log-change.ts";

/** The maximum number of refused emails to list. */
const LIMIT = 100;

/** Returns the emails that the mail server refused: those the store gave up on, and those it will retry. */
export const refusedEmails = ReadRepositories.use(({ outbox }) => outbox.refused(LIMIT));

/** Makes a refused email due again, and logs who requested it and why. Fails if no refused email has this id. */
export const retryEmail = (id: string, by: ByStaff) =>
  logged(
    by,
    Effect.gen(function* () {
      const repos = yield* Repositories;
      if (!(yield* repos.outbox.retry(id))) return yield* new NotFound({ message: message("not_found") });
    }),
    () => ({ kind: "retry_email", email_id: id }),
  );
