/** The number of an order id's first characters to print: enough for other commands to find the order. */
export const SHORT_ORDER_ID = 8;
