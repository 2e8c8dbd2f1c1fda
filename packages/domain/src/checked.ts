// The API for other channels: the rules for what a customer may do and what it costs. In plain JavaScript, types can't
// check arguments, so these functions check them and throw a TypeError or RangeError that names the argument. The
// store's own code imports the same rules without these checks.
import {
  LARGEST,
  amount,
  creditCount,
  current,
  flag,
  interval,
  license,
  offer,
  policy,
  ratio,
  selection,
  signed,
  subscription,
  time,
} from "./checked-values.ts";
import * as Account from "./downloads/download.ts";
import * as Credit from "./credits/credits.ts";
import * as Calendar from "./kernel/calendar.ts";
import { checked, fields, nullable, oneOf, only, optional, whole } from "./kernel/check.ts";
import * as Money from "./kernel/money.ts";
import * as License from "./licensing/license.ts";
import * as Messages from "./message-catalog.ts";
import * as Plan from "./plans/plan.ts";
import * as Tax from "./pricing/tax.ts";
import * as Kind from "./subscriptions/change-kind.ts";
import * as Change from "./subscriptions/change-preview.ts";
import * as ChangeTexts from "./subscriptions/subscription-messages.ts";
import * as Terms from "./subscriptions/subscription.ts";

export * from "./checked-pricing.ts";
export type { Credits } from "./credits/credits.ts";
export type { Instant, Interval, Period } from "./kernel/calendar.ts";
export type { Cents, Ratio } from "./kernel/money.ts";
export { type LicenseId, type LicenseeCount, LICENSES } from "./licensing/license.ts";
export type { PlanOffer, PlanVariant } from "./plans/plan.ts";
export type { Quote } from "./pricing/quote.ts";
export {
  type ChangePolicy,
  type CurrentPlan,
  type PlanSelection,
  DEFAULT_CHANGE_POLICY,
} from "./subscriptions/change-kind.ts";
export type { ChangeKind } from "./plans/plan-change.ts";
export type { ChangePreview, CurrentSubscription } from "./subscriptions/change-preview.ts";
export { PRICE_RULES } from "./pricing/default-price-list.ts";
export { NO_TAX } from "./pricing/tax.ts";

/** Converts an integer to cents. Throws for anything else, such as dollars with a fraction. */
export const cents = /* @__PURE__ */ checked(Money.cents, () => [["amount", signed]]);

/** Converts an integer to credits. Throws for anything else. */
export const credits = /* @__PURE__ */ checked(Credit.credits, () => [["amount", creditCount]]);

/**
 * Converts an ISO time with its zone, such as "2027-01-05T00:00:00Z", to UTC with milliseconds. Throws on anything
 * else.
 */
export const instantOf = /* @__PURE__ */ checked(Calendar.instantOf, () => [
  [
    "iso",
    only(
      "an ISO time with its zone, such as 2027-01-05T00:00:00Z",
      (value) =>
        typeof value === "string" &&
        /T.+(?:Z|[+-]\d{2}:\d{2})$/.test(value) &&
        Calendar.isDay(value.slice(0, 10)) &&
        !Number.isNaN(Date.parse(value)),
    ),
  ],
]);

/** Converts a number to a license: 1 Individual, 2 Startup, 3 to 6 Enterprise by revenue. Throws on anything else. */
export const licenseId = /* @__PURE__ */ checked(License.licenseId, () => [["id", license]]);

/** Converts a percentage, such as 8.25, to a tax rate. Throws if it isn't from 0 to 100. */
export const taxRate = /* @__PURE__ */ checked(Tax.taxRate, () => [
  [
    "percent",
    only(
      "a percentage from 0 to 100, such as 8.25",
      (value) => typeof value === "number" && value >= 0 && value <= 100,
    ),
  ],
]);

/** Formats cents as US dollars: 123456 becomes "$1,234.56". */
export const formatUsd = /* @__PURE__ */ checked(Money.formatUsd, () => [["amount", signed]]);

/** Formats a number of credits: "1 credit", "20 credits". */
export const creditsText = /* @__PURE__ */ checked(Credit.creditsText, () => [["amount", creditCount]]);

/** Returns "monthly" or "yearly". */
export const intervalText = /* @__PURE__ */ checked(Plan.intervalText, () => [["interval", interval]]);

/** Returns a license's name, with its revenue for Enterprise. */
export const licenseLabel = /* @__PURE__ */ checked(License.licenseLabel, () => [["id", license]]);

/** Returns the text of a message. Throws if there is no message of this name. */
export const message = /* @__PURE__ */ checked(Messages.message, () => [
  [
    "name",
    only("the name of a message", (value) => typeof value === "string" && Object.hasOwn(Messages.MESSAGES, value)),
  ],
]);

/** Returns the license for an annual revenue in whole dollars. "several" rules out Individual. */
export const licenseForRevenue = /* @__PURE__ */ checked(License.licenseForRevenue, () => [
  ["dollars", only("a revenue of 0 dollars or more", (value) => Number.isFinite(value) && Number(value) >= 0)],
  ["licensed", optional(oneOf("one", "several"))],
]);

/**
 * Returns the time that is a number of months after another time, on the same day, or on the last day of a shorter
 * month.
 */
export const monthsAfter = /* @__PURE__ */ checked(Calendar.monthsAfter, () => [
  ["anchor", time],
  ["months", whole("a whole number of months", -12_000, 12_000)],
]);

/** Returns the billing period that contains a time. `anchor` is when the subscription began. */
export const periodContaining = (anchor: Calendar.Instant, every: Calendar.Interval, at: Calendar.Instant) => {
  time(anchor, "anchor");
  interval(every, "interval");
  time(at, "at");
  only("a time at or after the anchor", () => at >= anchor)(at, "at");
  return Calendar.periodContaining(anchor, every, at);
};

/** Returns the terms that a plan change compares: a plan's id, license, interval, credits, and price in cents. */
export const planTerms = /* @__PURE__ */ checked(Terms.planTerms, () => [
  ["plan", fields(offer)],
  ["license_id", license],
  ["price", amount],
]);

/** Returns the kind of a plan change: "no-change", "upgrade", or "downgrade". */
export const changeKind = /* @__PURE__ */ checked(Kind.changeKind, () => [
  ["current", fields(current)],
  ["target", fields(selection)],
  ["policy", optional(policy())],
]);

/** Returns the effects and the cost of a plan change. Amounts in cents. */
export const previewChange = /* @__PURE__ */ checked(Change.previewChange, () => [
  [
    "input",
    fields({
      current: subscription(),
      target: fields({ ...selection, price: amount }),
      accountCredit: amount,
      at: time,
      policy: optional(policy()),
    }),
  ],
]);

/** Returns a change preview as lines of text. `total` is the cost of an upgrade with tax, in cents. */
export const changePreviewFacts = /* @__PURE__ */ checked(ChangeTexts.changePreviewFacts, () => [
  [
    "preview",
    fields({
      kind: oneOf("no-change", "upgrade", "downgrade"),
      effective_at: nullable(time),
      charge_today: amount,
      credits_returned: creditCount,
      credit_for_unused: amount,
      credits_gained: creditCount,
      legacy_credits_lost: creditCount,
      next_renewal: nullable(fields({ at: time, price: amount })),
    }),
  ],
  ["costs", fields({ total: amount, tax: ratio() })],
]);

/** Returns whether an account may download a file, or why not. */
export const mayDownload = /* @__PURE__ */ checked(Account.mayDownload, () => [
  ["collection", fields({ access: oneOf("free", "essentials", "premium"), credit_price: nullable(creditCount) })],
  ["resolution", oneOf("HD", "2K", "4K", "6K", "8K")],
  ["entitlement", fields({ plan: oneOf("none", "free", "paid"), owns: flag })],
]);

/** Returns whether a day's downloads exceed a limit; null means no limit. */
export const exceedsLimit = /* @__PURE__ */ checked(Account.exceedsLimit, () => [
  ["downloadsToday", whole("a whole number", 0, LARGEST)],
  ["limit", nullable(whole("null or a whole number", 0, LARGEST))],
]);
