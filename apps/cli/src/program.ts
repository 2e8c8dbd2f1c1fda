import { formatUsd, licenseForRevenue, licenseLabel, pricingPath, utcDay } from "@backlot/domain";
import { Command, CommanderError, Option } from "commander";
import { type Common, countArgument, json, pretty, revenueArgument, store, supportKey } from "./arguments.ts";
import { addArticlesCommand } from "./engagement/articles.ts";
import { addBannerCommand } from "./engagement/banner.ts";
import { addCatalogCommand } from "./catalog/catalog.ts";
import { addCertificateCommand } from "./certificates/certificate.ts";
import { addChangeCommand } from "./plan-changes/change-preview.ts";
import { addCodesCommand } from "./pricing/codes.ts";
import { addAuditCommand } from "./support/audit.ts";
import { addCustomersCommand } from "./support/customers.ts";
import { addOrdersCommand } from "./orders/orders.ts";
import { addCreditsCommand } from "./support/credits-history.ts";
import { addPaymentsCommand } from "./support/payments.ts";
import { addResendCommand } from "./support/resend.ts";
import { addLicensesList, addPlansCommands, plansText } from "./plans/plans.ts";
import { addQuoteCommand } from "./pricing/quote.ts";
import { addLoginCommands } from "./support/login.ts";
import { addSimulateCommand } from "./plan-changes/simulate.ts";
import { addDownloadCommand } from "./downloads/download.ts";
import { addDoctorCommand } from "./support/doctor.ts";
import { CommandFailed, FoundFaults, type Output, table } from "./output.ts";
import { plansFor, sayPriceList } from "./plans/price-list.ts";
import { addSaleCommand } from "./pricing/sale.ts";
import { unsettledMoneyOf } from "./store.ts";

interface RevenueOptions extends Common {
  readonly several?: boolean;
  readonly people?: number;
}

/** Says which license covers a revenue, with its plans and, for a running store, the page where they are sold. */
const licenseForRevenueOf = async (
  dollars: number,
  { several, people, ...options }: RevenueOptions,
  output: Output,
): Promise<void> => {
  const id = licenseForRevenue(dollars, several === true || (people ?? 1) > 1 ? "several" : "one");
  const name = licenseLabel(id);
  sayPriceList(options.store, output);
  const plans = await plansFor(id, options.store);
  const url = options.store === undefined ? null : new URL(pricingPath(id), options.store).href;
  if (options.json) return output.out(pretty({ licence_id: id, name, plans, url }));
  const sold = url === null ? [] : [`Sold at ${url}`];
  output.out([`${id}  ${name}`, await plansText(plans, output), ...sold].join("\n\n"));
};

/** What the status of a refund means for support. */
const REFUND_STATES = [
  { status: "due", says: "the store makes the refund once the provider answers and no dispute is open." },
  { status: "issued", says: "the provider has yet to confirm the refund. The store asks for the outcome." },
  {
    status: "failed",
    says:
      "the provider refused the refund, or the bank sent it back. Pay the customer another way, such as by bank " +
      "transfer, and then run backlot payments settle.",
  },
] as const;

const moneyList = async (options: Common & { readonly key?: string }, output: Output): Promise<void> => {
  const { refunds, mismatched, unrecovered, disputes } = await unsettledMoneyOf(options.store, options.key);
  if (options.json) return output.out(pretty({ refunds, mismatched, unrecovered, disputes }));
  const sections = [
    refunds.length === 0
      ? "No refund is due or refused."
      : table(
          ["Status", "Since", "Cause", "About", "Payment", "Amount", "Credit"],
          refunds.map((each) => [
            each.status,
            utcDay(each.created_at),
            each.cause,
            each.cause_reference,
            each.payment_id,
            formatUsd(each.amount),
            formatUsd(each.account_credit),
          ]),
        ) +
        REFUND_STATES.filter(({ status }) => refunds.some((each) => each.status === status))
          .map(({ status, says }) => `\n${status}: ${says}`)
          .join(""),
    mismatched.length === 0
      ? "Every payment is at the amount that was quoted."
      : table(
          ["Paid at", "Order", "Payment", "Quoted", "Paid"],
          mismatched.map((each) => [
            utcDay(each.at),
            each.order_id ?? "",
            each.payment_id,
            formatUsd(each.quoted),
            formatUsd(each.amount),
          ]),
        ),
    unrecovered.length === 0
      ? "Every refund took back what its money had bought."
      : table(
          ["Refunded at", "Account", "Payment", "Not taken back"],
          unrecovered.map((each) => [utcDay(each.at), each.user_id, each.payment_id, formatUsd(each.amount)]),
        ),
    disputes.length === 0
      ? "No payment is disputed."
      : table(
          ["Opened", "Dispute", "Account", "Payment", "Amount"],
          disputes.map((each) => [
            utcDay(each.opened_at),
            each.dispute_id,
            each.user_id,
            each.payment_id,
            formatUsd(each.amount),
          ]),
        ),
  ];
  output.out(sections.join("\n\n"));
};

/** Creates the `backlot` command. `now` returns the time in milliseconds since 1970. */
export const makeProgram = (output: Output, now: () => number): Command => {
  const program = new Command("backlot")
    .description("Help the customers of a Backlot store, run its shop, and compute its prices.")
    .version("0.1.0")
    .exitOverride()
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: (text) => output.err(text.trimEnd()) })
    .showHelpAfterError("Add --help to see what this command takes.")
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 failed or something is wrong, 2 needs --yes, 4 not allowed.\n" +
        "To learn about a command: backlot help plans list\n" +
        "To print only some fields: --json --fields id,price\n" +
        "To complete commands in your shell: backlot completion bash, fish, or zsh",
    );

  program.commandsGroup("Customers:");
  addCustomersCommand(program, output);
  addPaymentsCommand(program, output);
  addCreditsCommand(program, output);
  addOrdersCommand(program, output);
  addResendCommand(program, output);
  addCertificateCommand(program, output);
  addChangeCommand(program, output, now);

  program.commandsGroup("Prices and licenses:");
  addPlansCommands(program, output);
  addQuoteCommand(program, output, now);
  addSimulateCommand(program, output);
  addDownloadCommand(program, output);
  const licenses = program.command("licenses").alias("license").description("the six licenses");
  addLicensesList(licenses, output);
  licenses
    .command("for-revenue")
    .description("the license for an annual revenue in US dollars, with its plans")
    .argument("<dollars>", "annual revenue, such as 4000000, 4,000,000, or 4M", revenueArgument)
    .addOption(new Option("--people <n>", "how many people work with the assets").argParser(countArgument))
    .option("--several", "more than one person works with the assets")
    .addOption(store())
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot license for-revenue 2500000 --json\n  $ backlot license for-revenue 4M --people 12\n" +
        "  $ backlot license for-revenue 150,000 --several",
    )
    .action((dollars: number, options: RevenueOptions) => licenseForRevenueOf(dollars, options, output));

  program.commandsGroup("The whole store:");
  addDoctorCommand(program, output);
  const money = program.command("money").description("refunds, payments, and disputes that need attention");
  money
    .command("list")
    .description("refunds that are due or refused, payments at another amount than quoted, and open disputes")
    .addOption(store())
    .addOption(supportKey())
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot money list --store http://127.0.0.1:3000\n" +
        "  $ backlot money list --store http://127.0.0.1:3000 --json",
    )
    .action((options: Common & { key?: string }) => moneyList(options, output));
  addAuditCommand(program, output);
  addCodesCommand(program, output);
  addSaleCommand(program, output);
  addBannerCommand(program, output);
  addArticlesCommand(program, output);
  addCatalogCommand(program, output);

  program.commandsGroup("Your access:");
  addLoginCommands(program, output);
  return program;
};

/** Turns "help plans list" into "plans list --help": commander's own help stops at the first word. */
const asHelp = (args: readonly string[]): readonly string[] =>
  args[0] === "help" && args.length > 1 ? [...args.slice(1), "--help"] : args;

/** Accepts the British spellings that commands and options had at first. */
const inAmericanSpelling = (args: readonly string[]): readonly string[] =>
  args.map((arg, at) => {
    if (arg.startsWith("--")) return arg.replace(/^(--(?:from-|to-|minimum-)?)licence(?=-rule|=|$)/, "$1license");
    if (at > 1) return arg;
    return arg === "catalogue" ? "catalog" : arg.replace(/^(minimum-)?licence$/, "$1license");
  });

/** Takes `--fields a,b` out of a command line. Returns the other words, and the fields, or null without the option. */
const fieldsIn = (args: readonly string[]): { readonly words: readonly string[]; readonly fields: string[] | null } => {
  const at = args.findIndex((arg) => arg === "--fields" || arg.startsWith("--fields="));
  if (at < 0) return { words: args, fields: null };
  const isOneWord = args[at] !== "--fields";
  const named = isOneWord ? args[at]?.slice("--fields=".length) : args[at + 1];
  const fields = (named ?? "")
    .split(",")
    .map((field) => field.trim())
    .filter((field) => field !== "");
  return { words: args.toSpliced(at, isOneWord ? 1 : 2), fields };
};

/** Returns only some fields of a value, or of each element of a list. Fails for a field that nothing has. */
const withFields = (value: unknown, fields: readonly string[]): unknown => {
  if (value === null) return null;
  const records = (Array.isArray(value) ? value : [value]) as readonly Readonly<Record<string, unknown>>[];
  const known = [...new Set(records.flatMap((record) => Object.keys(record ?? {})))];
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined && records.length > 0)
    throw new CommandFailed("unknown_field", `There is no field "${unknown}". Choose from: ${known.join(", ")}.`);
  const picked = records.map((record) => Object.fromEntries(fields.map((field) => [field, record[field]])));
  return Array.isArray(value) ? picked : picked[0];
};

/** Runs one command line. Returns the exit code: 0 done, 1 failed, 2 canceled, 4 not allowed. */
export const runProgram = async (args: readonly string[], output: Output, now: () => number): Promise<number> => {
  // With --json, errors are printed as JSON, so suppress commander's own messages.
  const { words, fields } = fieldsIn(args);
  const forPrograms = words.includes("--json");
  const some =
    fields === null || words.includes("--help")
      ? {}
      : { out: (text: string) => output.out(pretty(withFields(JSON.parse(text), fields))) };
  const quiet: Output = forPrograms ? { ...output, ...some, err: () => {} } : output;
  const failed = (reason: string, message: string, code: number): number => {
    if (forPrograms) output.out(pretty({ error: { code: reason, message } }));
    else output.err(message);
    return code;
  };
  try {
    if (fields?.length === 0) throw new CommandFailed("usage", "Name the fields: --fields id,price.");
    if (fields !== null && !forPrograms) throw new CommandFailed("usage", "--fields chooses fields of --json: add it.");
    const program = makeProgram(quiet, now);
    // Only a shell that completes a line needs the completions.
    if (words[0] === "completion" || words[0] === "complete") {
      const { default: addCompletions } = await import("@bomb.sh/tab/commander");
      addCompletions(program, { completionCommandName: "completion" });
    }
    await program.parseAsync(asHelp(inAmericanSpelling(words)), { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      return forPrograms ? failed("usage", error.message.replace(/^error: /, ""), 1) : 1;
    }
    if (error instanceof FoundFaults) return 1;
    if (error instanceof CommandFailed) return failed(error.reason, error.message, error.code);
    return failed("internal", error instanceof Error ? error.message : String(error), 1);
  }
};
