import {
  LICENSE_RULES,
  LOWEST_LICENSE,
  type Instant,
  type LicenseId,
  type LicenseRule,
  type PlanTerms,
  ZERO,
  credits,
  discountToCome,
  formatUsd,
  instantOf,
  licenseLabel,
  message,
  planTerms,
  planText,
  promoError,
  quotePlan,
  quotedDiscount,
  utcDay,
} from "@backlot/domain";
import { type SimulatedEvent, simulatePlan } from "@backlot/domain/subscriptions/simulation";
import { type Command, Option } from "commander";
import { type Common, asksPrices, json, pretty, timeArgument } from "../arguments.ts";
import { CommandFailed, type Output, table } from "../output.ts";
import { type PriceSource, plansFor, sayPriceList } from "../price-source.ts";
import { type SimulationFile, readSimulation } from "./simulation-file.ts";
import type { Registration } from "../registration.ts";

interface SimulateOptions extends Common {
  readonly until: Instant;
  readonly licenseRule?: LicenseRule;
}

const variantOf = async (id: number, license: LicenseId, source: PriceSource) => {
  const variant = (await plansFor(license, source)).find((plan) => plan.id === id);
  if (variant === undefined)
    throw new CommandFailed("unknown_plan", `Plan ${id} is not sold with the ${licenseLabel(license)} license.`);
  return variant;
};

const termsOf = async (id: number, license: LicenseId, source: PriceSource): Promise<PlanTerms> => {
  const variant = await variantOf(id, license, source);
  return planTerms(variant, license, variant.adjusted_price);
};

const eventsOf = async ({ events, license = LOWEST_LICENSE }: SimulationFile, source: PriceSource) => {
  const read: SimulatedEvent[] = [];
  for (const each of events) {
    const at = instantOf(each.at);
    if (each.do === "change")
      read.push({ at, do: each.do, to: await termsOf(each.to, each.license ?? license, source) });
    else if (each.do === "spend") read.push({ at, do: each.do, credits: credits(each.credits) });
    else read.push({ at, do: each.do });
  }
  return read;
};

const simulate = async (path: string, options: SimulateOptions, output: Output): Promise<void> => {
  const { until, licenseRule } = options;
  const file = await readSimulation(path);
  sayPriceList(options, output);
  const { license = LOWEST_LICENSE } = file;
  const variant = await variantOf(file.plan, license, options);
  const promo =
    file.promo === undefined
      ? null
      : { code: "PROMO", percent_off: file.promo.percent_off, duration_in_months: file.promo.months };
  const refused = promo === null ? null : promoError(promo, variant.interval);
  if (refused !== null) throw new CommandFailed("usage", message(refused));
  const start = instantOf(file.start);
  if (start > until)
    throw new CommandFailed("usage", `The plan starts on ${utcDay(start)}. Use a later date for --until.`);
  const quote = quotePlan({ variant, accountCredit: ZERO, at: start, promo });
  const plan = {
    terms: planTerms(variant, license, variant.adjusted_price),
    start,
    paid: quote.total,
    discount: discountToCome(quotedDiscount(quote)),
    events: await eventsOf(file, options),
    ...(licenseRule === undefined ? {} : { policy: { licenseRule } }),
  };
  const moments = simulatePlan(plan, until);
  if (options.json) return output.out(pretty(moments));
  const last = moments.at(-1);
  output.out(
    [
      `${planText(variant)}, ${licenseLabel(license)}, until ${utcDay(until)}, without tax`,
      "",
      await table(
        ["Date", "Charged", "Credits", "Event"],
        moments.map(({ at, charged, credits: balance, what }) => [
          utcDay(at),
          charged === 0 ? "" : formatUsd(charged),
          String(balance),
          what,
        ]),
      ),
      ...(last === undefined || last.account_credit === 0
        ? []
        : ["", `Account credit left: ${formatUsd(last.account_credit)}`]),
    ].join("\n"),
  );
};

/** Adds `backlot simulate`, which runs a plan through a file of events. */
const addSimulateCommand = (program: Command, output: Output): void => {
  asksPrices(program.command("simulate"))
    .description("simulate a plan over time from a file of events")
    .argument("<file>", "a JSON file, as described below")
    .addOption(
      new Option("--until <time>", "the last day to simulate, in UTC").argParser(timeArgument).makeOptionMandatory(),
    )
    .addOption(new Option("--license-rule <rule>", "license changes that count as upgrades").choices(LICENSE_RULES))
    .addOption(json())
    .addHelpText(
      "after",
      [
        "",
        "File format:",
        '  { "plan": 131, "license": 1, "start": "2027-01-31", "promo": { "percent_off": 20, "months": 3 },',
        '    "events": [',
        '      { "at": "2027-02-10", "do": "spend", "credits": 15 },',
        '      { "at": "2027-03-01", "do": "change", "to": 132 },',
        '      { "at": "2027-04-01", "do": "card_declines" }, { "at": "2027-04-05", "do": "card_works" },',
        '      { "at": "2027-05-01", "do": "cancel" }, { "at": "2027-05-02", "do": "keep" } ] }',
        "",
        "Examples:",
        "  $ backlot simulate life.json --until 2028-06-01",
      ].join("\n"),
    )
    .action((path: string, options: SimulateOptions) => simulate(path, options, output));
};

export const registration: Registration = { group: "Prices and licenses", place: 3, add: addSimulateCommand };
