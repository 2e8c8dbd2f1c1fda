import { ACCOUNT_MESSAGES } from "../accounts/account-messages.ts";

/** Checkout messages by name. Wording from the store's owner is verbatim, misspellings included. */
export const CHECKOUT_MESSAGES = {
  payment_method_in_use: "Your plan is billed to this card. Add another card first, and we'll use it for your plan.",
  card_expired: "This card has expired. Choose another card, or save this one again with its new expiration date.",
  payment_method_required: "Your card isn't set up yet. Enter it again, then place the order.",
  card_unusable: "This card can't be used for this order. Enter it again, or use another card.",
  setup_intent_reused: "This card was added for a different order. Start the payment again.",
  payment_unreachable:
    "We can't reach the payment provider right now. Try again in a moment. You won't be charged twice.",
  payment_takes_long:
    "The payment provider is taking longer than usual. Check again in a moment before you retry. You won't be " +
    "charged twice.",
  payment_needs_confirmation: "Your bank needs you to confirm this payment.",
  subscription_purchase: "Subscription purchase",
  addon_purchase: "Add-on purchase",
} as const;

/** Returns a reminder to confirm the account's email address, or null if it is confirmed. */
export const checkoutReminder = (account: {
  readonly confirmed_at: string | null;
  readonly email: string;
}): string | null =>
  account.confirmed_at === null ? `${ACCOUNT_MESSAGES.unconfirmed} They go to ${account.email}.` : null;
