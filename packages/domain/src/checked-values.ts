// Validates arguments from other channels. Each check's text describes the expected value.
import { type Period, instantOf } from "./kernel/calendar.ts";
import { type Check, fields, nullable, oneOf, only, optional, whole } from "./kernel/check.ts";
import type { Ratio } from "./kernel/money.ts";
import { LICENSE_RULES } from "./subscriptions/change-kind.ts";

/** The largest amount, in cents. */
export const LARGEST = 1_000_000_000;
const CENTS = ", such as 4900 for $49.00";
/** An amount in cents, 0 or more. */
export const amount = /* @__PURE__ */ whole("whole cents", 0, LARGEST, CENTS);
/** An amount in cents, which may be negative. */
export const signed = /* @__PURE__ */ whole("whole cents", -LARGEST, LARGEST, CENTS);
/** A number of credits, 0 or more. */
export const creditCount = /* @__PURE__ */ whole("a whole number of credits", 0, 10_000_000);
/** The id of a license. */
export const license = /* @__PURE__ */ whole("a license", 1, 6);
/** The id of a plan or a file. */
export const id = /* @__PURE__ */ whole("a whole number", 1, Number.MAX_SAFE_INTEGER);
/** A whole percentage. */
export const percent = /* @__PURE__ */ whole("a whole percentage", 1, 100);
/** A number of months, credits, or items, 1 or more. */
export const count = /* @__PURE__ */ whole("a whole number", 1, 1_000_000);
/** The renewal interval of a plan. */
export const interval = /* @__PURE__ */ oneOf("month", "year");
/** True or false. */
export const flag = /* @__PURE__ */ oneOf(true, false);
/** A string that isn't empty. */
export const text = /* @__PURE__ */ only(
  "a string that isn't empty",
  (value) => typeof value === "string" && value !== "",
);
const isTime = (value: unknown): boolean =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) && instantOf(value) === value;
/** A UTC time with milliseconds. */
export const time = /* @__PURE__ */ only("a UTC time such as 2027-01-05T00:00:00.000Z, as instantOf returns", isTime);
/** A tax rate. */
export const ratio = (): Check => (value, at) => {
  fields({ numerator: whole("a whole number", 0, Number.MAX_SAFE_INTEGER), denominator: id })(value, at);
  const { numerator, denominator } = value as Ratio;
  only("at most the denominator, as taxRate does", () => numerator <= denominator)(numerator, `${at}.numerator`);
};
/** The policy for what counts as an upgrade. */
export const policy = (): Check => fields({ licenseRule: oneOf(...LICENSE_RULES) });

/** The fields of a plan under a license. */
export const selection = { variant_id: id, license_id: license, interval, recurring_credits: creditCount };
/** The fields of a customer's plan. */
export const current = { ...selection, legacy: flag };
/** A billing period. */
export const period: Check = (value, at) => {
  fields({ start: time, end: time })(value, at);
  const { start, end } = value as Period;
  only("a time after its start", () => end > start)(end, `${at}.end`);
};
/** A customer's plan in its billing period. */
export const subscription = (): Check =>
  fields({
    ...current,
    period,
    paid: amount,
    unspent: creditCount,
    legacy_unspent: creditCount,
    renewal_price: optional(nullable(amount)),
  });
/** The fields of a plan on a price list. */
export const offer = { id, interval, recurring_credits: creditCount };
/** The prices of a plan on a price list, under every license. */
export const prices = () => ({
  price: amount,
  enterprise_prices: optional(fields({ 3: amount, 4: amount, 5: amount, 6: amount })),
});
/** A plan with its price under a license, as the API returns it. */
export const variant = (): Check =>
  fields({
    ...offer,
    adjusted_price: amount,
    license_id: license,
    plan: fields({ name: text }),
  });
/** A sale on new plans. */
export const sale = (): Check => fields({ percent_off: percent, months: count });
/** A promo code. */
export const promo = (): Check => fields({ code: text, percent_off: percent });
/** A credit pack. */
export const pack = (): Check => fields({ reference: text, amount: creditCount, price: amount });
/** A cart discount code: an amount or a percentage off. */
export const cartCode = (): Check => (value, at) => {
  const isAmount = Object.hasOwn(Object(value), "value");
  const off = isAmount ? { value: whole("whole cents", 1, LARGEST, CENTS) } : { percent_off: percent };
  fields({ code: text, ...off })(value, at);
};
/** A price range of credits. */
export const range = (): Check => fields({ min: count, max: nullable(count), price: amount });

const factor = /* @__PURE__ */ only("a factor above 0", (value) => typeof value === "number" && value > 0);
/** The factors of a price list's items, by license. */
export const factors = (): Check => fields({ 1: factor, 2: factor, 3: factor, 4: factor, 5: factor, 6: factor });
