import * as Result from "effect/Result";
import type { TeamRole } from "../accounts/account.schema.ts";
import { planChangeError } from "../accounts/team.ts";
import { type Credits, credits } from "../credits/credits.ts";
import { type Instant, type Period, remainingFraction } from "../kernel/calendar.ts";
import { type Cents, ZERO, cents, floorOf, max } from "../kernel/money.ts";
import { type LicenseId, isBelowMinimum } from "../licensing/license.ts";
import { type PlanSale, renewalDate } from "../plans/plan.ts";
import { type Subscription, isCanceledInGrace } from "./subscription.ts";
import { type ChangePolicy, type CurrentPlan, type PlanSelection, changeKind, effectiveDate } from "./change-kind.ts";
import type { ChangeKind } from "../plans/plan-change.ts";

/** The customer's subscription in the current billing period. */
export interface CurrentSubscription extends CurrentPlan {
  readonly period: Period;
  /** The cost of this period after discounts, including account credit, in cents. */
  readonly paid: Cents;
  /** Unspent credits of this period's own lot, excluding rolled-over, pack, and legacy credits. */
  readonly unspent: Credits;
  readonly legacy_unspent: Credits;
  /**
   * The price of the next period if nothing changes, after discounts or a scheduled change; null if there is no next
   * period. Defaults to the target's price.
   */
  readonly renewal_price?: Cents | null;
}

/**
 * The cost and effects of a plan change. Amounts in cents. `effective_at` is null if nothing changes, and
 * `next_renewal` if the plan doesn't renew.
 */
export interface ChangePreview {
  readonly kind: ChangeKind;
  readonly effective_at: Instant | null;
  readonly price: Cents;
  /** Credits of the current period that are returned to the store. */
  readonly credits_returned: Credits;
  /** The value of the returned credits, or of the unused time of Essentials. */
  readonly credit_for_unused: Cents;
  readonly account_credit_used: Cents;
  /** Account credit that is left after the change. */
  readonly account_credit_left: Cents;
  readonly charge_today: Cents;
  readonly credits_gained: Credits;
  /** Legacy credits that are permanently lost. */
  readonly legacy_credits_lost: Credits;
  readonly next_renewal: { readonly at: Instant; readonly price: Cents } | null;
}

/**
 * Returns the proration credit of the current period. With credits: the unspent ones, up to the unused time's share, at
 * the price paid per credit. For Essentials: the unused time's share of the price. Rounded down, so that a chain of
 * changes never returns more than was paid. (CHG-07)
 */
export const prorationCredit = (
  current: Pick<CurrentSubscription, "recurring_credits" | "period" | "paid" | "unspent">,
  at: Instant,
): { readonly credits: Credits; readonly value: Cents } => {
  const { remainder, whole } = remainingFraction(current.period, at);
  if (whole <= 0) return { credits: credits(0), value: ZERO };
  if (current.recurring_credits === 0) {
    return { credits: credits(0), value: cents(floorOf(current.paid, remainder, whole)) };
  }
  const returned = Math.min(current.unspent, floorOf(current.recurring_credits, remainder, whole));
  return { credits: credits(returned), value: cents(floorOf(current.paid, returned, current.recurring_credits)) };
};

/**
 * Returns the effects of a plan change. The store applies exactly these, so a preview can't differ from the result.
 * `accountCredit` is the customer's balance in cents, 0 or more.
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

/** The reason why a plan change is rejected, with the details its message needs. */
export type ChangeError =
  | { readonly _tag: "PaymentOverdue" }
  | { readonly _tag: "SubscriptionEnding" }
  | { readonly _tag: "RoleMayNotChange"; readonly role: TeamRole }
  | { readonly _tag: "BelowMinimumLicense"; readonly minimum: LicenseId }
  | { readonly _tag: "PlanNotSold"; readonly license_id: LicenseId; readonly is_retired: boolean }
  | { readonly _tag: "LegacyLossNotAcknowledged"; readonly credits: Credits };

/** Returns the legacy credits that an upgrade or a cancellation would forfeit, or null if there are none. */
export const legacyLoss = (
  current: Pick<CurrentSubscription, "legacy" | "legacy_unspent">,
  kind: ChangeKind | "cancellation",
): Credits | null =>
  current.legacy && current.legacy_unspent > 0 && (kind === "upgrade" || kind === "cancellation")
    ? current.legacy_unspent
    : null;

/**
 * Returns an error if a change or cancellation would forfeit legacy credits and the customer has not acknowledged it,
 * else null.
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
 * Returns why a subscription can't be changed now, or null if it can. An overdue renewal must be paid first, because
 * the provider would still charge it after a change. A plan canceled during its grace period can no longer be paid.
 */
export const changeBlock = (subscription: Subscription): "PaymentOverdue" | "SubscriptionEnding" | null => {
  if (isCanceledInGrace(subscription)) return "SubscriptionEnding";
  return subscription.status._tag === "past-due" ? "PaymentOverdue" : null;
};

/**
 * Checks a plan change before anything is charged, and returns its kind. Checks the team role, overdue payments, the
 * minimum license, whether the plan is sold under the license, and whether a loss of legacy credits was acknowledged.
 * Choosing the current plan again fails only because of the role or a `block`.
 */
export const validateChange = (change: {
  readonly role: TeamRole;
  /** The customer's minimum license: see `minimumLicenseForUpgrade`. */
  readonly minimum: LicenseId;
  readonly current: CurrentPlan & Pick<CurrentSubscription, "legacy_unspent">;
  readonly target: PlanSelection;
  readonly sale: PlanSale;
  readonly acknowledged: boolean;
  /** Why the current subscription can't be changed: see `changeBlock`. */
  readonly block?: ReturnType<typeof changeBlock>;
  readonly policy?: ChangePolicy;
}): Result.Result<ChangeKind, ChangeError> => {
  const kind = changeKind(change.current, change.target, change.policy);
  if (planChangeError(change.role) !== null) return Result.fail({ _tag: "RoleMayNotChange", role: change.role });
  if (change.block) return Result.fail({ _tag: change.block });
  if (kind === "no-change") return Result.succeed(kind);
  if (isBelowMinimum(change.target.license_id, change.minimum))
    return Result.fail({ _tag: "BelowMinimumLicense", minimum: change.minimum });
  if (change.sale !== "sold") {
    const { license_id } = change.target;
    return Result.fail({ _tag: "PlanNotSold", license_id, is_retired: change.sale === "retired" });
  }
  const lost = legacyLossError(change.current, kind, change.acknowledged);
  return lost === null ? Result.succeed(kind) : Result.fail(lost);
};
