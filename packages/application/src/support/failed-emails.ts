import { message } from "@backlot/domain";
import { type ByStaff, NotFound, ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { logged } from "../log-change.ts";

/** The most failed emails to list. */
const LIMIT = 100;

/** Returns the latest emails that the mail server refused permanently, or too often. */
export const failedEmails = ReadRepositories.use(({ outbox }) => outbox.failed(LIMIT));

/** Makes a failed email due again, and logs who wanted it and why. Fails if no failed email has this id. */
export const retryEmail = (id: string, by: ByStaff) =>
  logged(
    by,
    Effect.gen(function* () {
      const { outbox } = yield* Repositories;
      if (!(yield* outbox.retry(id))) return yield* new NotFound({ message: message("not_found") });
    }),
    () => ({ kind: "retry_email", email_id: id }),
  );
