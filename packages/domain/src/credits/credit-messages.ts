import { creditsText } from "./credits.ts";

/** Credit messages by name. Text from the specification is verbatim, misspellings included. */
export const CREDIT_MESSAGES = {
  legacy_may_not_buy_credits: "You can't buy credits on a legacy plan. Switch to one of our current plans to buy more.",
  credit_pack_unavailable: "You can't buy that number of credits. Choose a different number.",
  buy_credit_pack: "Buy Credit Pack",
  not_enough_credits: "You don't have enough credits for this item.",
  already_owned: "You already own this item.",
  not_purchasable_with_credits: "This item can't be bought with credits.",
} as const;

/** Returns the confirmation to show after a purchase of credits. */
export const creditsPurchasedMessage = (amount: number): string => `${creditsText(amount)} added.`;
