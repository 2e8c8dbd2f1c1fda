import { ACCOUNT_MESSAGES } from "../accounts/account-messages.ts";
import { creditsText } from "../credits/credits.ts";
import { longDate } from "../kernel/calendar.ts";
import { type Cents, type Ratio, formatUsd } from "../kernel/money.ts";
import { belowMinimumMessage, planUnavailableMessage } from "../licensing/licensing-messages.ts";
import { percentOfRate, withTax } from "../pricing/tax.ts";
import type { ChangeKind } from "../plans/plan-change.ts";
import type { ChangePreview, ChangeError } from "./change-preview.ts";

/** Subscription messages by name. Wording from the store's owner is verbatim, misspellings included. */
export const SUBSCRIPTION_MESSAGES = {
  upgrade_done: "Upgrade successful! Enjoy the benefits of your new plan instantly.",
  downgrade_done: "Downgrade successful. Your plan will downgrade at the end of your billing cycle.",
  subscription_ended: "This plan is ending and can't be resumed or changed. Choose a new plan after it ends.",
  legacy_loss_title: "Warning: Legacy Credit Loss Upon Upgrade",
  legacy_loss: "All unused legacy credits are permanently lost on upgrade. This cannot be reversed.",
  legacy_loss_on_cancellation_title: "Warning: Legacy Credit Loss Upon Cancellation",
  legacy_loss_on_cancellation:
    "All unused legacy credits are permanently lost on cancellation. This cannot be reversed.",
  period_ends_soon: "Your current billing period ends within the hour. Try again after that.",
  period_renewing: "Your plan is renewing right now. Try again in about an hour.",
  subscription_changed: "Your plan has changed since you opened this page. Reload the page, then choose again.",
  invoice_past_due: "Your last payment didn't go through. You can change your plan once it's paid.",
  no_subscription: "You don't have a plan.",
  all_credits_upfront: "Get all credits upfront",
  current_plan: "This is your current plan.",
  highest_plan: "You already have the highest available plan variant.",
} as const;

/** Returns the message after a plan change, or null for no change. */
export const changeDoneMessage = (kind: ChangeKind): string | null => {
  switch (kind) {
    case "no-change":
      return null;
    case "upgrade":
      return SUBSCRIPTION_MESSAGES.upgrade_done;
    case "downgrade":
      return SUBSCRIPTION_MESSAGES.downgrade_done;
  }
};

/** Returns the message for a rejected plan change. */
export const changeErrorMessage = (refusal: ChangeError): string => {
  switch (refusal._tag) {
    case "RoleMayNotChange":
      return ACCOUNT_MESSAGES.team_may_not_change_plan;
    case "PaymentOverdue":
      return SUBSCRIPTION_MESSAGES.invoice_past_due;
    case "SubscriptionEnding":
      return SUBSCRIPTION_MESSAGES.subscription_ended;
    case "BelowMinimumLicense":
      return belowMinimumMessage(refusal.minimum);
    case "PlanNotSold":
      return planUnavailableMessage(refusal.license_id, refusal.is_retired);
    case "LegacyLossNotAcknowledged":
      return (
        `${SUBSCRIPTION_MESSAGES.legacy_loss} You would lose ${creditsText(refusal.credits)}. Confirm ` +
        "that to continue."
      );
  }
};

/** Returns the warning about the number of legacy credits that an upgrade or cancellation forfeits. */
export const legacyLossMessage = (
  amount: number,
  by: "upgrade" | "cancellation",
): { readonly title: string; readonly text: string } => {
  const message = by === "upgrade" ? "legacy_loss" : "legacy_loss_on_cancellation";
  return {
    title: SUBSCRIPTION_MESSAGES[`${message}_title`],
    text: `${SUBSCRIPTION_MESSAGES[message]} You have ${creditsText(amount)} left.`,
  };
};

/** Returns one or two sentences about a plan change's effect on the billing period. */
export const changeEffectText = ({ kind, effective_at }: Pick<ChangePreview, "kind" | "effective_at">): string => {
  switch (kind) {
    case "no-change":
      return "You already have this plan. Nothing changes, and you won't be charged.";
    case "downgrade": {
      const until = effective_at === null ? "" : ` Your plan stays the same until ${longDate(effective_at)}.`;
      return `You pay nothing today.${until}`;
    }
    case "upgrade":
      return "Takes effect today and starts a new billing period.";
  }
};

/**
 * Returns all facts of a change preview for support, line by line. `total` is the amount that an upgrade charges today,
 * in cents with tax.
 */
export const changePreviewFacts = (
  preview: Omit<ChangePreview, "price">,
  { total, tax }: { readonly total: Cents; readonly tax: Ratio },
): readonly string[] => [
  `Kind: ${preview.kind.replace("-", " ")}`,
  ...(preview.effective_at === null ? [] : [`Takes effect: ${longDate(preview.effective_at)}`]),
  `Charge today: ${formatUsd(preview.charge_today)}`,
  ...(tax.numerator > 0 ? [`With ${percentOfRate(tax)}% tax: ${formatUsd(total)}`] : []),
  ...(preview.credit_for_unused > 0
    ? [
        preview.credits_returned > 0
          ? `Discount for unused credits: ${formatUsd(preview.credit_for_unused)} ` +
            `(${creditsText(preview.credits_returned)} traded in)`
          : `Discount for unused time: ${formatUsd(preview.credit_for_unused)}`,
      ]
    : []),
  ...(preview.account_credit_used > 0 ? [`Account credit used: ${formatUsd(preview.account_credit_used)}`] : []),
  ...(preview.account_credit_left > 0 ? [`Account credit left: ${formatUsd(preview.account_credit_left)}`] : []),
  ...(preview.credits_gained > 0 ? [`Credits gained: ${preview.credits_gained}`] : []),
  ...(preview.kind === "downgrade" ? ["Unspent credits: kept until the plan ends"] : []),
  ...(preview.legacy_credits_lost > 0 ? [`Legacy credits lost permanently: ${preview.legacy_credits_lost}`] : []),
  ...(preview.next_renewal === null
    ? []
    : [`Next renewal: ${formatUsd(withTax(preview.next_renewal.price, tax))} on ${longDate(preview.next_renewal.at)}`]),
];
