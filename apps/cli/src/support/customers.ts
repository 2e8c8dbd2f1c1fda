import { itemLabel } from "@backlot/domain";
import type { DownloadCheckView } from "@backlot/ports";
import type { Command } from "commander";
import { type Common, json, pretty, store, supportKey } from "../arguments.ts";
import { addCustomerChanges } from "./customer-changes.ts";
import { customerLists, customerSummary } from "./customer-sheet.ts";
import { CUSTOMER_ARGUMENT, customerNamed } from "../customer-named.ts";
import { CommandFailed, type Output } from "../output.ts";
import { openPage, web } from "../web-page.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface CustomerOptions extends Common {
  readonly key?: string;
  readonly all?: boolean;
  readonly web?: boolean;
}

/** The number of rows of each list to print without `--all`. `--json` is complete. */
const LISTED = 10;

const show = async (text: string, options: CustomerOptions, output: Output): Promise<void> => {
  const customer = await customerNamed(text, options);
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.customer({ query: { customer } }),
  );
  if (options.web) {
    const { stripe_customer_token: token, email } = data.user;
    if (token === null)
      throw new CommandFailed("not_found", `${email} has never paid by card, so there is no Stripe page to open.`);
    return openPage(`https://dashboard.stripe.com/customers/${token}`, output);
  }
  if (options.json) return output.out(pretty(data));
  const most = options.all ? Number.POSITIVE_INFINITY : LISTED;
  output.out([await customerSummary(data), ...(await customerLists(data, { most }))].join("\n\n"));
};

const HELPS: Readonly<Record<NonNullable<DownloadCheckView["files"][number]["reason"]>, string>> = {
  SignInToDownload: "The customer has to sign in.",
  NeedsPaidPlan: "Any paid plan includes this item. To find plans, run backlot license for-revenue.",
  NeedsPlanFor4K: "Any paid plan includes 4K; the 2K file is free.",
  NeedsPurchase: "The customer can use credits or buy a file. To grant credits, run backlot customers grant.",
  DailyLimitReached: "The limit resets at midnight UTC. Owned items and files downloaded today don't count.",
  PaymentDisputed: "Downloads resume once the dispute is settled. To list disputes, run backlot money list.",
};

/** The maximum number of items to suggest. */
const PROPOSED = 5;

/**
 * Returns the slug of the only item whose name or slug contains a text. Fails with the likeliest items if there is not
 * exactly one.
 */
const itemLike = async (text: string, options: CustomerOptions): Promise<string> => {
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.collections.list({ query: { q: text, limit: PROPOSED } }),
  );
  const part = text.trim().toLowerCase();
  const named = data.filter(({ name, slug }) => name.toLowerCase().includes(part) || slug.includes(part));
  const [only] = named;
  if (only !== undefined && named.length === 1) return only.slug;
  const likely = (named.length === 0 ? data : named).map(({ name, slug }) => `- ${name} (${slug})`);
  throw new CommandFailed(
    "not_found",
    likely.length === 0
      ? `No item that this customer can see matches "${text}".`
      : [`No item is named "${text}". Closest matches:`, ...likely].join("\n"),
  );
};

/** Prints, file by file, whether a customer may download an item, and how to fix refusals. */
const whyNot = async (text: string, item: string, options: CustomerOptions, output: Output): Promise<void> => {
  const customer = await customerNamed(text, options);
  const slug = item
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const check = (named: string) =>
    askSupport(options.store, options.key, (client) =>
      client.support.downloadCheck({ query: { customer, item: named } }),
    );
  const { data } = await check(slug).catch(async (error: unknown) => {
    if (!(error instanceof CommandFailed && error.reason === "not_found")) throw error;
    return check(await itemLike(item, options));
  });
  if (options.json) return output.out(pretty(data));
  const states = [
    ...(data.locked ? ["Support has locked the account. To unlock it, run backlot customers unlock."] : []),
    ...(data.password_locked
      ? ["Wrong passwords have temporarily locked the account. To unlock it, run backlot customers unlock."]
      : []),
  ];
  const helps = [...new Set(data.files.flatMap(({ reason }) => (reason === null ? [] : HELPS[reason])))];
  output.out(
    [
      ...states,
      ...(states.length === 0 ? [] : ["Otherwise:"]),
      ...data.files.map(({ label, message }) => {
        const state = message === null ? "can be downloaded." : `refused. The store says: ${message}`;
        return `${itemLabel(data.name, label)}: ${state}`;
      }),
      ...helps,
    ].join("\n"),
  );
};

/** Adds `backlot customers`: show an account, and change it as support staff. */
const addCustomersCommand = (program: Command, output: Output): void => {
  const addShow = (command: Command, name: string): void => {
    const example = (text: string) => `  $ backlot ${name} ${text} --store http://127.0.0.1:3000`;
    const examples = ["ada@example.com", '"Lane Films"', "ada@example.com --json"].map(example);
    command
      .description("show everything about a customer on one screen")
      .argument("<customer>", CUSTOMER_ARGUMENT)
      .option("--all", `list everything, not just the latest ${LISTED} of each`)
      .addOption(web("the customer's page at Stripe"))
      .addOption(store())
      .addOption(supportKey())
      .addOption(json())
      .addHelpText("after", `\nExamples:\n${examples.join("\n")}`)
      .action((text: string, options: CustomerOptions) => show(text, options, output));
  };
  addShow(program.command("customer"), "customer");
  const customers = program.command("customers").description("look up and change customers");
  addShow(customers.command("show"), "customers show");
  customers
    .command("why-not")
    .description("explain why a customer can or can't download an item, and what would help")
    .argument("<customer>", CUSTOMER_ARGUMENT)
    .argument("<item>", "all or part of the item's name, or the slug from its page's URL, such as \"ground-fire\"")
    .addOption(store())
    .addOption(supportKey())
    .addOption(json())
    .addHelpText(
      "after",
      '\nExamples:\n  $ backlot customers why-not ada@example.com "Ground Fire" --store http://127.0.0.1:3000',
    )
    .action((text: string, item: string, options: CustomerOptions) => whyNot(text, item, options, output));
  addCustomerChanges(customers, output);
};

export const registration: Registration = { group: "Customers", place: 1, add: addCustomersCommand };
