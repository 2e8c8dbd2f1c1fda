/** The state of a refund, in words. */
export const REFUND_SAYS = {
  refunded: (amount: string) => `${amount} is refunded.`,
  issued: (amount: string) => `${amount} is refunded at the provider, which has yet to confirm it.`,
  due: (amount: string) => `${amount} is due, and is refunded once the provider answers and no dispute is open.`,
  failed: (amount: string) => `The provider refused to refund ${amount}: see backlot money list.`,
} as const;
