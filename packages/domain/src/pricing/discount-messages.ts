import { type Instant, untilText } from "../kernel/calendar.ts";
import { formatUsd } from "../kernel/money.ts";
import type { CartCode } from "./discount.schema.ts";

/** Price and discount messages by name. Wording from the store's owner is verbatim, misspellings included. */
export const DISCOUNT_MESSAGES = {
  promo_code_invalid: "This promo code isn't valid.",
  promo_for_new_plans: "Promo codes work only for new plans. Remove the code to change your plan.",
  add_on_for_new_plans: "You can't add credits to a plan change. Change your plan, then buy the credits separately.",
  promo_code_used: "You've already used this promo code.",
  promo_code_ended: "This promo code is no longer available. You weren't charged. Remove the code and try again.",
  promo_during_sale: "Promo codes can't be combined with the current sale.",
  sale_ends_in_past: "A sale's end date must be in the future. Choose a later time.",
  promo_too_long: "This promo code can't be used on yearly plans because its discount runs longer than 12 months.",
  add_on_not_allowed: "Your account credit covers this plan. Buy the credits separately.",
  remove_add_on: "Remove add-on",
  offer_changed: "This offer has changed since you opened the page. Review it before you continue.",
  price_changed: "The price has changed. Reload the page before you pay.",
} as const;

/** Returns a line for support about the running sale, with its discount and its end, or that no sale is running. */
export const saleText = (sale: { readonly percent_off: number; readonly ends_at: Instant | null } | null): string => {
  if (sale === null) return "There's no sale right now.";
  const { percent_off, ends_at } = sale;
  return `Current sale: ${percent_off}% off new plans, ${untilText(ends_at)}.`;
};

/** Returns a cart code's discount as text, such as "$10.00" or "15%". */
export const codeWorthText = (code: CartCode): string =>
  "value" in code ? formatUsd(code.value) : `${code.percent_off}%`;

/** A key of `DISCOUNT_MESSAGES`. Domain functions return keys, and callers look up the text. */
export type DiscountMessage = keyof typeof DISCOUNT_MESSAGES;
