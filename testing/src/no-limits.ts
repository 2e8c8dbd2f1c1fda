/** Settings without rate limits, for tests in which many shoppers come from one network or buy for years. */
export const NO_LIMITS = {
  NETWORK_TRIES: "9999",
  NETWORK_MAIL_TRIES: "9999",
  PAYMENT_TRIES: "9999",
  NETWORK_PAYMENT_TRIES: "9999",
  INQUIRY_TRIES: "9999",
  CART_TRIES: "9999",
  DOCUMENT_TRIES: "9999",
  DOWNLOAD_TRIES: "9999",
  INVITATION_TRIES: "9999",
} as const;
