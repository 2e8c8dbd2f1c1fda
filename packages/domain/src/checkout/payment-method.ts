import type { Instant, Interval } from "../kernel/calendar.ts";
import type { Cents } from "../kernel/money.ts";
import { isPayPalAllowed } from "../accounts/team.ts";
import { type LicenceId, isBelowMinimum } from "../licensing/licence.ts";
import type { ChangeKind } from "../subscriptions/change-kind.ts";

/** The ways to pay that the payment step offers. */
export type PaymentMethod = "card" | "paypal";

/** The ways to pay for a purchase, the card first. Enterprise licences pay by card only. (LIC-14, CHK-09) */
export const paymentMethods = (known: Parameters<typeof isPayPalAllowed>[0]): readonly PaymentMethod[] =>
  isPayPalAllowed(known) ? ["card", "paypal"] : ["card"];

/**
 * Whether PayPal may still pay for what was approved there, maybe hours ago: its buyer may still have the licence that
 * was bought, and pay for it through PayPal. (LIC-03, LIC-14)
 */
export const mayPayPalStillPay = (known: {
  readonly minimum: LicenceId;
  readonly current: LicenceId | null;
  readonly purchase: LicenceId;
}): boolean => isPayPalAllowed({ ...known, hidden: false }) && !isBelowMinimum(known.purchase, known.minimum);

/** The ways to pay for another plan: one that PayPal bills is changed by PayPal alone. (CHG-09, LIC-14) */
export const paymentMethodsForChange = (
  offered: readonly PaymentMethod[],
  billedBy: PaymentMethod,
): readonly PaymentMethod[] => (billedBy === "paypal" ? offered.filter((method) => method === "paypal") : offered);

/**
 * The ways to pay at the payment step. What is not paid today stays with whoever bills the plan. (CHG-09, LIC-14)
 */
export const paymentMethodsForStep = (
  offered: readonly PaymentMethod[],
  change: { readonly kind: ChangeKind; readonly billedBy: PaymentMethod } | null,
): readonly PaymentMethod[] => {
  if (change === null) return offered;
  return change.kind === "upgrade" ? paymentMethodsForChange(offered, change.billedBy) : [change.billedBy];
};

/** The ways that can pay today: PayPal drops out where it has no price for it. (CHK-09) */
export const payableMethods = (
  methods: readonly PaymentMethod[],
  payPalQuote: object | null,
): readonly PaymentMethod[] => (payPalQuote === null ? methods.filter((each) => each !== "paypal") : methods);

/** Why a plan can't be changed by card; null where it can: one that PayPal bills is changed by PayPal. (CHG-09) */
export const cardChangeError = (kind: ChangeKind, billedBy: PaymentMethod): "billed_by_paypal" | null =>
  kind === "no-change" || paymentMethodsForStep(["card"], { kind, billedBy }).includes("card")
    ? null
    : "billed_by_paypal";

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
