import type { Credits } from "../credits/credits.ts";
import type { Instant, Interval, Period } from "../kernel/calendar.ts";
import type { LicenseId } from "../licensing/license.ts";

/** What a move between two subscriptions is. (CHG-01) */
export type ChangeKind = "no-change" | "upgrade" | "downgrade";

/** The rules of which one says what a change of license is, by their names. (CHG-01) */
export const LICENSE_RULES = ["as-specified", "raise-is-upgrade"] as const;

/**
 * Which way a change of license points. "as-specified": a lower license id is an upgrade, a higher one a downgrade.
 * "raise-is-upgrade" turns that round. The owner has yet to decide; the specification's wording is the default.
 */
export type LicenseRule = (typeof LICENSE_RULES)[number];

/** The policy that a change is judged by. */
export interface ChangePolicy {
  readonly licenseRule: LicenseRule;
}

/** The policy of a store that sets none: the specification's wording. (CHG-01) */
export const DEFAULT_CHANGE_POLICY: ChangePolicy = { licenseRule: "as-specified" };

/** A plan under a license: what a change goes from and to. */
export interface PlanSelection {
  readonly variant_id: number;
  readonly license_id: LicenseId;
  readonly interval: Interval;
  readonly recurring_credits: Credits;
}

/** A current subscription, which may be of a legacy kind. */
export interface CurrentPlan extends PlanSelection {
  readonly legacy: boolean;
}

/** What makes a plan that plan: its variant, and the license that it is sold under. */
export type PlanIdentity = Pick<PlanSelection, "variant_id" | "license_id">;

/** Whether two plans are one: the same variant under the same license. (CHG-01, PLN-06) */
export const isSamePlan = (a: PlanIdentity, b: PlanIdentity): boolean =>
  a.variant_id === b.variant_id && a.license_id === b.license_id;

/**
 * The kind of a plan change. The first rule that speaks decides: the same plan, legacy, license, credits to
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

/** When a change takes effect: an upgrade now, a downgrade when the paid period ends. (CHG-02) */
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
