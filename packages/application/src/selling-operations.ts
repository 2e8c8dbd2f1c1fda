import { askedCredits } from "@backlot/domain";
import type { Account } from "@backlot/domain";
import type { AccountLocked, Store, Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Caller, addressOf, giveBrowserKey, linkHolder } from "./caller.ts";
import { recordEvent, recordPurchase } from "./analytics/record-event.ts";
import { listItemPrices } from "./catalogue/item-prices.ts";
import { recordPack, startPayPalCreditPack } from "./checkout/buy-credits.ts";
import { recordCart, startPayPalCart } from "./checkout/buy-cart.ts";
import { discountCart, putCart, removeCartCode, viewCart } from "./checkout/cart.ts";
import { toProviderUnreachable } from "./checkout/provider-errors.ts";
import { recentPayPalPurchase } from "./checkout/recent-paypal-purchase.ts";
import { cancelPayPalOrder, completePayPalOrder, startPayPalPlan } from "./checkout/start-paypal-plan.ts";
import { cartBuyer, requireBuyer } from "./checkout/guest.ts";
import { buyWithCredits } from "./credits/buy-with-credits.ts";
import { listOrders, viewOrder } from "./orders/order-history.ts";
import { requireOrder, sendOrderLinks } from "./orders/order-links.ts";
import { downloadOrdered } from "./downloads/download-variant.ts";
import type { StorePorts } from "./store-ports.ts";
import { requireAdmin, spendingAccount } from "./teams/acting.ts";
import { envelope } from "./envelope.ts";

const NOBODY: Effect.Effect<Account | null> = Effect.succeed(null);

/** Purchases, carts and orders, as one caller sees them. */
export const sellingOperations = (
  ports: StorePorts,
  caller: Caller,
  account: Effect.Effect<Account, Unauthorized | AccountLocked>,
): Pick<Store, "purchases" | "products" | "carts" | "orders"> => {
  /** Who fills a cart: an account, or nobody that is known. */
  const shopper = caller._tag === "SignedIn" ? Effect.catchTag(account, "unauthorized", () => NOBODY) : NOBODY;
  const record = recordEvent(ports, caller);
  const purchased = recordPurchase(ports, caller);
  const buyer = requireBuyer(caller, account);
  const buyingCredits = Effect.flatMap(account, requireAdmin("team_may_not_buy_credits"));
  const changingPlan = Effect.flatMap(account, requireAdmin("team_may_not_change_plan"));
  const buyingItems = Effect.flatMap(account, requireAdmin("only_admins"));
  return {
    purchases: {
      creditPack: ({ payload }) =>
        buyingCredits.pipe(
          Effect.flatMap((own) =>
            recordPack(ports)(own, {
              payment_intent: payload.payment_intent,
              credits: askedCredits(payload),
            }),
          ),
          Effect.tap(() => purchased((orders) => orders.byPaymentReference(payload.payment_intent))),
          Effect.map(envelope),
          toProviderUnreachable,
        ),
      known: ({ query }) =>
        account.pipe(
          Effect.flatMap((own) => recentPayPalPurchase(ports)(own, query.purchased_credits)),
          Effect.map(envelope),
        ),
      cart: ({ payload }) =>
        buyer.pipe(
          Effect.flatMap((own) =>
            recordCart(ports)(own, { token: payload.token, paymentId: payload.payment_intent ?? null }),
          ),
          Effect.tap(({ order_id }) => purchased((orders) => orders.get(order_id))),
          Effect.map(envelope),
          toProviderUnreachable,
        ),
      collection: ({ payload }) =>
        account.pipe(
          Effect.flatMap(spendingAccount(ports)),
          Effect.flatMap((own) => buyWithCredits(ports)(own, payload.collection_id)),
          Effect.tap(({ collection_id, credits_spent }) =>
            record({ _tag: "credit_purchase", collection_id, credits: credits_spent }),
          ),
          Effect.map(envelope),
        ),
    },
    products: { prices: ({ params }) => listItemPrices(ports)(params.id).pipe(Effect.map(envelope)) },
    carts: {
      get: ({ query }) => Effect.flatMap(shopper, (own) => viewCart(ports)(own, query.token ?? null)),
      put: ({ payload }) =>
        Effect.flatMap(Effect.andThen(giveBrowserKey(caller), shopper), (own) =>
          putCart(ports)(own, {
            product_ids: payload.product_ids,
            license: payload.license ?? null,
            token: payload.token ?? null,
          }).pipe(
            Effect.tap(({ added }) =>
              added.length === 0 ? Effect.void : record({ _tag: "add_to_cart", variant_ids: added }),
            ),
            Effect.map(({ view }) => view),
          ),
        ),
      putDiscount: ({ payload }) =>
        Effect.flatMap(shopper, (own) =>
          discountCart(ports)(own, payload.token ?? null, payload.discount_code, addressOf(caller)),
        ),
      removeDiscount: ({ query }) => Effect.flatMap(shopper, (own) => removeCartCode(ports)(own, query.token ?? null)),
    },
    orders: {
      list: ({ query }) => account.pipe(Effect.flatMap((own) => listOrders(ports)(own, query))),
      get: ({ params, query }) =>
        requireOrder(ports)(buyer, params.id, query.link ?? null).pipe(
          Effect.flatMap(viewOrder(ports)),
          Effect.map(envelope),
        ),
      download: ({ params, payload }) =>
        requireOrder(ports)(buyer, params.id, payload.link ?? null).pipe(
          Effect.flatMap((order) =>
            Effect.flatMap(linkHolder(caller), (holder) => downloadOrdered(ports)(order, payload.variant_id, holder)),
          ),
          Effect.tap(() => record({ _tag: "download", variant_id: payload.variant_id })),
          Effect.map(envelope),
        ),
      sendLinks: ({ payload }) => sendOrderLinks(ports)(payload.email),
      initializeSubscription: ({ payload }) =>
        changingPlan.pipe(
          Effect.flatMap((own) =>
            startPayPalPlan(ports)(own, { ...payload, discount_code: payload.discount_code ?? undefined }),
          ),
          toProviderUnreachable,
        ),
      paypal: ({ payload }) =>
        "token" in payload
          ? cartBuyer(
              ports,
              caller,
              buyingItems,
            )(payload.token, payload.email ?? null).pipe(
              Effect.flatMap((own) => startPayPalCart(ports)(own, payload.amount ?? null)),
              toProviderUnreachable,
            )
          : buyingCredits.pipe(
              Effect.flatMap((own) =>
                startPayPalCreditPack(ports)(own, {
                  credits: askedCredits(payload),
                  amount: payload.amount ?? null,
                  plan_variant_id: payload.plan_id ?? null,
                }),
              ),
              toProviderUnreachable,
            ),
      paypalReturn: ({ payload }) =>
        buyer.pipe(
          Effect.flatMap((own) => completePayPalOrder(ports)(own, payload.order_id)),
          Effect.tap(() => purchased((orders) => orders.get(payload.order_id))),
          Effect.map(envelope),
          toProviderUnreachable,
        ),
      paypalCancel: ({ payload }) =>
        buyer.pipe(
          Effect.flatMap((own) => cancelPayPalOrder(ports)(own, payload.order_id)),
          Effect.map(envelope),
          toProviderUnreachable,
        ),
    },
  };
};
