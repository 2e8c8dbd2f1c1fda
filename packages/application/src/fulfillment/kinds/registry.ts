import type { ItemKind, OrderItem } from "@backlot/domain";
import { creditPackPurchase } from "./credit-pack.ts";
import { planChangePurchase } from "./plan-change.ts";
import { planPurchase } from "./plan.ts";
import { productPurchase } from "./product.ts";
import type { Purchase } from "./purchase.ts";

/** Every kind of purchase. Add a new kind of item here. */
const PURCHASES: { readonly [K in ItemKind]: Purchase<K> } = {
  plan: planPurchase,
  "plan-change": planChangePurchase,
  "credit-pack": creditPackPurchase,
  product: productPurchase,
};

export const purchaseOf = <K extends ItemKind>(item: OrderItem<K>): Purchase<K> => PURCHASES[item.kind];
