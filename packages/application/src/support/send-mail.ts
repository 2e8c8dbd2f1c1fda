import {
  type Account,
  isDeleted,
  mailRepeatedBefore,
  message,
  receiptPlace,
  typedCertificateNumber,
} from "@backlot/domain";
import {
  Conflict,
  type MailKind,
  NotFound,
  ReadRepositories,
  Repositories,
  type SentMail,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { logAction } from "../log-change.ts";
import { accountNamed } from "./find-customer.ts";

type MailName = SentMail["mail"];

/** An email's subject in the outbox, and its recipient. */
interface Sendable {
  readonly kind: MailKind;
  readonly about: string;
  /** The number or id of the record, as the store writes it. */
  readonly name: string;
  readonly user_id: string;
  readonly to: string;
}

const missing = () => new NotFound({ message: message("not_found") });

/** Returns the recipient of an account's email; fails for a deleted account. */
const openAccount = Effect.fnUntraced(function* (id: string) {
  const repos = yield* ReadRepositories;
  const account: Account | null = yield* repos.accounts.get(id);
  if (account === null) return yield* missing();
  if (isDeleted(account))
    return yield* new Conflict({ reason: "account_unchangeable", message: "This account was deleted." });
  return account;
});

const receiptMail = Effect.fnUntraced(function* (number: string) {
  const repos = yield* ReadRepositories;
  const place = receiptPlace(number);
  const receiptRecord = place === null ? null : yield* repos.receipts.get(place);
  if (receiptRecord === null) return yield* missing();
  const { email } = yield* openAccount(receiptRecord.user_id);
  const { payment_id } = receiptRecord.receipt;
  const orderId = (yield* repos.payments.get(payment_id))?.order_id ?? null;
  const order = orderId === null ? null : yield* repos.orders.get(orderId);
  if (order !== null && order.guest_email !== null)
    return yield* new Conflict({
      reason: "account_unchangeable",
      message: `A guest can't open this receipt. Send the link to order ${order.id} instead.`,
    });
  const name = receiptRecord.receipt.number;
  return { kind: "receipt" as const, about: payment_id, name, user_id: receiptRecord.user_id, to: email };
});

/** Returns the email with the link to a guest's paid order, by the order's id. */
const guestLinkMail = Effect.fnUntraced(function* (typed: string) {
  const orderId = typed.toLowerCase();
  const repos = yield* ReadRepositories;
  const order = yield* repos.orders.get(orderId);
  if (order === null) return yield* missing();
  const { guest_email, status, user_id } = order;
  if (guest_email === null || status._tag !== "paid")
    return yield* new Conflict({
      reason: "account_unchangeable",
      message: "This isn't a guest's paid order. Account holders find theirs in Order History.",
    });
  yield* openAccount(user_id);
  return { kind: "guest-purchase" as const, about: orderId, name: orderId, user_id, to: guest_email };
});

/** Returns the email of a certificate by its number. */
const certificateMail = Effect.fnUntraced(function* (typed: string) {
  const repos = yield* ReadRepositories;
  const about = typedCertificateNumber(typed);
  const certificateRecord = yield* repos.certificates.get(about);
  if (certificateRecord === null) return yield* missing();
  const { email } = yield* openAccount(certificateRecord.user_id);
  return { kind: "certificate" as const, about, name: about, user_id: certificateRecord.user_id, to: email };
});

/** Returns the email that asks an account, identified by its email address or id, to confirm its licensee. */
const licenseeMail = Effect.fnUntraced(function* (customer: string) {
  const repos = yield* ReadRepositories;
  const { id, email } = yield* openAccount((yield* accountNamed(customer)).id);
  if ((yield* repos.guests.keyOf(id)) !== null)
    return yield* new Conflict({
      reason: "account_unchangeable",
      message: "Guests can't confirm a licensee. They can sign up with the same email address.",
    });
  return { kind: "confirm-licensee" as const, about: id, name: id, user_id: id, to: email };
});

const MAILS = { receipt: receiptMail, guest_link: guestLinkMail, certificate: certificateMail, licensee: licenseeMail };

const mailNamed = Effect.fnUntraced(function* (mail: MailName, about: string) {
  const outboxMail: Sendable = yield* MAILS[mail](about);
  return outboxMail;
});

/**
 * Resends the email with a receipt, a guest's order link, or a certificate, or asks for the licensee, and logs who did
 * it and why. Returns the recipient, and whether the email will be sent. It won't be if one is waiting or was sent in
 * the last few minutes. Fails if there is no such record, for a deleted account, and for an order that isn't a guest's.
 */
export const sendMail = Effect.fnUntraced(function* ({ mail, about: typed, ...by }: SentMail) {
  const { kind, about, name, user_id, to } = yield* mailNamed(mail, typed.trim());
  const sent: boolean = yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    const at = yield* currentTime;
    const isNew = yield* repos.outbox.enqueue({ id: `${kind}:${about}`, kind, about }, at);
    if (!isNew && !(yield* repos.outbox.repeat(about, kind, mailRepeatedBefore(at)))) return false;
    return yield* logAction(user_id, by, { kind: "send_mail", mail, about: name });
  }).pipe(transactional);
  return { to, sent };
});
