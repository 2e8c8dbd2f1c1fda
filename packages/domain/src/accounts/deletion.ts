import { creditsText } from "../credits/credits.ts";
import type { CreditLot } from "../credits/ledger.ts";
import type { Cents } from "../kernel/money.ts";
import type { Account } from "./account.schema.ts";
import { accountCreditText } from "./account-credit-texts.ts";

/** Returns how many credits an account forfeits when it is deleted: all that remain, in lots of every kind. */
export const forfeitedCredits = (lots: readonly Pick<CreditLot, "remaining">[]): number =>
  lots.reduce((sum, { remaining }) => sum + remaining, 0);

/** Returns how many credits an account forfeits when it is deleted, from the balances in its API response. */
export const forfeitedBalance = (shown: {
  readonly current_credit_balance: number;
  readonly legacy_current_credit_balance: number;
}): number => shown.current_credit_balance + shown.legacy_current_credit_balance;

/**
 * Why an account can't be deleted now. `credits` and `account_credit`, in cents, are the amounts that the owner must
 * first agree to forfeit.
 */
export type DeletionRefusal =
  | { readonly _tag: "InTeam" }
  | { readonly _tag: "OrderOpen" }
  | { readonly _tag: "DisputeOpen" }
  | { readonly _tag: "CreditsNotForfeited"; readonly credits: number }
  | { readonly _tag: "AccountCreditNotForfeited"; readonly account_credit: Cents };

/**
 * The message for a team member who wants to delete their account. Members must leave first, because their pages show
 * the team's credits instead of their own.
 */
export const LEAVE_TEAM_FIRST = "You're on a team. Leave it first, then delete your account.";

/**
 * Returns why an account can't be deleted, or null if it can. The account must not be in a team or have an open order
 * or dispute, and its owner must acknowledge exactly how many credits and how much account credit are forfeited.
 * (ACC-07)
 */
export const deletionRefusal = (facts: {
  readonly isInTeam: boolean;
  readonly hasOpenOrder: boolean;
  readonly hasOpenDispute: boolean;
  readonly credits: number;
  /** The number of credits that the owner agreed to forfeit, or null if they didn't agree to any. */
  readonly forfeited: number | null;
  /** The account credit, in cents. */
  readonly account_credit: Cents;
  /** The account credit that the owner agreed to forfeit, in cents, or null if they didn't agree to any. */
  readonly forfeited_account_credit: number | null;
}): DeletionRefusal | null => {
  if (facts.isInTeam) return { _tag: "InTeam" };
  if (facts.hasOpenDispute) return { _tag: "DisputeOpen" };
  if (facts.hasOpenOrder) return { _tag: "OrderOpen" };
  if (facts.credits > 0 && facts.forfeited !== facts.credits)
    return { _tag: "CreditsNotForfeited", credits: facts.credits };
  if (facts.account_credit > 0 && facts.forfeited_account_credit !== facts.account_credit)
    return { _tag: "AccountCreditNotForfeited", account_credit: facts.account_credit };
  return null;
};

/** Returns the message for a rejected deletion, including what to do first. */
export const deletionRefusalMessage = (refusal: DeletionRefusal): string => {
  switch (refusal._tag) {
    case "InTeam":
      return LEAVE_TEAM_FIRST;
    case "OrderOpen":
      return "You have an open order. Finish or cancel it, then delete your account.";
    case "DisputeOpen":
      return "One of your payments is disputed. You can delete your account once the dispute is settled.";
    case "CreditsNotForfeited":
      return (
        `You have ${creditsText(refusal.credits)}. Confirm that you understand you'll lose them when your ` +
        `account is deleted.`
      );
    case "AccountCreditNotForfeited":
      return (
        `You have ${accountCreditText(refusal.account_credit)}. Ask our support team to refund it first, or confirm ` +
        `that you understand you'll lose it when your account is deleted.`
      );
  }
};

/**
 * Returns what the owner of a deleted account loses, one line each. `plan` is the name of the current plan, or null if
 * there is none. The account credit is in cents.
 */
export const deletionLosses = (lost: {
  readonly plan: string | null;
  readonly credits: number;
  readonly account_credit: Cents;
}): readonly string[] => [
  ...(lost.plan === null ? [] : [`Your plan (${lost.plan}) will end immediately. The remaining time isn't refunded.`]),
  ...(lost.credits === 0 ? [] : [`You'll lose ${creditsText(lost.credits)}.`]),
  ...(lost.account_credit === 0
    ? []
    : [
        `You'll lose ${accountCreditText(lost.account_credit)}. Our support team can refund it before you delete ` +
          "your account.",
      ]),
  "You won't be able to download files with this account anymore. Files you downloaded under your license stay " +
    "licensed.",
  "We'll delete your saved cards, download history, cart, and sessions.",
];

/** Returns the label of the checkbox that confirms the loss of the remaining credits. */
export const forfeitText = (credits: number): string => `I understand that I'll lose my ${creditsText(credits)}.`;

/** Returns the label of the checkbox that confirms the loss of the account credit, in cents. */
export const forfeitAccountCreditText = (amount: Cents): string =>
  `I understand that I'll lose my ${accountCreditText(amount)}.`;

/** The notice about the records that the law requires us to keep after a deletion. */
export const DELETION_KEEPS =
  "By law, we must keep your orders, payments, receipts, and certificates, including the name and address on them. " +
  "We delete everything else.";

/** Returns whether an account ever paid money. Payments of 0 don't count. */
export const hasPaid = (payments: readonly { readonly amount: number }[]): boolean =>
  payments.some(({ amount }) => amount > 0);

/**
 * Returns the personal data to keep for a deleted account. An account that never paid is anonymized; one that paid
 * keeps its name and address for the payment records. Either way, the address can sign up again. (ACC-07)
 */
export const deletedAccount = (
  account: Account,
  hasPaid: boolean,
): Pick<Account, "email" | "first_name" | "last_name"> =>
  hasPaid
    ? { email: account.email, first_name: account.first_name, last_name: account.last_name }
    : { email: `deleted-${account.id}@deleted.invalid`, first_name: "", last_name: "" };
