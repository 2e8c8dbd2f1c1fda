import {
  type Account,
  CONFIRMATION_DAYS,
  INVITATION_DAYS,
  invitationExpiry,
  mailGreeting,
  mailName,
  mailPersonName,
  memberMay,
} from "@backlot/domain";
import { Identity, Links, type OutboxMessage, ReadRepositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { confirmationLink } from "../accounts/confirm-email.ts";
import { takeAddressMail } from "../accounts/limit-mails.ts";
import { RESET_LIFETIME, resetLink } from "../accounts/reset-password.ts";
import { guestPurchase } from "./guest-mails.ts";
import { type MailContent, NOBODY } from "./mail-layout.ts";
import { paymentNotApplied } from "./payment-not-applied.ts";
import { disputeMail } from "./dispute-mails.ts";
import { certificateMail, receiptMail, refundMail } from "./payment-mails.ts";
import { planMail } from "./plan-mails.ts";
import { Settings } from "../settings.ts";

/** Returns the email that asks a new account to confirm its address. */
const confirmAddress = Effect.fnUntraced(function* (account: Account) {
  const url = yield* confirmationLink(account);
  const { shop } = yield* Settings;
  const content: MailContent = {
    subject: "Confirm your email address",
    paragraphs: [
      `${mailGreeting(account)}, welcome to ${shop.current().name}. Confirm your email so receipts and download ` +
        "links reach you.",
      `The link works for ${CONFIRMATION_DAYS} days. If you didn't sign up, ignore this email.`,
    ],
    action: { text: "Confirm my address", url },
  };
  return content;
});

/**
 * Starts a password reset and returns its email. Null if the address has no account, or received too many emails before
 * it was confirmed.
 */
const choosePassword = Effect.fnUntraced(function* (email: string) {
  const identity = yield* Identity;
  const { siteUrl, shop } = yield* Settings;
  const account = yield* ReadRepositories.use(({ accounts }) => accounts.byEmail(email));
  // Count it here, because the request doesn't look up the account. A confirmed address is exempt, so that a stranger
  // can't use up its owner's resets.
  if (account !== null && account.confirmed_at === null && !(yield* takeAddressMail(email))) return null;
  const reset = yield* identity.startReset(email);
  if (reset === null) return null;
  return {
    subject: "Choose your password",
    paragraphs: [
      `${mailGreeting(reset.person)}, use the link below to choose a password for your ` +
        `${shop.current().name} account.`,
      `The link works once and expires in ${RESET_LIFETIME}. If you didn't request it, ignore this email. Your ` +
        "password stays the same.",
    ],
    action: { text: "Choose a password", url: resetLink(siteUrl, reset.token) },
  };
});

/** Returns the email that warns an owner that the password was changed. */
const passwordChanged = (account: Account) =>
  Settings.useSync(
    (settings): MailContent => ({
      subject: "Your password was changed",
      paragraphs: [
        `${mailGreeting(account)}, the password for your ${settings.shop.current().name} account was just ` +
          "changed. Other devices were signed out.",
        `If this wasn't you, reset your password now and contact ${settings.shop.supportEmail()}.`,
      ],
      action: { text: "Choose a new password", url: `${settings.siteUrl}/users/reset` },
    }),
  );

/** Returns the email with the link to the page where a customer confirms the licensee. */
const confirmLicensee = (account: Account) =>
  Settings.useSync(
    ({ siteUrl }): MailContent => ({
      subject: "Who holds your license?",
      paragraphs: [
        `${mailGreeting(account)}, tell us who holds the license for your purchases, you or your company, with a ` +
          "name and address. They appear on your license certificates and receipts.",
      ],
      action: { text: "Confirm the licensee", url: `${siteUrl}/accounts/profile` },
    }),
  );

/**
 * Returns the email that invites someone to a team, and its recipient. The content is null if the invitation no longer
 * exists.
 */
const invitation = Effect.fnUntraced(function* (id: string) {
  const settings = yield* Settings;
  const links = yield* Links;
  const repos = yield* ReadRepositories;
  const open = yield* repos.teams.invitation(id);
  const owner = open === null ? null : yield* repos.accounts.get(open.team_id);
  if (open === null || owner === null) return NOBODY;
  const profile = yield* repos.accounts.profile(open.team_id);
  const inviter = mailPersonName(owner);
  const team = mailName(profile?.company_name ?? null) ?? inviter;
  const token = links.invitation.sign({ invitation_id: id, expires_at: invitationExpiry(yield* currentTime) });
  return {
    to: open.email,
    content: {
      // The recipient didn't ask for this email, so it contains nothing that the inviter wrote except plain names.
      subject:
        inviter === null
          ? `A team invited you to ${settings.shop.current().name}`
          : `${inviter} invited you to their team`,
      paragraphs: [
        `${inviter ?? "A team's administrator"} invited you to work with ` +
          `${team === null || team === inviter ? "them" : team} on ${settings.shop.current().name}.`,
        `Your role: ${open.role}. ${memberMay(open.role)}.`,
        `The link works for ${INVITATION_DAYS} days. If you don't know them, ignore this email.`,
      ],
      action: {
        text: "See the invitation",
        url: `${settings.siteUrl}/accounts/team/invitation?token=${token}`,
      },
    },
  };
});

/**
 * Returns the email about a file that is ready, and its recipient. The content is null if the account or the file no
 * longer exists.
 */
const fileReady = Effect.fnUntraced(function* (about: string) {
  const settings = yield* Settings;
  const [accountId = "", variantId = ""] = about.split(":");
  const repos = yield* ReadRepositories;
  const account = yield* repos.accounts.get(accountId);
  const collection = yield* repos.collections.byVariant(Number(variantId));
  const variant = collection?.collection_variants.find(({ id }) => id === Number(variantId));
  if (account === null || variant === undefined) return NOBODY;
  return {
    to: account.email,
    content: {
      subject: "Your file is ready",
      paragraphs: [`${mailGreeting(account)}, ${variant.name} is ready. You'll find it in your downloads.`],
      action: { text: "Open my downloads", url: `${settings.siteUrl}/accounts/downloads` },
    },
  };
});

/** Returns the email about an app that a customer allowed to act for them, and its recipient. */
const appConnected = Effect.fnUntraced(function* (about: string) {
  const { shop, siteUrl } = yield* Settings;
  const [accountId = "", channelId = ""] = about.split(":");
  const repos = yield* ReadRepositories;
  const account = yield* repos.accounts.get(accountId);
  if (account === null) return NOBODY;
  const channel = yield* repos.channels.get(channelId);
  // An app that was removed in the meantime no longer has access.
  if (channel === null) return NOBODY;
  const { name } = channel;
  return {
    to: account.email,
    content: {
      subject: `${name} can now use your ${shop.current().name} account`,
      paragraphs: [
        `${mailGreeting(account)}, you allowed ${name} to use your account. You can disconnect it anytime.`,
        `If you didn't do this, disconnect the app now, change your password, and contact ${shop.supportEmail()}.`,
      ],
      action: { text: "Manage connected apps", url: `${siteUrl}/accounts/security` },
    },
  };
});

/** Returns the content and the recipient of an outbox message. */
export const contentOf = Effect.fnUntraced(function* ({ id, kind, about }: OutboxMessage) {
  const repos = yield* ReadRepositories;
  switch (kind) {
    case "reset-password":
      return { to: about, content: yield* choosePassword(about) };
    case "team-invitation":
      return yield* invitation(about);
    case "file-ready":
      return yield* fileReady(about);
    case "app-connected":
      return yield* appConnected(about);
    case "receipt":
      return yield* receiptMail(about);
    case "refund":
      return yield* refundMail(about);
    case "dispute":
      return yield* disputeMail(about);
    case "certificate":
      return yield* certificateMail(about);
    case "plan-ended":
    case "plan-canceled":
    case "plan-kept":
    case "plan-change-scheduled":
    case "plan-upgraded":
    case "renewal-coming":
    case "renewal-failed":
    case "renewal-needs-confirmation":
    case "credits-expiring":
      return yield* planMail(kind, about);
    case "confirm-email":
    case "password-changed":
    case "confirm-licensee": {
      const account = yield* repos.accounts.get(about);
      if (account === null) throw new Error(`outbox message ${id} has no recipient`);
      if (kind === "confirm-licensee") return { to: account.email, content: yield* confirmLicensee(account) };
      if (kind === "password-changed") return { to: account.email, content: yield* passwordChanged(account) };
      const content = account.confirmed_at === null ? yield* confirmAddress(account) : null;
      return { to: account.email, content };
    }
    case "guest-purchase":
    case "payment-not-applied": {
      const order = yield* repos.orders.get(about);
      const account = order === null ? null : yield* repos.accounts.get(order.user_id);
      if (order === null || account === null) throw new Error(`outbox message ${id} has no recipient`);
      const to = order.guest_email ?? account.email;
      return kind === "guest-purchase"
        ? { to, content: yield* guestPurchase(order) }
        : { to, content: yield* paymentNotApplied(order) };
    }
  }
});
