/** Order messages by name. Wording from the store's owner is verbatim, misspellings included. */
export const ORDER_MESSAGES = {
  payment_partly_applied:
    "By the time your payment arrived, part of your order was already yours or no longer for sale. We're " +
    "refunding that part. The rest is yours.",
  payment_not_applied:
    "This payment arrived after your order closed. We're refunding it. You'll have it back in a few " + "days.",
  refund_failed:
    "We tried to refund your payment, but your bank or payment provider didn't accept the refund. We still owe you " +
    "this refund.",
  order_ended: "This order closed before it was paid. Place a new order.",
  cart_full: "Your cart is full (50 items). Check out, then add more.",
  nothing_to_buy: "There's nothing in your cart to buy. Choose an item first.",
  item_unavailable: "One of these items is no longer available. Reload the page, then choose again.",
  order_without_item: "We couldn't find a paid order with that number that includes this item.",
  item_not_held: "The buyer doesn't have this item. It was revoked or never delivered.",
  payment_on_its_way: "We're processing your payment. Wait a moment, then check your orders before you pay again.",
  order_in_progress:
    "We're still processing your last order. You won't be charged twice. Check your orders in a moment.",
  order_link_over: "This link has expired. Request a new one using the email address on your order.",
} as const;

/** Returns the message for a guest who tries to buy an item again. */
export const ownedByGuestMessage = (item: string): string =>
  `You already bought ${item} with this email. Remove it from your cart. To download it, use the link we emailed you.`;
