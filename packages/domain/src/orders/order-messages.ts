/** Order messages by name. Wording from the store's owner is verbatim, misspellings included. */
export const ORDER_MESSAGES = {
  payment_partly_applied:
    "A part of your order was yours already, or not for sale any more, when your payment came in. We refund " +
    "what it cost; the rest is yours.",
  payment_not_applied: "This payment came too late for your order. We refund it: it is back with you in a few days.",
  refund_failed:
    "We tried to refund your payment, but your bank or PayPal did not accept the refund. We still owe you the money.",
  order_ended: "This order has ended without a payment. Place it again.",
  cart_full: "A cart holds fifty items. Buy these first, then add more.",
  nothing_to_buy: "There is nothing in your cart that you could buy. Choose an item first.",
  item_unavailable: "One of these items is not for sale. Load the page again, then choose.",
  order_without_item: "There is no paid order of that number with that item.",
  item_not_held: "The buyer does not have this item any more: it was taken back, or never handed over.",
  payment_on_its_way: "Your payment is on its way. Look at your orders in a moment, before you pay again.",
  order_in_progress: "Another order of yours is being placed. Wait a moment, then look at your orders.",
  order_link_over: "This link opens nothing any more. Have a new one sent to the address that you bought with.",
} as const;

/** Returns the message for a guest who tries to buy an item again. */
export const ownedByGuestMessage = (item: string): string =>
  `You bought ${item} with this address before. Take it out of the cart: the link in your mail opens it.`;
