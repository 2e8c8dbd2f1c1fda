import {
  type ChangePreview,
  type LicenceId,
  type LicenceRule,
  type PlanVariant,
  cents,
  creditsText,
  credits,
  formatUsd,
  instant,
  instantOf,
  licenceForRevenue,
  licenceId,
  licenceLabel,
  longDate,
  perMonth,
  previewChange,
  renewalDate,
  utcDay,
} from "@backlot/domain";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { CommandFailed, type Output, table } from "./output.ts";
import { plansFor } from "./price-list.ts";
import { unsettledMoneyOf } from "./store.ts";

const licenceArgument = (text: string): LicenceId => {
  if (!/^[1-6]$/.test(text)) throw new InvalidArgumentError("Use a licence from 1 to 6.");
  return licenceId(Number(text));
};
const wholeArgument = (text: string): number => {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError("Use a whole number from 0.");
  return Number(text);
};
const timeArgument = (text: string) => {
  const known =
    /^20\d{2}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text) && !Number.isNaN(Date.parse(text));
  // A day that no month has would become one of the next month.
  if (!known || !instantOf(text).startsWith(text.slice(0, 10))) {
    throw new InvalidArgumentError("Use a date such as 2026-11-21 or 2026-11-21T10:00:00Z.");
  }
  return instantOf(text);
};

interface Common {
  readonly json?: boolean;
  readonly store?: string;
}
const json = () => new Option("--json", "print JSON for programs");
const store = () => new Option("--store <url>", "ask a running store").env("BACKLOT_URL");
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const plansList = async (options: Common & { readonly licence: LicenceId }, output: Output): Promise<void> => {
  const plans = await plansFor(options.licence, options.store, output);
  if (options.json) return output.out(pretty(plans));
  if (output.terminal) {
    const { plansTable } = await import("./plans-table.tsx");
    return output.out(plansTable(plans, process.stdout.columns || 80));
  }
  output.out(
    table(
      ["Id", "Plan", "Billed", "Credits", "Price", "Per month"],
      plans.map((plan) => [
        String(plan.id),
        plan.plan.name,
        plan.interval === "year" ? "yearly" : "monthly",
        String(plan.recurring_credits),
        formatUsd(plan.adjusted_price),
        formatUsd(perMonth(plan.adjusted_price, plan.interval)),
      ]),
    ),
  );
};

const licenceForRevenueOf = (
  dollars: number,
  options: Common & { readonly several?: boolean },
  output: Output,
): void => {
  const id = licenceForRevenue(dollars, options.several ? "several" : "one");
  output.out(options.json ? pretty({ licence_id: id, name: licenceLabel(id) }) : `${id}  ${licenceLabel(id)}`);
};

interface PreviewOptions extends Common {
  readonly from: number;
  readonly fromLicence: LicenceId;
  readonly to: number;
  readonly toLicence: LicenceId;
  readonly legacy?: boolean;
  readonly legacyCredits: number;
  readonly at?: ReturnType<typeof timeArgument>;
  readonly periodStart?: ReturnType<typeof timeArgument>;
  readonly paid?: number;
  readonly unspent?: number;
  readonly accountCredit: number;
  readonly licenceRule: LicenceRule;
}

const planWith = (plans: readonly PlanVariant[], id: number, licence: LicenceId): PlanVariant => {
  const found = plans.find((plan) => plan.id === id);
  if (found === undefined) {
    const sold = plans.map((plan) => plan.id).join(", ");
    throw new CommandFailed(
      "unknown_plan",
      `Plan ${id} is not sold under licence ${licence} (${licenceLabel(licence)}). Plans of that licence: ${sold}.`,
    );
  }
  return found;
};

const inWords = (preview: ChangePreview): string => {
  const lines = [`Kind: ${preview.kind}`];
  if (preview.effective_at !== null) lines.push(`Takes effect: ${longDate(preview.effective_at)}`);
  lines.push(`Charge today: ${formatUsd(preview.charge_today)}`);
  if (preview.credit_for_unused > 0) {
    lines.push(
      `Credit for what is unused: ${formatUsd(preview.credit_for_unused)} (${creditsText(preview.credits_returned)} handed back)`,
    );
  }
  if (preview.account_credit_used > 0) lines.push(`Account credit used: ${formatUsd(preview.account_credit_used)}`);
  if (preview.account_credit_left > 0) lines.push(`Account credit left: ${formatUsd(preview.account_credit_left)}`);
  if (preview.credits_gained > 0) lines.push(`Credits gained: ${preview.credits_gained}`);
  if (preview.legacy_credits_lost > 0) lines.push(`Legacy credits lost for good: ${preview.legacy_credits_lost}`);
  if (preview.next_renewal !== null)
    lines.push(`Next renewal: ${formatUsd(preview.next_renewal.price)} on ${longDate(preview.next_renewal.at)}`);
  return lines.join("\n");
};

const changePreview = async (options: PreviewOptions, output: Output, now: () => number): Promise<void> => {
  const from = planWith(await plansFor(options.fromLicence, options.store, output), options.from, options.fromLicence);
  const to = planWith(await plansFor(options.toLicence, options.store, output), options.to, options.toLicence);
  const at = options.at ?? instant(now());
  const start = options.periodStart ?? at;
  const period = { start, end: renewalDate(start, from.interval) };
  if (at < start || at >= period.end) {
    throw new CommandFailed(
      "outside_period",
      `--at must lie in the running period, from ${utcDay(period.start)} up to ${utcDay(period.end)}.`,
    );
  }
  const unspent = options.unspent ?? from.recurring_credits;
  if (unspent > from.recurring_credits) {
    throw new CommandFailed(
      "too_many_credits",
      `--unspent is ${unspent}, but plan ${from.id} grants ${from.recurring_credits} credits a period.`,
    );
  }
  const preview = previewChange({
    current: {
      variant_id: from.id,
      license_id: options.fromLicence,
      interval: from.interval,
      recurring_credits: from.recurring_credits,
      legacy: options.legacy ?? false,
      period,
      paid: cents(options.paid ?? from.adjusted_price),
      unspent: credits(unspent),
      legacy_unspent: credits(options.legacyCredits),
    },
    target: {
      variant_id: to.id,
      license_id: options.toLicence,
      interval: to.interval,
      recurring_credits: to.recurring_credits,
      price: to.adjusted_price,
    },
    accountCredit: cents(options.accountCredit),
    at,
    policy: { licenceRule: options.licenceRule },
  });
  const effective_date = preview.effective_at === null ? null : utcDay(preview.effective_at);
  output.out(options.json ? pretty({ ...preview, effective_date }) : inWords(preview));
};

const moneyList = async (options: Common & { readonly key?: string }, output: Output): Promise<void> => {
  const { refunds, mismatched } = await unsettledMoneyOf(options.store, options.key);
  if (options.json) return output.out(pretty({ refunds, mismatched }));
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
        ),
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
  ];
  output.out(sections.join("\n\n"));
};

/** The support command. `now` is the time in milliseconds since 1970. */
export const makeProgram = (output: Output, now: () => number): Command => {
  const program = new Command("backlot")
    .description("Inspect plans and licences of a Backlot store, and see what a change of plan does.")
    .version("0.1.0")
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: (text) => output.err(text.trimEnd()) })
    .showHelpAfterError("Add --help to see what this command takes.");

  const plans = program.command("plans").description("plans and their prices");
  plans
    .command("list")
    .description("the plans that a licence may buy, with its prices")
    .addOption(new Option("--licence <id>", "licence 1 to 6").argParser(licenceArgument).default(licenceId(1)))
    .addOption(store())
    .addOption(json())
    .addHelpText("after", "\nExamples:\n  $ backlot plans list\n  $ backlot plans list --licence 3 --json")
    .action((options: Common & { licence: LicenceId }) => plansList(options, output));

  const licence = program.command("licence").description("licences");
  licence
    .command("for-revenue")
    .description("the licence for a yearly revenue in whole US dollars")
    .argument("<dollars>", "yearly revenue", wholeArgument)
    .option("--several", "more than one person works with the assets")
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot licence for-revenue 2500000 --json\n  $ backlot licence for-revenue 150000 --several",
    )
    .action((dollars: number, options: Common & { several?: boolean }) =>
      licenceForRevenueOf(dollars, options, output),
    );

  const money = program.command("money").description("refunds and payments that need somebody's eye");
  money
    .command("list")
    .description("refunds that are due or refused, and payments at another amount than quoted")
    .addOption(store())
    .addOption(new Option("--key <key>", "the store's support key").env("BACKLOT_SUPPORT_KEY"))
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot money list --store http://127.0.0.1:3000\n  $ backlot money list --store http://127.0.0.1:3000 --json",
    )
    .action((options: Common & { key?: string }) => moneyList(options, output));

  const change = program.command("change").description("changes of plan");
  change
    .command("preview")
    .description("what a change of plan is, when it takes effect and what it costs")
    .addOption(new Option("--from <plan>", "plan variant of today").argParser(wholeArgument).makeOptionMandatory())
    .addOption(new Option("--from-licence <id>", "licence of today").argParser(licenceArgument).makeOptionMandatory())
    .addOption(new Option("--to <plan>", "plan variant to change to").argParser(wholeArgument).makeOptionMandatory())
    .addOption(new Option("--to-licence <id>", "licence to change to").argParser(licenceArgument).makeOptionMandatory())
    .option("--legacy", "today's subscription is of a legacy kind")
    .addOption(new Option("--legacy-credits <n>", "unused legacy credits").argParser(wholeArgument).default(0))
    .addOption(
      new Option("--period-start <time>", "start of the running period (default: the time of the change)").argParser(
        timeArgument,
      ),
    )
    .addOption(new Option("--at <time>", "time of the change (default: now)").argParser(timeArgument))
    .addOption(
      new Option("--paid <cents>", "what the running period cost (default: today's price)").argParser(wholeArgument),
    )
    .addOption(
      new Option("--unspent <credits>", "unspent credits of the running period (default: all)").argParser(
        wholeArgument,
      ),
    )
    .addOption(new Option("--account-credit <cents>", "account credit in hand").argParser(wholeArgument).default(0))
    .addOption(
      new Option("--licence-rule <rule>", "which way a change of licence points")
        .choices(["as-specified", "raise-is-upgrade"])
        .default("as-specified"),
    )
    .addOption(store())
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot change preview --from 130 --from-licence 1 --to 132 --to-licence 1\n  $ backlot change preview --from 133 --from-licence 1 --to 131 --to-licence 1 --json",
    )
    .action((options: PreviewOptions) => changePreview(options, output, now));
  return program;
};

/** Runs one command line; answers the exit code: 0 done, 1 failed, 2 cancelled, 4 not allowed. */
export const runProgram = async (args: readonly string[], output: Output, now: () => number): Promise<number> => {
  // With --json an error is data too: what commander says for people is held back.
  const forPrograms = args.includes("--json");
  const quiet: Output = forPrograms ? { ...output, err: () => {} } : output;
  const failed = (reason: string, message: string, code: number): number => {
    if (forPrograms) output.out(pretty({ error: { code: reason, message } }));
    else output.err(message);
    return code;
  };
  try {
    await makeProgram(quiet, now).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      return forPrograms ? failed("usage", error.message.replace(/^error: /, ""), 1) : 1;
    }
    if (error instanceof CommandFailed) return failed(error.reason, error.message, error.code);
    return failed("internal", error instanceof Error ? error.message : String(error), 1);
  }
};
