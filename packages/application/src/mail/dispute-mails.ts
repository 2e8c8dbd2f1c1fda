import { type Cents, type Dispute, formatUsd, longDate } from "@backlot/domain";
import { type Payment, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { type Addressed, type MailContent, NOBODY } from "./mail-layout.ts";

const paymentText = ({ amount, at }: Payment): string => `your ${formatUsd(amount)} payment of ${longDate(at)}`;

const partText = (amount: Cents, payment: Payment): string =>
  amount < payment.amount ? `${formatUsd(amount)} of ${paymentText(payment)}` : paymentText(payment);

/** Returns what an email says of a dispute: that it was opened, won, or lost by the store. */
const contentOf = (
  { status, amount }: Pick<Dispute, "status" | "amount">,
  payment: Payment,
  { siteUrl, supportEmail }: { readonly siteUrl: string; readonly supportEmail: string },
): MailContent => {
  const action = { text: "See your payments", url: `${siteUrl}/accounts/orders` };
  const part = partText(amount, payment);
  switch (status) {
    case "open":
      return {
        subject: "One of your payments is disputed",
        paragraphs: [
          `Your bank or payment provider told us that ${part} is disputed. Until the dispute is settled, you can't ` +
            "buy anything, and downloads covered by the payment are paused. Your plan still renews.",
          "If you didn't mean to dispute it, ask your bank to withdraw the dispute. Questions? Contact " +
            `${supportEmail}.`,
        ],
        action,
      };
    case "won":
      return {
        subject: "The dispute is settled",
        paragraphs: [`The dispute of ${part} was settled, and the payment stands. You can buy and download as before.`],
        action,
      };
    case "lost":
      return {
        subject: "The dispute is settled",
        paragraphs: [
          `The dispute of ${part} was settled, and the money went back to you. We took back what it had paid for: ` +
            "credits, items, or time on your plan.",
          `Questions? Contact ${supportEmail}.`,
        ],
        action,
      };
  }
};

/**
 * Returns the email about a dispute, and its recipient. `about` is the dispute's status and its id. The content is null
 * for a deleted account.
 */
export const disputeMail = (about: string) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const [status = "", id = ""] = about.split(" ");
    const dispute = yield* read.disputes.get(id);
    const payment = dispute === null ? null : yield* read.payments.get(dispute.payment_id);
    const account = payment === null ? null : yield* read.accounts.get(payment.user_id);
    if (dispute === null || payment === null || account === null || account.deleted_at !== null) return NOBODY;
    const order = payment.order_id === null ? null : yield* read.orders.get(payment.order_id);
    // It was settled before this could be sent, and the email about that follows.
    const content = dispute.status === status ? contentOf(dispute, payment, yield* Settings) : null;
    const mail: Addressed = { to: order?.guest_email ?? account.email, content };
    return mail;
  });
