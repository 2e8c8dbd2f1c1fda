import {
  type Cents,
  type CreditEntry,
  type Instant,
  accountCreditBalance,
  balances,
  cents,
  creditsText,
  formatUsd,
  graceEnds,
  intervalText,
  longDate,
  nextPaymentAmount,
  providerTraits,
  unspentOfPlan,
  upcomingTerms,
  withTax,
} from "@backlot/domain";
import { type OutboxMessage, ReadRepositories, type StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import type { Addressed, MailAction, MailContent } from "./mail-layout.ts";

/** The kinds of email about a plan. Their `about` starts with the subscription's id. */
export type PlanMailKind = Extract<OutboxMessage["kind"], `plan-${string}` | `renewal-${string}` | "credits-expiring">;

/** What an email about a plan is written from. */
interface PlanMail {
  readonly stored: StoredSubscription;
  readonly planName: string;
  readonly nextPlanName: string;
  /** The customer's account credit, in cents, which pays for renewals by card. */
  readonly accountCredit: Cents;
  /** All credits that the customer can spend. */
  readonly balance: number;
  /** The plan's credits that are unspent. */
  readonly unspent: number;
  readonly entries: readonly CreditEntry[];
  readonly subscriptionPage: string;
  readonly pricingPage: string;
}

const see = (text: string, { subscriptionPage }: PlanMail): MailAction => ({ text, url: subscriptionPage });

const loses = (unspent: number, rest: string): readonly string[] =>
  unspent === 0 ? [] : [`You still have ${creditsText(unspent)} from this plan. ${rest}`];

const nextAmount = ({ stored: { subscription, tax } }: PlanMail): string =>
  formatUsd(withTax(nextPaymentAmount(subscription) ?? cents(0), tax));

/** Returns what reduces the next charge by card below the plan's price, in words; empty without account credit. */
const lessCredit = ({ accountCredit }: PlanMail): string =>
  accountCredit === 0 ? "" : `, less your account credit of ${formatUsd(accountCredit)}`;

const paidBy = ({ stored: { provider } }: PlanMail): string =>
  providerTraits(provider).chargesSavedCards ? "to your card" : "to your PayPal account";

/** Returns the email about a renewal that was declined, or that the bank wants to have confirmed. */
const renewalFailed = (mail: PlanMail, isConfirmation: boolean): MailContent | null => {
  const { stored, nextPlanName, unspent } = mail;
  const until = graceEnds(stored.subscription);
  // It was paid, or the plan was canceled, in the meantime.
  if (until === null || stored.subscription.at_period_end._tag === "cancels") return null;
  const works = `Your plan works until ${longDate(until)}. If the payment has not arrived by then, the plan ends.`;
  const credits = loses(unspent, "They expire if the plan ends.");
  if (!providerTraits(stored.provider).chargesSavedCards)
    return {
      subject: "PayPal could not renew your plan",
      paragraphs: [
        `PayPal could not collect ${nextAmount(mail)} for your ${nextPlanName}. PayPal will try again ` +
          "automatically: make sure that your PayPal account can pay.",
        works,
        ...credits,
      ],
      action: see("See your plan", mail),
    };
  return isConfirmation
    ? {
        subject: "Confirm the payment for your plan",
        paragraphs: [
          `Your bank did not accept the payment of ${nextAmount(mail)} that renews your ${nextPlanName}, because you ` +
            "have to confirm it. Pay on the page of your plan, and your bank will ask you to confirm the payment.",
          works,
          ...credits,
        ],
        action: see("Pay and confirm", mail),
      }
    : {
        subject: "Your payment did not go through",
        paragraphs: [
          `Your card was declined when we renewed your ${nextPlanName} for ${nextAmount(mail)}` +
            `${lessCredit(mail)}.`,
          works,
          ...credits,
        ],
        action: see("Pay now", mail),
      };
};

const WHY = {
  cancelled: "because it was canceled",
  unpaid: "because its renewal was not paid",
  refunded: "because it was refunded",
};

/** Returns the email about a plan that has ended, and the credits that expired with it. */
const ended = ({
  stored: { subscription },
  planName,
  entries,
  balance,
  accountCredit,
  pricingPage,
}: PlanMail): MailContent | null => {
  const { status } = subscription;
  if (status._tag !== "ended") return null;
  const lost = -entries
    .filter(({ reason, reference }) => reason === "expire" && reference === subscription.id)
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    subject: "Your plan has ended",
    paragraphs: [
      `Your ${planName} ended on ${longDate(status.at)} ${WHY[status.reason]}. Nothing more is charged.`,
      ...(lost === 0 ? [] : [`${creditsText(lost)} that you had not used expired with it.`]),
      "What you own stays yours.",
      ...(balance === 0 ? [] : [`You keep ${creditsText(balance)}.`]),
      ...(accountCredit === 0
        ? []
        : [`You have ${formatUsd(accountCredit)} of account credit, which pays for your next plan by card.`]),
    ],
    action: { text: "Choose a plan", url: pricingPage },
  };
};

/** Returns the email that confirms a cancellation. */
const canceled = (mail: PlanMail): MailContent | null => {
  const { stored, planName, unspent } = mail;
  const { subscription } = stored;
  if (subscription.at_period_end._tag !== "cancels" || subscription.status._tag === "ended") return null;
  const end = graceEnds(subscription) ?? subscription.period.end;
  return {
    subject: "Your plan is canceled",
    paragraphs: [
      `Your ${planName} ends on ${longDate(end)}. Until then it works as before, and nothing more is charged.`,
      ...loses(unspent, "Use them before the plan ends: they expire with it."),
      ...(subscription.status._tag === "past-due"
        ? []
        : ["If you change your mind, you can keep the plan until then."]),
    ],
    action: see("See your plan", mail),
  };
};

/** Returns the email about a plan that changes at the end of its period. */
const scheduled = (mail: PlanMail): MailContent | null => {
  const { stored, planName, nextPlanName } = mail;
  const { subscription } = stored;
  if (subscription.at_period_end._tag !== "changes") return null;
  const every = subscription.at_period_end.to.interval === "year" ? "a year" : "a month";
  return {
    subject: "Your plan will change",
    paragraphs: [
      `On ${longDate(subscription.period.end)}, your plan changes from the ${planName} to the ${nextPlanName}, for ` +
        `${nextAmount(mail)} ${every}. Until then it works as before.`,
    ],
    action: see("See your plan", mail),
  };
};

/** Returns the email about a plan that an upgrade has replaced. */
const upgraded = (mail: PlanMail): MailContent | null => {
  const { stored, planName } = mail;
  const { period, status } = stored.subscription;
  if (status._tag === "ended") return null;
  return {
    subject: "Your plan has changed",
    paragraphs: [
      `You are on the ${planName} now.`,
      ...(nextPaymentAmount(stored.subscription) === null
        ? []
        : [`It renews on ${longDate(period.end)} for ${nextAmount(mail)}.`]),
      ...(mail.balance === 0 ? [] : [`You have ${creditsText(mail.balance)} to use.`]),
    ],
    action: see("See your plan", mail),
  };
};

/** Returns the email about a renewal to come. `of` is the end of the period that it was written for. */
const renewalComing = (mail: PlanMail, of: Instant): MailContent | null => {
  const { subscription } = mail.stored;
  if (subscription.period.end !== of || nextPaymentAmount(subscription) === null) return null;
  const { interval } = upcomingTerms(subscription);
  return {
    subject: `Your plan renews on ${longDate(of)}`,
    paragraphs: [
      `Your ${intervalText(interval)} ${mail.nextPlanName} renews on ${longDate(of)}. We will charge ` +
        `${nextAmount(mail)} ${paidBy(mail)}${lessCredit(mail)}.`,
      "You can change or cancel the plan before then.",
    ],
    action: see("See your plan", mail),
  };
};

/** Returns the email about credits that expire with their plan. */
const creditsExpiring = (mail: PlanMail): MailContent | null => {
  const { stored, planName, unspent } = mail;
  const { subscription } = stored;
  const isOverdue = subscription.status._tag === "past-due";
  const end = graceEnds(subscription) ?? subscription.period.end;
  const isCanceled = subscription.at_period_end._tag === "cancels";
  const isEnding = isOverdue || isCanceled;
  // A plan that was canceled while it was overdue can't be paid any more.
  const canBeKept = isOverdue ? "Pay the overdue renewal to keep the plan and its credits" : "Keep the plan";
  const advice = isOverdue && isCanceled ? "Use them before then." : `${canBeKept}, or use the credits before then.`;
  if (unspent === 0 || !isEnding || subscription.status._tag === "ended") return null;
  return {
    subject: `${creditsText(unspent)} ${unspent === 1 ? "expires" : "expire"} on ${longDate(end)}`,
    paragraphs: [
      `Your ${planName} ends on ${longDate(end)}. ${creditsText(unspent)} that you have not used will expire ` +
        "with it.",
      advice,
    ],
    action: see(isOverdue && !isCanceled ? "Pay now" : "See your plan", mail),
  };
};

const contentOfKind = (kind: PlanMailKind, mail: PlanMail, rest: string): MailContent | null => {
  switch (kind) {
    case "renewal-failed":
      return renewalFailed(mail, false);
    case "renewal-needs-confirmation":
      return renewalFailed(mail, true);
    case "renewal-coming":
      return renewalComing(mail, rest as Instant);
    case "plan-ended":
      return ended(mail);
    case "plan-canceled":
      return canceled(mail);
    case "plan-change-scheduled":
      return scheduled(mail);
    case "plan-upgraded":
      return upgraded(mail);
    case "credits-expiring":
      return creditsExpiring(mail);
  }
};

/**
 * Returns an email about a plan, and its recipient. The content is null if the account is deleted, or if there is
 * nothing left to say. `about` is the subscription's id, and for some kinds a time after a space.
 */
export const planMail = (kind: PlanMailKind, about: string) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const { siteUrl } = yield* Settings;
    const [id = "", rest = ""] = about.split(" ");
    const stored = yield* read.subscriptions.get(id);
    const account = stored === null ? null : yield* read.accounts.get(stored.user_id);
    const nobody: Addressed = { to: "", content: null };
    if (stored === null || account === null || account.deleted_at !== null) return nobody;
    const nameOf = (variant: number) =>
      Effect.map(read.plans.get(variant), (offer) => {
        const plan = offer === null ? "plan" : `${offer.plan_name} plan`;
        const credits = offer?.recurring_credits ?? 0;
        return credits === 0 ? plan : `${plan} with ${creditsText(credits)}`;
      });
    const overview = yield* read.overviews.get(account.id);
    const lots = yield* read.credits.lots(account.id);
    const mail: PlanMail = {
      stored,
      // Only cards use account credit.
      accountCredit: providerTraits(stored.provider).takesAccountCredit
        ? accountCreditBalance(overview?.account_credit ?? [])
        : cents(0),
      planName: yield* nameOf(stored.subscription.terms.variant_id),
      nextPlanName: yield* nameOf(upcomingTerms(stored.subscription).variant_id),
      balance: balances(lots).current,
      unspent: unspentOfPlan(lots, id),
      entries: yield* read.credits.entries(account.id),
      subscriptionPage: `${siteUrl}/accounts/subscriptions`,
      pricingPage: `${siteUrl}/pricing`,
    };
    const addressed: Addressed = { to: account.email, content: contentOfKind(kind, mail, rest) };
    return addressed;
  });
