import { balanceText, creditsText } from "../credits/credits.ts";
import { type Instant, type Interval, longDate } from "../kernel/calendar.ts";
import { type Cents, formatUsd } from "../kernel/money.ts";
import { type LicenseId, licenseLabel } from "../licensing/license.ts";
import type { ChangeKind } from "../plans/plan-change.ts";

/** A plan in a comparison, and the license that it is sold under. */
export interface ComparedPlan {
  readonly plan: { readonly name: string };
  readonly interval: Interval;
  readonly recurring_credits: number;
  readonly license_id: LicenseId;
}

/** A row of a comparison: a fact about the current plan, and its value after the change. */
export interface ComparedFact {
  readonly name: string;
  readonly now: string;
  readonly next: string;
}

/** Returns the credits of a plan per billing period: "20 credits a month", or "None" for Essentials. */
const periodCredits = ({ recurring_credits, interval }: ComparedPlan): string =>
  recurring_credits === 0 ? "None" : `${creditsText(recurring_credits)} a ${interval}`;

/**
 * Compares the current plan with the plan after a change. Returns when the change takes effect, and the facts to show
 * side by side. An upgrade takes the returned credits from the balance and adds the new ones. `payment` describes the
 * current plan's next payment. (CHG-04)
 */
export const planComparison = (
  running: {
    readonly plan_variant: ComparedPlan;
    readonly current_credit_balance: number;
    readonly legacy_current_credit_balance: number;
    readonly payment: string;
    /** Whether an unpaid order reserves some of the credits, so that the balance after the change isn't known yet. */
    readonly holdsCredits?: boolean;
  },
  change: {
    readonly kind: ChangeKind;
    readonly plan_variant: ComparedPlan;
    readonly effective_at: Instant | null;
    readonly credits_returned: number;
    readonly credits_gained: number;
    readonly legacy_credits_lost: number;
    readonly next_renewal: { readonly at: Instant; readonly price: Cents } | null;
  },
): { readonly from: string; readonly facts: readonly ComparedFact[] } => {
  const { plan_variant: now } = running;
  const { plan_variant: next, next_renewal: renewal } = change;
  const isNow = change.kind === "upgrade" || change.effective_at === null;
  const balance = running.current_credit_balance - change.credits_returned + change.credits_gained;
  const legacy = running.legacy_current_credit_balance - change.legacy_credits_lost;
  return {
    from: isNow ? "From today" : `From ${longDate(change.effective_at)}`,
    facts: [
      { name: "Plan", now: now.plan.name, next: next.plan.name },
      ...(now.license_id === next.license_id
        ? []
        : [{ name: "License", now: licenseLabel(now.license_id), next: licenseLabel(next.license_id) }]),
      { name: "Credits", now: periodCredits(now), next: periodCredits(next) },
      ...(running.holdsCredits === true
        ? []
        : [
            {
              name: "Balance",
              now: balanceText(running.current_credit_balance, running.legacy_current_credit_balance),
              next: isNow ? balanceText(balance, legacy) : "Rolls over",
            },
          ]),
      {
        name: "Next payment",
        now: running.payment,
        next: renewal === null ? "None" : `${formatUsd(renewal.price)} on ${longDate(renewal.at)}`,
      },
    ],
  };
};
