import { GUESTS } from "./suites.mjs";

const APPLICATION = "packages/application/src";

/** Who opens what was bought without an account, and who takes it over. */
export const GUEST_PURCHASES = [
  {
    name: "any guest opens any guest's order",
    file: `${APPLICATION}/orders/order-access.ts`,
    find: "(yield* guests.keyOf(order.user_id)) === buyer.guest_key",
    replace: "(yield* guests.keyOf(order.user_id)) !== null",
    suite: { file: GUESTS, test: "ORD-03 the address alone opens nothing" },
  },
  {
    name: "a link opens another order",
    file: `${APPLICATION}/orders/order-links.ts`,
    find: "opened?.order_id === id && opened.version",
    replace: "opened !== null && opened.version",
    suite: { file: GUESTS, test: "ORD-03 the mail's link opens the order" },
  },
  {
    name: "a link that was revoked opens its order",
    file: `${APPLICATION}/orders/order-links.ts`,
    find: "&& opened.version === (yield* read.orders.linkVersion(id));",
    replace: ";",
    suite: { file: GUESTS, test: "ORD-03 links are sent again to the address alone" },
  },
  {
    name: "a link in a mail never ends",
    file: "packages/adapters-files/src/links.ts",
    find: "return clock.now() >= claims.expires_at ? null : claims;",
    replace: "return claims;",
    suite: { file: GUESTS, test: "ORD-03 the mail's link opens the order" },
  },
  {
    name: "a guest's card is kept for later",
    file: "packages/adapters-stripe/src/charges/one-time.ts",
    find: "charge.customer_id !== null && charge.payment_method_id === null",
    replace: "charge.payment_method_id === null",
    suite: { file: GUESTS, test: "ORD-03 CHK-06 a guest pays by a typed card" },
  },
  {
    name: "another address for one cart leaves two open orders",
    file: `${APPLICATION}/orders/place-order.ts`,
    find: "claims || cart_token === null ?",
    replace: "claims || cart_token !== null || cart_token === null ?",
    suite: { file: GUESTS, test: "ORD-03 another address for the same cart" },
  },
  {
    name: "a guest's license is given to every account of the browser",
    file: `${APPLICATION}/orders/purchases/product.ts`,
    find: "if ((yield* repos.guests.keyOf(order.user_id)) === null) {",
    replace: "if (order.guest_email === null || order.guest_email !== null) {",
    suite: { file: GUESTS, test: "ORD-03 LIC-11 a second purchase costs" },
  },
  {
    name: "who merely signs up with an address has what was bought with it",
    file: `${APPLICATION}/accounts/take-over-guests.ts`,
    find: "account.confirmed_at === null ? [] : yield* guests.ofEmail(account.email)",
    replace: "yield* guests.ofEmail(account.email)",
    suite: { file: GUESTS, test: "ACC-04 ORD-03 a confirmed address" },
  },
  {
    name: "a link to a refunded order opens what was bought again",
    file: `${APPLICATION}/downloads/download-variant.ts`,
    find: "by.sources === undefined || by.sources.includes(each.source)",
    replace: "by.sources === undefined || by.sources.length > 0",
    suite: { file: GUESTS, test: "ORD-03 DWN-01 an account's file links" },
  },
  {
    name: "a guest's mail lists items that the order could not deliver",
    file: "packages/application/src/mail/notice-mails.ts",
    find: 'lines.filter((_, place) => statuses[place] === "held")',
    replace: "lines.filter((_, place) => statuses[place] !== undefined)",
    suite: { file: GUESTS, test: "ORD-03 ORD-06 a mail lists what a guest got" },
  },
];
