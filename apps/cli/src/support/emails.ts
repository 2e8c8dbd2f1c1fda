import { utcMinute } from "@backlot/domain";
import type { Command } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason } from "../arguments.ts";
import { type Output, table, ifNotFound } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface EmailOptions extends Common {
  readonly key?: string;
}

const list = async (options: EmailOptions, output: Output): Promise<void> => {
  const { data } = await askSupport(options.store, options.key, ({ support }) => support.refusedEmails());
  if (options.json) return output.out(pretty(data));
  if (data.length === 0) return output.out("There are no refused emails.");
  output.out(
    await table(
      ["Next attempt (UTC)", "ID", "Email", "About", "Response"],
      data.map(({ id, kind, about, failed_at, next_attempt_at, last_error }) => [
        failed_at === null && next_attempt_at !== null ? utcMinute(next_attempt_at) : "none",
        id,
        kind,
        about,
        last_error,
      ]),
    ),
  );
};

const retry = async (id: string, options: EmailOptions & ByStaff, output: Output): Promise<void> => {
  const payload = { id, ...byStaff(options) };
  await askSupport(options.store, options.key, ({ support }) => support.retryEmail({ payload })).catch(
    ifNotFound(`No refused email has the ID "${id}". To list them, run backlot emails list.`),
  );
  output.out(options.json ? pretty({ id }) : "The email will be sent again.");
};

/** Adds `backlot emails`, which handles emails that the mail server refused. */
const addEmailsCommand = (program: Command, output: Output): void => {
  const emails = program.command("emails").description("list and resend emails that the mail server refused");
  const add = asksSupport(emails);
  add("list", "list refused emails, with the mail server's response and the next attempt", ["list"]).action(
    (options: EmailOptions) => list(options, output),
  );
  takesReason(
    add("retry", "send a refused email again", ['retry receipt:payment:pi_3QxK2e --reason "mailbox has space again"']),
  )
    .argument("<id>", "the email's ID, from emails list")
    .action((id: string, options: EmailOptions & ByStaff) => retry(id, options, output));
};

export const registration: Registration = { group: "Store", place: 3, add: addEmailsCommand };
