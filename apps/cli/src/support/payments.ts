import { formatUsd, paidWithText, periodText, receiptRows, receiptTitle, utcDay, utcMinute } from "@backlot/domain";
import type { CustomerView, SupportPayment } from "@backlot/ports";
import { type Command, Option } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, centsArgument, pretty, takesReason } from "../arguments.ts";
import { CUSTOMER_ARGUMENT, customerNamed, customersAt, guestsNote } from "../customer-named.ts";
import { disputeText } from "../dispute-text.ts";
import { CommandFailed, Ended, type Output, ifNotFound, sheet, table } from "../output.ts";
import { REFUND_SAYS, refundText, takenBack } from "../refund-state.ts";
import type { SheetRow } from "../table.ts";
import { type UnsettledMoney, askSupport, unsettledMoneyOf } from "../store.ts";
import type { Registration } from "../registration.ts";

interface PaymentOptions extends Common {
  readonly key?: string;
}

const DISPUTE_STATES = { open: "disputed", won: "dispute won", lost: "dispute lost" } as const;

/** Returns the state of a payment, with its open refunds and its disputes. */
const stateOf = (
  { payment_id, total, refunded, order_status }: CustomerView["receipts"][number],
  disputes: CustomerView["disputes"],
  { refunds }: UnsettledMoney,
): string => {
  const open = refunds.filter((refund) => refund.payment_id === payment_id);
  const states = [
    ...disputes.filter((dispute) => dispute.payment_id === payment_id).map(({ status }) => DISPUTE_STATES[status]),
    ...(order_status === "unfulfillable" ? ["not delivered"] : []),
    ...(refunded === 0 ? [] : [refunded >= total ? "refunded" : `${formatUsd(refunded)} refunded`]),
    ...open.map(({ amount, status }) => `refund of ${formatUsd(amount)} ${status}`),
  ];
  return states.join(", ");
};

const list = async (text: string, options: PaymentOptions, output: Output): Promise<void> => {
  const customer = await customerNamed(text, options);
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.customer({ query: { customer } }),
  );
  if (options.json) return output.out(pretty(data.receipts));
  const note = await guestsNote(text, customer, options);
  const unsettled = await unsettledMoneyOf(options.store, options.key);
  output.out(
    data.receipts.length === 0
      ? `${data.user.email} has no payments.`
      : await table(
          ["Paid (UTC)", "Receipt", "Amount", "Via", "State", "For"],
          data.receipts.map((receipt) => [
            utcMinute(receipt.paid_at),
            receipt.number,
            formatUsd(receipt.total),
            receipt.paid_with.replace("-", " "),
            stateOf(receipt, data.disputes, unsettled),
            receiptTitle(receipt),
          ]),
        ),
  );
  if (note !== "") output.err(note);
};

interface RefundOptions extends PaymentOptions, ByStaff {
  readonly amount?: number;
  readonly yes?: boolean;
}

const REFUND_STATES = { due: "due", issued: "not confirmed yet", applied: "completed", failed: "refused" } as const;

/** Returns a payment's receipt, refunds, and disputes as text. */
const paymentText = async ({ receipt, email, refunded, refunds, disputes }: SupportPayment): Promise<string> => {
  const facts: readonly SheetRow[] = [
    ["Receipt", [receipt.number]],
    ["Customer", [email]],
    ["Paid", [`${utcMinute(receipt.paid_at)} UTC, ${paidWithText(receipt.paid_with).toLowerCase()}`]],
    ...(receipt.period === null ? [] : [["Period", [periodText(receipt.period)]] as const]),
    ...(refunded === 0 ? [] : [["Refunded", [formatUsd(refunded)]] as const]),
    ...(refunds.length === 0
      ? []
      : [
          [
            "Refunds",
            refunds.map(
              ({ amount, created_at, cause, status }) =>
                `${formatUsd(amount)} on ${utcDay(created_at)}, ${cause}: ${REFUND_STATES[status]}`,
            ),
          ] as const,
        ]),
    ...(disputes.length === 0
      ? []
      : [["Disputes", disputes.map((each) => `${formatUsd(each.amount)} ${disputeText(each)}`)] as const]),
  ];
  const rows = receiptRows(receipt).map(({ name, value }) => [name, value]);
  return [await sheet(facts), await table(["Charge", "Amount"], rows)].join("\n\n");
};

const show = async (text: string, options: PaymentOptions, output: Output): Promise<void> => {
  const payment = await paymentNamed(text, options);
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.payment({ query: { payment } }),
  ).catch(namedPayment(payment));
  output.out(options.json ? pretty(data) : await paymentText(data));
};

/** Returns a handler that names the payment in the error if it was not found. */
const namedPayment = (payment: string) =>
  ifNotFound(`Payment "${payment}" doesn't exist. To list payments, run backlot payments list.`);

/** Returns the payment that a text names. An email address stands for its account's or guest's latest payment. */
const paymentNamed = async (text: string, options: PaymentOptions): Promise<string> => {
  if (!text.includes("@")) return text;
  const customers = await customersAt(text, options);
  const customer = customers.find(({ is_guest }) => !is_guest) ?? customers[0];
  if (customer === undefined) throw new CommandFailed("not_found", `No customer has the email address ${text}.`);
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.customer({ query: { customer: customer.id } }),
  );
  const [latest] = data.receipts;
  if (latest === undefined) throw new CommandFailed("not_found", `${text} has no payments.`);
  return latest.number;
};

const refund = async (text: string, options: RefundOptions, output: Output): Promise<void> => {
  const { store: url, key, amount } = options;
  const payment = await paymentNamed(text, options);
  const query = amount === undefined ? { payment } : { payment, amount };
  const { data: preview } = await askSupport(url, key, (client) => client.support.previewRefund({ query })).catch(
    namedPayment(payment),
  );
  const what = refundText(preview);
  if (!options.yes) {
    if (options.json) {
      output.out(pretty({ is_preview: true, ...preview }));
      throw new Ended(2);
    }
    throw new CommandFailed(
      "needs_yes",
      [`This refunds ${what}.`, ...takenBack(preview), "This can't be undone. Add --yes to continue."].join("\n"),
      2,
    );
  }
  const payload = { payment, amount: preview.amount, idempotency_key: crypto.randomUUID(), ...byStaff(options) };
  const { data } = await askSupport(url, key, (client) => client.support.refundPayment({ payload })).catch(
    (error: unknown) => {
      throw error instanceof CommandFailed && error.reason === "unreachable"
        ? new CommandFailed(
            "unreachable",
            `${error.message} The refund may have gone through. To check, run backlot customer ${preview.email}.`,
          )
        : error;
    },
  );
  const taken = data.status === "failed" ? [] : takenBack({ ...preview, ...data });
  const summary = [REFUND_SAYS[data.status](formatUsd(data.amount)), what, ...taken];
  output.out(options.json ? pretty(data) : summary.join("\n"));
};

interface SettleOptions extends PaymentOptions, ByStaff {
  readonly yes?: boolean;
}

const settle = async (payment: string, options: SettleOptions, output: Output): Promise<void> => {
  if (!options.yes)
    throw new CommandFailed(
      "needs_yes",
      `This marks the refused refunds of ${payment} as paid another way. The store won't attempt them again. ` +
        "Add --yes to continue.",
      2,
    );
  const payload = { payment, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.settleRefunds({ payload }),
  ).catch(namedPayment(payment));
  output.out(options.json ? pretty(data) : `Settled refused refunds of ${formatUsd(data.amount)} to ${data.email}.`);
};

const PAYMENT_ARGUMENT = "a receipt number, an order ID, or an email address for the latest payment";

/** Adds `backlot payments`, which shows a customer's payments and refunds them. */
const addPaymentsCommand = (program: Command, output: Output): void => {
  const payments = program.command("payments").description("list, show, and refund payments");
  const add = asksSupport(payments);
  add("list", "list a customer's payments, including renewals, and what each was for", ["list ada@example.com"])
    .argument("<customer>", CUSTOMER_ARGUMENT)
    .action((text: string, options: PaymentOptions) => list(text, options, output));
  add("show", "show a payment line by line, with its refunds and disputes", ["show R1-000042"])
    .argument("<payment>", PAYMENT_ARGUMENT)
    .action((payment: string, options: PaymentOptions) => show(payment, options, output));
  takesReason(
    add("refund", "refund all or part of a payment; without --yes, only show what the customer would lose", [
      'refund ada@example.com --reason "charged twice"',
      'refund R1-000042 --reason "charged twice" --yes',
      'refund R1-000042 --amount 1000 --reason "late file" --yes',
    ]),
  )
    .argument("<payment>", PAYMENT_ARGUMENT)
    .addOption(
      new Option("--amount <cents>", "amount in cents, including tax (default: everything left)").argParser(
        centsArgument,
      ),
    )
    .option("--yes", "confirm; this can't be undone")
    .action((payment: string, options: RefundOptions) => refund(payment, options, output));
  takesReason(
    add("settle", "mark refused refunds as paid another way", [
      'settle R1-000042 --reason "bank transfer on November 27" --yes',
    ]),
  )
    .argument("<payment>", "a receipt number or an order ID")
    .option("--yes", "confirm; the store won't attempt these refunds again")
    .action((payment: string, options: SettleOptions) => settle(payment, options, output));
};

export const registration: Registration = { group: "Customers", place: 2, add: addPaymentsCommand };
