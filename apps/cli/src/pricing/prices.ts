import { writeFile } from "node:fs/promises";
import {
  type PlanOffer,
  formatUsd,
  offersOf,
  planText,
  planVariant,
  priceListProblemText,
  priceListWarningText,
  priceListWarnings,
  sentence,
  validatePriceList,
} from "@backlot/domain";
import type { PlanImpact, PriceListCheck } from "@backlot/ports";
import type { Command } from "commander";
import { wrapAnsi } from "fast-wrap-ansi";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, readPriceList, takesReason } from "../arguments.ts";
import { CommandFailed, type Output, table } from "../output.ts";
import { askSupport } from "../store.ts";
import { withProfile } from "../profiles.ts";
import { terminalWidth } from "../table.ts";
import type { Registration } from "../registration.ts";

interface PricesOptions extends Common {
  readonly key?: string;
  readonly force?: boolean;
}

const nameOf = (offer: PlanOffer): string => planText(planVariant(offer, offer.license_from));

const licensesText = ({ license_from, license_to }: PlanOffer): string =>
  license_from === license_to ? String(license_from) : `${license_from}–${license_to}`;

const outcomeText = ({ outcome, replaces, plan }: PlanImpact): string => {
  switch (outcome) {
    case "unchanged":
      return "";
    case "relabeled":
      return "relabeled";
    case "added":
      return "new";
    case "retired":
      return "retired";
    case "repriced":
      if (replaces === null) return "new";
      return replaces.price === plan.price ? `replaces ${replaces.id}` : `was ${formatUsd(replaces.price)}`;
  }
};

/** Returns a line per retired plan that still has subscribers. */
const retiredPlansText = ({ plans }: PriceListCheck): readonly string[] =>
  plans
    .filter(({ outcome, subscribers }) => outcome === "retired" && subscribers > 0)
    .map(({ plan: kept, subscribers }) => {
      const who = subscribers === 1 ? "1 subscriber keeps" : `${subscribers} subscribers keep`;
      return `${who} plan ${kept.id}, ${nameOf(kept)}, at the current price until they change plans.`;
    });

/** The maximum text width, with room for the indent of continuation lines. */
const columns = (): number => terminalWidth() - 2;

const paragraph = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? []
    : ["", title, ...lines.map((each) => wrapAnsi(`- ${each}`, columns()).replaceAll("\n", "\n  "))];

const checkText = async (check: PriceListCheck): Promise<string> => {
  const { next_month: next, problems, warnings, changes } = check;
  const replaced = new Set(check.plans.flatMap(({ replaces }) => (replaces === null ? [] : [replaces.id])));
  const plans = check.plans.filter(({ plan, outcome }) => outcome !== "retired" || !replaced.has(plan.id));
  return [
    await table(
      ["ID", "Plan", "Licenses", "Price", "Subscribers", "Change"],
      plans.map((each) => [
        String(each.plan.id),
        nameOf(each.plan),
        licensesText(each.plan),
        formatUsd(each.plan.price),
        String(each.subscribers),
        outcomeText(each),
      ]),
    ),
    ...paragraph("Also changes:", changes),
    ...paragraph("Subscribers:", retiredPlansText(check)),
    "",
    wrapAnsi(
      `Renewals in the next month: ${next.renewals}, totaling ${formatUsd(next.before)} before the import and ` +
        `${formatUsd(next.after)} after it (discounts included, tax excluded).`,
      columns(),
    ),
    ...paragraph("Warnings:", warnings),
    ...paragraph("Problems:", problems),
  ].join("\n");
};

/** Returns a list's problems and warnings, without comparing it to a store. */
const lint = (list: Awaited<ReturnType<typeof readPriceList>>) => {
  const { plans: _, packs, ...rules } = list;
  const onSale = { plans: offersOf(list), packs, rules };
  return {
    problems: validatePriceList(onSale).map(priceListProblemText).map(sentence),
    warnings: priceListWarnings(onSale).map(priceListWarningText),
  };
};

const failOn = (problems: readonly string[]): void => {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  throw new CommandFailed("price_list_has_problems", `The list can't be imported: ${count}.`);
};

const check = async (path: string, options: PricesOptions, output: Output): Promise<void> => {
  const prices = await readPriceList(path);
  const { store, key } = withProfile(options);
  if (store === undefined) {
    const report = lint(prices);
    const lines = [...paragraph("Warnings:", report.warnings), ...paragraph("Problems:", report.problems)].slice(1);
    if (options.json) output.out(pretty(report));
    else output.out([...(lines.length === 0 ? ["No problems found."] : lines)].join("\n"));
    output.err("Checked the file only. Add --store to see what it would change for subscribers.");
    return failOn(report.problems);
  }
  const { data } = await askSupport(store, key, ({ support }) => support.checkPrices({ payload: { prices } }));
  output.out(options.json ? pretty(data) : await checkText(data));
  failOn(data.problems);
};

const exportTo = async (path: string, options: PricesOptions, output: Output): Promise<void> => {
  const { data } = await askSupport(options.store, options.key, ({ support }) => support.prices());
  const text = `${pretty(data)}\n`;
  if (path === "-") return output.out(text.trimEnd());
  try {
    await writeFile(path, text, { flag: options.force === true ? "w" : "wx" });
  } catch (error) {
    throw Reflect.get(Object(error), "code") === "EEXIST"
      ? new CommandFailed("exists", `${path} already exists. Choose another name, or overwrite it with --force.`)
      : new CommandFailed("unwritable", `Can't write ${path}. Choose another location.`);
  }
  output.out(`Wrote ${data.plans.length} plans, the packs, and the rules to ${path}. Prices are in cents.`);
};

const putPrices = async (path: string, options: PricesOptions & ByStaff, output: Output): Promise<void> => {
  const payload = { prices: await readPriceList(path), ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, ({ support }) => support.putPrices({ payload }));
  if (options.json) return output.out(pretty(data));
  output.out(await checkText(data));
  output.out("\nThe price list is in effect. Some plans may have new IDs. Export the list again before you edit it.");
};

/** Adds `backlot prices`: the owner's price list, as a file. */
const addPricesCommand = (program: Command, output: Output): void => {
  const prices = program.command("prices").description("export, check, and import the price list");
  const add = asksSupport(prices);
  add("export", "export the store's price list to a JSON file", ["export prices.json"])
    .argument("<file>", 'file to write, or "-" for standard output')
    .option("--force", "overwrite the file")
    .action((path: string, options: PricesOptions) => exportTo(path, options, output));
  add("check", "check a price list for problems, and show what it would change", ["check prices.json"])
    .argument("<file>", "a price list file (see backlot prices export)")
    .action((path: string, options: PricesOptions) => check(path, options, output));
  takesReason(
    add("import", "replace the price list; subscribers keep their current plans and prices", [
      'import prices.json --reason "prices for 2037"',
    ]),
  )
    .argument("<file>", "a price list file (see backlot prices export)")
    .action((path: string, options: PricesOptions & ByStaff) => putPrices(path, options, output));
};

export const registration: Registration = { group: "Store", place: 5, add: addPricesCommand };
