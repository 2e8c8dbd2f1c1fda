import {
  type Cents,
  type LicenseId,
  MAX_GRANTED_CREDITS,
  type SupportChange,
  accountCreditText,
  cents,
  creditsText,
  formatUsd,
  licenseLabel,
} from "@backlot/domain";
import type { UserView } from "@backlot/ports";
import { type Command, InvalidArgumentError } from "commander";
import {
  type ByStaff,
  type Common,
  by,
  byStaff,
  centsArgument,
  countArgument,
  json,
  licenseArgument,
  pretty,
  reason,
  store,
  supportKey,
} from "../arguments.ts";
import { ACCOUNT_ARGUMENT, namedCustomer } from "../customer-named.ts";
import { CommandFailed, type Output } from "../output.ts";
import { askSupport } from "../store.ts";

interface ChangeOptions extends Common, ByStaff {
  readonly key?: string;
}

/** Parses a number of credits. Fails if it exceeds the maximum for one grant. */
const grantedArgument = (text: string): number => {
  const credits = countArgument(text);
  if (credits > MAX_GRANTED_CREDITS)
    throw new InvalidArgumentError(`Grant at most ${creditsText(MAX_GRANTED_CREDITS)} at once.`);
  return credits;
};

/** Returns why an account's effective minimum license is higher than the one just set, or an empty string. */
const heldBy = (set: LicenseId, { minimum_license_id, subscription }: UserView): string => {
  if (minimum_license_id > set) return `, but the confirmed license is ${licenseLabel(minimum_license_id)}`;
  return subscription !== null && subscription.license.id > set
    ? `, but the current plan is under ${licenseLabel(subscription.license.id)}`
    : "";
};

/** Returns the message that confirms a change, or that says the account was already in that state. */
const outcome = (change: SupportChange, changed: boolean, user: UserView): string => {
  const who = user.email;
  switch (change.kind) {
    case "lock":
      if (!changed) return `${who} is already locked.`;
      return user.subscription === null
        ? `${who} is locked.`
        : `${who} is locked. The plan stays active and is still billed.`;
    case "unlock":
      return changed ? `${who} can sign in again.` : `${who} is not locked.`;
    case "grant_credits":
      return (
        `Granted ${who} ${creditsText(change.credits)}. ` +
        `The balance is now ${creditsText(user.current_credit_balance)}.`
      );
    case "set_minimum_license":
      return (
        `The minimum license for ${who} is ${changed ? "now" : "already"} ${licenseLabel(change.license_id)}` +
        `${heldBy(change.license_id, user)}.`
      );
    case "pay_out_account_credit":
      return `Refunding ${accountCreditText(change.amount)} to ${who}. To see pending refunds, run backlot money list.`;
    case "resend_confirmation":
      if (changed) return `A confirmation email to ${who} is on its way.`;
      return user.confirmed_at === null
        ? `An email to ${who} is already on its way, or was sent in the last few minutes.`
        : `${who} is already confirmed.`;
  }
};

/** The warning for each kind of change that isn't safe to repeat, in case the store didn't respond. */
const MAY_BE_DONE: Readonly<Partial<Record<SupportChange["kind"], string>>> = {
  grant_credits: "The credits may have been granted",
  pay_out_account_credit: "The account credit may have been refunded",
};

/** Returns a connection error with a note that the change may have been made anyway. */
const mayBeDone = ({ message }: CommandFailed, done: string, customer: string): CommandFailed =>
  new CommandFailed("unreachable", `${message} ${done}. To check, run backlot customers show ${customer}.`);

const make = async (customer: string, change: SupportChange, options: ChangeOptions, output: Output): Promise<void> => {
  const payload = { customer, idempotency_key: crypto.randomUUID(), ...byStaff(options), change };
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.changeCustomer({ payload }),
  ).catch((error: unknown) => {
    const done = MAY_BE_DONE[change.kind];
    if (error instanceof CommandFailed && error.reason === "unreachable" && done !== undefined)
      throw mayBeDone(error, done, customer);
    return namedCustomer(customer)(error);
  });
  output.out(options.json ? pretty(data) : outcome(change, data.changed, data.user));
};

/** Returns an account by its email address or ID. Fails if the store has no such account. */
const accountOf = async (customer: string, { store: url, key }: ChangeOptions): Promise<UserView> => {
  const request = askSupport(url, key, ({ support }) => support.customer({ query: { customer } }));
  const { data } = await request.catch(namedCustomer(customer));
  return data.user;
};

/** Grants credits if confirmed with --yes. */
const grant = async (customer: string, credits: number, options: YesOptions, output: Output): Promise<void> => {
  const { id, email } = await accountOf(customer, options);
  if (!options.yes)
    throw new CommandFailed(
      "needs_yes",
      `This grants ${email} ${creditsText(credits)} and can't be undone. Add --yes to continue.`,
      2,
    );
  await make(id, { kind: "grant_credits", credits }, options, output);
};

interface YesOptions extends ChangeOptions {
  readonly yes?: boolean;
}

interface PayOutOptions extends YesOptions {
  readonly amount?: number;
}

/** Pays out account credit, either an amount in cents or the whole balance. */
const payOut = async (customer: string, options: PayOutOptions, output: Output): Promise<void> => {
  const user = await accountOf(customer, options);
  const amount: Cents = cents(options.amount ?? user.account_credit);
  if (amount === 0) throw new CommandFailed("no_account_credit", `${user.email} has no account credit.`);
  if (!options.yes)
    throw new CommandFailed(
      "needs_yes",
      `This refunds ${formatUsd(amount)} of account credit to ${user.email} and can't be undone. ` +
        "Add --yes to continue.",
      2,
    );
  await make(user.id, { kind: "pay_out_account_credit", amount }, options, output);
};

/** Adds the `backlot customers` commands that change an account. The store logs who did it and why. */
export const addCustomerChanges = (customers: Command, output: Output): void => {
  const add = (name: string, description: string, example: string): Command =>
    customers
      .command(name)
      .description(description)
      .argument("<customer>", ACCOUNT_ARGUMENT)
      .addOption(reason())
      .addOption(by())
      .addOption(store())
      .addOption(supportKey())
      .addOption(json())
      .addHelpText(
        "after",
        `\nExamples:\n  $ backlot customers ${name} ada@example.com ${example} --store http://127.0.0.1:3000`,
      );
  const plain = (kind: "lock" | "unlock" | "resend_confirmation") => (customer: string, options: ChangeOptions) =>
    make(customer, { kind }, options, output);
  add("lock", "block sign-in to an account; its plan stays active and is billed", '--reason "shares files"').action(
    plain("lock"),
  );
  add("unlock", "unlock an account that support or wrong passwords have locked", '--reason "identity verified"').action(
    plain("unlock"),
  );
  add("resend-confirmation", "resend the confirmation email", '--reason "asked for it"').action(
    plain("resend_confirmation"),
  );
  add("grant", "grant credits that never expire", '20 --reason "broken render" --yes')
    .argument("<credits>", `number of credits, up to ${MAX_GRANTED_CREDITS}`, grantedArgument)
    .option("--yes", "confirm; this can't be undone")
    .action((customer: string, credits: number, options: YesOptions) => grant(customer, credits, options, output));
  add("pay-out", "refund account credit to the original payments", '--reason "closing the account" --yes')
    .option("--amount <cents>", "amount in cents (default: everything)", centsArgument)
    .option("--yes", "confirm; this can't be undone")
    .action((customer: string, options: PayOutOptions) => payOut(customer, options, output));
  add("minimum-license", "set the lowest license that an account may buy", '2 --reason "now a studio"')
    .argument("<license>", "from 1 to 6", licenseArgument)
    .action((customer: string, license_id: LicenseId, options: ChangeOptions) =>
      make(customer, { kind: "set_minimum_license", license_id }, options, output),
    );
};
