/** Messages to customers with a disputed payment, by name. */
export const DISPUTE_MESSAGES = {
  dispute_open:
    "One of your payments is disputed. You can't buy anything until the dispute is settled. Our support team can help.",
  dispute_notice:
    "One of your payments is disputed. Until the dispute is settled, you can't buy anything, and downloads covered " +
    "by the disputed payment are paused. Our support team can help.",
} as const;
