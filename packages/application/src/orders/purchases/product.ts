import {
  type Order,
  type OrderItem,
  type OrderedOffer,
  cartAfterOrder,
  entitledPlan,
  itemSource,
  orderedOffer,
  raiseMinimumLicence,
} from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { isPaymentAllowed } from "./payment-allowed.ts";
import type { Purchase } from "./purchase.ts";

/** How an item stands to the buyer of an order now, with a plan. (ORD-05) */
const offerTo = (
  repos: Pick<Repositories, "collections">,
  order: Order,
  { collection_variant_id }: OrderItem<"product">,
  plan: "none" | "free" | "paid",
): Effect.Effect<OrderedOffer> =>
  Effect.gen(function* () {
    const collection = yield* repos.collections.byVariant(collection_variant_id);
    const owned = yield* repos.collections.entitlementsOf(order.user_id);
    return orderedOffer(collection, collection_variant_id, { plan, owned }, order.license_id);
  });

/** Single items, bought for good out of a cart. (ORD-01, ORD-06) */
export const productPurchase: Purchase<"product"> = {
  reason: "items",
  chargeSpec: (_ports, { items, quote }) =>
    Effect.succeed({
      _tag: "one-time",
      amount: quote.total,
      description: items.length === 1 ? (quote.lines[0]?.label ?? "An item") : `${items.length} items`,
    }),
  // What an order keeps to itself is the code that lowers it. (DSC-10)
  hold: {
    release: (repos, order) => repos.discountCodes.release(order.id),
    reinstate: (repos, order) => {
      const code = order.quote.discounts.find(({ kind }) => kind === "code");
      return code === undefined ? Effect.void : repos.discountCodes.redeem(code.label, order.id, order.user_id);
    },
  },
  subscriptionId: () => null,
  staleness: (ports, order, item) =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const running = yield* read.subscriptions.current(order.user_id);
      const plan = entitledPlan({ signedIn: order.guest_email === null, paidSubscription: running !== null });
      const offer = yield* offerTo(read, order, item, plan);
      if (offer === "owned") return "already_owned";
      if (offer !== "sold") return "item_unavailable";
      return (yield* isPaymentAllowed(ports, order)) ? null : "price_changed";
    }),
  // What is not sold any more is handed over all the same, once it is paid: a plan makes no difference.
  deliverable: (repos, order, item) =>
    Effect.map(offerTo(repos, order, item, "none"), (offer) => offer === "sold" || offer === "not-sold"),
  fulfil: (repos, order, item, paid, at) =>
    Effect.gen(function* () {
      const collection = yield* repos.collections.byVariant(item.collection_variant_id);
      if (collection === null) throw new Error(`variant ${item.collection_variant_id} is gone`);
      const owned = {
        collection_id: collection.id,
        collection_variant_id: item.collection_variant_id,
        source: itemSource(paid.key, order.items.indexOf(item)),
      };
      yield* repos.collections.grantEntitlement(order.user_id, owned, at);
    }),
  complete: (repos, order, at) =>
    Effect.gen(function* () {
      // Whoever pays under a licence keeps to it from then on; a guest is asked at every purchase. (LIC-11)
      if ((yield* repos.guests.keyOf(order.user_id)) === null) {
        const account = yield* repos.accounts.get(order.user_id);
        const minimum = raiseMinimumLicence(account?.min_license_id ?? null, order.license_id);
        yield* repos.accounts.setMinLicence(order.user_id, minimum);
      }
      const sold = order.cart_token === null ? null : yield* repos.carts.lock(order.cart_token);
      // A visitor's cart that went into an account's meanwhile is gone, and its order with it.
      const cart = sold ?? (yield* repos.carts.lockOfAccount(order.user_id));
      if (cart !== null) yield* repos.carts.save(cartAfterOrder(cart, order), at);
      if (order.guest_email === null) return;
      yield* repos.notices.enqueue({ id: `purchase:${order.id}`, about: order.id, kind: "guest-purchase" }, at);
    }),
};
