import { type Order, formatUsd, message } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { MailContent } from "./mail-layout.ts";
import { Settings } from "../settings.ts";

/** Returns whether a provider refused to refund a payment of an order, or its bank sent the money back. */
const hasFailedRefund = ({ id, user_id }: Order) =>
  Effect.gen(function* () {
    const { payments, refunds } = yield* ReadRepositories;
    const paid = (yield* payments.ofAccount(user_id)).filter(({ order_id }) => order_id === id);
    return (yield* refunds.ofPayments(paid.map((payment) => payment.id))).some(({ status }) => status === "failed");
  });

const creditReturned = ({ quote }: Order): string =>
  `You get back the ${formatUsd(quote.account_credit)} of account credit that it used.`;

/** Returns the email about an order without a payment that ended without delivering anything. */
const orderNotCompleted = (order: Order, ordered: string): MailContent => ({
  subject: "We could not complete your order",
  paragraphs: [
    `It is about ${ordered}.`,
    order.quote.account_credit > 0 ? creditReturned(order) : "You paid nothing for it.",
    "Nothing else was changed.",
  ],
});

/**
 * Returns the email that tells a buyer that a payment, or a part of it, is refunded, or that the refund failed before
 * the email was sent.
 */
export const paymentNotApplied = (order: Order) =>
  Effect.gen(function* () {
    const settings = yield* Settings;
    const hasFailed = yield* hasFailedRefund(order);
    const ordered = `${order.quote.lines.map((line) => line.label).join(" and ")}, for ${formatUsd(order.quote.total)}`;
    const ifLate = `If the refund has not arrived in ten days, write to ${settings.supportEmail}.`;
    if (order.quote.total === 0) return orderNotCompleted(order, ordered);
    if (hasFailed) {
      const content: MailContent = {
        subject: "We owe you a refund",
        paragraphs: [
          message("refund_failed"),
          `It is about ${ordered}.`,
          `Write to ${settings.supportEmail}, and we pay you another way.`,
        ],
      };
      return content;
    }
    const content: MailContent =
      order.status._tag === "paid"
        ? {
            subject: "We refund a part of your payment",
            paragraphs: [message("payment_partly_applied"), `You ordered ${ordered} in all.`, ifLate],
          }
        : {
            subject: "We refund your payment",
            paragraphs: [
              message("payment_not_applied"),
              `It is about ${ordered}.`,
              ...(order.quote.account_credit > 0 ? [creditReturned(order)] : []),
              `Nothing else was changed. ${ifLate}`,
            ],
          };
    return content;
  });
