import {
  type Order,
  type OrderItem,
  cartAfterOrder,
  entitledPlan,
  itemSource,
  orderedOffer,
  raiseMinimumLicense,
} from "@backlot/domain";
import { ReadRepositories, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { isPaymentAllowed } from "./payment-allowed.ts";
import type { Purchase } from "./purchase.ts";

/**
 * Returns whether an order's buyer, who has this kind of plan, can still buy an item: "sold" if so, "owned" if they own
 * it, "repriced" if its price depended on what they owned when they ordered, "gone" if it no longer exists, or
 * "not-sold" if it is no longer for sale or included in the plan.
 */
const offerTo = Effect.fnUntraced(function* (order: Order, item: OrderItem<"product">, plan: "none" | "free" | "paid") {
  const repos = yield* ReadRepositories;
  const collection = yield* repos.collections.byVariant(item.collection_variant_id);
  const owned = yield* repos.collections.entitlementsOf(order.user_id);
  return orderedOffer(collection, item, { plan, owned }, order.license_id);
});

/** Single items, bought from a cart. */
export const productPurchase: Purchase<"product"> = {
  reason: "items",
  chargeSpec: ({ items, quote }) =>
    Effect.succeed({
      _tag: "one-time",
      amount: quote.total,
      description: items.length === 1 ? (quote.lines[0]?.label ?? "An item") : `${items.length} items`,
    }),
  // The order reserves one use of its discount code.
  hold: {
    release: (order) => Repositories.use(({ discountCodes }) => discountCodes.release(order.id)),
    reinstate: (order) => {
      const code = order.quote.discounts.find(({ kind }) => kind === "code")?.code;
      return code === undefined
        ? Effect.void
        : Repositories.use(({ discountCodes }) => discountCodes.redeem(code, order.id, order.user_id));
    },
  },
  subscriptionId: () => null,
  staleness: (order, item) =>
    Effect.gen(function* () {
      const repos = yield* ReadRepositories;
      const running = yield* repos.subscriptions.current(order.user_id);
      const plan = entitledPlan({ signedIn: order.guest_email === null, paidSubscription: running !== null });
      const offer = yield* offerTo(order, item, plan);
      if (offer === "owned") return "already_owned";
      if (offer === "repriced") return "price_changed";
      if (offer !== "sold") return "item_unavailable";
      return (yield* isPaymentAllowed(order)) ? null : "price_changed";
    }),
  // Deliver a paid item even if it is no longer for sale, regardless of the buyer's plan.
  deliverable: (order, item) =>
    Effect.map(offerTo(order, item, "none"), (offer) => offer === "sold" || offer === "not-sold"),
  fulfill: (order, item, paid, at) =>
    Effect.gen(function* () {
      const repos = yield* Repositories;
      const collection = yield* repos.collections.byVariant(item.collection_variant_id);
      if (collection === null) throw new Error(`variant ${item.collection_variant_id} doesn't exist`);
      const owned = {
        collection_id: collection.id,
        collection_variant_id: item.collection_variant_id,
        source: itemSource(paid.key, order.items.indexOf(item)),
        license_id: order.license_id,
        at_upgrade_price: false,
        raised_from: item.raised_from,
      };
      yield* repos.collections.grantEntitlement(order.user_id, owned, at);
    }),
  complete: (order, at) =>
    Effect.gen(function* () {
      const repos = yield* Repositories;
      // Paying under a license raises the minimum to it; guests choose at every purchase. (LIC-11)
      if ((yield* repos.guests.keyOf(order.user_id)) === null) {
        const account = yield* repos.accounts.get(order.user_id);
        const minimum = raiseMinimumLicense(account?.min_license_id ?? null, order.license_id);
        yield* repos.accounts.update(order.user_id, { min_license_id: minimum });
      }
      const sold = order.cart_token === null ? null : yield* repos.carts.lock(order.cart_token);
      // A visitor's cart may have been merged into an account's in the meantime.
      const cart = sold ?? (yield* repos.carts.lockOfAccount(order.user_id));
      if (cart !== null) yield* repos.carts.save(cartAfterOrder(cart, order), at);
      if (order.guest_email === null) return;
      yield* repos.outbox.enqueue({ id: `purchase:${order.id}`, about: order.id, kind: "guest-purchase" }, at);
    }),
};
