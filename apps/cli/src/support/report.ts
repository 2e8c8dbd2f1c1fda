import { type Cents, formatDecimal, formatUsd, intervalText, licenseLabel } from "@backlot/domain";
import { formatWhole } from "@backlot/domain/kernel/whole-number";
import type { ItemReport, MonthReport, PlanReport, SearchReport, TaxReport } from "@backlot/domain/support/report";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Common, asksSupport, countArgument, pretty } from "../arguments.ts";
import { type Output, table } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface ReportOptions extends Common {
  readonly key?: string;
  readonly csv?: boolean;
}

interface MonthsOptions extends ReportOptions {
  readonly from?: string;
  readonly to?: string;
}

/** Parses a UTC month. */
const monthArgument = (text: string): string => {
  if (!/^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError("Use a month such as 2026-11.");
  return text;
};

/** The amount columns, which are in dollars in spreadsheets. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...["plans", "renewals", "changes", "packs", "items", "paid", "tax", "refunded", "lost", "net"],
  ...["monthly", "revenue", "tax_refunded"],
]);

/** Returns a CSV cell. Turns formulas that a spreadsheet would run into text. */
const cell = (value: string): string => {
  const text = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const csvOf = (rows: readonly object[], columns: readonly string[]): string =>
  [
    columns.join(","),
    ...rows.map((row) =>
      columns
        .map((column) => {
          const value: unknown = Reflect.get(row, column);
          return cell(AMOUNTS.has(column) ? formatDecimal(value as Cents) : String(value ?? ""));
        })
        .join(","),
    ),
  ].join("\n");

const MONTH_COLUMNS = [
  ...["month", "plans", "renewals", "changes", "packs", "items", "paid", "tax", "refunded", "lost", "net"],
  ...["subscribers_in", "subscribers_out", "subscribers"],
  ...["credits_granted", "credits_spent", "credits_expired", "credits_revoked", "credits_left"],
];
const PLAN_COLUMNS = [
  ...["plan_variant_id", "plan_name", "interval", "recurring_credits", "license_id", "is_sold"],
  ...["subscribers", "canceled", "past_due", "monthly"],
];
const ITEM_COLUMNS = ["slug", "name", "sold", "revenue", "credit_purchases", "credits", "downloads"];

const oneMonth = (report: MonthReport): Promise<string> =>
  table(
    [report.month, "Amount"],
    [
      ["New plans", formatUsd(report.plans)],
      ["Renewals", formatUsd(report.renewals)],
      ["Upgrades", formatUsd(report.changes)],
      ["Credit packs", formatUsd(report.packs)],
      ["Single files", formatUsd(report.items)],
      ["Paid", formatUsd(report.paid)],
      ["Tax included", formatUsd(report.tax)],
      ["Refunded", formatUsd(report.refunded)],
      ["Lost in disputes", formatUsd(report.lost)],
      ["Net, including tax", formatUsd(report.net)],
      ["New subscribers", formatWhole(report.subscribers_in)],
      ["Subscribers who left", formatWhole(report.subscribers_out)],
      ["Subscribers at the end", formatWhole(report.subscribers)],
      ["Credits granted", formatWhole(report.credits_granted)],
      ["Credits spent", formatWhole(report.credits_spent)],
      ["Credits expired", formatWhole(report.credits_expired)],
      ["Credits revoked", formatWhole(report.credits_revoked)],
      ["Unused credits at the end", formatWhole(report.credits_left)],
    ],
  );

const monthsText = (reports: readonly MonthReport[]): Promise<string> => {
  const [only, ...others] = reports;
  if (only !== undefined && others.length === 0) return oneMonth(only);
  return table(
    ["Month", "Paid", "Tax", "Refunded", "Net", "Subscribers", "Unused credits"],
    reports.map((each) => [
      each.month,
      formatUsd(each.paid),
      formatUsd(each.tax),
      formatUsd(each.refunded),
      formatUsd(each.net),
      formatWhole(each.subscribers),
      formatWhole(each.credits_left),
    ]),
  );
};

const plansText = (reports: readonly PlanReport[]): Promise<string> =>
  table(
    ["ID", "Plan", "License", "Subscribers", "Canceled", "Per month"],
    reports.map((each) => [
      String(each.plan_variant_id),
      `${each.plan_name} ${each.recurring_credits}, ${intervalText(each.interval)}${each.is_sold ? "" : ", retired"}`,
      licenseLabel(each.license_id),
      formatWhole(each.subscribers),
      formatWhole(each.canceled),
      formatUsd(each.monthly),
    ]),
  );

const TAX_COLUMNS = ["country", "paid", "tax", "refunded", "tax_refunded"];

const taxesText = async (reports: readonly TaxReport[]): Promise<string> =>
  reports.length === 0
    ? "No payments or refunds in this period."
    : table(
        ["Country", "Paid", "Tax included", "Refunded", "Tax refunded"],
        reports.map((each) => [
          each.country ?? "Unknown",
          formatUsd(each.paid),
          formatUsd(each.tax),
          formatUsd(each.refunded),
          formatUsd(each.tax_refunded),
        ]),
      );

const itemsText = async (reports: readonly ItemReport[]): Promise<string> =>
  reports.length === 0
    ? "No purchases or downloads in this period."
    : table(
        ["Item", "Sold", "Revenue", "Bought with credits", "Credits spent", "Downloads"],
        reports.map((each) => [
          each.name,
          formatWhole(each.sold),
          formatUsd(each.revenue),
          formatWhole(each.credit_purchases),
          formatWhole(each.credits),
          formatWhole(each.downloads),
        ]),
      );

const SEARCH_COLUMNS = ["words", "searches", "last_month"];

const searchesText = async (reports: readonly SearchReport[]): Promise<string> =>
  reports.length === 0
    ? "No searches without results in this period."
    : table(
        ["Searched", "Times", "Last month"],
        reports.map((each) => [each.words, formatWhole(each.searches), each.last_month]),
      );

const print = async <Row extends object>(
  rows: readonly Row[],
  { csv, json }: ReportOptions,
  as: { readonly columns: readonly string[]; readonly text: (rows: readonly Row[]) => Promise<string> },
  output: Output,
): Promise<void> => output.out(json ? pretty(rows) : csv ? csvOf(rows, as.columns) : await as.text(rows));

/** Adds `backlot report`: the owner's reports. */
const addReportCommand = (program: Command, output: Output): void => {
  const report = program.command("report").description("report revenue, subscribers, credits, and best sellers");
  const add = asksSupport(report);
  const withCsv = (command: Command): Command =>
    command.addOption(new Option("--csv", "print CSV for spreadsheets, with amounts in dollars").conflicts("json"));
  const withMonths = (command: Command): Command =>
    withCsv(command)
      .addOption(
        new Option("--from <month>", "the first UTC month, such as 2026-01 (default: the month of --to)").argParser(
          monthArgument,
        ),
      )
      .addOption(
        new Option("--to <month>", "the last month, up to 36 in total (default: the current month)").argParser(
          monthArgument,
        ),
      );
  withMonths(
    add("month", "show payments, refunds, tax, credits, and subscriber changes by month", [
      "month",
      "month --from 2026-01 --to 2026-12 --csv",
    ]),
  ).action(async ({ from, to, ...options }: MonthsOptions) => {
    const query = { from, to };
    const { data } = await askSupport(options.store, options.key, ({ support }) => support.reportMonths({ query }));
    await print(data, options, { columns: MONTH_COLUMNS, text: monthsText }, output);
  });
  withCsv(add("plans", "show current subscribers and monthly revenue by plan", ["plans"])).action(
    async (options: ReportOptions) => {
      const { data } = await askSupport(options.store, options.key, ({ support }) => support.reportPlans());
      await print(data, options, { columns: PLAN_COLUMNS, text: plansText }, output);
    },
  );
  withMonths(add("tax", "show payments, refunds, and tax by the buyer's country", ["tax --from 2026-01 --csv"])).action(
    async ({ from, to, ...options }: MonthsOptions) => {
      const query = { from, to };
      const { data } = await askSupport(options.store, options.key, ({ support }) => support.reportTaxes({ query }));
      await print(data, options, { columns: TAX_COLUMNS, text: taxesText }, output);
    },
  );
  withMonths(add("items", "list the best-selling items, with their downloads", ["items --from 2026-01 --limit 50"]))
    .addOption(new Option("--limit <n>", "the number of items, up to 100").argParser(countArgument).default(20))
    .action(async ({ from, to, limit, ...options }: MonthsOptions & { readonly limit: number }) => {
      const query = { from, to, limit };
      const { data } = await askSupport(options.store, options.key, ({ support }) => support.reportItems({ query }));
      await print(data, options, { columns: ITEM_COLUMNS, text: itemsText }, output);
    });
  withMonths(add("searches", "list searches without results, most frequent first", ["searches --from 2026-01"]))
    .addOption(new Option("--limit <n>", "the number of searches, up to 100").argParser(countArgument).default(20))
    .action(async ({ from, to, limit, ...options }: MonthsOptions & { readonly limit: number }) => {
      const query = { from, to, limit };
      const { data } = await askSupport(options.store, options.key, ({ support }) => support.reportSearches({ query }));
      await print(data, options, { columns: SEARCH_COLUMNS, text: searchesText }, output);
    });
};

export const registration: Registration = { group: "Store", place: 15, add: addReportCommand };
