import { MAX_OPEN_ONE_TIME_ORDERS, claimsSubscription, isSameContent, sellsCart } from "./order-policy.ts";
import type { Order } from "./order.ts";
import { payerOf } from "../pricing/payer.ts";

/** The open orders that can conflict with a new one. `oneTime` are the account's one-time orders, newest first. */
export interface OpenOrders {
  /** The open order that starts or changes the account's subscription, or null. */
  readonly plan: Order | null;
  /** The open order for the same visitor's cart, by this or another buyer, or null. */
  readonly ofCart: Order | null;
  readonly oneTime: readonly Order[];
}

/**
 * Whether a new order can be placed: "free" if it can, "same" if the same order is already open, "taken" if another
 * order must be canceled first.
 */
export type Slot =
  | { readonly _tag: "free" }
  | { readonly _tag: "same"; readonly order: Order }
  | { readonly _tag: "taken"; readonly order: Order };

const FREE: Slot = { _tag: "free" };

/**
 * Returns whether a new order can be placed. An account can have one open plan order, one open cart order, and a few
 * other one-time orders, of which the oldest is canceled to make room for a new one. A plan order by card never matches
 * an open one, because each has its own SetupIntent. If another buyer has an open order for the same cart, that order
 * is canceled first.
 */
export const slotFor = (newOrder: Order, open: OpenOrders): Slot => {
  if (claimsSubscription(newOrder)) {
    if (open.plan === null) return FREE;
    const isSame = payerOf(newOrder.provider).asks === "approval" && isSameContent(open.plan, newOrder);
    return { _tag: isSame ? "same" : "taken", order: open.plan };
  }
  if (open.ofCart !== null && open.ofCart.user_id !== newOrder.user_id) return { _tag: "taken", order: open.ofCart };
  const same = open.oneTime.find((order) => isSameContent(order, newOrder));
  if (same !== undefined) return { _tag: "same", order: same };
  const otherCart = sellsCart(newOrder) ? open.oneTime.find(sellsCart) : undefined;
  if (otherCart !== undefined) return { _tag: "taken", order: otherCart };
  const oldest = open.oneTime.at(-1);
  return oldest === undefined || open.oneTime.length < MAX_OPEN_ONE_TIME_ORDERS
    ? FREE
    : { _tag: "taken", order: oldest };
};
