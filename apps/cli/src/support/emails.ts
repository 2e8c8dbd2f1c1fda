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
  if (data.length === 0) return output.out("The mail server has refused no email.");
  output.out(
    await table(
      ["Next attempt (UTC)", "ID", "Email", "About", "Answer"],
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
    ifNotFound(`No refused email has the ID "${id}": see backlot emails list.`),
  );
  output.out(options.json ? pretty({ id }) : "The email is on its way again.");
};

/** Adds `backlot emails`: emails that the mail server refused. */
const addEmailsCommand = (program: Command, output: Output): void => {
  const emails = program.command("emails").description("emails that the mail server refused");
  const add = asksSupport(emails);
  add("list", "emails that the mail server refused, with its answer and the next attempt", ["list"]).action(
    (options: EmailOptions) => list(options, output),
  );
  takesReason(
    add("retry", "send a refused email again", ['retry receipt:payment:pi_3QxK2e --reason "mailbox has space again"']),
  )
    .argument("<id>", "the email's ID, as emails list prints it")
    .action((id: string, options: EmailOptions & ByStaff) => retry(id, options, output));
};

export const registration: Registration = { group: "The whole store", place: 3, add: addEmailsCommand };
