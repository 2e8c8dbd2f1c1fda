import {
  LICENSES,
  type LicenseId,
  type PlanVariant,
  formatUsd,
  intervalText,
  licenseId,
  licenseLabel,
  perMonth,
  planText,
  pricingPath,
} from "@backlot/domain";
import { type Command, Option } from "commander";
import { type Common, asksPrices, json, licenseArgument, pretty, wholeArgument } from "../arguments.ts";
import { CommandFailed, type Output, table } from "../output.ts";
import { openStorePage, web } from "../web-page.ts";
import { packRangesFor, plansFor, sayPriceList } from "../price-source.ts";
import type { Registration } from "../registration.ts";

interface PlansOptions extends Common {
  readonly license: LicenseId;
}

/** Returns the plans as a table, drawn for the terminal if there is one. */
export const plansText = async (plans: readonly PlanVariant[], { terminal }: Output): Promise<string> => {
  const columns = process.stdout.columns || 80;
  // In narrower terminals, ink would let the columns run together.
  if (terminal && columns >= 64) {
    const { plansTable } = await import("./plans-table.tsx");
    return plansTable(plans, columns);
  }
  return table(
    ["ID", "Plan", "Billed", "Credits", "Price", "Per month"],
    plans.map((plan) => [
      String(plan.id),
      plan.plan.name,
      intervalText(plan.interval),
      String(plan.recurring_credits),
      formatUsd(plan.adjusted_price),
      formatUsd(perMonth(plan.adjusted_price, plan.interval)),
    ]),
  );
};

const list = async (options: PlansOptions & { readonly web?: boolean }, output: Output): Promise<void> => {
  if (options.web) return openStorePage(options.store, pricingPath(options.license), output);
  sayPriceList(options, output);
  const plans = await plansFor(options.license, options);
  output.out(options.json ? pretty(plans) : await plansText(plans, output));
};

const show = async (id: number, options: PlansOptions, output: Output): Promise<void> => {
  sayPriceList(options, output);
  const sold = await Promise.all(
    LICENSES.map(async (license) => (await plansFor(license.id, options)).find((plan) => plan.id === id)),
  );
  const variants = sold.filter((plan) => plan !== undefined);
  const [first] = variants;
  if (first === undefined)
    throw new CommandFailed("unknown_plan", `Plan ${id} doesn't exist. To list plans, run backlot plans list.`);
  if (options.json) return output.out(pretty(variants));
  output.out(
    [
      planText(first),
      "",
      await table(
        ["License", "", "Price", "Per month", "Per credit"],
        variants.map((plan) => [
          String(plan.license_id),
          licenseLabel(plan.license_id),
          formatUsd(plan.adjusted_price),
          formatUsd(perMonth(plan.adjusted_price, plan.interval)),
          plan.user_facing_cost_per_credit === null ? "" : `$${plan.user_facing_cost_per_credit}`,
        ]),
      ),
    ].join("\n"),
  );
};

const packs = async (options: PlansOptions, output: Output): Promise<void> => {
  sayPriceList(options, output);
  const ranges = await packRangesFor(options.license, options);
  if (options.json) return output.out(pretty(ranges));
  output.out(
    await table(
      ["Credits", "Per credit"],
      ranges.map(({ min, max, price }) => [max === null ? `${min} or more` : `${min} to ${max}`, formatUsd(price)]),
    ),
  );
};

/** Adds `backlot plans` and `packs`: the plans and credit packs for sale, with their prices by license. */
const addPlansCommands = (program: Command, output: Output): void => {
  const forLicense = () => new Option("--license <id>", "license ID, 1 to 6").argParser(licenseArgument);
  const plans = program.command("plans").description("list plans and their prices");
  asksPrices(plans.command("list"))
    .description("list the plans and prices for a license")
    .addOption(forLicense().default(licenseId(1)))
    .addOption(web("the pricing page"))
    .addOption(json())
    .addHelpText("after", "\nExamples:\n  $ backlot plans list\n  $ backlot plans list --license 3 --json")
    .action((options: PlansOptions) => list(options, output));
  asksPrices(plans.command("show"))
    .description("show a plan's price for each license that can buy it")
    .argument("<plan>", "the plan's ID", wholeArgument)
    .addOption(json())
    .addHelpText("after", "\nExamples:\n  $ backlot plans show 132")
    .action((id: number, options: PlansOptions) => show(id, options, output));
  asksPrices(program.command("packs").description("list credit pack prices").command("list"))
    .description("list the price per credit by number of credits")
    .addOption(forLicense().default(licenseId(1)))
    .addOption(json())
    .addHelpText("after", "\nExamples:\n  $ backlot packs list --license 2")
    .action((options: PlansOptions) => packs(options, output));
};

export const registration: Registration = { group: "Prices and licenses", place: 1, add: addPlansCommands };
