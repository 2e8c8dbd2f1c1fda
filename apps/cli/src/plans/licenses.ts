import { LICENSES, licenseForRevenue, licenseLabel, pricingPath } from "@backlot/domain";
import { type Command, Option } from "commander";
import { type Common, asksPrices, countArgument, json, pretty, revenueArgument } from "../arguments.ts";
import { type Output, table } from "../output.ts";
import { plansText } from "./plans.ts";
import { plansFor, sayPriceList } from "./price-list.ts";

const list = async (options: Common, output: Output): Promise<void> => {
  const known = LICENSES.map(({ id, name, revenue, from }) => ({ id, name, revenue, from }));
  output.out(
    options.json
      ? pretty(known)
      : await table(
          ["Id", "License", "Annual revenue"],
          LICENSES.map(({ id, name, revenue }) => [String(id), name, revenue]),
        ),
  );
};

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

/** Adds `backlot licenses`: the six licenses, and which of them a customer needs. */
export const addLicensesCommand = (program: Command, output: Output): void => {
  const licenses = program.command("licenses").alias("license").description("the six licenses");
  licenses
    .command("list")
    .description("the licenses, with the revenue that each covers")
    .addOption(json())
    .addHelpText("after", "\nExamples:\n  $ backlot licenses list")
    .action((options: Common) => list(options, output));
  asksPrices(licenses.command("for-revenue"))
    .description("the license for an annual revenue in US dollars, with its plans")
    .argument("<dollars>", "annual revenue, such as 4000000, 4,000,000, or 4M", revenueArgument)
    .addOption(new Option("--people <n>", "how many people work with the assets").argParser(countArgument))
    .option("--several", "more than one person works with the assets")
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot license for-revenue 2500000 --json\n  $ backlot license for-revenue 4M --people 12\n" +
        "  $ backlot license for-revenue 150,000 --several",
    )
    .action((dollars: number, options: RevenueOptions) => licenseForRevenueOf(dollars, options, output));
};
