import {
  DEFAULT_CHANGE_POLICY,
  LICENSE_RULES,
  type Instant,
  type LicenseId,
  type LicenseRule,
  type PlanVariant,
  type Ratio,
  cents,
  changeErrorMessage,
  changePreviewFacts,
  credits,
  epochMs,
  formatUsd,
  instant,
  licenseLabel,
  minimumLicenseForUpgrade,
  percentOfRate,
  periodContaining,
  planTerms,
  previewChange,
  quoteUpgrade,
  taxRate,
  utcDay,
  validateChange,
} from "@backlot/domain";
import { type Command, Option } from "commander";
import * as Result from "effect/Result";
import {
  type Common,
  asksPrices,
  json,
  licenseArgument,
  pretty,
  supportKey,
  taxArgument,
  timeArgument,
  wholeArgument,
} from "../arguments.ts";
import { withProfile } from "../profiles.ts";
import { CommandFailed, type Output } from "../output.ts";
import { plansFor, sayPriceList } from "../price-source.ts";
import { licenseRuleOf } from "../store.ts";
import { CUSTOMER_ARGUMENT } from "../customer-named.ts";
import { type PlanChoice, planArgument, previewForCustomer } from "./customer-preview.ts";
import type { Registration } from "../registration.ts";

interface PreviewOptions extends Common {
  readonly from: number;
  readonly fromLicense: LicenseId;
  readonly to: number;
  readonly toLicense: LicenseId;
  readonly minimumLicense?: LicenseId;
  readonly legacy?: boolean;
  readonly legacyCredits: number;
  readonly at?: Instant;
  readonly anchor?: Instant;
  readonly paid?: number;
  readonly unspent?: number;
  readonly accountCredit?: number;
  readonly licenseRule?: LicenseRule;
  readonly tax?: Ratio;
}

/** The default age of the current plan: one second, in milliseconds. */
const MOMENT_MS = 1_000;

const planWith = (plans: readonly PlanVariant[], id: number, license: LicenseId): PlanVariant => {
  const planVariant = plans.find((plan) => plan.id === id);
  if (planVariant === undefined) {
    const sold = plans.map((plan) => plan.id).join(", ");
    throw new CommandFailed(
      "unknown_plan",
      `Plan ${id} is not sold under license ${license} (${licenseLabel(license)}). Plans for that license: ${sold}.`,
    );
  }
  return planVariant;
};

/**
 * Returns the store's license rule if `--store` is given, otherwise the `--license-rule` option or the default. Fails
 * if the store's rule differs from the option.
 */
const licenseRule = async (options: PreviewOptions): Promise<LicenseRule> => {
  if (options.store === undefined) return options.licenseRule ?? DEFAULT_CHANGE_POLICY.licenseRule;
  const rule = await licenseRuleOf(options.store);
  if (options.licenseRule !== undefined && options.licenseRule !== rule)
    throw new CommandFailed(
      "other_license_rule",
      `${options.store} uses the license rule ${rule}. Omit --license-rule, or use --no-store.`,
    );
  return rule;
};

/** Returns the assumption that replaces each missing option, in words. */
const assumptions = (options: PreviewOptions, from: PlanVariant, rule: LicenseRule): readonly string[] => [
  ...(options.at === undefined ? ["the change is made now (--at)"] : []),
  ...(options.anchor === undefined ? ["the plan was bought just before (--anchor)"] : []),
  ...(options.paid === undefined ? [`the current period cost ${formatUsd(from.adjusted_price)} (--paid)`] : []),
  ...(options.unspent === undefined ? ["none of the current period's credits are spent (--unspent)"] : []),
  ...(options.accountCredit === undefined ? ["there is no account credit (--account-credit)"] : []),
  ...(options.tax === undefined ? ["no tax is added (--tax)"] : []),
  ...(options.legacy === undefined ? ["the current plan isn't a legacy plan (--legacy)"] : []),
  ...(options.minimumLicense === undefined
    ? [`the minimum license is the current one, ${licenseLabel(options.fromLicense)} (--minimum-license)`]
    : []),
  ...(options.store === undefined && options.licenseRule === undefined
    ? [`the license rule is ${rule} (--license-rule)`]
    : []),
];

/**
 * Returns the billing period that contains `at`, counted from the plan's anchor. Fails if `at` is before the anchor.
 */
const runningPeriod = (anchor: Instant, from: PlanVariant, at: Instant) => {
  if (at < anchor)
    throw new CommandFailed(
      "before_anchor",
      `--at is ${utcDay(at)}, before the plan was bought on ${utcDay(anchor)}. Use a later --at or an ` +
        "earlier --anchor.",
    );
  return periodContaining(anchor, from.interval, at);
};

/**
 * Previews a change by the store's own rules, with the same error messages. Does not check anything that depends on the
 * store's records, such as an overdue payment or the billing provider.
 */
const changePreview = async (options: PreviewOptions, output: Output, now: () => number): Promise<void> => {
  sayPriceList(options, output);
  const from = planWith(await plansFor(options.fromLicense, options), options.from, options.fromLicense);
  const to = planWith(await plansFor(options.toLicense, options), options.to, options.toLicense);
  const at = options.at ?? instant(now());
  const rule = await licenseRule(options);
  const period = runningPeriod(options.anchor ?? instant(epochMs(at) - MOMENT_MS), from, at);
  const unspent = options.unspent ?? from.recurring_credits;
  if (unspent > from.recurring_credits) {
    throw new CommandFailed(
      "too_many_credits",
      `--unspent is ${unspent}, but plan ${from.id} grants ${from.recurring_credits} credits per period.`,
    );
  }
  const { price: _, ...running } = planTerms(from, options.fromLicense, from.adjusted_price);
  const current = {
    ...running,
    legacy: options.legacy ?? false,
    period,
    paid: cents(options.paid ?? from.adjusted_price),
    unspent: credits(unspent),
    legacy_unspent: credits(options.legacyCredits),
  };
  const target = planTerms(to, options.toLicense, to.adjusted_price);
  const policy = { licenseRule: rule };
  const min_license_id = options.minimumLicense ?? null;
  const minimum = minimumLicenseForUpgrade({ min_license_id, profile: null, current: options.fromLicense });
  // `acknowledged` is set because a preview should report lost legacy credits rather than fail because of them.
  const valid = validateChange({ role: "Admin", minimum, current, target, sale: "sold", acknowledged: true, policy });
  if (Result.isFailure(valid)) throw new CommandFailed("refused", changeErrorMessage(valid.failure));
  const preview = previewChange({ current, target, accountCredit: cents(options.accountCredit ?? 0), at, policy });
  const effective_date = preview.effective_at === null ? null : utcDay(preview.effective_at);
  const assumed = assumptions(options, from, rule);
  const tax = options.tax ?? taxRate(0);
  const total = preview.kind === "upgrade" ? quoteUpgrade(to, preview, tax).total : preview.charge_today;
  output.out(
    options.json
      ? pretty({ ...preview, total_today: total, tax_percent: percentOfRate(tax), effective_date, period, assumed })
      : [
          ...changePreviewFacts(preview, { total, tax }),
          ...(assumed.length === 0 ? [] : ["", "Assumed:", ...assumed.map((each) => `- ${each}`)]),
        ].join("\n"),
  );
};

/** The options as given: a plan change for a running store's customer, or for a plan that the options describe. */
type GivenOptions = Omit<PreviewOptions, "from" | "fromLicense" | "to" | "toLicense"> & {
  readonly from?: number;
  readonly fromLicense?: LicenseId;
  readonly to?: PlanChoice;
  readonly toLicense?: LicenseId;
  readonly customer?: string;
  readonly key?: string;
  readonly explain?: boolean;
};

/** Returns the change that the options name, or asks the user for it on a terminal. */
const askedChange = async (given: GivenOptions, output: Output): Promise<GivenOptions> => {
  const { customer, from, to } = given;
  const { screen } = output;
  if (screen === undefined || given.json || customer !== undefined || from !== undefined || to !== undefined)
    return given;
  // `given` already includes the saved store, unless the user passed --no-store.
  const url = given.store;
  const { key } = url === undefined ? { key: undefined } : withProfile(given);
  const { askCustomerChange, askDescribedChange } = await import("./ask-change.ts");
  const answers =
    url === undefined || key === undefined
      ? await askDescribedChange(given, screen)
      : await askCustomerChange({ store: url, key }, screen, output);
  output.out("");
  return { ...given, ...answers, explain: true };
};

const preview = async (named: GivenOptions, output: Output, now: () => number): Promise<void> => {
  const given = await askedChange(named, output);
  const { customer, from, fromLicense, to, toLicense } = given;
  if (customer !== undefined && to !== undefined) return previewForCustomer({ ...given, customer, to }, output);
  if (customer !== undefined) throw new CommandFailed("usage", "Pass the new plan with --to.");
  if (from === undefined || fromLicense === undefined || toLicense === undefined || typeof to !== "number")
    throw new CommandFailed(
      "usage",
      "Pass a customer with --customer, or describe the change with --from, --from-license, --to, and --to-license, " +
        "using plan IDs.",
    );
  return changePreview({ ...given, from, fromLicense, to, toLicense }, output, now);
};

/** Adds `backlot change preview`. `now` returns the time in milliseconds since 1970. */
const addChangeCommand = (program: Command, output: Output, now: () => number): void => {
  asksPrices(program.command("change").description("preview a plan change").command("preview"))
    .description("preview the kind, effective date, and cost of a plan change")
    .option("--customer <text>", `a customer of a running store: ${CUSTOMER_ARGUMENT}`)
    .addOption(new Option("--from <plan>", "current plan's ID (omit with --customer)").argParser(wholeArgument))
    .addOption(new Option("--from-license <id>", "current license (omit with --customer)").argParser(licenseArgument))
    .addOption(
      new Option("--to <plan>", 'new plan\'s ID; with --customer, also "monthly" or "yearly"').argParser(planArgument),
    )
    .addOption(new Option("--to-license <id>", "new license").argParser(licenseArgument))
    .option("--explain", "show how a customer's charge is calculated")
    .addOption(
      new Option(
        "--anchor <time>",
        "time when the plan was bought or last upgraded, which started its billing periods",
      ).argParser(timeArgument),
    )
    .addOption(new Option("--at <time>", "time of the change").argParser(timeArgument))
    .addOption(new Option("--paid <cents>", "price of the current period").argParser(wholeArgument))
    .addOption(new Option("--unspent <credits>", "unspent credits from the current period").argParser(wholeArgument))
    .addOption(new Option("--account-credit <cents>", "available account credit").argParser(wholeArgument))
    .addOption(new Option("--tax <percent>", "the subscription's tax rate").argParser(taxArgument))
    .addOption(new Option("--minimum-license <id>", "the customer's minimum license").argParser(licenseArgument))
    .option("--legacy", "the current plan is a legacy plan")
    .addOption(new Option("--legacy-credits <n>", "unused legacy credits").argParser(wholeArgument).default(0))
    .addOption(
      new Option("--license-rule <rule>", "license changes that count as upgrades (only without a store)").choices(
        LICENSE_RULES,
      ),
    )
    .addOption(supportKey())
    .addOption(json())
    .addHelpText(
      "after",
      `
Without arguments, it asks questions on a terminal. With --customer, the store
computes the change. Without --customer, missing options get defaults, which are
printed.

Examples:
  $ backlot change preview --customer ada@example.com --to yearly --explain --store http://127.0.0.1:3000
  $ backlot change preview --from 130 --from-license 1 --to 132 --to-license 1
  $ backlot change preview --from 130 --from-license 1 --to 131 --to-license 1 --anchor 2027-01-31 --at 2027-03-15
  $ backlot change preview --from 133 --from-license 1 --to 131 --to-license 1 --json`,
    )
    .action((given: GivenOptions) => preview(given, output, now));
};

export const registration: Registration = { group: "Customers", place: 7, add: addChangeCommand };
