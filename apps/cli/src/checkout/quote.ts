import {
  type CartCode,
  type Cents,
  type ItemFactors,
  type LicenseId,
  type Promo,
  type Quote,
  type Ratio,
  type Sale,
  cents,
  creditPack,
  credits,
  formatUsd,
  instant,
  itemLabel,
  variantLabel,
  itemPrice,
  licenseId,
  message,
  planUnavailableMessage,
  promoError,
  quoteCart,
  quotePack,
  quotePlan,
  quotedDiscount,
  taxRate,
} from "@backlot/domain";
import { type Command, InvalidArgumentError, Option } from "commander";
import * as Result from "effect/Result";
import {
  type Common,
  asksPrices,
  countArgument,
  json,
  licenseArgument,
  pretty,
  taxArgument,
  wholeArgument,
} from "../arguments.ts";
import { CommandFailed, type Output, ifNotFound } from "../output.ts";
import { packRangesFor, plansFor, priceRulesOf, sayPriceList } from "../price-source.ts";
import { quoteRules } from "../quote-text.ts";
import { answered, storeAt } from "../store.ts";
import type { Registration } from "../registration.ts";

interface QuoteOptions extends Common {
  readonly license: LicenseId;
  readonly tax?: Ratio;
  readonly explain?: boolean;
}

interface PlanOptions extends QuoteOptions {
  readonly promo?: Promo;
  readonly sale?: boolean;
  readonly credits?: number;
  readonly accountCredit?: number;
}

interface ItemOptions extends QuoteOptions {
  readonly code?: CartCode;
}

/** Parses a promo code's discount, such as "20" for the first month or "20:3" for three months. */
const promoArgument = (text: string): Promo => {
  const [, percent, months = "1"] = /^(\d{1,3})(?::(\d{1,3}))?$/.exec(text) ?? [];
  const promo = { code: "PROMO", percent_off: Number(percent), duration_in_months: Number(months) };
  const isSound = promo.percent_off >= 1 && promo.percent_off <= 100 && promo.duration_in_months >= 1;
  if (percent === undefined || !isSound || promo.duration_in_months > 120)
    throw new InvalidArgumentError("Use a percentage and months, such as 20 or 20:3.");
  return promo;
};

/** Parses a cart code's discount: "15%", or an amount in cents. */
const codeArgument = (text: string): CartCode => {
  const [, figure, sign] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const worth = Number(figure);
  if (figure === undefined || worth < 1 || (sign === "%" && worth > 100))
    throw new InvalidArgumentError('Use a percentage such as "15%", or an amount in cents such as 1000.');
  return sign === "%" ? { code: "CODE", percent_off: worth } : { code: "CODE", value: cents(worth) };
};

/** Returns the sale running in a store, or null. */
const saleOf = async (url: string | undefined): Promise<Sale | null> =>
  url === undefined ? null : (await answered(url, (await storeAt(url)).settings.get())).data.sale;

/** Returns a line about when a discounted plan first costs its full price. `price` is in cents. */
const fullPriceText = (quote: Quote, price: Cents): readonly string[] => {
  const cycles = quotedDiscount(quote)?.cycles ?? 1;
  return cycles < 2 ? [] : [`After ${cycles} discounted payments, the plan renews at ${formatUsd(price)}.`];
};

const say = (
  quote: Quote,
  { json: asJson, explain }: QuoteOptions,
  output: Output,
  more: readonly string[] = [],
): void => {
  const { renewal } = quote;
  const lines = [
    ...quoteRules(quote, explain === true),
    `Total today: ${formatUsd(quote.total)}`,
    ...(renewal === null ? [] : [renewal.text]),
    ...more,
  ];
  output.out(asJson ? pretty(quote) : lines.join("\n"));
};

/** Returns the pack with this many credits for a license, from the store if one is given. */
const packOf = async (amount: number, options: QuoteOptions) => {
  const ranges = await packRangesFor(options.license, options);
  const prices = { presets: [], individual: ranges, business: ranges };
  const pack = creditPack(prices, credits(amount), options.license);
  if (Result.isFailure(pack)) throw new CommandFailed("not_priced", `No price is set for ${amount} credits.`);
  return { reference: "credits", amount: credits(amount), price: pack.success.adjusted_price };
};

const quotePlanOf = async (id: number, options: PlanOptions, output: Output, now: () => number): Promise<void> => {
  const { license, promo = null, sale, accountCredit = 0, tax = taxRate(0) } = options;
  sayPriceList(options, output);
  const variant = (await plansFor(license, options)).find((each) => each.id === id);
  if (variant === undefined) throw new CommandFailed("unknown_plan", planUnavailableMessage(license));
  const running = sale ? (await priceRulesOf(options)).sale : await saleOf(options.store);
  if (promo !== null && running !== null) throw new CommandFailed("usage", message("promo_during_sale"));
  const error = promo === null ? null : promoError(promo, variant.interval);
  if (error !== null) throw new CommandFailed("usage", message(error));
  const quote = quotePlan({
    variant,
    accountCredit: cents(accountCredit),
    at: instant(now()),
    tax,
    promo,
    sale: running,
    pack: options.credits === undefined ? null : await packOf(options.credits, options),
  });
  say(quote, options, output, fullPriceText(quote, variant.adjusted_price));
};

const quotePackOf = async (amount: number, options: QuoteOptions, output: Output): Promise<void> => {
  sayPriceList(options, output);
  say(quotePack(await packOf(amount, options), options.tax), options, output);
};

/**
 * Returns a file in a store's catalog by a name such as "ground-fire" or "ground-fire:4K". Without a size, returns the
 * cheapest file.
 */
const fileNamed = async (name: string, { license, store: url }: ItemOptions, factors: ItemFactors) => {
  if (url === undefined)
    throw new CommandFailed("no_store", "Item prices come from a running store. Use --store, or set BACKLOT_URL.");
  const [slug = "", resolution] = name.split(":");
  const collection = await answered(url, (await storeAt(url)).collections.get({ params: { slug } })).catch(
    ifNotFound(`Item "${slug}" doesn't exist. Use the slug from its page's URL.`),
  );
  const files = collection.collection_variants.filter(
    (each) => resolution === undefined || each.resolution.toLowerCase() === resolution.toLowerCase(),
  );
  const [file] = files.toSorted((a, b) => a.price - b.price);
  if (file === undefined) throw new CommandFailed("not_found", `${collection.name} has no ${resolution} file.`);
  return {
    product_id: String(file.id),
    name: itemLabel(collection.name, variantLabel(file)),
    price: itemPrice(cents(file.price), license, factors),
  };
};

const quoteItems = async (names: readonly string[], options: ItemOptions, output: Output): Promise<void> => {
  const items = [];
  const rules = await priceRulesOf(options);
  for (const name of names) items.push(await fileNamed(name, options, rules.item_factors));
  const { code = null, tax = taxRate(0) } = options;
  say(quoteCart({ items, code, rules, tax }), options, output);
};

/** Adds `backlot quote`: prices of plans, credits, and items. `now` returns the time in milliseconds since 1970. */
const addQuoteCommand = (program: Command, output: Output, now: () => number): void => {
  const quote = program.command("quote").description("quote a new plan, credits, or items");
  const add = (name: string, description: string, examples: readonly string[]): Command =>
    asksPrices(quote.command(name))
      .description(description)
      .addOption(new Option("--license <id>", "license ID, 1 to 6").argParser(licenseArgument).default(licenseId(1)))
      .addOption(new Option("--tax <percent>", "tax rate to add").argParser(taxArgument))
      .option("--explain", "show the requirement behind each rule")
      .addOption(json())
      .addHelpText("after", `\nExamples:\n${examples.map((each) => `  $ backlot quote ${each}`).join("\n")}`);
  add("plan", "quote a new plan", [
    "plan 131 --license 2 --promo 20:3 --explain",
    "plan 132 --sale --credits 30 --json",
  ])
    .argument("<plan>", "the plan's ID (see backlot plans list)", wholeArgument)
    .addOption(new Option("--promo <percent:months>", "a promo code's discount").argParser(promoArgument))
    .option("--sale", "apply the sale")
    .addOption(new Option("--credits <n>", "credits to buy with the plan").argParser(countArgument))
    .addOption(new Option("--account-credit <cents>", "account credit to use").argParser(wholeArgument))
    .action((id: number, options: PlanOptions) => quotePlanOf(id, options, output, now));
  add("pack", "quote a number of credits", ["pack 30", "pack 250 --license 2 --tax 8.25"])
    .argument("<credits>", "number of credits", countArgument)
    .action((amount: number, options: QuoteOptions) => quotePackOf(amount, options, output));
  add("item", "quote a cart of items from a running store", [
    "item ground-fire campfire:4K --code 15% --store http://127.0.0.1:3000",
  ])
    .argument("<items...>", 'slugs from the items\' URLs; add ":4K" to choose a file')
    .addOption(
      new Option("--code <worth>", 'a cart code\'s discount: "15%", or an amount in cents').argParser(codeArgument),
    )
    .action((names: readonly string[], options: ItemOptions) => quoteItems(names, options, output));
};

export const registration: Registration = { group: "Prices and licenses", place: 2, add: addQuoteCommand };
