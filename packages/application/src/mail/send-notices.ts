import {
  type Account,
  CONFIRMATION_DAYS,
  type Order,
  formatUsd,
  licenceLabel,
  longDate,
  message,
} from "@backlot/domain";
import type { MailMessage, Notice } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { confirmationLink } from "../accounts/confirm-email.ts";
import { orderPageLink } from "../orders/order-links.ts";
import type { OrderPorts } from "../store-ports.ts";

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (each) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[each] ?? each);

/** Where a mail leads. */
interface Action {
  readonly text: string;
  readonly url: string;
}

const button = ({ text, url }: Action): string =>
  `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:.75rem 1.25rem;border-radius:.375rem;` +
  `background:#ffb224;color:#1a1206;font-weight:600;text-decoration:none">${escapeHtml(text)}</a></p>`;

/** A mail of paragraphs, as plain text and as HTML that reads well on light and dark ground. */
const toMessage = (
  id: string,
  to: string,
  subject: string,
  paragraphs: readonly string[],
  action: Action | null = null,
): MailMessage => ({
  id,
  to,
  subject,
  text: `${[...paragraphs, ...(action === null ? [] : [`${action.text}: ${action.url}`])].join("\n\n")}\n`,
  html: [
    '<!doctype html><html lang="en"><head><meta name="color-scheme" content="light dark"></head>',
    '<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:36rem;margin:2rem auto;padding:0 1rem">',
    `<h1 style="font-size:1.25rem">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`),
    ...(action === null ? [] : [button(action)]),
    "</body></html>",
  ].join(""),
});

const paymentNotApplied = (ports: OrderPorts, notice: Notice, order: Order, to: string): MailMessage =>
  toMessage(`${notice.id}@backlot`, to, "We refund your payment", [
    message("payment_not_applied"),
    `It is about ${order.quote.lines.map((line) => line.label).join(" and ")}, for ${formatUsd(order.quote.total)}.`,
    `Nothing else was changed. If the refund has not arrived in ten days, write to ${ports.settings.supportEmail}.`,
  ]);

/** What a guest bought, with the link that opens it. (ORD-03) */
const guestPurchase = (ports: OrderPorts, notice: Notice, order: Order, to: string): Effect.Effect<MailMessage> =>
  Effect.map(orderPageLink(ports, order.id), ({ url, expires_at }) =>
    toMessage(
      `${notice.id}@backlot`,
      to,
      "Your files are ready",
      [
        `Thank you. You bought ${order.quote.lines.map((line) => line.label).join(", ")} for ` +
          `${formatUsd(order.quote.total)}, under the ${licenceLabel(order.license_id)} licence. It is yours for good.`,
        `The link below opens your order with its files and its receipt until ${longDate(expires_at)}. ` +
          "Keep it to yourself: it opens without a password. You can have a new one sent at any time.",
      ],
      { text: "Open your order", url },
    ),
  );

/** Asks who signed up whether the address is theirs. (ACC-04) */
const confirmAddress = (ports: OrderPorts, notice: Notice, account: Account): MailMessage =>
  toMessage(
    `${notice.id}@backlot`,
    account.email,
    "Confirm your email address",
    [
      `Hello ${account.first_name}, welcome to Backlot. Confirm that this is your address, so that receipts and links reach you.`,
      `The link is good for ${CONFIRMATION_DAYS} days. If you did not sign up, do nothing.`,
    ],
    { text: "Confirm my address", url: confirmationLink(ports, account) },
  );

/** The mail of a notice; null where it has become idle. */
const toMail = (ports: OrderPorts, notice: Notice): Effect.Effect<MailMessage | null> =>
  Effect.gen(function* () {
    const { accounts, orders } = ports.transactions.read;
    const order = notice.kind === "confirm-email" ? null : yield* orders.get(notice.about);
    const account = yield* accounts.get(order?.user_id ?? notice.about);
    if (account === null) throw new Error(`notice ${notice.id} is for nobody`);
    if (order === null) return account.confirmed_at === null ? confirmAddress(ports, notice, account) : null;
    return notice.kind === "guest-purchase"
      ? yield* guestPurchase(ports, notice, order, order.guest_email ?? account.email)
      : paymentNotApplied(ports, notice, order, account.email);
  });

const sendOne = (ports: OrderPorts, notice: Notice): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const mail = yield* toMail(ports, notice);
    if (mail !== null) yield* ports.mail.send(mail);
    yield* ports.transactions.read.notices.complete(notice.id, ports.clock.now());
    return mail !== null;
  }).pipe(
    Effect.catchTag("MailUnavailable", (error) =>
      Effect.as(Effect.logWarning(`notice ${notice.id} waits for the mail server`, error), false),
    ),
    Effect.catchDefect((defect) => Effect.as(Effect.logError(`notice ${notice.id} failed`, defect), false)),
  );

/** Sends the mails that transactions decided on. One that fails is sent on the next run. Answers how many were sent. */
export const sendNotices = (ports: OrderPorts) => (): Effect.Effect<number> =>
  Effect.gen(function* () {
    let sent = 0;
    for (const notice of yield* ports.transactions.read.notices.due()) if (yield* sendOne(ports, notice)) sent += 1;
    return sent;
  });
