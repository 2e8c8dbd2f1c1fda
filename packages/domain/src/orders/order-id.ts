/** The number of leading characters of an order id that staff see and that identify the order. */
const SHORT = 8;

/** Returns the first characters of an order's id, as staff lists show them. */
export const shortOrderId = (id: string): string => id.slice(0, SHORT);

/** Returns a text in lowercase if it can be the start of an order id, or null if it can't or is too short. */
export const orderIdStart = (text: string): string | null =>
  new RegExp(`^[0-9a-f-]{${SHORT},36}$`, "i").test(text) ? text.toLowerCase() : null;

/** Returns an order's number, as its buyer sees it. Staff find the order by it. */
export const orderNumber = (id: string): string => shortOrderId(id).toUpperCase();
