import * as Result from "effect/Result";
import type { Instant, Interval } from "../kernel/calendar.ts";
import type { Cents } from "../kernel/money.ts";
import { isPayPalAllowed } from "../accounts/team.ts";
import { type LicenseId, isBelowMinimum } from "../licensing/license.ts";
import type { ChangeKind } from "../subscriptions/change-kind.ts";

/** The ways to pay that the payment step offers. */
export type PaymentMethod = "card" | "paypal";

/** The ways to pay for a purchase, the card first. Enterprise licenses pay by card only. (LIC-14, CHK-09) */
export const paymentMethods = (known: Parameters<typeof isPayPalAllowed>[0]): readonly PaymentMethod[] =>
  isPayPalAllowed(known) ? ["card", "paypal"] : ["card"];

/**
 * Whether PayPal may still pay for what was approved there, maybe hours ago: its buyer may still have the license that
 * was bought, and pay for it through PayPal. (LIC-03, LIC-14)
 */
export const mayPayPalStillPay = (known: {
  readonly minimum: LicenseId;
  readonly current: LicenseId | null;
  readonly purchase: LicenseId;
}): boolean => isPayPalAllowed({ ...known, hidden: false }) && !isBelowMinimum(known.purchase, known.minimum);

/**
 * Why PayPal can't take a purchase: a license forbids it, or PayPal has no price for it. The words say what would work,
 * by who bills the running plan, `billedBy`, which is null where none runs. (LIC-14, CHG-09)
 */
export const payPalRefusal = (
  billedBy: PaymentMethod | null,
  lacks: "license" | "price",
): "paypal_unavailable" | "paypal_no_enterprise" | "paypal_no_downgrade" => {
  if (billedBy !== "paypal") return "paypal_unavailable";
  return lacks === "license" ? "paypal_no_enterprise" : "paypal_no_downgrade";
};

const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = { card: "Card", paypal: "PayPal" };

/** What a way to pay is called. (CHK-04) */
export const paymentMethodName = (method: PaymentMethod): string => METHOD_NAMES[method];

/** The ways to pay in a sentence: "Card or PayPal". (CHK-04) */
export const paymentMethodsText = (methods: readonly PaymentMethod[]): string =>
  methods.map(paymentMethodName).join(" or ");

/** Whether the store takes PayPal at all: it has keys for it, and no setting hides it. (LIC-14) */
export const isPayPalOffered = (store: { readonly hasKeys: boolean; readonly isHidden: boolean }): boolean =>
  store.hasKeys && !store.isHidden;

/** Whether PayPal may pay for a plan. A setting that hides it leaves alone what it bills already. (LIC-14, CHG-09) */
export const isPayPalAllowedForPlan = (
  known: Parameters<typeof isPayPalAllowed>[0] & { readonly billedBy: PaymentMethod | null },
): boolean => isPayPalAllowed({ ...known, hidden: known.hidden && known.billedBy !== "paypal" });

/**
 * The ways to pay for another plan, the card first, or why there is none. What is not paid today stays with whoever
 * bills the plan; a plan that PayPal bills is changed by PayPal alone. `payPalTakes` says whether it has a price for an
 * upgrade. (CHG-09, LIC-14, CHK-09)
 */
export const paymentMethodsForChange = (change: {
  readonly kind: ChangeKind;
  readonly billedBy: PaymentMethod;
  readonly isPayPalAllowed: boolean;
  readonly payPalTakes: boolean;
}): Result.Result<readonly PaymentMethod[], ReturnType<typeof payPalRefusal>> => {
  const { kind, billedBy } = change;
  if (kind === "no-change") return Result.succeed([billedBy]);
  const takes = change.isPayPalAllowed && (kind === "downgrade" || change.payPalTakes);
  if (billedBy === "card") return Result.succeed(kind === "upgrade" && takes ? ["card", "paypal"] : ["card"]);
  return takes
    ? Result.succeed(["paypal"])
    : Result.fail(payPalRefusal("paypal", change.isPayPalAllowed ? "price" : "license"));
};

/** Why a plan can't be changed by card; null where it can: one that PayPal bills is changed by PayPal. (CHG-09) */
export const cardChangeError = (kind: ChangeKind, billedBy: PaymentMethod): "billed_by_paypal" | null =>
  kind === "no-change" || billedBy === "card" ? null : "billed_by_paypal";

/** What an agreement bills: a price in cents for each interval. */
export interface AgreedPrice {
  readonly interval: Interval;
  readonly price: Cents;
}

/**
 * Whether a plan that PayPal bills can become a smaller one when its period ends: its agreement can take another price
 * then, not another interval, and never a higher price than was agreed to. (CHG-02)
 */
export const payPalCanDowngrade = (running: AgreedPrice, target: AgreedPrice): boolean =>
  running.interval === target.interval && target.price <= running.price;

/** Why a plan can't be changed with the provider that bills it; null where it can. (CHG-02) */
export const providerChangeError = (
  provider: { readonly changesFreely: boolean },
  kind: ChangeKind,
  running: AgreedPrice,
  target: AgreedPrice,
): "paypal_no_downgrade" | null =>
  kind === "downgrade" && !provider.changesFreely && !payPalCanDowngrade(running, target)
    ? "paypal_no_downgrade"
    : null;

/**
 * Whether PayPal can be asked for an upgrade: not where nothing is to pay, and not where something of the old plan is
 * left over, since PayPal has no account that could keep it. Amounts in cents. (CHG-09)
 */
export const payPalCanUpgrade = (upgrade: { readonly total: Cents; readonly account_credit_left: Cents }): boolean =>
  upgrade.total > 0 && upgrade.account_credit_left === 0;

const ORDINALS = new Intl.PluralRules("en-US", { type: "ordinal" });
const SUFFIXES = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" } as const;
const dayOf = (at: Instant): number => new Date(at).getUTCDate();

/**
 * What PayPal's buyer is told of the day of their renewals; null where it is the day of purchase. PayPal counts from
 * the first renewal, so one that falls into a shorter month moves all that follow. (CHK-09, PLN-03)
 */
export const payPalBillingDayNote = (at: Instant, renewal: Instant, interval: Interval): string | null => {
  const day = dayOf(renewal);
  if (day === dayOf(at)) return null;
  const named = `${day}${SUFFIXES[ORDINALS.select(day)]}`;
  return interval === "month"
    ? `Through PayPal this plan renews on the ${named} of each month.`
    : `Through PayPal this plan renews on February ${named} of each year.`;
};

/** A purchase by PayPal with an add-on is two agreements, opened one by one. (CHK-04) */
export interface PayPalApprovals {
  readonly subscription: "waiting" | "started";
  readonly addOn: "none" | "waiting" | "started";
}

/** The flows of a PayPal purchase before any was started. (CHK-04) */
export const payPalApprovals = (hasAddOn: boolean): PayPalApprovals => ({
  subscription: "waiting",
  addOn: hasAddOn ? "waiting" : "none",
});

/** One flow was opened; opening it again is the same. (CHK-04) */
export const startPayPalApproval = (flows: PayPalApprovals, which: "subscription" | "addOn"): PayPalApprovals =>
  flows[which] === "none" ? flows : { ...flows, [which]: "started" };

/**
 * What follows: both flows of a purchase with an add-on are offered in a dialog; once all are started the user goes
 * home. (CHK-04)
 */
export const afterPayPalApprovals = (flows: PayPalApprovals): "redirect" | "choose-flow" | "home" => {
  if (flows.addOn === "none") return flows.subscription === "waiting" ? "redirect" : "home";
  return flows.subscription === "started" && flows.addOn === "started" ? "home" : "choose-flow";
};
