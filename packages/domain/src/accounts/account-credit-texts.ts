import { type Cents, formatUsd } from "../kernel/money.ts";

/** Returns an amount of account credit, in cents, in words: "$79.99 of account credit". */
export const accountCreditText = (amount: Cents): string => `${formatUsd(amount)} of account credit`;

/** What account credit is for, as the account pages say it. */
export const ACCOUNT_CREDIT_USE =
  "We'll deduct it from your next card payment for a plan. Our support team can refund it instead.";
