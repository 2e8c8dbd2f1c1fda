import {
  formatUsd,
  itemLabel,
  licenseLabel,
  longDate,
  personName,
  planText,
  receiptTitle,
  renewalItem,
  utcDay,
  withBalances,
} from "@backlot/domain";
import type { CustomerView, DownloadCheckView } from "@backlot/ports";
import type { Command } from "commander";
import { ACTION_HEAD, actionRow } from "../action-log.ts";
import { type Common, json, pretty, store, supportKey } from "../arguments.ts";
import { LOT_NAMES, aboutEntry } from "./credit-words.ts";
import { addCustomerChanges } from "./customer-changes.ts";
import { CUSTOMER_ARGUMENT, customerNamed } from "../customer-named.ts";
import { CommandFailed, type Output, table } from "../output.ts";
import { askSupport } from "../store.ts";

interface CustomerOptions extends Common {
  readonly key?: string;
  readonly all?: boolean;
}

/** The number of rows of each list to print without `--all`. `--json` is complete. */
const LISTED = 10;

const licenseText = ({ user }: CustomerView): string => {
  const { licensee_profile: profile } = user.team;
  const minimum = `may buy ${licenseLabel(user.minimum_license_id)} and higher`;
  if (profile === null) return `not confirmed, ${minimum}`;
  return `${profile.company_name ?? personName(profile)}, License ID ${profile.token}, ${minimum}`;
};

const planLines = ({ subscription }: CustomerView["user"]): readonly string[] => {
  if (subscription === null) return ["Free plan"];
  const { plan_variant, license, billed_by, status, scheduled_plan_variant: next } = subscription;
  const overdue =
    subscription.grace_ends === null ? [] : [`overdue; ends ${longDate(subscription.grace_ends)} unless paid`];
  const { name, value } = renewalItem(subscription);
  return [
    `${planText(plan_variant)} · ${licenseLabel(license.id)} · ${status.replace("_", " ")}`,
    [`since ${longDate(subscription.current_period_start)}`, `${name.toLowerCase()} ${value}`, `by ${billed_by}`].join(
      ", ",
    ),
    ...overdue,
    ...(subscription.cancel_at_period_end ? ["canceled by the customer"] : []),
    ...(next === null ? [] : [`then ${planText(next)}`]),
  ];
};

const creditLines = ({ user, credit_lots }: CustomerView): readonly string[] => {
  const total = user.current_credit_balance + user.legacy_current_credit_balance;
  const lots = credit_lots
    .filter(({ remaining }) => remaining > 0)
    .map(
      ({ kind, remaining, granted, granted_at }) =>
        `${remaining} of ${granted} ${LOT_NAMES[kind]}, ${utcDay(granted_at)}`,
    );
  return [total === 0 ? "none" : String(total), ...lots];
};

const lockLines = ({ user, password_locked }: CustomerView): readonly string[] => [
  ...(user.locked ? ["locked by support"] : []),
  ...(password_locked ? ["locked for a while by wrong passwords"] : []),
  ...(user.dispute_open ? ["a payment is disputed: no purchases"] : []),
];

/** Returns rows of a name and its lines, the names in one column. */
const sheet = (rows: readonly (readonly [name: string, lines: readonly string[]])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows
    .flatMap(([name, lines]) => lines.map((line, at) => `${(at === 0 ? name : "").padEnd(width)}${line}`))
    .join("\n");
};

/** Returns the summary that is printed above the account's lists. */
const summary = (customer: CustomerView): string => {
  const { user, items, certificates, downloads_today } = customer;
  const waiting = user.pending_order;
  const locks = lockLines(customer);
  const owned = `${items.length} ${items.length === 1 ? "item" : "items"}`;
  const issued = `${certificates.length} ${certificates.length === 1 ? "certificate" : "certificates"}`;
  return sheet([
    ["Customer", [`${personName(user)} <${user.email}>`]],
    [
      "Account",
      [user.id, `since ${longDate(user.created_at)}, email ${user.confirmed_at === null ? "not " : ""}confirmed`],
    ],
    ["Role", [user.team.role_name]],
    ["License", [licenseText(customer)]],
    ["Plan", planLines(user)],
    ["Credits", creditLines(customer)],
    ...(user.account_credit === 0 ? [] : [["Account credit", [formatUsd(user.account_credit)]] as const]),
    ["Downloads", [`${downloads_today.count} of ${downloads_today.limit} today`]],
    ["Owns", [`${owned}, ${issued}`]],
    ["Locks", locks.length === 0 ? ["none"] : locks],
    ...(waiting === null
      ? []
      : [
          [
            "Open order",
            [`${waiting.label}, ${formatUsd(waiting.total)}`, `${waiting.id}, at ${waiting.provider}`],
          ] as const,
        ]),
  ]);
};

/** Returns a titled table of the first `most` rows, and how many there are if some are left out. */
const listed = (
  title: string,
  {
    head,
    rows,
    most,
  }: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[]; readonly most: number },
): string => {
  if (rows.length === 0) return `${title}: none.`;
  const left = rows.length > most ? `\n${most} of ${rows.length}. Add --all to see every one.` : "";
  return `${title}:\n${table(head, rows.slice(0, most))}${left}`;
};

/** Returns a file's name and resolution, or its id if the catalog no longer has it. */
const fileName = (files: CustomerView["files"], id: number): string => {
  const file = files.find(({ variant_id }) => variant_id === id);
  return file === undefined ? String(id) : itemLabel(file.name, file.resolution);
};

const show = async (text: string, options: CustomerOptions, output: Output): Promise<void> => {
  const customer = await customerNamed(text, options);
  const { data } = await askSupport(options.store, options.key, (asked) =>
    asked.support.customer({ query: { customer } }),
  );
  if (options.json) return output.out(pretty(data));
  const most = options.all ? Number.POSITIVE_INFINITY : LISTED;
  output.out(
    [
      summary(data),
      listed("Orders", {
        head: ["Placed", "Order", "Kind", "Total", "Refunded", "Paid"],
        rows: data.orders.map((order) => [
          utcDay(order.placed_at),
          order.id,
          order.kind,
          formatUsd(order.quote.total),
          formatUsd(order.refunded),
          order.paid_with.replace("-", " "),
        ]),
        most,
      }),
      listed("Payments", {
        head: ["Paid", "Receipt", "For", "Amount", "Refunded"],
        rows: data.receipts.map((receipt) => [
          utcDay(receipt.paid_at),
          receipt.number,
          receiptTitle(receipt),
          formatUsd(receipt.total),
          formatUsd(receipt.refunded),
        ]),
        most,
      }),
      listed("Credits", {
        head: ["At", "Credits", "Balance", "Why", "About"],
        rows: withBalances(data.credit_entries)
          .toReversed()
          .map(({ at, amount, balance, reason, reference }) => [
            utcDay(at),
            String(amount),
            String(balance),
            reason,
            aboutEntry(data, reference),
          ]),
        most,
      }),
      listed("Downloads", {
        head: ["At", "File"],
        rows: data.downloads.toReversed().map(({ at, variant_id }) => [utcDay(at), fileName(data.files, variant_id)]),
        most,
      }),
      listed("Support", { head: ACTION_HEAD, rows: data.support_actions.map(actionRow), most }),
    ].join("\n\n"),
  );
};

/** What support can do about each rule that refuses a download. */
const HELPS: Readonly<Record<NonNullable<DownloadCheckView["files"][number]["reason"]>, string>> = {
  SignInToDownload: "The customer has to sign in.",
  NeedsPaidPlan: "Any paid plan includes it: backlot license for-revenue.",
  NeedsPlanFor4K: "Any paid plan includes 4K; the 2K file is free.",
  NeedsPurchase: "The customer can get it with credits, or buy a file. Support can grant credits: customers grant.",
  DailyLimitReached: "The limit resets at midnight UTC. Owned items and files downloaded today don't count.",
  PaymentDisputed: "It's back once the dispute is settled: backlot money list.",
};

/** Says whether a customer may download an item, file by file, and what would help. */
const whyNot = async (text: string, item: string, options: CustomerOptions, output: Output): Promise<void> => {
  const customer = await customerNamed(text, options);
  const slug = item
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const { data } = await askSupport(options.store, options.key, (asked) =>
    asked.support.downloadCheck({ query: { customer, item: slug } }),
  ).catch((error: unknown) => {
    throw error instanceof CommandFailed && error.reason === "not_found"
      ? new CommandFailed("not_found", `There is no item "${slug}" that this customer can see.`)
      : error;
  });
  if (options.json) return output.out(pretty(data));
  const states = [
    ...(data.locked ? ["Support has locked the account, so nobody can sign in: customers unlock."] : []),
    ...(data.password_locked ? ["Wrong passwords have locked the account for a while: customers unlock."] : []),
  ];
  const helps = [...new Set(data.files.flatMap(({ reason }) => (reason === null ? [] : HELPS[reason])))];
  output.out(
    [
      ...states,
      ...(states.length === 0 ? [] : ["Apart from that:"]),
      ...data.files.map((file) => `${itemLabel(data.name, file.resolution)}: ${file.message ?? "can be downloaded."}`),
      ...helps,
    ].join("\n"),
  );
};

/** Adds `backlot customers`: show an account, and change it as support staff. */
export const addCustomersCommand = (program: Command, output: Output): void => {
  const addShow = (command: Command, name: string): void => {
    const example = (text: string) => `  $ backlot ${name} ${text} --store http://127.0.0.1:3000`;
    const examples = ["ada@example.com", '"Lane Films"', "ada@example.com --json"].map(example);
    command
      .description("everything about a customer on one screen")
      .argument("<customer>", CUSTOMER_ARGUMENT)
      .option("--all", `list everything, not only the latest ${LISTED} of each`)
      .addOption(store())
      .addOption(supportKey())
      .addOption(json())
      .addHelpText("after", `\nExamples:\n${examples.join("\n")}`)
      .action((text: string, options: CustomerOptions) => show(text, options, output));
  };
  addShow(program.command("customer"), "customer");
  const customers = program.command("customers").description("look up and change customers");
  addShow(customers.command("show"), "customers show");
  customers
    .command("why-not")
    .description("whether a customer may download an item now, or which rule refuses it and what would help")
    .argument("<customer>", CUSTOMER_ARGUMENT)
    .argument("<item>", "the item's name, or the last part of its page's address, such as \"ground-fire\"")
    .addOption(store())
    .addOption(supportKey())
    .addOption(json())
    .addHelpText(
      "after",
      '\nExamples:\n  $ backlot customers why-not ada@example.com "Ground Fire" --store http://127.0.0.1:3000',
    )
    .action((text: string, item: string, options: CustomerOptions) => whyNot(text, item, options, output));
  addCustomerChanges(customers, output);
};
