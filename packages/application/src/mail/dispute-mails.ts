import { type Cents, type Dispute, formatUsd, longDate } from "@backlot/domain";
import { type Payment, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { orderPageLink } from "../orders/order-links.ts";
import { Settings } from "../settings.ts";
import { type Addressed, type MailAction, type MailContent, NOBODY } from "./mail-layout.ts";

const paymentText = ({ amount, at }: Payment): string => `your ${formatUsd(amount)} payment from ${longDate(at)}`;

const partText = (amount: Cents, payment: Payment): string =>
  amount < payment.amount ? `${formatUsd(amount)} of ${paymentText(payment)}` : paymentText(payment);

/** Returns the content of an email about a dispute that was opened, or that the store won or lost. */
const contentOf = (
  { status, amount }: Pick<Dispute, "status" | "amount">,
  payment: Payment,
  {
    action,
    supportEmail,
    hasOthers,
  }: {
    readonly action: MailAction;
    readonly supportEmail: string;
    /** Whether other payments of the customer are still disputed. */
    readonly hasOthers: boolean;
  },
): MailContent => {
  const part = partText(amount, payment);
  switch (status) {
    case "open":
      return {
        subject: "One of your payments is disputed",
        paragraphs: [
          `Your bank or payment provider told us that ${part} is disputed. Until the dispute is settled, you can't ` +
            "buy anything, and downloads covered by the payment are paused.",
          "If you didn't mean to dispute the payment, ask your bank or payment provider to withdraw the dispute. " +
            `Questions? Contact ${supportEmail}.`,
        ],
        action,
      };
    case "won":
      return {
        subject: "The dispute has been settled",
        paragraphs: [
          `The dispute about ${part} was settled, and the payment remains valid. ` +
            (hasOthers ? "Another payment is still disputed." : "You can buy and download again."),
        ],
        action,
      };
    case "lost":
      return {
        subject: "The dispute has been settled",
        paragraphs: [
          `The dispute about ${part} was settled, and the money was returned to you. We removed the credits, items, ` +
            "or plan time that payment covered.",
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
export const disputeMail = Effect.fnUntraced(function* (about: string) {
  const repos = yield* ReadRepositories;
  const [status = "", id = ""] = about.split(" ");
  const dispute = yield* repos.disputes.get(id);
  const payment = dispute === null ? null : yield* repos.payments.get(dispute.payment_id);
  const account = payment === null ? null : yield* repos.accounts.get(payment.user_id);
  if (dispute === null || payment === null || account === null || account.deleted_at !== null) return NOBODY;
  const order = payment.order_id === null ? null : yield* repos.orders.get(payment.order_id);
  // The dispute was settled before this email was sent, and another email about the outcome follows.
  if (dispute.status !== status) return NOBODY;
  const { siteUrl, shop } = yield* Settings;
  const hasOthers = (yield* repos.disputes.openOf(account.id)).length > 0;
  const guest = order?.guest_email ?? null;
  const action: MailAction =
    order !== null && guest !== null
      ? { text: "Open your order", url: (yield* orderPageLink(order.id)).url }
      : { text: "See your payments", url: `${siteUrl}/accounts/orders` };
  const mail: Addressed = {
    to: guest ?? account.email,
    content: contentOf(dispute, payment, { action, supportEmail: shop.supportEmail(), hasOthers }),
  };
  return mail;
});
