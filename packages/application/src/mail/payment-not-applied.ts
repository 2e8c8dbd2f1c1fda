import { type Order, formatUsd, message } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { MailContent } from "./mail-layout.ts";
import { Settings } from "../settings.ts";

/** Returns whether a provider refused to refund a payment of an order, or its bank sent the money back. */
const hasFailedRefund = Effect.fnUntraced(function* ({ id }: Order) {
  const repos = yield* ReadRepositories;
  const paid = yield* repos.payments.ofOrders([id]);
  return (yield* repos.refunds.ofPayments(paid.map((payment) => payment.id))).some(({ status }) => status === "failed");
});

const creditReturned = ({ quote }: Order): string =>
  `We've returned the ${formatUsd(quote.account_credit)} in account credit you used.`;

/** Returns the email about an order without a payment that ended without delivering anything. */
const orderNotCompleted = (order: Order, ordered: string): MailContent => ({
  subject: "We couldn't complete your order",
  paragraphs: [
    `You ordered ${ordered}.`,
    order.quote.account_credit > 0 ? creditReturned(order) : "You weren't charged.",
    "Nothing else changed.",
  ],
});

/**
 * Returns the email that tells a buyer that all or part of a payment is being refunded, or that the refund has already
 * failed.
 */
export const paymentNotApplied = Effect.fnUntraced(function* (order: Order) {
  const settings = yield* Settings;
  const hasFailed = yield* hasFailedRefund(order);
  const ordered = `${order.quote.lines.map((line) => line.label).join(" and ")}, for ${formatUsd(order.quote.total)}`;
  const ifLate = `If the refund hasn't arrived within ten days, contact ${settings.shop.supportEmail()}.`;
  if (order.quote.total === 0) return orderNotCompleted(order, ordered);
  if (hasFailed) {
    const content: MailContent = {
      subject: "We owe you a refund",
      paragraphs: [
        message("refund_failed"),
        `You ordered ${ordered}.`,
        `Contact ${settings.shop.supportEmail()} so we can refund you another way.`,
      ],
    };
    return content;
  }
  const content: MailContent =
    order.status._tag === "paid"
      ? {
          subject: "We're refunding part of your payment",
          paragraphs: [message("payment_partly_applied"), `You ordered ${ordered} in total.`, ifLate],
        }
      : {
          subject: "We're refunding your payment",
          paragraphs: [
            message("payment_not_applied"),
            `You ordered ${ordered}.`,
            ...(order.quote.account_credit > 0 ? [creditReturned(order)] : []),
            `Nothing else changed. ${ifLate}`,
          ],
        };
  return content;
});
