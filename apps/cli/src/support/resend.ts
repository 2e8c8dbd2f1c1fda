import type { FoundCustomer } from "@backlot/ports";
import type { Command } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason } from "../arguments.ts";
import { customersAt } from "../customer-named.ts";
import { CommandFailed, type Output, ifNotFound } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface ResendOptions extends Common, ByStaff {
  readonly key?: string;
}

/** The emails that can be sent again, each with the argument that identifies it. */
const MAILS = [
  {
    mail: "receipt",
    command: "receipt",
    description: "resend the receipt of a payment",
    named: "the receipt's number",
    example: "R1-000042",
  },
  {
    mail: "guest_link",
    command: "guest-link",
    description: "resend the link to a guest's order",
    named: "the order's ID",
    example: "c7f3e0b5-1c0f-4d60-8cf2-1cd057ad5e6a",
  },
  {
    mail: "certificate",
    command: "certificate",
    description: "resend a license certificate",
    named: "the certificate's number",
    example: "BC-YM33-QCA2-KZ7G",
  },
  {
    mail: "licensee",
    command: "licensee",
    description: "email a customer a link to confirm their licensee details",
    named: "the account's ID",
    example: null,
  },
] as const;

type Mail = (typeof MAILS)[number];

const WHAT: Readonly<Record<Mail["mail"], string>> = {
  receipt: "receipt",
  guest_link: "guest order",
  certificate: "certificate",
  licensee: "account",
};

/** Returns the latest receipt or certificate of an email address's account, or the latest order of its guests. */
const latestOf = async (email: string, mail: Mail["mail"], options: ResendOptions): Promise<string> => {
  const customers = await customersAt(email, options);
  if (customers.length === 0) throw new CommandFailed("not_found", `No customer has the email address ${email}.`);
  const isFor = ({ is_guest }: FoundCustomer): boolean => mail === "receipt" || is_guest === (mail === "guest_link");
  for (const { id } of customers.filter(isFor)) {
    const { data } = await askSupport(options.store, options.key, (client) =>
      client.support.customer({ query: { customer: id } }),
    );
    const names = {
      receipt: data.receipts[0]?.number,
      guest_link: data.orders[0]?.id,
      certificate: data.certificates[0]?.number,
      licensee: data.user.id,
    };
    const name = names[mail];
    if (name !== undefined) return name;
  }
  throw new CommandFailed("not_found", `${email} has no ${WHAT[mail]}.`);
};

const resend = async ({ mail, named }: Mail, text: string, options: ResendOptions, output: Output): Promise<void> => {
  const about = text.includes("@") ? await latestOf(text, mail, options) : text;
  const payload = { mail, about, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (client) => client.support.sendMail({ payload })).catch(
    ifNotFound(`There is no ${WHAT[mail]} ${about}. Use ${named}.`),
  );
  if (options.json) return output.out(pretty(data));
  output.out(
    data.sent
      ? `An email to ${data.to} is on its way.`
      : `This email to ${data.to} is already on its way, or was sent in the last five minutes.`,
  );
};

/** Adds `backlot resend`, which sends emails at a customer's request. Most of them were sent before. */
const addResendCommand = (program: Command, output: Output): void => {
  const group = program.command("resend").description("resend emails to customers");
  for (const each of MAILS) {
    const why = each.mail === "licensee" ? "needs a certificate" : "never arrived";
    takesReason(
      asksSupport(group)(each.command, each.description, [
        `${each.command} ada@example.com --reason "${why}"`,
        ...(each.example === null ? [] : [`${each.command} ${each.example} --reason "${why}"`]),
      ]),
    )
      .argument(
        "<name>",
        `${each.named}, or the customer's email address${each.mail === "licensee" ? "" : " for the latest one"}`,
      )
      .action((about: string, options: ResendOptions) => resend(each, about, options, output));
  }
};

export const registration: Registration = { group: "Customers", place: 5, add: addResendCommand };
