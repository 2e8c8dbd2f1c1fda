import type { Decline } from "./errors.ts";

/**
 * The behavior of a test card. `when`: "confirm" declines setup and every payment; "charge" lets the card be saved but
 * declines payments. `challenge`: requires 3-D Secure, either always or until the card is set up. `disputes`: disputes
 * every payment right away. `isSlow`: payments stay in processing until they are completed manually. `refunds`: a
 * refund starts as pending, or as succeeded, and ends manually.
 */
export interface CardBehavior {
  readonly decline?: Decline;
  readonly when?: "confirm" | "charge";
  readonly challenge?: "always" | "unless_set_up";
  readonly disputes?: true;
  readonly isSlow?: true;
  readonly refunds?: "pending" | "succeeded";
}

const declined = (decline_code: string, message = "Your card was declined."): Decline => ({
  code: "card_declined",
  decline_code,
  message,
});
const NO_FUNDS = declined("insufficient_funds", "Your card has insufficient funds.");

/** Stripe's test card numbers, and a card number of our own. Any other number with a valid check digit succeeds. */
export const TEST_CARDS: Readonly<Record<string, CardBehavior>> = {
  "4242424242424242": {},
  "4000000000000002": { when: "confirm", decline: declined("generic_decline") },
  "4000000000009995": { when: "confirm", decline: NO_FUNDS },
  "4000000000009987": { when: "confirm", decline: declined("lost_card") },
  "4000000000009979": { when: "confirm", decline: declined("stolen_card") },
  "4000000000000069": {
    when: "confirm",
    decline: {
      code: "expired_card",
      decline_code: "expired_card",
      message: "Your card has expired.",
      param: "exp_month",
    },
  },
  "4000000000000127": {
    when: "confirm",
    decline: {
      code: "incorrect_cvc",
      decline_code: "incorrect_cvc",
      message: "Your card's security code is incorrect.",
      param: "cvc",
    },
  },
  "4000000000000119": {
    when: "confirm",
    decline: {
      code: "processing_error",
      decline_code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    },
  },
  "4000000000000259": { disputes: true },
  "4000000000000341": { when: "charge", decline: declined("generic_decline") },
  "4000002500003155": { challenge: "unless_set_up" },
  "4000002760003184": { challenge: "always" },
  "4000000000007726": { refunds: "pending" },
  "4000000000005126": { refunds: "succeeded" },
  // This card is our own, because Stripe has no test card whose payments stay in processing.
  "4000000000007775": { isSlow: true },
  "4000008260003178": { challenge: "unless_set_up", when: "charge", decline: NO_FUNDS },
};

/** Stripe's test payment methods and the card number of each. */
export const TEST_PAYMENT_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_createDispute: "4000000000000259",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_pendingRefund: "4000000000007726",
  pm_card_refundFail: "4000000000005126",
};

/** Returns whether a card number passes the Luhn check. */
export const passesLuhn = (number: string): boolean => {
  if (!/^\d{12,19}$/.test(number)) return false;
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
};

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2[2-7])/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^6/, "discover"],
];

/** Returns a card number's brand, or "unknown". */
export const brandOf = (number: string): string => BRANDS.find(([start]) => start.test(number))?.[1] ?? "unknown";
