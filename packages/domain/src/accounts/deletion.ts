import { creditsText } from "../credits/credits.ts";
import type { CreditLot } from "../credits/ledger.ts";
import type { Account } from "./account.schema.ts";

/** Credits that an account gives up with its deletion, of every kind. */
export const forfeitedCredits = (lots: readonly Pick<CreditLot, "remaining">[]): number =>
  lots.reduce((sum, { remaining }) => sum + remaining, 0);

/** The same, of the balances that an account is shown: its credits, and those of a legacy plan. (ACC-07) */
export const forfeitedBalance = (shown: {
  readonly current_credit_balance: number;
  readonly legacy_current_credit_balance: number;
}): number => shown.current_credit_balance + shown.legacy_current_credit_balance;

/** Why an account can't be deleted now. (ACC-07) */
export type DeletionRefusal =
  | { readonly _tag: "InTeam" }
  | { readonly _tag: "OrderOpen" }
  | { readonly _tag: "DisputeOpen" }
  | { readonly _tag: "CreditsNotForfeited"; readonly credits: number };

/**
 * Refuses a team member who deletes their account: its pages show the team's credits, and not the member's own.
 */
export const LEAVE_TEAM_FIRST = "You work in a team. Leave it first, then delete your account.";

/**
 * Whether an account can be deleted: it works in no team, no order and no dispute of it is open, and its owner has
 * named the credits that go with it. Null where it can. (ACC-07)
 */
export const deletionRefusal = (known: {
  readonly isInTeam: boolean;
  readonly hasOpenOrder: boolean;
  readonly hasOpenDispute: boolean;
  readonly credits: number;
  /** The credits that its owner was told of and gives up; null where none were named. */
  readonly forfeited: number | null;
}): DeletionRefusal | null => {
  if (known.isInTeam) return { _tag: "InTeam" };
  if (known.hasOpenDispute) return { _tag: "DisputeOpen" };
  if (known.hasOpenOrder) return { _tag: "OrderOpen" };
  if (known.credits > 0 && known.forfeited !== known.credits)
    return { _tag: "CreditsNotForfeited", credits: known.credits };
  return null;
};

/** Why an account can't be deleted, in words. (ACC-07) */
export const deletionRefusalMessage = (refusal: DeletionRefusal): string => {
  switch (refusal._tag) {
    case "InTeam":
      return LEAVE_TEAM_FIRST;
    case "OrderOpen":
      return "An order of yours is open. Finish it or cancel it, then delete your account.";
    case "DisputeOpen":
      return "A payment of yours is disputed. Your account can be deleted once that is settled.";
    case "CreditsNotForfeited":
      return `You have ${creditsText(refusal.credits)}. Confirm that they are lost with your account.`;
  }
};

/** What an account gives up that is deleted, a line each. `plan` is what its running plan is called. (ACC-07) */
export const deletionLosses = (lost: { readonly plan: string | null; readonly credits: number }): readonly string[] => [
  ...(lost.plan === null ? [] : [`Your plan (${lost.plan}) ends now. What is left of its period is not refunded.`]),
  ...(lost.credits === 0 ? [] : [`${creditsText(lost.credits)} ${lost.credits === 1 ? "is" : "are"} lost.`]),
  "You can't download here any more. What you downloaded under your license stays licensed.",
  "Your saved cards, downloads, cart and sessions are deleted.",
];

/** What its owner agrees to who deletes an account with credits. (ACC-07) */
export const forfeitText = (credits: number): string => `I give up ${creditsText(credits)}.`;

/** What is kept of a deleted account, said before. (ACC-07) */
export const DELETION_KEEPS =
  "The law has us keep your orders, payments, receipts and certificates, with the name and address on " +
  "them. Everything else goes.";

/** Whether an account ever paid money, in cents; what cost nothing is no payment. (ACC-07) */
export const hasPaid = (payments: readonly { readonly amount: number }[]): boolean =>
  payments.some(({ amount }) => amount > 0);

/**
 * A deleted account as it is kept. Its address is free to sign up again. Who never paid leaves no name; who did stays
 * named on what was paid. (ACC-07)
 */
export const deletedAccount = (
  account: Account,
  hasPaid: boolean,
): Pick<Account, "email" | "first_name" | "last_name"> =>
  hasPaid
    ? { email: account.email, first_name: account.first_name, last_name: account.last_name }
    : { email: `deleted-${account.id}@deleted.invalid`, first_name: "", last_name: "" };
