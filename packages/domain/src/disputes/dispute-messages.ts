/** Messages to customers with a disputed payment, by name. */
export const DISPUTE_MESSAGES = {
  dispute_open:
    "A payment of yours is disputed. You can't buy anything until that is settled. Our support can help you with it.",
  dispute_notice:
    "A payment of yours is disputed. Until that is settled, you can't buy anything, and downloads that " +
    "it paid for are paused. Our support can help you with it.",
} as const;
