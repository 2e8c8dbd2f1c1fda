import * as Result from "effect/Result";
import type { TeamRole } from "./account.schema.ts";
import { type Instant, type Interval, type Period, unusedShare } from "./calendar.ts";
import { type Credits, credits } from "./credits.ts";
import type { LicenceId } from "./licence.ts";
import { type Cents, ZERO, atLeast, cents } from "./money.ts";
import { renewalDate } from "./plan.ts";
import { mayNotChangePlan } from "./team.ts";

/** What a move between two subscriptions is. (CHG-01) */
export type ChangeKind = "no-change" | "upgrade" | "downgrade";

/**
 * Which way a change of licence points. "as-specified": a lower licence id is an upgrade, a higher one a downgrade.
 * "raise-is-upgrade" turns that round. The owner has yet to decide; the specification's wording is the default.
 */
export type LicenceRule = "as-specified" | "raise-is-upgrade";

/** The policy that a change is judged by. */
export interface ChangePolicy {
  readonly licenceRule: LicenceRule;
}

/** The policy of a store that sets none: the specification's wording. (CHG-01) */
export const DEFAULT_CHANGE_POLICY: ChangePolicy = { licenceRule: "as-specified" };

/** A plan under a licence: what a change goes from and to. */
export interface PlanStanding {
  readonly variant_id: number;
  readonly license_id: LicenceId;
  readonly interval: Interval;
  readonly recurring_credits: Credits;
}

/** A current subscription, which may be of a legacy kind. */
export interface CurrentStanding extends PlanStanding {
  readonly legacy: boolean;
}

/**
 * The kind of a plan change. The first rule that speaks decides: the same plan, legacy, licence, credits to
 * Essentials, interval, number of credits. (CHG-01)
 */
export const changeKind = (current: CurrentStanding, target: PlanStanding, policy: ChangePolicy = DEFAULT_CHANGE_POLICY): ChangeKind => {
  if (current.variant_id === target.variant_id && current.license_id === target.license_id) return "no-change";
  if (current.legacy) return "upgrade";
  if (current.license_id !== target.license_id) {
    const lower = target.license_id < current.license_id;
    return lower === (policy.licenceRule === "as-specified") ? "upgrade" : "downgrade";
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

/** Where a customer stands in the current billing period. */
export interface CurrentSubscription extends CurrentStanding {
  readonly period: Period;
  /** What this period cost after discounts, account credit included, in cents. */
  readonly paid: Cents;
  /** Credits of this period's own lot that are not spent. Rolled-over, pack and legacy credits are not among them. */
  readonly unspent: Credits;
  /** Unused legacy credits. */
  readonly legacy_unspent: Credits;
}

/** What a change costs and does, before and after it is made. All money in cents. (CHG-07) */
export interface ChangePreview {
  readonly kind: ChangeKind;
  readonly effective_at: Instant | null;
  readonly price: Cents;
  /** Credits of the running period that go back to the store. */
  readonly credits_handed_back: Credits;
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

/** floor(a × b / c) without losing a digit. */
const floorOf = (a: number, b: number, c: number): number => Number((BigInt(a) * BigInt(b)) / BigInt(c));

/**
 * What an upgrade gives back for the running period: credits by the smaller of what is unspent and what the unused
 * time stands for, at the price paid for each; Essentials by time alone. Rounded down, so that a chain of changes
 * never yields more than was paid. (CHG-07)
 */
export const handBack = (
  current: Pick<CurrentSubscription, "recurring_credits" | "period" | "paid" | "unspent">,
  at: Instant,
): { readonly credits: Credits; readonly value: Cents } => {
  const { left, whole } = unusedShare(current.period, at);
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
  readonly target: PlanStanding & { readonly price: Cents };
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
    credits_handed_back: credits(0),
    credit_for_unused: ZERO,
    account_credit_used: ZERO,
    account_credit_left: input.accountCredit,
    charge_today: ZERO,
    credits_gained: credits(0),
    legacy_credits_lost: credits(0),
  };
  switch (kind) {
    case "no-change":
      return { ...unchanged, next_renewal: { at: current.period.end, price: target.price } };
    case "downgrade":
      return { ...unchanged, next_renewal: { at: current.period.end, price: target.price } };
    case "upgrade": {
      const back = handBack(current, at);
      const afterUnused = atLeast(ZERO, cents(target.price - back.value));
      const unusedLeft = cents(Math.max(0, back.value - target.price));
      const used = cents(Math.min(input.accountCredit, afterUnused));
      return {
        ...unchanged,
        credits_handed_back: back.credits,
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
export type ChangeRefusal =
  | { readonly _tag: "RoleMayNotChange"; readonly role: TeamRole }
  | { readonly _tag: "BelowMinimumLicence"; readonly minimum: LicenceId }
  | { readonly _tag: "PlanNotSold"; readonly license_id: LicenceId }
  | { readonly _tag: "LegacyLossNotAcknowledged"; readonly credits: Credits };

/** What a legacy plan's owner loses by an upgrade, or at the end of a cancelled plan; null where nothing is lost. (CHG-05) */
export const legacyLoss = (current: Pick<CurrentSubscription, "legacy" | "legacy_unspent">, kind: ChangeKind | "cancellation"): Credits | null =>
  current.legacy && current.legacy_unspent > 0 && (kind === "upgrade" || kind === "cancellation") ? current.legacy_unspent : null;

/**
 * Whether a change may be made, before anything is charged: the role in the team, the minimum licence, whether the plan is
 * sold under it, and that a loss of legacy credits was acknowledged. The same plan again is never an error.
 * (CHG-03, CHG-05, CHG-06, PLN-06)
 */
export const judgeChange = (asked: {
  readonly role: TeamRole;
  /** The lowest licence that the customer may have: see `minimumLicenceForUpgrade`. */
  readonly minimum: LicenceId;
  readonly current: CurrentStanding & Pick<CurrentSubscription, "legacy_unspent">;
  readonly target: PlanStanding;
  readonly sold: boolean;
  readonly acknowledged: boolean;
  readonly policy?: ChangePolicy;
}): Result.Result<ChangeKind, ChangeRefusal> => {
  const kind = changeKind(asked.current, asked.target, asked.policy);
  if (mayNotChangePlan(asked.role) !== null) return Result.fail({ _tag: "RoleMayNotChange", role: asked.role });
  if (kind === "no-change") return Result.succeed(kind);
  if (asked.target.license_id < asked.minimum) return Result.fail({ _tag: "BelowMinimumLicence", minimum: asked.minimum });
  if (!asked.sold) return Result.fail({ _tag: "PlanNotSold", license_id: asked.target.license_id });
  const lost = legacyLoss(asked.current, kind);
  return lost !== null && !asked.acknowledged ? Result.fail({ _tag: "LegacyLossNotAcknowledged", credits: lost }) : Result.succeed(kind);
};

/** What the change-your-plan modal has chosen when it opens on an interval. */
export type Preselection =
  | { readonly _tag: "variant"; readonly variant_id: number }
  | { readonly _tag: "highest-already" }
  | { readonly _tag: "nothing-offered" };

/**
 * The variant that is chosen when the modal opens on an interval: the next one with more credits, else the one with the
 * most. On the yearly interval nothing is chosen for a customer who has the most already. (CHG-04)
 */
export const preselectVariant = (
  current: Pick<PlanStanding, "interval" | "recurring_credits">,
  offered: readonly { readonly id: number; readonly interval: Interval; readonly recurring_credits: number }[],
  interval: Interval,
): Preselection => {
  const choices = offered.filter((each) => each.interval === interval).sort((a, b) => a.recurring_credits - b.recurring_credits);
  const top = choices.at(-1);
  if (top === undefined) return { _tag: "nothing-offered" };
  if (interval === "year" && current.interval === "year" && current.recurring_credits >= top.recurring_credits) return { _tag: "highest-already" };
  const more = choices.find((each) => each.recurring_credits > current.recurring_credits);
  return { _tag: "variant", variant_id: (more ?? top).id };
};

/** Where a change of plan leads: an upgrade says thanks, unless told to stay; a downgrade goes home; no change goes nowhere. (CHG-02) */
export const afterChange = (kind: ChangeKind, stay = false): "/thank-you" | "/" | null => {
  switch (kind) {
    case "no-change":
      return null;
    case "upgrade":
      return stay ? null : "/thank-you";
    case "downgrade":
      return "/";
  }
};
