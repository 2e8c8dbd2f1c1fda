import { type Instant, untilText } from "../kernel/calendar.ts";

/** Price and discount messages by name. Wording from the store's owner is verbatim, misspellings included. */
export const DISCOUNT_MESSAGES = {
  promo_code_invalid: "This promo code is not valid.",
  promo_for_new_plans: "Promo codes are for new plans: remove the code to change your plan.",
  add_on_for_new_plans: "Credits go with a new plan only: change your plan, and buy the credits by themselves.",
  promo_code_used: "You have used this promo code already.",
  promo_code_ended: "This promo code has been used up meanwhile. Nothing was charged: remove the code and try again.",
  promo_during_sale: "A sale is on: promo codes can't be added to it.",
  sale_ends_in_past: "A sale ends after now. Name a later time.",
  promo_too_long: "This promo code does not apply to yearly plans: it lasts longer than twelve months.",
  add_on_not_allowed: "Your account credit pays for this whole plan: buy the credits by themselves.",
  remove_add_on: "Remove add-on",
  paypal_no_promo:
    "Unfortunately, we do not support promo codes with PayPal checkout. Please remove the promo code or " +
    "use normal checkout to continue",
  paypal_no_percent_code:
    "PayPal takes codes that are worth a sum of money, and no percentages. Remove the code, or pay by card.",
  offer_changed: "What you were shown has changed meanwhile. Look at it again before you go on.",
  price_changed: "The price is another by now. Load the page again, then pay.",
} as const;

/** Returns a line for support that says whether a sale is running, its discount and its end. */
export const saleText = (sale: { readonly percent_off: number; readonly ends_at: Instant | null } | null): string => {
  if (sale === null) return "No sale is on.";
  const { percent_off, ends_at } = sale;
  return `A sale is on: ${percent_off}% off new plans, ${untilText(ends_at)}.`;
};

/** A key of `DISCOUNT_MESSAGES`. Domain functions return keys, and callers look up the text. */
export type DiscountMessage = keyof typeof DISCOUNT_MESSAGES;
