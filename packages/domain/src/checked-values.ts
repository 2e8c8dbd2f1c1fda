// What the arguments of the door for other channels must be. The texts say what would work.
import type { Period } from "./kernel/calendar.ts";
import { type Check, fields, nullable, oneOf, only, optional, whole } from "./kernel/check.ts";
import { LICENSE_RULES } from "./subscriptions/change-kind.ts";

export const LARGEST = 1_000_000_000;
export const amount = /* @__PURE__ */ whole("whole cents from 0, such as 4900 for $49.00", 0, LARGEST);
export const signed = /* @__PURE__ */ whole("whole cents, such as 4900 for $49.00", -LARGEST, LARGEST);
export const creditCount = /* @__PURE__ */ whole("a whole number of credits from 0", 0, 10_000_000);
export const license = /* @__PURE__ */ whole("a license from 1 to 6", 1, 6);
export const id = /* @__PURE__ */ whole("a whole number from 1", 1, Number.MAX_SAFE_INTEGER);
export const percent = /* @__PURE__ */ whole("a whole percentage from 1 to 100", 1, 100);
export const count = /* @__PURE__ */ whole("a whole number from 1", 1, 1_000_000);
export const interval = /* @__PURE__ */ oneOf("month", "year");
export const flag = /* @__PURE__ */ oneOf(true, false);
export const text = /* @__PURE__ */ only("a text", (value) => typeof value === "string" && value !== "");
const isTime = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));
export const time = /* @__PURE__ */ only("a UTC time such as 2027-01-05T00:00:00.000Z, which instantOf makes", isTime);
export const ratio = (): Check =>
  fields({
    numerator: whole("a whole number from 0, as taxRate makes", 0, Number.MAX_SAFE_INTEGER),
    denominator: id,
  });
export const policy = (): Check => fields({ licenseRule: oneOf(...LICENSE_RULES) });

export const selection = { variant_id: id, license_id: license, interval, recurring_credits: creditCount };
export const current = { ...selection, legacy: flag };
export const period: Check = (value, at) => {
  fields({ start: time, end: time })(value, at);
  const { start, end } = value as Period;
  only("a time after its start", () => end > start)(end, `${at}.end`);
};
export const subscription = (): Check =>
  fields({
    ...current,
    period,
    paid: amount,
    unspent: creditCount,
    legacy_unspent: creditCount,
    renewal_price: optional(nullable(amount)),
  });
export const offer = { id, interval, recurring_credits: creditCount };
export const variant = (): Check =>
  fields({
    ...offer,
    adjusted_price: amount,
    license_id: license,
    plan: fields({ name: text }),
  });
export const sale = (): Check => fields({ percent_off: percent, months: count });
export const promo = (): Check => fields({ code: text, percent_off: percent });
export const pack = (): Check => fields({ reference: text, amount: creditCount, price: amount });
export const cartCode = (): Check => fields({ code: text });
export const range = (): Check => fields({ min: count, max: nullable(count), price: amount });

const factor = /* @__PURE__ */ only("a factor above 0", (value) => typeof value === "number" && value > 0);
/** The factors of a price list's items, by license. */
export const factors = (): Check => fields({ 1: factor, 2: factor, 3: factor, 4: factor, 5: factor, 6: factor });
