import * as Result from "effect/Result";
import type { TeamRole } from "../accounts/account.schema.ts";
import { planChangeError } from "../accounts/team.ts";
import { type Credits, credits } from "../credits/credits.ts";
import { type Instant, type Period, remainingFraction } from "../kernel/calendar.ts";
import { type Cents, ZERO, cents, floorOf, max } from "../kernel/money.ts";
import { type LicenseId, isBelowMinimum } from "../licensing/license.ts";
import { renewalDate } from "../plans/plan.ts";
import { type Subscription, isCanceledInGrace } from "./subscription.ts";
import {
  type ChangeKind,
  type ChangePolicy,
  type CurrentPlan,
  type PlanSelection,
  changeKind,
  effectiveDate,
} from "./change-kind.ts";

/** Where a customer stands in the current billing period. */
export interface CurrentSubscription extends CurrentPlan {
  readonly period: Period;
  /** What this period cost after discounts, account credit included, in cents. */
  readonly paid: Cents;
  /** Credits of this period's own lot that are not spent. Rolled-over, pack and legacy credits are not among them. */
  readonly unspent: Credits;
  /** Unused legacy credits. */
  readonly legacy_unspent: Credits;
  /**
   * What the next period costs where nothing is changed, with discounts or as the plan that was chosen for it; null
   * where none comes. The target's price, where that is not said.
   */
  readonly renewal_price?: Cents | null;
}

/** What a change costs and does, before and after it is made. All money in cents. (CHG-07) */
export interface ChangePreview {
  readonly kind: ChangeKind;
  readonly effective_at: Instant | null;
  readonly price: Cents;
  /** Credits of the running period that go back to the store. */
  readonly credits_returned: Credits;
  /** What they, or the unused time of Essentials, are worth. */
  readonly credit_for_unused: Cents;
  readonly account_credit_used: Cents;
  /** Account credit that stays with the customer after this change. */
  readonly account_credit_left: Cents;
  readonly charge_today: Cents;
  readonly credits_gained: Credits;
  /** Legacy credits that are lost for good. (CHG-05) */
  readonly legacy_credits_lost: Credits;
  readonly next_renewal: { readonly at: Instant; readonly price: Cents } | null;
}

/**
 * What an upgrade gives back for the running period: credits by the smaller of what is unspent and what the unused
 * time stands for, at the price paid for each; Essentials by time alone. Rounded down, so that a chain of changes
 * never yields more than was paid. (CHG-07)
 */
export const prorationCredit = (
  current: Pick<CurrentSubscription, "recurring_credits" | "period" | "paid" | "unspent">,
  at: Instant,
): { readonly credits: Credits; readonly value: Cents } => {
  const { left, whole } = remainingFraction(current.period, at);
  if (whole <= 0) return { credits: credits(0), value: ZERO };
  if (current.recurring_credits === 0) {
    return { credits: credits(0), value: cents(floorOf(current.paid, left, whole)) };
  }
  const returned = Math.min(current.unspent, floorOf(current.recurring_credits, left, whole));
  return { credits: credits(returned), value: cents(floorOf(current.paid, returned, current.recurring_credits)) };
};

/**
 * What a change does: kind, date, charge, credits and next renewal. The store applies exactly this, so a preview
 * can't differ from what happens. `accountCredit` is what the customer has in hand, in cents, 0 or more.
 * (CHG-02, CHG-05, CHG-07, DSC-06)
 */
export const previewChange = (input: {
  readonly current: CurrentSubscription;
  readonly target: PlanSelection & { readonly price: Cents };
  readonly accountCredit: Cents;
  readonly at: Instant;
  readonly policy?: ChangePolicy;
}): ChangePreview => {
  const { current, target, at } = input;
  const kind = changeKind(current, target, input.policy);
  const unchanged = {
    kind,
    effective_at: effectiveDate(kind, at, current.period),
    price: target.price,
    credits_returned: credits(0),
    credit_for_unused: ZERO,
    account_credit_used: ZERO,
    account_credit_left: input.accountCredit,
    charge_today: ZERO,
    credits_gained: credits(0),
    legacy_credits_lost: credits(0),
  };
  switch (kind) {
    case "no-change": {
      const { renewal_price: price = target.price } = current;
      return { ...unchanged, next_renewal: price === null ? null : { at: current.period.end, price } };
    }
    case "downgrade":
      return { ...unchanged, next_renewal: { at: current.period.end, price: target.price } };
    case "upgrade": {
      const back = prorationCredit(current, at);
      const afterUnused = max(ZERO, cents(target.price - back.value));
      const unusedLeft = cents(Math.max(0, back.value - target.price));
      const used = cents(Math.min(input.accountCredit, afterUnused));
      return {
        ...unchanged,
        credits_returned: back.credits,
        credit_for_unused: back.value,
        account_credit_used: used,
        account_credit_left: cents(input.accountCredit - used + unusedLeft),
        charge_today: cents(afterUnused - used),
        credits_gained: target.recurring_credits,
        legacy_credits_lost: current.legacy ? current.legacy_unspent : credits(0),
        next_renewal: { at: renewalDate(at, target.interval), price: target.price },
      };
    }
  }
};

/** Why a change of plan is refused, and what would work. */
export type ChangeError =
  | { readonly _tag: "PaymentOverdue" }
  | { readonly _tag: "SubscriptionEnding" }
  | { readonly _tag: "RoleMayNotChange"; readonly role: TeamRole }
  | { readonly _tag: "BelowMinimumLicense"; readonly minimum: LicenseId }
  | { readonly _tag: "PlanNotSold"; readonly license_id: LicenseId }
  | { readonly _tag: "LegacyLossNotAcknowledged"; readonly credits: Credits };

/**
 * What a legacy plan's owner loses by an upgrade, or at the end of a canceled plan; null where nothing is lost.
 * (CHG-05)
 */
export const legacyLoss = (
  current: Pick<CurrentSubscription, "legacy" | "legacy_unspent">,
  kind: ChangeKind | "cancellation",
): Credits | null =>
  current.legacy && current.legacy_unspent > 0 && (kind === "upgrade" || kind === "cancellation")
    ? current.legacy_unspent
    : null;

/**
 * Why a change, or the cancellation of a plan, must wait: legacy credits would be lost, and nobody has said that they
 * know it. (CHG-05)
 */
export const legacyLossError = (
  current: Pick<CurrentSubscription, "legacy" | "legacy_unspent">,
  kind: ChangeKind | "cancellation",
  acknowledged: boolean,
): ChangeError | null => {
  const lost = legacyLoss(current, kind);
  return lost === null || acknowledged ? null : { _tag: "LegacyLossNotAcknowledged", credits: lost };
};

/**
 * Why a subscription takes no change now; null where it does. A refused renewal is still open at the provider, where a
 * change would leave it to be charged. One that was canceled meanwhile can't be paid any more. (CHK-07, CHG-08)
 */
export const changeBlock = (subscription: Subscription): "PaymentOverdue" | "SubscriptionEnding" | null => {
  if (isCanceledInGrace(subscription)) return "SubscriptionEnding";
  return subscription.status._tag === "past-due" ? "PaymentOverdue" : null;
};

/**
 * Whether a change may be made, before anything is charged: the role in the team, that no payment is overdue, the
 * minimum license, whether the plan is sold under it, and that a loss of legacy credits was acknowledged. The same plan
 * again is no error unless a payment is overdue. (CHG-03, CHG-05, CHG-06, CHK-07, PLN-06)
 */
export const validateChange = (asked: {
  readonly role: TeamRole;
  /** The lowest license that the customer may have: see `minimumLicenseForUpgrade`. */
  readonly minimum: LicenseId;
  readonly current: CurrentPlan & Pick<CurrentSubscription, "legacy_unspent">;
  readonly target: PlanSelection;
  readonly sold: boolean;
  readonly acknowledged: boolean;
  /** What of the running subscription stands in the way; see `changeBlock`. */
  readonly block?: ReturnType<typeof changeBlock>;
  readonly policy?: ChangePolicy;
}): Result.Result<ChangeKind, ChangeError> => {
  const kind = changeKind(asked.current, asked.target, asked.policy);
  if (planChangeError(asked.role) !== null) return Result.fail({ _tag: "RoleMayNotChange", role: asked.role });
  if (asked.block) return Result.fail({ _tag: asked.block });
  if (kind === "no-change") return Result.succeed(kind);
  if (isBelowMinimum(asked.target.license_id, asked.minimum))
    return Result.fail({ _tag: "BelowMinimumLicense", minimum: asked.minimum });
  if (!asked.sold) return Result.fail({ _tag: "PlanNotSold", license_id: asked.target.license_id });
  const lost = legacyLossError(asked.current, kind, asked.acknowledged);
  return lost === null ? Result.succeed(kind) : Result.fail(lost);
};
