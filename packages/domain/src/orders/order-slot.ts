import { MAX_OPEN_ONE_TIME_ORDERS, claimsSubscription, isSameContent, sellsCart } from "./order-policy.ts";
import type { Order } from "./order.ts";
import { providerTraits } from "./provider-traits.ts";

/** The open orders that may stand in the way of a new one. `oneTime` are those of its account, the newest first. */
export interface OpenOrders {
  /** The order that claims the account's subscription. */
  readonly plan: Order | null;
  /** The order of the same visitor's cart, whoever placed it. */
  readonly ofCart: Order | null;
  readonly oneTime: readonly Order[];
}

/** Where a new order goes: its place is free, the same order has it, or another one that must end first. */
export type Slot =
  | { readonly _tag: "free" }
  | { readonly _tag: "same"; readonly order: Order }
  | { readonly _tag: "taken"; readonly order: Order };

const FREE: Slot = { _tag: "free" };

/**
 * The place of a new order. An account has one open order of a plan, one of its cart, and a few of other one-time
 * purchases, whose oldest gives way. A card's order of a plan is another one with each set-up of a card. Where
 * another guest has begun to buy the same cart, that order ends first. (CHK-03, CHK-04, CRD-05, ORD-03)
 */
export const slotFor = (asked: Order, open: OpenOrders): Slot => {
  if (claimsSubscription(asked)) {
    if (open.plan === null) return FREE;
    const isSame = !providerTraits(asked.provider).chargesSavedCards && isSameContent(open.plan, asked);
    return { _tag: isSame ? "same" : "taken", order: open.plan };
  }
  if (open.ofCart !== null && open.ofCart.user_id !== asked.user_id) return { _tag: "taken", order: open.ofCart };
  const same = open.oneTime.find((order) => isSameContent(order, asked));
  if (same !== undefined) return { _tag: "same", order: same };
  const otherCart = sellsCart(asked) ? open.oneTime.find(sellsCart) : undefined;
  if (otherCart !== undefined) return { _tag: "taken", order: otherCart };
  const oldest = open.oneTime.at(-1);
  return oldest === undefined || open.oneTime.length < MAX_OPEN_ONE_TIME_ORDERS
    ? FREE
    : { _tag: "taken", order: oldest };
};
