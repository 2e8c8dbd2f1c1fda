/** Sentences about orders, by name. The owner's wording is kept to the letter, misspellings included. */
export const ORDER_MESSAGES = {
  payment_not_applied: "This payment came too late for your order. We refund it: it is back with you in a few days.",
  order_ended: "This order has ended without a payment. Place it again.",
  order_in_progress: "Another order of yours is being placed. Wait a moment, then look at your orders.",
} as const;
