import { formatUsd, utcDay, shortOrderId } from "@backlot/domain";
import type { UnsettledRefund } from "@backlot/ports";
import type { Command } from "commander";
import { type Common, asksSupport, pretty } from "../arguments.ts";
import { type Output, indented, table } from "../output.ts";
import { unsettledMoneyOf } from "../store.ts";
import type { Registration } from "../registration.ts";

export const REFUND_STATE_SAYS: Readonly<Record<UnsettledRefund["status"], string>> = {
  due: "The store will issue the refund once the provider responds and no dispute is open.",
  issued: "The provider hasn't confirmed the refund yet. The store keeps checking.",
  failed:
    "The provider refused the refund, or the bank sent it back. Pay the customer another way, such as by bank " +
    "transfer, and then run backlot payments settle.",
};

const STATUSES = ["due", "issued", "failed"] as const;

const list = async (options: Common & { readonly key?: string }, output: Output): Promise<void> => {
  const { refunds, mismatched, unrecovered, disputes } = await unsettledMoneyOf(options.store, options.key);
  if (options.json) return output.out(pretty({ refunds, mismatched, unrecovered, disputes }));
  const sections = [
    refunds.length === 0
      ? "No refunds are due or refused."
      : (await table(
          ["Status", "Since", "Cause", "About", "Payment", "Amount", "Credit"],
          refunds.map((each) => [
            each.status,
            utcDay(each.created_at),
            each.cause,
            each.cause_reference,
            each.payment_id,
            formatUsd(each.amount),
            formatUsd(each.account_credit),
          ]),
        )) +
        STATUSES.filter((status) => refunds.some((each) => each.status === status))
          .map((status) => `\n${indented(`${status}: ${REFUND_STATE_SAYS[status]}`, 0)}`)
          .join(""),
    mismatched.length === 0
      ? "All payments match their quotes."
      : await table(
          ["Paid on", "Order", "Payment", "Quoted", "Paid"],
          mismatched.map((each) => [
            utcDay(each.at),
            each.order_id === null ? "" : shortOrderId(each.order_id),
            each.payment_id,
            formatUsd(each.quoted),
            formatUsd(each.amount),
          ]),
        ),
    unrecovered.length === 0
      ? "No refunds have unrecovered amounts."
      : await table(
          ["Refunded", "Account", "Payment", "Unrecovered"],
          unrecovered.map((each) => [utcDay(each.at), each.user_id, each.payment_id, formatUsd(each.amount)]),
        ),
    disputes.length === 0
      ? "There are no open disputes."
      : await table(
          ["Opened", "Dispute", "Account", "Payment", "Amount"],
          disputes.map((each) => [
            utcDay(each.opened_at),
            each.dispute_id,
            each.user_id,
            each.payment_id,
            formatUsd(each.amount),
          ]),
        ),
  ];
  output.out(sections.join("\n\n"));
};

/** Adds `backlot money list`: refunds, payments, and disputes that need attention. */
const addMoneyCommand = (program: Command, output: Output): void => {
  const money = program.command("money").description("list refunds, payments, and disputes that need attention");
  const description = "list due or refused refunds, payments that differ from their quotes, and open disputes";
  asksSupport(money)("list", description, ["list", "list --json"]).action((options: Common & { key?: string }) =>
    list(options, output),
  );
};

export const registration: Registration = { group: "Store", place: 2, add: addMoneyCommand };
