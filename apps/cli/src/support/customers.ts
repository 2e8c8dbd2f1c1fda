import {
  creditsText,
  formatUsd,
  intervalText,
  licenseLabel,
  longDate,
  paidWithText,
  personName,
  receiptTitle,
  utcDay,
} from "@backlot/domain";
import type { CustomerView } from "@backlot/ports";
import type { Command } from "commander";
import { ACTION_HEAD, actionRow } from "../action-log.ts";
import { type Common, json, pretty, store, supportKey } from "../arguments.ts";
import { addCustomerChanges, namedCustomer } from "./customer-changes.ts";
import { type Output, table } from "../output.ts";
import { askSupport } from "../store.ts";

interface CustomerOptions extends Common {
  readonly key?: string;
}

/** The number of ledger entries, orders, and downloads to print. Payments and `--json` are complete. */
const LISTED = 10;

const counted = (count: number, name: string): string =>
  `${count === 0 ? "no" : count} ${name}${count === 1 ? "" : "s"}`;

const planText = ({ subscription }: CustomerView["user"]): string => {
  if (subscription === null) return "No plan.";
  const { plan_variant, license, billed_by, status, cancel_at_period_end, current_period_end } = subscription;
  const plan = `${plan_variant.plan.name}, ${intervalText(plan_variant.interval)}, ${licenseLabel(license.id)}`;
  const end = `${cancel_at_period_end ? "ends" : "runs"} until ${longDate(current_period_end)}`;
  const next = subscription.scheduled_plan_variant;
  const then = next === null ? "" : `, then ${next.plan.name}, ${intervalText(next.interval)}`;
  return `${plan}, by ${billed_by}, ${status.replace("_", " ")}, ${end}${then}.`;
};

/** Returns the summary that is printed above the account's lists. */
const summary = ({ user, items, certificates }: CustomerView): string => {
  const profile = user.team.licensee_profile;
  const states = [
    user.confirmed_at === null ? "address not confirmed" : null,
    user.locked ? "locked" : null,
    user.dispute_open ? "a payment is disputed" : null,
    user.pending_order === null ? null : `order ${user.pending_order.id} waits at ${user.pending_order.provider}`,
  ].filter((each) => each !== null);
  const legacy = user.legacy_current_credit_balance;
  return [
    `${personName(user)} <${user.email}>, account ${user.id}`,
    `Role ${user.team.role_name}. ${[`Since ${longDate(user.created_at)}`, ...states].join(", ")}.`,
    planText(user),
    `May buy from ${licenseLabel(user.minimum_license_id)} on.` +
      (profile === null ? " No license is confirmed." : ` Licensee: ${profile.company_name ?? personName(user)}.`),
    `${creditsText(user.current_credit_balance)}${legacy === 0 ? "" : `, ${legacy} legacy`}. ` +
      `Owns ${counted(items.length, "item")}, ${counted(certificates.length, "certificate")}.`,
    ...(user.account_credit === 0 ? [] : [`Account credit: ${formatUsd(user.account_credit)}.`]),
  ].join("\n");
};

const listed = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? `${title}: none.` : `${title}:\n${table(head, rows)}`;

const show = async (customer: string, options: CustomerOptions, output: Output): Promise<void> => {
  const found = await askSupport(options.store, options.key, (asked) =>
    asked.support.customer({ query: { customer } }),
  ).catch((error: unknown) => {
    throw namedCustomer(error, customer);
  });
  const { data } = found;
  if (options.json) return output.out(pretty(data));
  output.out(
    [
      summary(data),
      listed(
        "Orders",
        ["Placed", "Order", "Kind", "Total", "Refunded", "Paid"],
        data.orders
          .slice(0, LISTED)
          .map((order) => [
            utcDay(order.placed_at),
            order.id,
            order.kind,
            formatUsd(order.quote.total),
            formatUsd(order.refunded),
            paidWithText(order.paid_with),
          ]),
      ),
      listed(
        "Payments",
        ["Paid", "Receipt", "For", "Amount", "Refunded"],
        data.receipts.map((receipt) => [
          utcDay(receipt.paid_at),
          receipt.number,
          receiptTitle(receipt),
          formatUsd(receipt.total),
          formatUsd(receipt.refunded),
        ]),
      ),
      listed(
        "Credits",
        ["At", "Credits", "Why", "About"],
        data.credit_entries
          .toReversed()
          .slice(0, LISTED)
          .map(({ at, amount, reason, reference }) => [utcDay(at), String(amount), reason, reference]),
      ),
      listed(
        "Downloads",
        ["At", "File"],
        data.downloads
          .toReversed()
          .slice(0, LISTED)
          .map(({ at, variant_id }) => [utcDay(at), String(variant_id)]),
      ),
      listed("Support", ACTION_HEAD, data.support_actions.slice(0, LISTED).map(actionRow)),
    ].join("\n\n"),
  );
};

/** Adds `backlot customers`: show an account, and change it as support staff. */
export const addCustomersCommand = (program: Command, output: Output): void => {
  const customers = program.command("customers").description("accounts of a running store");
  customers
    .command("show")
    .description("an account's license, plan, orders, payments, credits and downloads, and what support did")
    .argument("<customer>", "the account's address, or its id as other commands state it")
    .addOption(store())
    .addOption(supportKey())
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot customers show ada@example.com --store http://127.0.0.1:3000\n" +
        "  $ backlot customers show ada@example.com --store http://127.0.0.1:3000 --json",
    )
    .action((customer: string, options: CustomerOptions) => show(customer, options, output));
  addCustomerChanges(customers, output);
};
