import { type CartCode, cents, codeWorthText, isCodeName, utcDay } from "@backlot/domain";
import type { CodePage } from "@backlot/ports";
import { Option, type Command } from "commander";
import {
  type ByStaff,
  type Common,
  asksSupport,
  byStaff,
  centsArgument,
  countArgument,
  json,
  pretty,
  store,
  supportKey,
  takesReason,
  wholeArgument,
} from "../arguments.ts";
import { CUSTOMER_ARGUMENT, customerNamed } from "../customer-named.ts";
import { CommandFailed, type Output, table, ifNotFound } from "../output.ts";
import { allPages, askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface ListOptions extends Common {
  readonly key?: string;
}

interface PutOptions extends ListOptions, ByStaff {
  readonly value?: number;
  readonly percent?: number;
  readonly usesPerAccount?: number;
  readonly maxUses?: number;
  readonly replace?: boolean;
}

/** Returns all codes of a store, fetched page by page. */
const allCodes = ({ store: url, key }: ListOptions): Promise<CodePage["data"]> =>
  allPages<CodePage["data"][number], string>(
    (starting_after) => askSupport(url, key, (client) => client.support.codes({ query: { starting_after } })),
    ({ code }) => code.code,
  );

const list = async (options: ListOptions, output: Output): Promise<void> => {
  const data = await allCodes(options);
  if (options.json) return output.out(pretty(data));
  output.out(
    data.length === 0
      ? "There are no codes."
      : await table(
          ["Code", "Discount", "Used", "Limit", "Per account", "Ended"],
          data.map(({ code, uses }) => [
            code.code,
            codeWorthText(code),
            String(uses),
            code.max_uses === undefined ? "none" : String(code.max_uses),
            String(code.uses_per_account ?? 1),
            code.ended_at === undefined ? "" : utcDay(code.ended_at),
          ]),
        ),
  );
};

/** Returns the code that the options describe. Fails unless exactly one of an amount and a percentage is given. */
const codeOf = (name: string, { value, percent, usesPerAccount, maxUses }: PutOptions): CartCode => {
  if (!isCodeName(name))
    throw new CommandFailed("usage", `"${name}" isn't a valid code. Use up to 100 letters, digits, "-", and "_".`);
  const limits = {
    ...(usesPerAccount === undefined ? {} : { uses_per_account: usesPerAccount }),
    ...(maxUses === undefined ? {} : { max_uses: maxUses }),
  };
  if (value !== undefined && percent === undefined && value > 0) return { code: name, value: cents(value), ...limits };
  if (percent !== undefined && value === undefined && percent >= 1 && percent <= 100)
    return { code: name, percent_off: percent, ...limits };
  const wrong =
    value !== undefined && percent !== undefined
      ? "Use either --value or --percent, not both."
      : percent === undefined
        ? "Set the discount with --value in cents, or --percent from 1 to 100."
        : `--percent must be from 1 to 100, not ${percent}.`;
  throw new CommandFailed("usage", wrong);
};

const timesText = (count: number): string => (count === 1 ? "once" : `${count} times`);

/** Returns how often a code can be used, in words. */
const limitsText = ({ uses_per_account: each = 1, max_uses }: CartCode): string =>
  `${timesText(each)} per account, ${max_uses === undefined ? "no total limit" : `${max_uses} in total`}`;

const put = async (name: string, options: PutOptions, output: Output): Promise<void> => {
  const code = codeOf(name, options);
  const payload = { code, ...byStaff(options) };
  const existingCode = (await allCodes(options)).find((each) => each.code.code.toLowerCase() === name.toLowerCase());
  if (existingCode !== undefined && !options.replace) {
    const { ended_at } = existingCode.code;
    const state = ended_at === undefined ? `was used ${timesText(existingCode.uses)}` : `ended on ${utcDay(ended_at)}`;
    throw new CommandFailed(
      "needs_yes",
      `${existingCode.code.code} already exists. It takes ${codeWorthText(existingCode.code)} off a cart ` +
        `and ${state}. Add --replace to overwrite the code and its limits.`,
      2,
    );
  }
  const { data } = await askSupport(options.store, options.key, (client) => client.support.putCode({ payload }));
  output.out(
    options.json ? pretty(data) : `${data.code} takes ${codeWorthText(data)} off a cart. Limits: ${limitsText(data)}.`,
  );
};

const end = async (code: string, options: ListOptions & ByStaff, output: Output): Promise<void> => {
  const query = byStaff(options);
  await askSupport(options.store, options.key, (client) => client.support.endCode({ params: { code }, query })).catch(
    ifNotFound(`Cart code "${code}" doesn't exist or has ended. To list codes, run backlot codes list.`),
  );
  output.out(options.json ? pretty({ code }) : `${code} can't be used anymore. Orders that used it keep their price.`);
};

const explain = async (
  name: string,
  options: ListOptions & { readonly customer: string },
  output: Output,
): Promise<void> => {
  const customer = await customerNamed(options.customer, options);
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.explainCode({ query: { customer, code: name } }),
  );
  if (options.json) return output.out(pretty(data));
  const { cart, plan } = data;
  const outcome = (refusal: string | null): string => (refusal === null ? "The customer can use it." : refusal);
  const lines = [
    ...(cart === null
      ? []
      : [
          `Cart code: takes ${codeWorthText(cart.code)} off a cart. Used ${timesText(cart.uses)} in total and ` +
            `${timesText(cart.uses_by_customer)} by this customer. ` +
            (cart.code.ended_at === undefined ? outcome(cart.refusal) : `It ended on ${utcDay(cart.code.ended_at)}.`),
        ]),
    ...(plan === null ? [] : [`Plan code: ${plan.promo.percent_off}% off a new plan. ${outcome(plan.refusal)}`]),
  ];
  output.out(lines.length === 0 ? `No cart or plan code is named "${name}".` : lines.join("\n"));
};

/** Adds `backlot codes`: cart discount codes. Promotion codes for plans are managed at the card provider. */
const addCodesCommand = (program: Command, output: Output): void => {
  const codes = program.command("codes").description("list, explain, and change discount codes for carts");
  codes
    .command("list")
    .description("list a running store's codes and how often each was used")
    .addOption(store())
    .addOption(supportKey())
    .addOption(json())
    .addHelpText("after", "\nExamples:\n  $ backlot codes list --store http://127.0.0.1:3000")
    .action((options: ListOptions) => list(options, output));
  codes
    .command("explain")
    .description("explain what a cart or plan code does for a customer, or why it's refused")
    .argument("<code>", "the code, as the customer typed it")
    .addOption(new Option("--customer <text>", `${CUSTOMER_ARGUMENT} (required)`).makeOptionMandatory())
    .addOption(store())
    .addOption(supportKey())
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot codes explain SPRING --customer ada@example.com --store http://127.0.0.1:3000",
    )
    .action((name: string, options: ListOptions & { readonly customer: string }) => explain(name, options, output));
  takesReason(asksSupport(codes)("end", "end a cart code", ['end SPRING --reason "campaign is over"']))
    .argument("<code>", "the code (case-insensitive)")
    .action((code: string, options: ListOptions & ByStaff) => end(code, options, output));
  takesReason(codes.command("put"))
    .description("add or replace a code in a running store")
    .argument("<code>", "the code that buyers enter (case-insensitive)")
    .addOption(new Option("--value <cents>", "amount off the cart, in cents").argParser(centsArgument))
    .addOption(new Option("--percent <percent>", "percentage off the cart, 1 to 100").argParser(wholeArgument))
    .addOption(new Option("--uses-per-account <n>", "maximum orders per account (default: 1)").argParser(countArgument))
    .addOption(new Option("--max-uses <n>", "maximum orders in total (default: unlimited)").argParser(countArgument))
    .option("--replace", "overwrite the existing code and its limits, even if it has ended")
    .addOption(store())
    .addOption(supportKey())
    .addOption(json())
    .addHelpText(
      "after",
      '\nExamples:\n  $ backlot codes put TAKE10 --value 1000 --reason "newsletter" --store http://127.0.0.1:3000\n' +
        '  $ backlot codes put ONCE --percent 50 --max-uses 1 --reason "apology" --store http://127.0.0.1:3000',
    )
    .action((name: string, options: PutOptions) => put(name, options, output));
};

export const registration: Registration = { group: "Store", place: 6, add: addCodesCommand };
