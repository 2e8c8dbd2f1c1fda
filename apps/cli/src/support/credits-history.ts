import { explainEntry, sourcePayment, utcDay, utcMinute, withBalances } from "@backlot/domain";
import type { CustomerView } from "@backlot/ports";
import type { Command } from "commander";
import { type Common, asksSupport, pretty } from "../arguments.ts";
import { CUSTOMER_ARGUMENT, customerNamed } from "../customer-named.ts";
import { type Output, table } from "../output.ts";
import { askSupport } from "../store.ts";
import { aboutEntry } from "./credit-words.ts";
import type { Registration } from "../registration.ts";

interface HistoryOptions extends Common {
  readonly key?: string;
}

/** The origin of each kind of lot, printed before the receipt number or date. */
const LOT_KINDS = { plan: "plan", pack: "pack", legacy: "legacy", grant: "support" } as const;

/** Returns every credit entry with its lot, its payment's receipt, its subject, and the balances after it. */
const historyOf = (customer: CustomerView) => {
  const ledger = { lots: customer.credit_lots, entries: customer.credit_entries };
  const balances = withBalances(ledger.entries);
  return ledger.entries.flatMap((entry, at) => {
    const why = explainEntry(ledger, entry);
    if (why === null) return [];
    const lot = ledger.lots.find(({ id }) => id === why.lot_id);
    const payment = sourcePayment(why.paid_by);
    return [
      {
        at: entry.at,
        credits: entry.amount,
        balance: balances[at]?.balance ?? 0,
        reason: entry.reason,
        about: aboutEntry(customer, entry.reference),
        lot: { kind: why.kind, granted_at: lot?.granted_at ?? entry.at, left: why.after },
        receipt: customer.receipts.find(({ payment_id }) => payment_id === payment)?.number ?? null,
      },
    ];
  });
};

const history = async (text: string, options: HistoryOptions, output: Output): Promise<void> => {
  const customer = await customerNamed(text, options);
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.customer({ query: { customer } }),
  );
  const rows = historyOf(data);
  if (options.json) return output.out(pretty(rows));
  if (rows.length === 0) return output.out(`${data.user.email} has never had credits.`);
  output.out(
    await table(
      ["Time (UTC)", "Credits", "Balance", "Reason", "From", "About"],
      rows
        .toReversed()
        .map(({ at, credits, balance, reason, about, lot, receipt }) => [
          utcMinute(at),
          String(credits),
          String(balance),
          reason,
          `${LOT_KINDS[lot.kind]} ${receipt ?? utcDay(lot.granted_at)}`,
          reason === "grant" ? "" : about,
        ]),
    ),
  );
};

/** Adds `backlot credits history`, which shows where a customer's credits came from and how they were spent. */
const addCreditsCommand = (program: Command, output: Output): void => {
  const credits = program.command("credits").description("show customers' credits");
  asksSupport(credits)("history", "list changes to a customer's credits, newest first", ["history ada@example.com"])
    .argument("<customer>", CUSTOMER_ARGUMENT)
    .action((text: string, options: HistoryOptions) => history(text, options, output));
};

export const registration: Registration = { group: "Customers", place: 3, add: addCreditsCommand };
