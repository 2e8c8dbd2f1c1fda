import {
  LICENSES,
  LOWEST_LICENSE,
  type LicenseId,
  answerQuestion,
  licenseForRevenue,
  licenseLabel,
  offeredAnswers,
  pricingPath,
  questionText,
  startQuestionnaire,
  stepBack,
  suggestionText,
} from "@backlot/domain";
import * as Result from "effect/Result";
import { type Command, Option } from "commander";
import {
  type Common,
  asksPrices,
  countArgument,
  json,
  licenseArgument,
  pretty,
  revenueArgument,
} from "../arguments.ts";
import { CommandFailed, type Output, table } from "../output.ts";
import { openStorePage, web } from "../web-page.ts";
import { plansText } from "./plans.ts";
import { plansFor, sayPriceList } from "../price-source.ts";
import type { Registration } from "../registration.ts";

const list = async (options: Common, output: Output): Promise<void> => {
  const licenses = LICENSES.map(({ id, name, revenue, from }) => ({ id, name, revenue, from }));
  output.out(
    options.json
      ? pretty(licenses)
      : await table(
          ["ID", "License", "Annual revenue"],
          LICENSES.map(({ id, name, revenue }) => [String(id), name, revenue]),
        ),
  );
};

interface WebOptions extends Common {
  readonly web?: boolean;
}

interface AdviseOptions extends WebOptions {
  readonly minimumLicense?: LicenseId;
}

interface RevenueOptions extends WebOptions {
  readonly several?: boolean;
  readonly people?: number;
}

/**
 * Prints a license's plans and prices and, for a running store, the URL of the page that sells them. `web` opens it.
 */
const sayLicense = async (id: LicenseId, options: WebOptions, output: Output): Promise<void> => {
  if (options.web) return openStorePage(options.store, pricingPath(id), output);
  const name = licenseLabel(id);
  sayPriceList(options, output);
  const plans = await plansFor(id, options);
  const url = options.store === undefined ? null : new URL(pricingPath(id), options.store).href;
  if (options.json) return output.out(pretty({ license_id: id, name, plans, url }));
  const sold = url === null ? [] : [`Sold at ${url}`];
  output.out([`${id}  ${name}`, await plansText(plans, output), ...sold].join("\n\n"));
};

/** Asks the store's questions on a terminal, and prints the resulting license. */
const advise = async ({ minimumLicense, ...options }: AdviseOptions, output: Output): Promise<void> => {
  if (output.screen === undefined || options.json)
    throw new CommandFailed(
      "no_terminal",
      "license advise needs a terminal. Elsewhere, use backlot license for-revenue.",
    );
  const { BACK, askChoice } = await import("../prompts.tsx");
  let walk = startQuestionnaire("minimal", minimumLicense ?? LOWEST_LICENSE);
  while (walk.suggested === null) {
    const answer = await askChoice(
      {
        question: questionText(walk.step),
        choices: offeredAnswers(walk).map(({ id, label }) => ({ value: id, label })),
        canGoBack: walk.history.length > 0,
      },
      output.screen,
    );
    walk = answer === BACK ? stepBack(walk) : Result.getOrThrow(answerQuestion(walk, answer));
  }
  output.out(`\n${suggestionText(walk.suggested)}`);
  await sayLicense(walk.suggested, options, output);
};

/** Adds `backlot licenses`, which lists the six licenses and finds the one that a customer needs. */
const addLicensesCommand = (program: Command, output: Output): void => {
  const licenses = program.command("licenses").alias("license").description("list licenses and find the right one");
  licenses
    .command("list")
    .description("list the six licenses and the revenue each covers")
    .addOption(json())
    .addHelpText("after", "\nExamples:\n  $ backlot licenses list")
    .action((options: Common) => list(options, output));
  asksPrices(licenses.command("for-revenue"))
    .description("find the license for an annual revenue in US dollars, and list its plans")
    .argument("<dollars>", "annual revenue, such as 4000000, 4,000,000, or 4M", revenueArgument)
    .addOption(new Option("--people <n>", "number of people who work with the assets").argParser(countArgument))
    .option("--several", "more than one person works with the assets")
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot license for-revenue 2500000 --json\n  $ backlot license for-revenue 4M --people 12\n" +
        "  $ backlot license for-revenue 150,000 --several",
    )
    .addOption(web("its pricing page"))
    .action((dollars: number, { several, people, ...options }: RevenueOptions) => {
      const work = several === true || (people ?? 1) > 1 ? "several" : "one";
      return sayLicense(licenseForRevenue(dollars, work), options, output);
    });
  asksPrices(licenses.command("advise"))
    .description("find the right license by answering the store's questions in a terminal")
    .addOption(
      new Option("--minimum-license <id>", "the lowest license that the customer may buy").argParser(licenseArgument),
    )
    .addOption(web("its pricing page"))
    .addOption(json())
    .addHelpText("after", "\nExamples:\n  $ backlot license advise")
    .action((options: AdviseOptions) => advise(options, output));
};

export const registration: Registration = { group: "Prices and licenses", place: 5, add: addLicensesCommand };
