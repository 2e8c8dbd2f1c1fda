import {
  type Cents,
  type CreditEntry,
  type Instant,
  cents,
  creditsText,
  formatUsd,
  graceEnds,
  intervalText,
  longDate,
  nextPaymentAmount,
  payerOf,
  payerWords,
  upcomingTerms,
  withTax,
} from "@backlot/domain";
import type { StoredSubscription } from "@backlot/ports";
import type { MailAction, MailContent } from "./mail-layout.ts";

/** The data for an email about a plan. */
export interface PlanMail {
  readonly subscriptionRecord: StoredSubscription;
  readonly planName: string;
  readonly nextPlanName: string;
  /** The customer's account credit, in cents, which pays for renewals by card; negative if they owe it. */
  readonly accountCredit: Cents;
  /** All credits that the customer can spend. */
  readonly balance: number;
  /** The plan's unspent credits. */
  readonly unspent: number;
  readonly entries: readonly CreditEntry[];
  readonly subscriptionPage: string;
  readonly pricingPage: string;
}

/** Returns a button that opens the page of the plan. */
export const see = (text: string, { subscriptionPage }: PlanMail): MailAction => ({ text, url: subscriptionPage });

/** Returns a paragraph on the credits that a customer loses when a plan ends, or nothing if none are unspent. */
export const loses = (unspent: number, rest: string): readonly string[] =>
  unspent === 0 ? [] : [`You still have ${creditsText(unspent)} from this plan. ${rest}`];

/** Returns the price of the next period, with tax. */
export const nextAmount = ({ subscriptionRecord: { subscription, tax } }: PlanMail): string =>
  formatUsd(withTax(nextPaymentAmount(subscription) ?? cents(0), tax));

/** Returns a text about how the next charge by card differs from the plan's price; empty if it doesn't. */
const lessCredit = ({ accountCredit }: PlanMail): string => {
  if (accountCredit === 0) return "";
  return accountCredit > 0
    ? `, less your account credit of ${formatUsd(accountCredit)}`
    : `, plus ${formatUsd(cents(-accountCredit))} left from an earlier payment`;
};

const paidBy = ({ subscriptionRecord: { provider } }: PlanMail): string => payerWords(provider).account;

/** Returns the email about a renewal that was declined, or that the customer must confirm with their bank. */
export const renewalFailed = (mail: PlanMail, isConfirmation: boolean): MailContent | null => {
  const { subscriptionRecord, nextPlanName, unspent } = mail;
  const until = graceEnds(subscriptionRecord.subscription);
  // The renewal was paid, or the plan was canceled, in the meantime.
  if (until === null || subscriptionRecord.subscription.at_period_end._tag === "cancels") return null;
  const works = `Your plan stays active until ${longDate(until)}. If we don't receive your payment, it ends then.`;
  const credits = loses(unspent, "They expire if the plan ends.");
  const { asks, name } = payerOf(subscriptionRecord.provider);
  if (asks === "approval")
    return {
      subject: `${name} couldn't renew your plan`,
      paragraphs: [
        `${name} couldn't collect ${nextAmount(mail)} for your ${nextPlanName}. ${name} will try again ` +
          `automatically. Make sure your ${name} account can cover the payment.`,
        works,
        ...credits,
      ],
      action: see("See your plan", mail),
    };
  return isConfirmation
    ? {
        subject: "Confirm the payment for your plan",
        paragraphs: [
          `Your bank needs you to confirm the payment of ${nextAmount(mail)} that renews your ${nextPlanName}. Pay ` +
            `from your subscription page, and your bank will ask you to confirm.`,
          works,
          ...credits,
        ],
        action: see("Pay and confirm", mail),
      }
    : {
        subject: "Your payment didn't go through",
        paragraphs: [
          `Your card was declined when we tried to renew your ${nextPlanName} for ${nextAmount(mail)}` +
            `${lessCredit(mail)}.`,
          works,
          ...credits,
        ],
        action: see("Pay now", mail),
      };
};

/** Returns the email about an upcoming renewal. `of` is the end of the period that the email is about. */
export const renewalComing = (mail: PlanMail, of: Instant): MailContent | null => {
  const { subscription } = mail.subscriptionRecord;
  if (subscription.period.end !== of || nextPaymentAmount(subscription) === null) return null;
  const { interval } = upcomingTerms(subscription);
  return {
    subject: `Your plan renews on ${longDate(of)}`,
    paragraphs: [
      `Your ${intervalText(interval)} ${mail.nextPlanName} renews on ${longDate(of)}. We'll charge ` +
        `${nextAmount(mail)} ${paidBy(mail)}${lessCredit(mail)}.`,
      "You can change or cancel the plan before then.",
    ],
    action: see("See your plan", mail),
  };
};

/** Returns the email about credits that will expire with their plan. */
export const creditsExpiring = (mail: PlanMail): MailContent | null => {
  const { subscriptionRecord, planName, unspent } = mail;
  const { subscription } = subscriptionRecord;
  const isOverdue = subscription.status._tag === "past-due";
  const end = graceEnds(subscription) ?? subscription.period.end;
  const isCanceled = subscription.at_period_end._tag === "cancels";
  const isEnding = isOverdue || isCanceled;
  // A plan that was canceled while it was overdue can no longer be paid.
  const { asks, name } = payerOf(subscriptionRecord.provider);
  const isPaidHere = asks === "card";
  const pay = isPaidHere ? "Pay the overdue renewal" : `Make sure your ${name} account can cover the overdue renewal`;
  const canBeKept = isOverdue ? `${pay} to keep the plan and its credits` : "Keep the plan";
  const advice = isOverdue && isCanceled ? "Use them before then." : `${canBeKept}, or use the credits before then.`;
  if (unspent === 0 || !isEnding || subscription.status._tag === "ended") return null;
  return {
    subject: `${creditsText(unspent)} ${unspent === 1 ? "expires" : "expire"} on ${longDate(end)}`,
    paragraphs: [
      `Your ${planName} ends on ${longDate(end)}. You have ${creditsText(unspent)} left, which will expire with it.`,
      advice,
    ],
    action: see(isOverdue && !isCanceled && isPaidHere ? "Pay now" : "See your plan", mail),
  };
};
