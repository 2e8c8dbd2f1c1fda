import * as Result from "effect/Result";
import type { Instant, Interval } from "../kernel/calendar.ts";
import type { Cents } from "../kernel/money.ts";
import { once } from "../kernel/once.ts";
import { isPayPalAllowed } from "../accounts/team.ts";
import { type LicenseId, isBelowMinimum } from "../licensing/license.ts";
import type { ChangeKind } from "../subscriptions/change-kind.ts";

/** A payment method that a buyer can choose at checkout. */
export type PaymentMethod = "card" | "paypal";

/** Returns the payment methods for a purchase, card first. Enterprise licenses can pay by card only. */
export const paymentMethods = (known: Parameters<typeof isPayPalAllowed>[0]): readonly PaymentMethod[] =>
  isPayPalAllowed(known) ? ["card", "paypal"] : ["card"];

/**
 * Returns whether an order approved at PayPal, possibly hours ago, can still be captured: the buyer can still get its
 * license and pay for it through PayPal.
 */
export const mayPayPalStillPay = (known: {
  readonly minimum: LicenseId;
  readonly current: LicenseId | null;
  readonly purchase: LicenseId;
}): boolean => isPayPalAllowed({ ...known, hidden: false }) && !isBelowMinimum(known.purchase, known.minimum);

/**
 * Returns why PayPal can't be used. `lacks` is what rules it out: the license, or a price that PayPal can't bill.
 * `billedBy` is how the running plan is paid, or null without one; it decides the message.
 */
export const payPalRefusal = (
  billedBy: PaymentMethod | null,
  lacks: "license" | "price",
): "paypal_unavailable" | "paypal_no_enterprise" | "paypal_no_downgrade" => {
  if (billedBy !== "paypal") return "paypal_unavailable";
  return lacks === "license" ? "paypal_no_enterprise" : "paypal_no_downgrade";
};

const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = { card: "Card", paypal: "PayPal" };

/** Returns a payment method's display name. */
export const paymentMethodName = (method: PaymentMethod): string => METHOD_NAMES[method];

/** Returns the payment methods as text, such as "Card or PayPal". */
export const paymentMethodsText = (methods: readonly PaymentMethod[]): string =>
  methods.map(paymentMethodName).join(" or ");

/** Returns whether the store offers PayPal at all: it has API keys and no setting hides it. */
export const isPayPalOffered = (store: { readonly hasKeys: boolean; readonly isHidden: boolean }): boolean =>
  store.hasKeys && !store.isHidden;

/**
 * Returns whether PayPal can pay for a plan. The setting that hides PayPal does not affect plans that it already bills.
 */
export const isPayPalAllowedForPlan = (
  known: Parameters<typeof isPayPalAllowed>[0] & { readonly billedBy: PaymentMethod | null },
): boolean => isPayPalAllowed({ ...known, hidden: known.hidden && known.billedBy !== "paypal" });

/**
 * Returns the payment methods for a plan change, card first, or why there is none. A change with nothing to pay today
 * stays with the current provider, and a plan billed by PayPal can only be changed through PayPal. `payPalTakes` says
 * whether PayPal can charge for the upgrade.
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

/**
 * Returns why a plan change can't use a card, or null if it can. A plan billed by PayPal can be changed only through
 * PayPal.
 */
export const cardChangeError = (kind: ChangeKind, billedBy: PaymentMethod): "billed_by_paypal" | null =>
  kind === "no-change" || billedBy === "card" ? null : "billed_by_paypal";

/** What a PayPal agreement bills per interval. Price in cents. */
export interface AgreedPrice {
  readonly interval: Interval;
  readonly price: Cents;
}

/**
 * Returns whether PayPal can switch a plan to a smaller one at the period end. An agreement can't change its interval
 * or exceed the agreed price.
 */
export const payPalCanDowngrade = (running: AgreedPrice, target: AgreedPrice): boolean =>
  running.interval === target.interval && target.price <= running.price;

/** Returns why the plan's provider can't make a change, or null if it can. Only a downgrade through PayPal can fail. */
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
 * Returns whether PayPal can charge for an upgrade. It can't if there is nothing to pay, or if the upgrade leaves
 * account credit, which PayPal does not support. Amounts in cents.
 */
export const payPalCanUpgrade = (upgrade: { readonly total: Cents; readonly account_credit_left: Cents }): boolean =>
  upgrade.total > 0 && upgrade.account_credit_left === 0;

const ordinals = /* @__PURE__ */ once(() => new Intl.PluralRules("en-US", { type: "ordinal" }));
const SUFFIXES = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" } as const;
const dayOf = (at: Instant): number => new Date(at).getUTCDate();

/**
 * Returns a note about the day on which PayPal renews a plan, or null if it is the same day of the month as the
 * purchase (`at`). PayPal counts from the first renewal, so a first renewal in a shorter month moves all later ones.
 */
export const payPalBillingDayNote = (at: Instant, renewal: Instant, interval: Interval): string | null => {
  const day = dayOf(renewal);
  if (day === dayOf(at)) return null;
  const named = `${day}${SUFFIXES[ordinals().select(day)]}`;
  return interval === "month"
    ? `Through PayPal this plan renews on the ${named} of each month.`
    : `Through PayPal this plan renews on February ${named} of each year.`;
};

/**
 * The progress of a PayPal purchase's approvals. A plan with an add-on needs two, which the buyer starts one by one.
 */
export interface PayPalApprovals {
  readonly subscription: "waiting" | "started";
  readonly addOn: "none" | "waiting" | "started";
}

/** Returns the approvals that a new PayPal purchase needs, none of them started. */
export const payPalApprovals = (hasAddOn: boolean): PayPalApprovals => ({
  subscription: "waiting",
  addOn: hasAddOn ? "waiting" : "none",
});

/** Marks an approval as started. Safe to repeat. Does nothing if the purchase doesn't need that approval. */
export const startPayPalApproval = (flows: PayPalApprovals, which: "subscription" | "addOn"): PayPalApprovals =>
  flows[which] === "none" ? flows : { ...flows, [which]: "started" };

/**
 * Returns the buyer's next step: to PayPal ("redirect"), or home once everything is started. A purchase with an add-on
 * offers both approvals in a dialog ("choose-flow").
 */
export const afterPayPalApprovals = (flows: PayPalApprovals): "redirect" | "choose-flow" | "home" => {
  if (flows.addOn === "none") return flows.subscription === "waiting" ? "redirect" : "home";
  return flows.subscription === "started" && flows.addOn === "started" ? "home" : "choose-flow";
};
