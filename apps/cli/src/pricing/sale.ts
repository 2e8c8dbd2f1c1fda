import { saleText } from "@backlot/domain";
import type { Instant } from "@backlot/domain/kernel/calendar";
import type { RunningSaleView } from "@backlot/ports";
import { Option, type Command } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason, timeArgument } from "../arguments.ts";
import type { Output } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface SaleOptions extends Common {
  readonly key?: string;
}

const show = (sale: RunningSaleView | null, options: SaleOptions, output: Output): void =>
  output.out(options.json ? pretty(sale) : saleText(sale));

/** Adds `backlot sale`: the sitewide sale on plans and its banner. */
const addSaleCommand = (program: Command, output: Output): void => {
  const sale = program.command("sale").description("show, start, and end the sale on plans");
  const add = asksSupport(sale);
  add("show", "show the running sale, if any", ["show"]).action(async (options: SaleOptions) =>
    show((await askSupport(options.store, options.key, (client) => client.support.sale())).data, options, output),
  );
  takesReason(
    add("start", "start the price list's sale on new plans; promo codes don't work during a sale", [
      'start --reason "spring sale"',
      'start --until 2036-12-01T00:00:00Z --reason "spring sale"',
    ]),
  )
    .addOption(new Option("--until <time>", "end time (default: until you end it)").argParser(timeArgument))
    .action(async (options: SaleOptions & ByStaff & { readonly until?: Instant }) => {
      const payload = { ends_at: options.until ?? null, ...byStaff(options) };
      const { data } = await askSupport(options.store, options.key, (client) => client.support.startSale({ payload }));
      show(data, options, output);
    });
  takesReason(add("end", "end the sale now", ['end --reason "sold out"'])).action(
    async (options: SaleOptions & ByStaff) => {
      const query = byStaff(options);
      await askSupport(options.store, options.key, (client) => client.support.endSale({ query }));
      show(null, options, output);
    },
  );
};

export const registration: Registration = { group: "Store", place: 7, add: addSaleCommand };
