import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { detachedCard } from "./errors.ts";
import { EMPTY_ADDRESS } from "./objects/customer.ts";
import { makePaymentMethod } from "./objects/payment-method.ts";
import type { StripeState } from "./state.ts";
import { TEST_CARDS, TEST_PAYMENT_METHODS, brandOf } from "./test-cards.ts";

/** The billing details of a card that was saved without any. */
const NO_BILLING_DETAILS: Readonly<Stripe.PaymentMethod.BillingDetails> = {
  address: EMPTY_ADDRESS,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

const fingerprintOf = (number: string): string => createHash("sha256").update(number).digest("hex").slice(0, 16);

/** Creates a card that behaves like its test number. It is not attached to a customer. */
export const createCard = (
  state: StripeState,
  number: string,
  expiry: { readonly exp_month: number; readonly exp_year: number },
  billing: Stripe.PaymentMethod.BillingDetails,
): Stripe.PaymentMethod => {
  const details = { brand: brandOf(number), last4: number.slice(-4), fingerprint: fingerprintOf(number), ...expiry };
  const method = state.put(makePaymentMethod(state.now(), details, billing));
  state.setCard(method.id, TEST_CARDS[number] ?? {});
  return method;
};

/**
 * Returns a usable card. A test payment method such as pm_card_visa becomes a new card on each use. Throws the API's
 * error if the card is unknown or detached.
 */
export const usableCard = (state: StripeState, id: string): Stripe.PaymentMethod => {
  const number = TEST_PAYMENT_METHODS[id];
  if (number !== undefined) {
    const exp_year = new Date(state.now() * 1_000).getUTCFullYear() + 5;
    return createCard(state, number, { exp_month: 12, exp_year }, NO_BILLING_DETAILS);
  }
  const method = state.get("payment_method", id, "payment_method");
  if (state.card(id).detached === true) throw detachedCard();
  return method;
};
