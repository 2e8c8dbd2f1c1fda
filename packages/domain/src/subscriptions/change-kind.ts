import type { ChangeKind } from "../plans/plan-change.ts";
import type { Credits } from "../credits/credits.ts";
import type { Instant, Interval, Period } from "../kernel/calendar.ts";
import type { LicenseId } from "../licensing/license.ts";

/** The possible values of `LicenseRule`. */
export const LICENSE_RULES = ["as-specified", "raise-is-upgrade"] as const;

/**
 * Whether raising or lowering the license is an upgrade. "as-specified": a lower license id is an upgrade, and a higher
 * one is a downgrade. "raise-is-upgrade": the reverse. The owner has yet to decide; the specification's wording is the
 * default.
 */
export type LicenseRule = (typeof LICENSE_RULES)[number];

/** The store's policy for what counts as an upgrade. */
export interface ChangePolicy {
  readonly licenseRule: LicenseRule;
}

/** The default policy, which follows the specification. */
export const DEFAULT_CHANGE_POLICY: ChangePolicy = { licenseRule: "as-specified" };

/** A plan variant under a license, as one side of a plan change. */
export interface PlanSelection {
  readonly variant_id: number;
  readonly license_id: LicenseId;
  readonly interval: Interval;
  readonly recurring_credits: Credits;
}

/** A customer's current plan, which may be a legacy plan. */
export interface CurrentPlan extends PlanSelection {
  readonly legacy: boolean;
}

/** The identity of a plan: its variant and license. */
export type PlanIdentity = Pick<PlanSelection, "variant_id" | "license_id">;

/** Returns whether two plans have the same variant and license. */
export const isSamePlan = (a: PlanIdentity, b: PlanIdentity): boolean =>
  a.variant_id === b.variant_id && a.license_id === b.license_id;

/**
 * Returns the kind of a plan change. The first rule that applies decides: same plan, legacy, license, credits to
 * Essentials, interval, number of credits. (CHG-01)
 */
export const changeKind = (
  current: CurrentPlan,
  target: PlanSelection,
  policy: ChangePolicy = DEFAULT_CHANGE_POLICY,
): ChangeKind => {
  if (isSamePlan(current, target)) return "no-change";
  if (current.legacy) return "upgrade";
  if (current.license_id !== target.license_id) {
    const lower = target.license_id < current.license_id;
    return lower === (policy.licenseRule === "as-specified") ? "upgrade" : "downgrade";
  }
  if (current.recurring_credits > 0 && target.recurring_credits === 0) return "downgrade";
  if (current.interval !== target.interval) return target.interval === "year" ? "upgrade" : "downgrade";
  if (current.recurring_credits !== target.recurring_credits) {
    return target.recurring_credits > current.recurring_credits ? "upgrade" : "downgrade";
  }
  return "no-change";
};

/** Returns when a change takes effect: an upgrade now, a downgrade at the period end, null for no change. */
export const effectiveDate = (kind: ChangeKind, at: Instant, period: Period): Instant | null => {
  switch (kind) {
    case "no-change":
      return null;
    case "upgrade":
      return at;
    case "downgrade":
      return period.end;
  }
};
