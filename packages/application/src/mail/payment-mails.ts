import {
  type Account,
  type Receipt,
  cents,
  formatUsd,
  licenseeName,
  longDate,
  mailPersonName,
  periodText,
  type PaidWith,
  payerWords,
  providerOf,
  receiptRows,
} from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { orderPageLink } from "../orders/order-links.ts";
import { Settings } from "../settings.ts";
import { type Addressed, type MailAction, NOBODY } from "./mail-layout.ts";

const thanks = (account: Account): string => {
  const name = mailPersonName(account);
  return name === null ? "Thank you." : `Thank you, ${name}.`;
};

const paidHow = (paid: Exclude<PaidWith, "nothing">): string =>
  paid === "account-credit" ? "with account credit" : payerWords(providerOf(paid)).paidHow;

const paidText = ({ paid_with, paid_at, seller }: Receipt): string =>
  paid_with === "nothing"
    ? `Your order from ${seller.name} on ${longDate(paid_at)} was free.`
    : `You paid ${seller.name} ${paidHow(paid_with)} on ${longDate(paid_at)}.`;

/** Returns the email with the receipt of a payment, and its recipient. The content is null for a deleted account. */
export const receiptMail = Effect.fnUntraced(function* (paymentId: string) {
  const repos = yield* ReadRepositories;
  const { siteUrl } = yield* Settings;
  const receiptRecord = yield* repos.receipts.ofPayment(paymentId);
  const account = receiptRecord === null ? null : yield* repos.accounts.get(receiptRecord.user_id);
  if (receiptRecord === null || account === null || account.deleted_at !== null) return NOBODY;
  const { receipt } = receiptRecord;
  const payment = yield* repos.payments.get(paymentId);
  const order = payment === null || payment.order_id === null ? null : yield* repos.orders.get(payment.order_id);
  // The renewal prices that the buyer agreed to, with and without a discount.
  const renewal = order?.quote.renewal ?? null;
  const mail: Addressed = {
    to: account.email,
    content: {
      subject: `Your receipt ${receipt.number}`,
      paragraphs: [
        `${thanks(account)} ${paidText(receipt)}`,
        ...(receipt.period === null ? [] : [`It covers ${periodText(receipt.period)}.`]),
        ...(renewal === null ? [] : [`${renewal.text}.`]),
      ],
      rows: receiptRows(receipt).map(({ name, value, as }) => ({ name, value, isTotal: as === "total" })),
      action: { text: "Open the receipt", url: `${siteUrl}/accounts/receipts/${receipt.number}` },
    },
  };
  return mail;
});

/**
 * Returns the email about a refund, and its recipient. `about` is the refund's amount and the total refunded so far, in
 * cents, and the payment's id. The content is null for a deleted account, and for an order that delivered nothing.
 */
export const refundMail = Effect.fnUntraced(function* (about: string) {
  const repos = yield* ReadRepositories;
  const { siteUrl, shop } = yield* Settings;
  const [amount = "0", total = "0", paymentId = ""] = about.split(" ");
  const payment = yield* repos.payments.get(paymentId);
  const account = payment === null ? null : yield* repos.accounts.get(payment.user_id);
  if (payment === null || account === null || account.deleted_at !== null) return NOBODY;
  const order = payment.order_id === null ? null : yield* repos.orders.get(payment.order_id);
  // The buyer was already sent an email about the whole order.
  if (order?.status._tag === "unfulfillable") return NOBODY;
  const guest = order?.guest_email ?? null;
  const action: MailAction =
    order !== null && guest !== null
      ? { text: "Open your order", url: (yield* orderPageLink(order.id)).url }
      : { text: "See your payments", url: `${siteUrl}/accounts/orders` };
  const refunded = cents(Number(total));
  const isLast = refunded >= payment.amount;
  const soFar = amount === total ? "" : ` So far, we've refunded ${formatUsd(refunded)} of it.`;
  const mail: Addressed = {
    to: guest ?? account.email,
    content: {
      subject: isLast ? "We refunded your payment" : "We refunded part of your payment",
      paragraphs: [
        `We refunded ${formatUsd(cents(Number(amount)))} of your ${formatUsd(payment.amount)} payment, made on ` +
          `${longDate(payment.at)}, to your original payment method.${soFar}`,
        `Your bank may take up to ten days to show the refund. If it takes longer, contact ` +
          `${shop.supportEmail()}.`,
      ],
      action,
    },
  };
  return mail;
});

/** Returns the email of a certificate, and its recipient. The content is null for a deleted account. */
export const certificateMail = Effect.fnUntraced(function* (number: string) {
  const repos = yield* ReadRepositories;
  const { siteUrl } = yield* Settings;
  const certificateRecord = yield* repos.certificates.get(number);
  const account = certificateRecord === null ? null : yield* repos.accounts.get(certificateRecord.user_id);
  if (certificateRecord === null || account === null || account.deleted_at !== null) return NOBODY;
  const { certificate } = certificateRecord;
  const mail: Addressed = {
    to: account.email,
    content: {
      subject: `Your license certificate ${number}`,
      paragraphs: [
        `Your license certificate ${number} for ${licenseeName(certificate)} was issued on ` +
          `${longDate(certificate.issued_at)}. Sign in to download it as a PDF.`,
        `Anyone can check at ${siteUrl}/licenses/verify/${number} whether it's still valid.`,
      ],
      action: { text: "Download the certificate", url: `${siteUrl}/accounts/certificates/${number}` },
    },
  };
  return mail;
});
