import { CARTS, PAYPAL } from "./suites.mjs";

const DOMAIN = "packages/domain/src";
const APPLICATION = "packages/application/src";

/** Carts, their orders, codes and refunds. */
export const CARTS_AND_ITEMS = [
  {
    name: "a visitor opens an account's cart by its token",
    file: `${APPLICATION}/checkout/cart.ts`,
    find: "cart?.user_id === null ? cart : null",
    replace: "cart",
    suite: { file: CARTS, test: "ORD-01 a visitor's cart becomes the account's" },
  },
  {
    name: "a visitor's cart stays beside the account's that it was merged into",
    file: `${APPLICATION}/checkout/cart.ts`,
    find: "yield* repos.carts.remove(visitors.token);",
    replace: "",
    suite: { file: CARTS, test: "ORD-01 a visitor's cart becomes the account's" },
  },
  {
    name: "what is not for sale goes into a cart",
    file: `${APPLICATION}/checkout/cart.ts`,
    find: "if (!areForSale(variant_ids, yield* collections.byVariants(variant_ids)))",
    replace: "if (variant_ids.length < 0)",
    suite: { file: CARTS, test: "ORD-01 ORD-05 a visitor fills" },
  },
  {
    name: "an item that was withdrawn meanwhile is paid for",
    file: `${APPLICATION}/orders/purchases/product.ts`,
    find: 'if (offer !== "sold") return "item_unavailable";',
    replace: "",
    suite: { file: CARTS, test: "ORD-05 CHK-07 an item that is withdrawn" },
  },
  {
    name: "credits that were approved at PayPal are taken under any license",
    file: `${APPLICATION}/orders/purchases/credit-pack.ts`,
    find: '(allowed ? null : "price_changed")',
    replace: "(allowed ? null : null)",
    suite: { file: PAYPAL, test: "LIC-14 a license that has risen" },
  },
  {
    name: "credits beside a plan cost what they cost under another license",
    file: `${APPLICATION}/checkout/buy-credits.ts`,
    find: "planVariantOf(open.items[0]) === planVariantId ?",
    replace: "planVariantOf(open.items[0]) === -1 ?",
    suite: { file: PAYPAL, test: "CHK-04 LIC-14 credits beside a plan" },
  },
  {
    name: "credits by PayPal cost another amount than their buyer saw",
    file: `${APPLICATION}/checkout/buy-credits.ts`,
    find: "const price = priceOrder(amount, expected, plan_variant_id);",
    replace: "const price = priceOrder(amount, null, plan_variant_id);",
    suite: { file: PAYPAL, test: "CHK-06 CRD-05 credits by PayPal" },
  },
  {
    name: "an item is sold again to its owner",
    file: `${APPLICATION}/checkout/price-cart.ts`,
    find: "buyableItems(cart.variant_ids, collections, { plan, owned }, license_id)",
    replace: "buyableItems(cart.variant_ids, collections, { plan, owned: [] }, license_id)",
    suite: { file: CARTS, test: "ORD-01 CHK-06 CHK-07 a cart is bought by card" },
  },
  {
    name: "a cart is charged at another total than its buyer saw",
    file: `${APPLICATION}/checkout/buy-cart.ts`,
    find: "yield* requireExpectedTotal(expected, priced.quote);",
    replace: "",
    suite: { file: CARTS, test: "ORD-01 CHK-06 CHK-07 a cart is bought by card" },
  },
  {
    name: "PayPal is asked for a cart with a percent code",
    file: `${APPLICATION}/checkout/buy-cart.ts`,
    find: "if (error !== null) return yield* new Conflict",
    replace: "if (error === undefined) return yield* new Conflict",
    suite: { file: CARTS, test: "DSC-08 DSC-10 PayPal takes a code" },
  },
  {
    name: "two orders of one cart wait for their buyer",
    file: `${DOMAIN}/orders/order-slot.ts`,
    find: "const otherCart = sellsCart(asked) ? open.oneTime.find(sellsCart) : undefined;",
    replace: "const otherCart: Order | undefined = undefined;",
    suite: { file: CARTS, test: "ORD-01 another content of the cart" },
  },
  {
    name: "a code is not kept for the order that it lowers",
    file: `${APPLICATION}/orders/place-order.ts`,
    find: "if (code !== null) yield* repos.discountCodes.redeem(code.name, id, account.id);",
    replace: "",
    suite: { file: CARTS, test: "DSC-10 a code for one order" },
  },
  {
    name: "an order that ended keeps its code from others",
    file: `${APPLICATION}/orders/purchases/product.ts`,
    find: "release: (order) => Repositories.use(({ discountCodes }) => discountCodes.release(order.id)),",
    replace: "release: () => Effect.void,",
    suite: { file: CARTS, test: "DSC-10 a code for one order" },
  },
  {
    name: "money is taken for an item that was bought meanwhile",
    file: `${APPLICATION}/orders/purchases/product.ts`,
    find: 'if (offer === "owned") return "already_owned";',
    replace: "",
    suite: { file: CARTS, test: "ORD-01 CHK-04 a cart is bought by PayPal" },
  },
  {
    name: "what is bought stays in the cart",
    file: `${APPLICATION}/orders/purchases/product.ts`,
    find: "yield* repos.carts.save(cartAfterOrder(cart, order), at);",
    replace: "",
    suite: { file: CARTS, test: "ORD-01 CHK-06 CHK-07 a cart is bought by card" },
  },
  {
    name: "the share of an item that could not be handed over is kept",
    file: `${APPLICATION}/orders/settle-order.ts`,
    find: "yield* refundOthers(order, items, paid);",
    replace: "",
    suite: { file: CARTS, test: "ORD-06 money for an item that was bought meanwhile" },
  },
  {
    name: "a refund leaves the items that its money bought",
    file: `${APPLICATION}/refunds/record-item-refund.ts`,
    find:
      "for (const place of taken) yield* repos.collections.revokeEntitlement(user_id, " +
      "itemSource(payment.id, place), at);",
    replace: "",
    suite: { file: CARTS, test: "ORD-06 a refund takes items from the last" },
  },
  {
    name: "support refunds an item and leaves it with its buyer",
    file: `${APPLICATION}/refunds/refund-item.ts`,
    find: "yield* repos.collections.revokeEntitlement(order.user_id, cause_reference, clock.now());",
    replace: "",
    suite: { file: CARTS, test: "CLI-02 ORD-06 support revokes one item" },
  },
  {
    name: "an item of a bundle is refunded at its full price",
    file: `${APPLICATION}/refunds/refund-item.ts`,
    find: "refundOfItem(order.quote, place, payment)",
    replace: "order.quote.lines[place]?.gross ?? cents(0)",
    suite: { file: CARTS, test: "CLI-02 ORD-06 support revokes one item" },
  },
  {
    name: "an item that a disputed payment bought is downloaded",
    file: `${APPLICATION}/downloads/download-variant.ts`,
    find: "      paymentOfItem(source),\n",
    replace: "",
    suite: { file: CARTS, test: "ORD-06 DWN-04 an open dispute" },
  },
];
