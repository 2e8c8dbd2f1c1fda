import type { Command } from "commander";
import { type Common, store, supportKey } from "./arguments.ts";
import type { Output } from "./output.ts";
import { askSupport } from "./store.ts";

interface RevokeOptions extends Common {
  readonly key?: string;
}

const revokeLinks = async (id: string, options: RevokeOptions, output: Output): Promise<void> => {
  await askSupport(options.store, options.key, (asked) => asked.support.revokeOrderLinks({ params: { id } }));
  output.out(`The links that were sent for order ${id} open nothing any more. Its buyer can have a new one sent.`);
};

/** `backlot orders`: what support does with orders. (CLI-03, ORD-03) */
export const addOrdersCommand = (program: Command, output: Output): void => {
  const orders = program.command("orders").description("orders of a running store");
  orders
    .command("revoke-links")
    .description("let the links that a guest was sent for an order open nothing")
    .argument("<order>", "the order's id, as its page and its receipt state it")
    .addOption(store())
    .addOption(supportKey())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot orders revoke-links c7f3e0b5-1c0f-4d60-8cf2-1cd057ad5e6a --store http://127.0.0.1:3000",
    )
    .action((id: string, options: RevokeOptions) => revokeLinks(id, options, output));
};
