import {
  type Instant,
  accountCreditBalance,
  carriedOver,
  balances,
  cents,
  creditsText,
  formatUsd,
  graceEnds,
  longDate,
  nextPaymentAmount,
  payerOf,
  unspentOfPlan,
  upcomingTerms,
} from "@backlot/domain";
import { type OutboxMessage, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { type Addressed, type MailContent, NOBODY } from "./mail-layout.ts";
import {
  type PlanMail,
  creditsExpiring,
  loses,
  nextAmount,
  renewalComing,
  renewalFailed,
  see,
} from "./renewal-mails.ts";

/** The kinds of email about a plan. Their `about` starts with the subscription's id. */
type PlanMailKind = Extract<OutboxMessage["kind"], `plan-${string}` | `renewal-${string}` | "credits-expiring">;

const WHY = {
  cancelled: "because you canceled it",
  unpaid: "because its renewal wasn't paid",
  refunded: "because its payment was returned in full or in part",
};

/** Returns the email about a plan that has ended, and the credits that expired with it. */
const ended = ({
  subscriptionRecord: { subscription },
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
      `Your ${planName} ended on ${longDate(status.at)} ${WHY[status.reason]}. You won't be charged again.`,
      ...(lost === 0 ? [] : [`${creditsText(lost)} expired unused.`]),
      // A refund or a lost dispute revokes everything that the money paid for.
      status.reason === "refunded"
        ? "We removed any credits and items that payment covered. Your other items are yours to keep."
        : "Items you own are yours to keep.",
      ...(balance === 0 ? [] : [`You still have ${creditsText(balance)}.`]),
      ...(accountCredit <= 0
        ? []
        : [
            `You have ${formatUsd(accountCredit)} in account credit. We'll apply it the next time you buy a plan ` +
              "with a card.",
          ]),
    ],
    action: { text: "Choose a plan", url: pricingPage },
  };
};

/** Returns the email that confirms a cancellation. */
const canceled = (mail: PlanMail): MailContent | null => {
  const { subscriptionRecord, planName, unspent } = mail;
  const { subscription } = subscriptionRecord;
  if (subscription.at_period_end._tag !== "cancels" || subscription.status._tag === "ended") return null;
  const end = graceEnds(subscription) ?? subscription.period.end;
  return {
    subject: "Your plan has been canceled",
    paragraphs: [
      `Your ${planName} ends on ${longDate(end)}. You have full access until then, and you won't be charged again.`,
      ...loses(unspent, "Use them before your plan ends, or they'll expire with it."),
      ...(subscription.status._tag === "past-due"
        ? []
        : ["Changed your mind? You can resume your plan at any time before then."]),
    ],
    action: see("See your plan", mail),
  };
};

/** Returns the email that confirms that a cancellation or a scheduled change was undone. */
const kept = (mail: PlanMail): MailContent | null => {
  const { subscriptionRecord, planName } = mail;
  const { at_period_end, period, status } = subscriptionRecord.subscription;
  if (at_period_end._tag !== "renews" || status._tag !== "active") return null;
  return {
    subject: "Your plan continues",
    paragraphs: [`You're staying on the ${planName}. It renews on ${longDate(period.end)} for ${nextAmount(mail)}.`],
    action: see("See your plan", mail),
  };
};

/** Returns the email about a plan that changes at the end of its period. */
const scheduled = (mail: PlanMail): MailContent | null => {
  const { subscriptionRecord, planName, nextPlanName } = mail;
  const { subscription } = subscriptionRecord;
  if (subscription.at_period_end._tag !== "changes") return null;
  const every = subscription.at_period_end.to.interval === "year" ? "a year" : "a month";
  return {
    subject: "Your plan will change",
    paragraphs: [
      `On ${longDate(subscription.period.end)}, your plan changes from the ${planName} to the ${nextPlanName}, for ` +
        `${nextAmount(mail)} ${every}. Nothing changes until then.`,
    ],
    action: see("See your plan", mail),
  };
};

/** Returns the email about a plan that an upgrade has replaced. */
const upgraded = (mail: PlanMail): MailContent | null => {
  const { subscriptionRecord, planName } = mail;
  const { period, status } = subscriptionRecord.subscription;
  if (status._tag === "ended") return null;
  return {
    subject: "Your plan has changed",
    paragraphs: [
      `You're now on the ${planName}.`,
      ...(nextPaymentAmount(subscriptionRecord.subscription) === null
        ? []
        : [`It renews on ${longDate(period.end)} for ${nextAmount(mail)}.`]),
      ...(mail.balance === 0 ? [] : [`You have ${creditsText(mail.balance)} to use.`]),
    ],
    action: see("See your plan", mail),
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
    case "plan-kept":
      return kept(mail);
    case "plan-change-scheduled":
      return scheduled(mail);
    case "plan-upgraded":
      return upgraded(mail);
    case "credits-expiring":
      return creditsExpiring(mail);
  }
};

/**
 * Returns an email about a plan, and its recipient. The content is null if the account is deleted, or if the email is
 * no longer relevant. `about` is the subscription's id, followed for some kinds by a space and a time.
 */
export const planMail = Effect.fnUntraced(function* (kind: PlanMailKind, about: string) {
  const repos = yield* ReadRepositories;
  const { siteUrl } = yield* Settings;
  const [id = "", rest = ""] = about.split(" ");
  const subscriptionRecord = yield* repos.subscriptions.get(id);
  const account = subscriptionRecord === null ? null : yield* repos.accounts.get(subscriptionRecord.user_id);
  if (subscriptionRecord === null || account === null || account.deleted_at !== null) return NOBODY;
  const nameOf = (variant: number) =>
    Effect.map(repos.plans.get(variant), (offer) => {
      const plan = offer === null ? "plan" : `${offer.plan_name} plan`;
      const credits = offer?.recurring_credits ?? 0;
      return credits === 0 ? plan : `${plan} with ${creditsText(credits)}`;
    });
  const overview = yield* repos.overviews.get(account.id);
  const lots = yield* repos.credits.lots(account.id);
  const mail: PlanMail = {
    subscriptionRecord,
    // Some providers can't use account credit or collect carried-over amounts.
    accountCredit: payerOf(subscriptionRecord.provider).takes.accountCredit
      ? cents(accountCreditBalance(overview?.account_credit ?? []) - carriedOver(overview?.carried ?? []))
      : cents(0),
    planName: yield* nameOf(subscriptionRecord.subscription.terms.variant_id),
    nextPlanName: yield* nameOf(upcomingTerms(subscriptionRecord.subscription).variant_id),
    balance: balances(lots).current,
    unspent: unspentOfPlan(lots, id),
    entries: yield* repos.credits.entries(account.id),
    subscriptionPage: `${siteUrl}/accounts/subscriptions`,
    pricingPage: `${siteUrl}/pricing`,
  };
  const addressed: Addressed = { to: account.email, content: contentOfKind(kind, mail, rest) };
  return addressed;
});
