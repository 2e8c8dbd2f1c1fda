import type { Interval } from "../kernel/calendar.ts";
import { type Cents, cents } from "../kernel/money.ts";
import type { Provider } from "../kernel/provider.ts";
import { type LicenseId, isEnterprise } from "../licensing/license.ts";
import { payerOf } from "../pricing/payer.ts";
import type { ChangeKind } from "../plans/plan-change.ts";

/** The facts that decide whether a payer can pay for a purchase. */
export interface PayFacts {
  /** The buyer's minimum license, the current plan's (null if there is no plan), and the purchase's. */
  readonly licenses: {
    readonly minimum: LicenseId;
    readonly current: LicenseId | null;
    readonly purchase: LicenseId;
  };
  /** The total due today, in cents. */
  readonly total: Cents;
  /** The kind of discount code: a plan's promo code, or a cart's percentage or amount. */
  readonly code: "none" | "promo" | "percent" | "amount";
  /** The change to the current plan, or null if the purchase isn't one. */
  readonly change: {
    readonly kind: ChangeKind;
    /** The provider that bills the current plan. */
    readonly billedBy: Provider;
    /** Whether the change leaves account credit. */
    readonly leavesCredit: boolean;
    /** Whether the new plan fits what the buyer agreed to; see `fitsAgreement`. */
    readonly fitsAgreement: boolean;
  } | null;
}

/** The billing interval of an agreement, and its price per interval in cents. */
export interface AgreedPrice {
  readonly interval: Interval;
  readonly price: Cents;
}

/**
 * Returns whether a smaller plan fits what the buyer agreed to. An agreement can't change its interval or exceed the
 * agreed price.
 */
export const fitsAgreement = (running: AgreedPrice, target: AgreedPrice): boolean =>
  running.interval === target.interval && target.price <= running.price;

/** Why a payer can't pay for a purchase. */
export type PayerRefusal =
  | "not-offered"
  | "no-enterprise"
  | "no-code"
  | "billed-elsewhere"
  | "no-charge"
  | "no-downgrade";

const changeRefusal = (
  provider: Provider,
  total: Cents,
  { kind, billedBy, leavesCredit, fitsAgreement: fits }: NonNullable<PayFacts["change"]>,
): PayerRefusal | null => {
  const payer = payerOf(provider);
  if (provider !== billedBy && (kind === "downgrade" || payerOf(billedBy).plans.stayWithIt)) return "billed-elsewhere";
  if (kind === "downgrade") return payer.plans.changeFreely || fits ? null : "no-downgrade";
  const isCharged = payer.plans.changeInPlace || total > 0;
  return isCharged && (payer.takes.accountCredit || !leavesCredit) ? null : "no-charge";
};

/** Returns whether a provider can't apply a kind of discount code. (DSC-08) */
export const refusesCode = (provider: Provider, code: PayFacts["code"]): boolean => {
  const { takes } = payerOf(provider);
  return (code === "promo" && !takes.promoCodes) || (code === "percent" && !takes.percentCodes);
};

/**
 * Returns why a provider can't pay for a purchase, or null if it can. A free purchase needs no provider, and the
 * current plan stays with the provider that bills it. A hidden provider can still pay for changes to plans that it
 * bills. (LIC-14, CHK-09, CHG-09, DSC-08)
 */
export const payerRefusal = (
  provider: Provider,
  isOffered: boolean,
  { licenses: { minimum, current, purchase }, total, code, change }: PayFacts,
): PayerRefusal | null => {
  const { takes } = payerOf(provider);
  if (change === null && total === 0) return null;
  if (change?.kind === "no-change") return change.billedBy === provider ? null : "billed-elsewhere";
  if (!isOffered && change?.billedBy !== provider) return "not-offered";
  if (!takes.enterprise && [minimum, current, purchase].some((id) => id !== null && isEnterprise(id)))
    return "no-enterprise";
  if (refusesCode(provider, code)) return "no-code";
  return change === null ? null : changeRefusal(provider, total, change);
};

/**
 * Returns which of the offered payers accept a purchase under these licenses, regardless of its price. (LIC-14, CHK-09)
 */
export const payersFor = (offered: readonly Provider[], licenses: PayFacts["licenses"]): readonly Provider[] =>
  offered.filter(
    (provider) => payerRefusal(provider, true, { licenses, total: cents(1), code: "none", change: null }) === null,
  );
