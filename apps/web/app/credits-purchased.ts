/** Where the state of a page keeps the sentence about credits that were just bought by card. (CRD-05) */
export const CREDITS_PURCHASED = "creditsPurchased";
