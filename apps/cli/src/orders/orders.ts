import { formatUsd, itemLabel, paidWithText, utcMinute, shortOrderId } from "@backlot/domain";
import type { ListedOrders, SupportOrderView } from "@backlot/ports";
import { type Command, Option } from "commander";
import { ACTION_HEAD, actionRow } from "../action-log.ts";
import {
  type ByStaff,
  type Common,
  asksSupport,
  byStaff,
  json,
  pretty,
  store,
  supportKey,
  takesReason,
  wholeArgument,
} from "../arguments.ts";
import { CommandFailed, Ended, type Output, sheet, table, ifNotFound } from "../output.ts";
import { quoteRules } from "../quote-text.ts";
import { REFUND_SAYS, refundText, takenBack } from "../refund-state.ts";
import type { SheetRow } from "../table.ts";
import { allPages, askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface OrderOptions extends Common {
  readonly key?: string;
}

const orderOf = async (id: string, options: OrderOptions): Promise<SupportOrderView> => {
  const request = askSupport(options.store, options.key, (store) => store.support.order({ params: { id } }));
  const { data } = await request.catch(
    ifNotFound(`No paid order has the ID "${id}". To list a buyer's orders, run backlot customer.`),
  );
  return data;
};

interface ListOptions extends OrderOptions {
  readonly text?: string;
  readonly all?: boolean;
}

/** The number of orders to print without `--all`. */
const LISTED = 20;
/** The number of orders to read at once with `--all`. */
const AT_ONCE = 100;

/** Returns the orders of all buyers, newest first, whose buyer or id matches the text. */
export const ordersOf = (
  { store: url, key, text }: ListOptions,
  page: { readonly starting_after?: string | undefined; readonly limit: number },
): Promise<ListedOrders> => {
  const query = { ...page, ...(text === undefined ? {} : { text }) };
  return askSupport(url, key, ({ support }) => support.orders({ query }));
};

const list = async (options: ListOptions, output: Output): Promise<void> => {
  const { data, has_more } = options.all
    ? {
        data: await allPages<ListedOrders["data"][number], string>(
          (starting_after) => ordersOf(options, { starting_after, limit: AT_ONCE }),
          ({ id }) => id,
        ),
        has_more: false,
      }
    : await ordersOf(options, { limit: LISTED });
  if (options.json) return output.out(pretty(data));
  if (data.length === 0) return output.out(options.text === undefined ? "There are no orders." : "No orders match.");
  output.out(
    await table(
      ["Placed (UTC)", "Order", "Buyer", "For", "Total"],
      data.map((order) => [
        utcMinute(order.placed_at),
        shortOrderId(order.id),
        order.email,
        order.title,
        formatUsd(order.total),
      ]),
    ),
  );
  if (has_more) output.err(`Showing the latest ${data.length}. Add --all to list everything.`);
};

/** Whether the buyer has an item, in words. */
const ITEM_SAYS = { held: "yes", being_refunded: "no, being refunded", refunded: "no, refunded" } as const;

/** Returns an order as text in `limit` columns: its items, buyer, and refunds. */
export const orderText = async (order: SupportOrderView, limit?: number): Promise<string> => {
  const { quote, items, support_actions: actions } = order;
  const sold =
    items.length === 0
      ? table(
          ["Line", "Price", "After discounts"],
          quote.lines.map((line) => [line.label, formatUsd(line.gross), formatUsd(line.net)]),
          limit,
        )
      : table(
          ["Item", "Name", "Resolution", "After discounts", "Owned"],
          items.map(({ id: item, name, resolution, price, status }) => [
            String(item),
            name,
            resolution,
            formatUsd(price),
            ITEM_SAYS[status],
          ]),
          limit,
        );
  const facts: readonly SheetRow[] = [
    ["Order", [order.id]],
    ["Buyer", [order.billed_to.email]],
    ["Placed", [`${utcMinute(order.placed_at)} UTC, ${order.kind}`]],
    ["Total", [`${formatUsd(quote.total)}, ${paidWithText(order.paid_with).toLowerCase()}`]],
    ["Refunded", [formatUsd(order.refunded)]],
    ...(order.message === null ? [] : [["State", [order.message]] as const]),
  ];
  // The lines alone don't show which discounts affected the total.
  const isLowered = quote.discounts.length > 0 || quote.account_credit > 0;
  const rules = isLowered ? [["How the total was calculated:", ...quoteRules(quote, false)].join("\n")] : [];
  const done = actions.length === 0 ? [] : [await table(ACTION_HEAD, actions.map(actionRow), limit)];
  return [await sheet(facts, limit), await sold, ...rules, ...done].join("\n\n");
};

const show = async (id: string, options: OrderOptions, output: Output): Promise<void> => {
  const order = await orderOf(id, options);
  output.out(options.json ? pretty(order) : await orderText(order));
};

interface RefundOptions extends OrderOptions, ByStaff {
  readonly item: number;
  readonly yes?: boolean;
}

const refund = async (named: string, options: RefundOptions, output: Output): Promise<void> => {
  const { item } = options;
  const order = await orderOf(named, options);
  const orderItem = order.items.find((each) => each.id === item);
  if (orderItem === undefined)
    throw new CommandFailed(
      "not_found",
      `Order ${order.id} has no item ${item}. To list its items, run backlot orders show ${order.id}.`,
    );
  const { id } = order;
  const name = itemLabel(orderItem.name, orderItem.label);
  if (!options.yes) {
    const { data: preview } = await askSupport(options.store, options.key, (client) =>
      client.support.previewItemRefund({ params: { id }, query: { variant_id: item } }),
    );
    if (options.json) {
      output.out(pretty({ is_preview: true, ...preview }));
      throw new Ended(2);
    }
    const lines = [`This refunds ${refundText(preview)}.`, ...takenBack(preview)];
    throw new CommandFailed("needs_yes", [...lines, "This can't be undone. Add --yes to continue."].join("\n"), 2);
  }
  const payload = { variant_id: item, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.refundItem({ params: { id }, payload }),
  );
  const summary = [REFUND_SAYS[data.status](formatUsd(data.amount)), ...takenBack({ ...data, title: name })];
  output.out(options.json ? pretty(data) : summary.join("\n"));
};

const revokeLinks = async (named: string, options: OrderOptions & ByStaff, output: Output): Promise<void> => {
  const payload = byStaff(options);
  const { id } = await orderOf(named, options);
  await askSupport(options.store, options.key, (client) =>
    client.support.revokeOrderLinks({ params: { id }, payload }),
  );
  output.out(
    options.json ? pretty({ order_id: id }) : `Revoked the links to order ${id}. The buyer can request a new link.`,
  );
};

const ID = "c7f3e0b5-1c0f-4d60-8cf2-1cd057ad5e6a";
const AT = "--store http://127.0.0.1:3000";

/** Adds `backlot orders`: show and refund orders. */
const addOrdersCommand = (program: Command, output: Output): void => {
  const orders = program.command("orders").description("list and show orders, refund items, and revoke links");
  const add = (name: string, description: string, examples: readonly string[]): Command =>
    orders
      .command(name)
      .description(description)
      .argument("<order>", "the order's ID, or at least its first eight characters")
      .addOption(store())
      .addOption(supportKey())
      .addHelpText("after", `\nExamples:\n${examples.map((each) => `  $ backlot orders ${each}`).join("\n")}`);
  asksSupport(orders)("list", "list all paid orders, newest first", ["list", "list ada@example.com --all"])
    .argument("[text]", "part of the buyer's email address, or the first characters of an order's ID")
    .option("--all", `list everything, not just the latest ${LISTED}`)
    .action((text: string | undefined, options: ListOptions) =>
      list({ ...options, ...(text === undefined ? {} : { text }) }, output),
    );
  add("show", "show an order's items, buyer, and refunds", [`show ${ID} ${AT}`])
    .addOption(json())
    .action((id: string, options: OrderOptions) => show(id, options, output));
  const refundCommand = add("refund", "revoke an item and refund its price", [
    `refund ${ID} --item 1011 --reason "wrong file" --yes ${AT}`,
  ]);
  takesReason(refundCommand)
    .addOption(
      new Option("--item <id>", "the item's ID, from orders show (required)")
        .argParser(wholeArgument)
        .makeOptionMandatory(),
    )
    .option("--yes", "confirm; this can't be undone")
    .addOption(json())
    .action((id: string, options: RefundOptions) => refund(id, options, output));
  const revoke = add("revoke-links", "revoke the order links sent to a guest", [
    `revoke-links ${ID} --reason "sent to the wrong address" ${AT}`,
  ]);
  takesReason(revoke)
    .addOption(json())
    .action((id: string, options: OrderOptions & ByStaff) => revokeLinks(id, options, output));
};

export const registration: Registration = { group: "Customers", place: 4, add: addOrdersCommand };
