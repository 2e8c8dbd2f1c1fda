/** The location state key of the message about credits just bought by card. */
export const CREDITS_PURCHASED = "creditsPurchased";
