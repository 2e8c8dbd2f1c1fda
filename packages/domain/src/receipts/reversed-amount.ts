import { type Cents, cents } from "../kernel/money.ts";

/**
 * Returns how much of a payment was reversed by refunds and lost disputes, in cents. Never more than the payment, even
 * if the customer received both. (ORD-06)
 */
export const reversedAmount = (payment: {
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly disputed: Cents;
}): Cents => cents(Math.min(payment.amount, payment.refunded + payment.disputed));
