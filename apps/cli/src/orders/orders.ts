import { formatUsd, itemLabel, paidWithText, utcMinute } from "@backlot/domain";
import type { SupportOrderView } from "@backlot/ports";
import { type Command, Option } from "commander";
import { ACTION_HEAD, actionRow } from "../action-log.ts";
import {
  type ByStaff,
  type Common,
  byStaff,
  json,
  pretty,
  store,
  supportKey,
  takesReason,
  wholeArgument,
} from "../arguments.ts";
import { CommandFailed, type Output, table } from "../output.ts";
import { REFUND_SAYS } from "../refund-state.ts";
import { askSupport } from "../store.ts";

interface OrderOptions extends Common {
  readonly key?: string;
}

const orderOf = async (id: string, options: OrderOptions): Promise<SupportOrderView> => {
  const asked = askSupport(options.store, options.key, (store) => store.support.order({ params: { id } }));
  const { data } = await asked.catch((error: unknown) => {
    throw error instanceof CommandFailed && error.reason === "not_found"
      ? new CommandFailed("not_found", `No paid order has the ID "${id}". To list a buyer's: backlot customer.`)
      : error;
  });
  return data;
};

/** Whether the buyer has an item, in words. */
const ITEM_SAYS = { held: "yes", being_refunded: "no, being refunded", refunded: "no, refunded" } as const;

const show = async (id: string, options: OrderOptions, output: Output): Promise<void> => {
  const order = await orderOf(id, options);
  if (options.json) return output.out(pretty(order));
  const { quote, items } = order;
  const placed = `${order.kind}, ${utcMinute(order.placed_at)} UTC`;
  const paid = `${formatUsd(quote.total)}, ${paidWithText(order.paid_with)}`;
  const lines = quote.lines.map((line) => [line.label, formatUsd(line.gross), formatUsd(line.net)]);
  output.out(
    [
      `${placed}, ${paid}, ${order.billed_to.email}, refunded ${formatUsd(order.refunded)}`,
      items.length === 0
        ? await table(["Line", "Price", "After discounts"], lines)
        : await table(
            ["Item", "Name", "Resolution", "After discounts", "Buyer has it"],
            items.map(({ id: item, name, resolution, price, status }) => [
              String(item),
              name,
              resolution,
              formatUsd(price),
              ITEM_SAYS[status],
            ]),
          ),
      ...(order.support_actions.length === 0 ? [] : [await table(ACTION_HEAD, order.support_actions.map(actionRow))]),
    ].join("\n\n"),
  );
};

interface RefundOptions extends OrderOptions, ByStaff {
  readonly item: number;
  readonly yes?: boolean;
}

const refund = async (named: string, options: RefundOptions, output: Output): Promise<void> => {
  const { item } = options;
  const order = await orderOf(named, options);
  const found = order.items.find((each) => each.id === item);
  if (found === undefined)
    throw new CommandFailed("not_found", `Order ${order.id} has no item ${item}: see backlot orders show ${order.id}.`);
  const { id } = order;
  const name = itemLabel(found.name, found.resolution);
  if (!options.yes)
    throw new CommandFailed(
      "needs_yes",
      `This takes ${name} from its buyer and refunds it, which can't be undone. Add --yes to do it.`,
      2,
    );
  const payload = { variant_id: item, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (asked) =>
    asked.support.refundItem({ params: { id }, payload }),
  );
  output.out(
    options.json ? pretty(data) : `${name} is taken back. ${REFUND_SAYS[data.status](formatUsd(data.amount))}`,
  );
};

const revokeLinks = async (named: string, options: OrderOptions & ByStaff, output: Output): Promise<void> => {
  const payload = byStaff(options);
  const { id } = await orderOf(named, options);
  await askSupport(options.store, options.key, (asked) => asked.support.revokeOrderLinks({ params: { id }, payload }));
  output.out(
    options.json
      ? pretty({ order_id: id })
      : `The links that were sent for order ${id} don't work anymore. The buyer can have a new one sent.`,
  );
};

const ID = "c7f3e0b5-1c0f-4d60-8cf2-1cd057ad5e6a";
const AT = "--store http://127.0.0.1:3000";

/** Adds `backlot orders`: show and refund orders. */
export const addOrdersCommand = (program: Command, output: Output): void => {
  const orders = program.command("orders").description("what an order sold, and refunds of single items");
  const add = (name: string, description: string, examples: readonly string[]): Command =>
    orders
      .command(name)
      .description(description)
      .argument("<order>", "the order's ID, or the first eight characters of it or more")
      .addOption(store())
      .addOption(supportKey())
      .addHelpText("after", `\nExamples:\n${examples.map((each) => `  $ backlot orders ${each}`).join("\n")}`);
  add("show", "what an order sold, to whom, and what was refunded", [`show ${ID} ${AT}`])
    .addOption(json())
    .action((id: string, options: OrderOptions) => show(id, options, output));
  const refundCommand = add("refund", "take an item back and refund what it cost", [
    `refund ${ID} --item 1011 --reason "wrong file" --yes ${AT}`,
  ]);
  takesReason(refundCommand)
    .addOption(
      new Option("--item <id>", "the item, as orders show lists it").argParser(wholeArgument).makeOptionMandatory(),
    )
    .option("--yes", "do it: it can't be undone")
    .addOption(json())
    .action((id: string, options: RefundOptions) => refund(id, options, output));
  const revoke = add("revoke-links", "revoke the links to an order that a guest was sent", [
    `revoke-links ${ID} --reason "sent to the wrong address" ${AT}`,
  ]);
  takesReason(revoke)
    .addOption(json())
    .action((id: string, options: OrderOptions & ByStaff) => revokeLinks(id, options, output));
};
