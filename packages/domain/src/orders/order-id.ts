/** The number of leading characters of an order id that staff see and that identify the order. */
const SHORT = 8;

/** Returns the first characters of an order's id, as lists for staff show them. */
export const shortOrderId = (id: string): string => id.slice(0, SHORT);

/** Returns a text as the start of an order id, in lowercase, or null if it is too short or can't start one. */
export const orderIdStart = (text: string): string | null =>
  new RegExp(`^[0-9a-f-]{${SHORT},36}$`, "i").test(text) ? text.toLowerCase() : null;

/** Returns an order's number, as its buyer sees it. Staff find the order by it. */
export const orderNumber = (id: string): string => shortOrderId(id).toUpperCase();
