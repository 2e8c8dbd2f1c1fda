import { type AccountMessage, joinMessages, message } from "@backlot/domain";
import { InvalidRequest } from "@backlot/ports";

const FIELD_OF: Partial<Record<AccountMessage, string>> = {
  disposable_email: "email",
  email_required: "email",
  enter_email_to_continue: "email",
  invalid_email: "email",
  first_name_required: "first_name",
  last_name_required: "last_name",
  first_name_hidden: "first_name",
  last_name_hidden: "last_name",
  password_common: "password",
  password_is_email: "password",
  password_too_short: "password",
  password_refused: "password",
  current_password_wrong: "current_password",
  password_required: "password",
  deletion_password: "password",
};

/** Returns the error for an invalid form. Its message joins all problems, and its issues name the field of each one. */
export const toInvalidRequest = (problems: readonly AccountMessage[]): InvalidRequest =>
  new InvalidRequest({
    message: joinMessages(problems),
    issues: problems.map((name) => ({ path: `payload.${FIELD_OF[name] ?? "form"}`, message: message(name) })),
  });
