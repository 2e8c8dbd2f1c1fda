import {
  type Account,
  CONFIRMATION_DAYS,
  INVITATION_DAYS,
  invitationExpiry,
  type Order,
  type OrderedItemStatus,
  heldPart,
  formatUsd,
  licenceLabel,
  longDate,
  memberMay,
  message,
  personName,
  teamName,
} from "@backlot/domain";
import type { MailMessage, Notice, NoticeKind } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { confirmationLink } from "../accounts/confirm-email.ts";
import { RESET_LIFETIME, resetLink } from "../accounts/reset-password.ts";
import { itemStatuses } from "../orders/order-history.ts";
import { orderPageLink } from "../orders/order-links.ts";
import type { OrderPorts, StorePorts } from "../store-ports.ts";
import { type MailContent, toMessage } from "./mail-layout.ts";

/** What mails stand on: reset links are made when they are sent. */
export type NoticePorts = OrderPorts & Pick<StorePorts, "identity">;

/** Says that a payment is refunded, or the part of it that could not be delivered. (ORD-06) */
const paymentNotApplied = (ports: NoticePorts, order: Order): MailContent => {
  const ordered = `${order.quote.lines.map((line) => line.label).join(" and ")}, for ${formatUsd(order.quote.total)}`;
  const ifLate = `If the refund has not arrived in ten days, write to ${ports.settings.supportEmail}.`;
  return order.status._tag === "paid"
    ? {
        subject: "We refund a part of your payment",
        paragraphs: [message("payment_partly_applied"), `You ordered ${ordered} in all.`, ifLate],
      }
    : {
        subject: "We refund your payment",
        paragraphs: [message("payment_not_applied"), `It is about ${ordered}.`, `Nothing else was changed. ${ifLate}`],
      };
};

/** What of its order a guest has, in words: all of it at its price, a part, or nothing any more. */
const guestHas = ({ quote, license_id }: Order, statuses: readonly OrderedItemStatus[]): string => {
  const { lines } = quote;
  const total = formatUsd(quote.total);
  const licence = `under the ${licenceLabel(license_id)} license`;
  const namesOf = (some: typeof lines): string => some.map(({ label }) => label).join(", ");
  switch (heldPart(statuses)) {
    case "none":
      return `You ordered ${namesOf(lines)} for ${total}. The money goes back to you.`;
    case "all":
      return `Thank you. You bought ${namesOf(lines)} for ${total}, ${licence}. It is yours for good.`;
    case "part": {
      const held = lines.filter((_, place) => statuses[place] === "held");
      return (
        `Thank you. You bought ${namesOf(held)}, ${licence}. It is yours for good. ` +
        `You ordered ${lines.length} items for ${total}: the money for the rest goes back to you.`
      );
    }
  }
};

/** What a guest bought, with the link that opens it. (ORD-03) */
const guestPurchase = (ports: NoticePorts, order: Order): Effect.Effect<MailContent> =>
  Effect.gen(function* () {
    const { url, expires_at } = yield* orderPageLink(ports, order.id);
    const statuses = yield* itemStatuses(ports.transactions.read, order);
    const hasFiles = heldPart(statuses) !== "none";
    return {
      subject: hasFiles ? "Your files are ready" : "Your order",
      paragraphs: [
        guestHas(order, statuses),
        `The link below opens your order with ${hasFiles ? "its files and " : ""}its receipt until ` +
          `${longDate(expires_at)}. ` +
          "Keep it to yourself: it opens without a password. You can have a new one sent at any time.",
      ],
      action: { text: "Open your order", url },
    };
  });

/** Asks who signed up whether the address is theirs. (ACC-04) */
const confirmAddress = (ports: NoticePorts, account: Account): MailContent => ({
  subject: "Confirm your email address",
  paragraphs: [
    `Hello ${account.first_name}, welcome to Backlot. Confirm that this is your address, so that ` +
      "receipts and links reach you.",
    `The link is good for ${CONFIRMATION_DAYS} days. If you did not sign up, do nothing.`,
  ],
  action: { text: "Confirm my address", url: confirmationLink(ports, account) },
});

/** Lets whoever has an address choose a password; null where nobody has. (ACC-04) */
const choosePassword = (ports: NoticePorts, email: string): Effect.Effect<MailContent | null> =>
  Effect.map(ports.identity.startReset(email), (reset) =>
    reset === null
      ? null
      : {
          subject: "Choose your password",
          paragraphs: [
            `Hello ${reset.person.first_name}, the link below lets you choose a password for your Backlot account.`,
            `It works once, within ${RESET_LIFETIME}. If you did not ask for it, do nothing: nothing changes.`,
          ],
          action: { text: "Choose a password", url: resetLink(ports, reset.token) },
        },
  );

/** Tells an account of a change that somebody else may have made. (ACC-07) */
const passwordChanged = (ports: NoticePorts, account: Account): MailContent => ({
  subject: "Your password was changed",
  paragraphs: [
    `Hello ${account.first_name}, the password of your Backlot account was just changed. Other devices ` +
      "were signed out.",
    `If that was not you, choose a new one now, and write to ${ports.settings.supportEmail}.`,
  ],
  action: { text: "Choose a new password", url: `${ports.settings.siteUrl}/users/reset` },
});

/** Invites somebody into a team; nothing where the invitation was withdrawn. (ACC-08) */
const invitation = (
  ports: NoticePorts,
  id: string,
): Effect.Effect<{ readonly to: string; readonly content: MailContent | null }> =>
  Effect.gen(function* () {
    const { accounts, teams } = ports.transactions.read;
    const open = yield* teams.invitation(id);
    const owner = open === null ? null : yield* accounts.get(open.team_id);
    if (open === null || owner === null) return { to: "", content: null };
    const team = teamName(owner, yield* accounts.profile(open.team_id));
    const token = ports.links.invitation.sign({ invitation_id: id, expires_at: invitationExpiry(ports.clock.now()) });
    const inviter = personName(owner);
    return {
      to: open.email,
      content: {
        subject: `${inviter} invites you to their team`,
        paragraphs: [
          `${inviter} (${owner.email}) invites you to work with ${team === inviter ? "them" : team} on Backlot.`,
          `Your role is ${open.role}: ${memberMay(open.role)}.`,
          `The link is good for ${INVITATION_DAYS} days. If you don't know them, do nothing.`,
        ],
        action: {
          text: "See the invitation",
          url: `${ports.settings.siteUrl}/accounts/team/invitation?token=${token}`,
        },
      },
    };
  });

/** Tells an account that a file is made that it asked for; nothing where either is gone. (DWN-01) */
const fileReady = (
  ports: NoticePorts,
  about: string,
): Effect.Effect<{ readonly to: string; readonly content: MailContent | null }> =>
  Effect.gen(function* () {
    const [accountId = "", variantId = ""] = about.split(":");
    const { accounts, collections } = ports.transactions.read;
    const account = yield* accounts.get(accountId);
    const collection = yield* collections.byVariant(Number(variantId));
    const variant = collection?.collection_variants.find(({ id }) => id === Number(variantId));
    if (account === null || variant === undefined) return { to: "", content: null };
    return {
      to: account.email,
      content: {
        subject: "Your file is ready",
        paragraphs: [
          `Hello ${account.first_name}, ${variant.name} is made. It is among your downloads, and nobody ` +
            "waits for it again.",
        ],
        action: { text: "Open my downloads", url: `${ports.settings.siteUrl}/accounts/downloads` },
      },
    };
  });

/** What a mail to an account says; null where it has become idle. */
const toAccount = (ports: NoticePorts, kind: "confirm-email" | "password-changed", account: Account) => {
  switch (kind) {
    case "confirm-email":
      return account.confirmed_at === null ? confirmAddress(ports, account) : null;
    case "password-changed":
      return passwordChanged(ports, account);
  }
};

/** What a notice says and to whom; null where it has become idle. */
const contentOf = (
  ports: NoticePorts,
  { id, kind, about }: Notice,
): Effect.Effect<{ readonly to: string; readonly content: MailContent | null }> =>
  Effect.gen(function* () {
    const { accounts, orders } = ports.transactions.read;
    switch (kind) {
      case "reset-password":
        return { to: about, content: yield* choosePassword(ports, about) };
      case "team-invitation":
        return yield* invitation(ports, about);
      case "file-ready":
        return yield* fileReady(ports, about);
      case "confirm-email":
      case "password-changed": {
        const account = yield* accounts.get(about);
        if (account === null) throw new Error(`notice ${id} is for nobody`);
        return { to: account.email, content: toAccount(ports, kind, account) };
      }
      case "guest-purchase":
      case "payment-not-applied": {
        const order = yield* orders.get(about);
        const account = order === null ? null : yield* accounts.get(order.user_id);
        if (order === null || account === null) throw new Error(`notice ${id} is for nobody`);
        const to = order.guest_email ?? account.email;
        return kind === "guest-purchase"
          ? { to, content: yield* guestPurchase(ports, order) }
          : { to, content: paymentNotApplied(ports, order) };
      }
    }
  });

/** Mails that say something new each time. They get an id each: mail programs drop a mail whose id they know. */
const EACH_NEW: readonly NoticeKind[] = ["reset-password", "password-changed"];

/** The mail of a notice; null where it has become idle. */
const toMail = (ports: NoticePorts, notice: Notice): Effect.Effect<MailMessage | null> =>
  Effect.map(contentOf(ports, notice), ({ to, content }) =>
    content === null ? null : toMessage(EACH_NEW.includes(notice.kind) ? ports.ids.next() : notice.id, to, content),
  );

const sendOne = (ports: NoticePorts, notice: Notice): Effect.Effect<boolean> =>
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
export const sendNotices = (ports: NoticePorts) => (): Effect.Effect<number> =>
  Effect.gen(function* () {
    let sent = 0;
    for (const notice of yield* ports.transactions.read.notices.due()) if (yield* sendOne(ports, notice)) sent += 1;
    return sent;
  });
