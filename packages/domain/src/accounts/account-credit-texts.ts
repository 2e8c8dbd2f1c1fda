import { type Cents, formatUsd } from "../kernel/money.ts";

/** Returns an amount of account credit (in cents) as text, such as "$79.99 in account credit". */
export const accountCreditText = (amount: Cents): string => `${formatUsd(amount)} in account credit`;

/** The purpose of account credit, as the account pages describe it. */
export const ACCOUNT_CREDIT_USE =
  "We'll apply it to your next plan payment by card. Our support team can refund it instead.";
