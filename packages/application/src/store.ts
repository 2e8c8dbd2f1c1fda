import { type Account, DEFAULT_SEARCH_LIBRARY, EVERYTHING, LOWEST_LICENCE, licenceTypeRows } from "@backlot/domain";
import type { AccountLocked, Forbidden, Repositories, Store, Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { accountOperations } from "./account-operations.ts";
import { type Caller, requireAccount, requireSupport } from "./caller.ts";
import { listCodes } from "./checkout/list-codes.ts";
import { getCollection, listCategories, listCollections, relatedCollections } from "./catalogue/browse.ts";
import { suggest } from "./catalogue/search.ts";
import { listStock, stockCollections, withdrawCollections } from "./catalogue/stock-collections.ts";
import { getPlanVariant, listPlanVariants } from "./catalogue/plan-variants.ts";
import { listPacks, startPackPayment } from "./checkout/buy-credits.ts";
import { startCartPayment } from "./checkout/buy-cart.ts";
import { checkoutView } from "./checkout/checkout-view.ts";
import { createSetupIntent, deleteCard, listCards, makeDefaultCard } from "./checkout/cards.ts";
import { cartBuyer } from "./checkout/guest.ts";
import { confirmPayment } from "./checkout/one-time-payment.ts";
import { checkPromoCode, quoteNewPlan, toPromoView } from "./checkout/price-plan.ts";
import { runningSale, startSale } from "./checkout/plan-sale.ts";
import { toPaymentDeclined, toProviderUnreachable } from "./checkout/provider-errors.ts";
import { subscribe } from "./checkout/subscribe.ts";
import { addToWishlist, listWishlist, removeFromWishlist } from "./catalogue/wishlist.ts";
import { downloadVariant } from "./downloads/download-variant.ts";
import { listDownloads } from "./downloads/list-downloads.ts";
import { findOrder } from "./orders/order-history.ts";
import { revokeOrderLinks } from "./orders/order-links.ts";
import { refundItem } from "./refunds/refund-item.ts";
import { unsettledMoney } from "./refunds/unsettled-money.ts";
import type { StorePorts } from "./store-ports.ts";
import { cancelSubscription } from "./subscriptions/cancel-subscription.ts";
import { payOverdue } from "./subscriptions/pay-overdue.ts";
import { previewPlanChange, toChangePreviewView } from "./subscriptions/price-change.ts";
import { resumeSubscription } from "./subscriptions/resume-subscription.ts";
import { envelope } from "./envelope.ts";
import { healthOf } from "./health.ts";
import { requireAdmin } from "./teams/acting.ts";
import { sellingOperations } from "./selling-operations.ts";

/** Who asks a store, and what it answers from. */
interface Asked {
  readonly ports: StorePorts;
  readonly caller: Caller;
  /** The caller's account, refused where there is none or it is locked. */
  readonly account: Effect.Effect<Account, Unauthorized | AccountLocked>;
  /** The same, refused where it works in somebody else's team: only an administrator pays. */
  readonly paying: Effect.Effect<Account, Unauthorized | AccountLocked | Forbidden>;
  /** The token that the caller sent in a header. */
  readonly token: string | null;
  readonly read: Repositories;
  readonly health: ReturnType<typeof healthOf>;
}

const health = ({ health }: Asked): Store["health"] => ({ check: () => health });

const settings = ({ ports, read }: Asked): Store["settings"] => ({
  get: () =>
    Effect.map(runningSale(ports, read), (sale) =>
      envelope({ licence_rule: ports.settings.changePolicy.licenceRule, sale }),
    ),
  claims: () =>
    Effect.map(
      read.collections.count({ filter: { ...EVERYTHING, access: "essentials" }, limit: MOST_CLAIMED }),
      (essentials) => envelope({ essentials }),
    ),
});

/** How much of something a store claims to have at most: nobody counts on. */
const MOST_CLAIMED = 10_000;

const licenceTypes = (): Store["licenceTypes"] => ({ list: () => Effect.succeed(licenceTypeRows()) });

const planVariants = ({ ports }: Asked): Store["planVariants"] => ({
  list: ({ query }) => listPlanVariants(ports)(query.license_id),
  get: ({ params, query }) => getPlanVariant(ports)(params.id, query.license_id),
});

const creditPacks = ({ ports }: Asked): Store["creditPacks"] => ({
  list: ({ query }) => listPacks(ports)(query.license_id ?? LOWEST_LICENCE),
});

const collections = ({ ports, caller }: Asked): Store["collections"] => ({
  list: ({ query }) => listCollections(ports, caller)(query),
  categories: ({ query }) => Effect.map(listCategories(ports)(query.library_id ?? null), envelope),
  related: ({ params }) => Effect.map(relatedCollections(ports, caller)(params.slug), envelope),
  get: ({ params }) => getCollection(ports, caller)(params.slug),
});

const searches = ({ ports }: Asked): Store["searches"] => ({
  find: ({ query }) => suggest(ports)(query.cq, query.library_id ?? DEFAULT_SEARCH_LIBRARY),
});

const payments = ({ ports, caller, account: own, paying: account }: Asked): Store["payments"] => ({
  setupIntent: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => createSetupIntent(ports)(own, payload)),
      Effect.map(({ id, client_secret, status }) => ({ id, client_secret, status })),
      Effect.catchTag("CardDeclined", (no) => Effect.fail(toPaymentDeclined(no))),
      toProviderUnreachable,
    ),
  paymentIntent: ({ payload }) => {
    const payment = {
      payment_method_id: payload.payment_method_id ?? null,
      customer_id: payload.customer_id ?? null,
      amount: payload.amount ?? null,
    };
    return "token" in payload
      ? cartBuyer(
          ports,
          caller,
          account,
        )(payload.token, payload.email ?? null).pipe(
          Effect.flatMap((buyer) => startCartPayment(ports)(buyer, payment)),
          toProviderUnreachable,
        )
      : own.pipe(
          Effect.flatMap(requireAdmin("team_may_not_buy_credits")),
          Effect.flatMap((own) => startPackPayment(ports)(own, { credits: payload.recurring_credits, ...payment })),
          toProviderUnreachable,
        );
  },
  paymentIntentConfirm: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => confirmPayment(ports)(own, payload.payment_intent_id, payload.payment_method_id ?? null)),
      toProviderUnreachable,
    ),
  cards: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => listCards(ports)(own, payload.stripe_customer_token)),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
  makeDefaultCard: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => makeDefaultCard(ports)(own, payload.payment_method_id)),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
  deleteCard: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => deleteCard(ports)(own, payload.payment_method_id)),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
});

const subscriptions = ({ ports, paying: account }: Asked): Store["subscriptions"] => ({
  quote: ({ query }) =>
    account.pipe(
      Effect.flatMap((own) => quoteNewPlan(ports)(own, query)),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
  subscribe: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) =>
        subscribe(ports)(own, {
          ...payload,
          discount_code: payload.discount_code ?? undefined,
          add_on_credits:
            payload.credit_pack_variant?.credit_pack_variant_id ?? payload.credit_pack_variant?.recurring_credits,
        }),
      ),
      Effect.map(envelope),
      toProviderUnreachable,
    ),
  checkDiscount: ({ query }) =>
    account.pipe(
      Effect.flatMap((own) => checkPromoCode(ports)(own, query.discount_code)),
      Effect.map((discount) => envelope({ discount: discount === null ? null : toPromoView(discount) })),
      toProviderUnreachable,
    ),
  changePreview: ({ query }) =>
    account.pipe(
      Effect.flatMap((own) => previewPlanChange(ports)(own, query)),
      Effect.map((priced) => envelope(toChangePreviewView(priced))),
      toProviderUnreachable,
    ),
  cancel: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => cancelSubscription(ports)(own, payload.acknowledge_legacy_loss ?? false)),
      Effect.map((subscription) => envelope({ subscription })),
      toProviderUnreachable,
    ),
  resume: () =>
    account.pipe(
      Effect.flatMap((own) => resumeSubscription(ports)(own)),
      Effect.map((subscription) => envelope({ subscription })),
      toProviderUnreachable,
    ),
  payOverdue: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => payOverdue(ports)(own, payload.setup_intent_id)),
      Effect.map((subscription) => envelope({ subscription })),
      toProviderUnreachable,
    ),
});

const checkout = ({ ports, caller }: Asked): Store["checkout"] => ({
  view: ({ query }) => checkoutView(ports, caller)(query).pipe(Effect.map(envelope), toProviderUnreachable),
});

const support = ({ ports, caller, read }: Asked): Store["support"] => ({
  money: () =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => unsettledMoney(ports)),
      Effect.map(envelope),
    ),
  codes: ({ query }) => requireSupport(caller).pipe(Effect.flatMap(() => listCodes(read, query))),
  putCode: ({ payload }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => read.discountCodes.put(payload)),
      Effect.as(envelope(payload)),
    ),
  stock: ({ query }) => requireSupport(caller).pipe(Effect.flatMap(() => listStock(ports)(query))),
  putStock: ({ payload }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => stockCollections(ports)(payload.collections)),
      Effect.map(envelope),
    ),
  withdrawStock: ({ payload }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => withdrawCollections(ports)(payload.slugs)),
      Effect.map((withdrawn) => envelope({ withdrawn })),
    ),
  sale: () =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => runningSale(ports, read)),
      Effect.map(envelope),
    ),
  startSale: ({ payload }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => startSale(ports)(payload.ends_at ?? null)),
      Effect.map(envelope),
    ),
  endSale: () => requireSupport(caller).pipe(Effect.flatMap(() => read.planSales.end(ports.clock.now()))),
  order: ({ params }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => findOrder(ports)(params.id)),
      Effect.map(envelope),
    ),
  refundItem: ({ params, payload }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => refundItem(ports)(params.id, payload.variant_id)),
      Effect.map(envelope),
    ),
  revokeOrderLinks: ({ params }) =>
    requireSupport(caller).pipe(Effect.flatMap(() => revokeOrderLinks(ports)(params.id))),
});

const downloads = ({ ports, account }: Asked): Store["downloads"] => ({
  list: ({ query }) => Effect.flatMap(account, (own) => listDownloads(ports)(own, query)),
  download: ({ params }) => account.pipe(Effect.flatMap((own) => downloadVariant(ports)(own, params.id))),
  scene: ({ params }) =>
    account.pipe(
      Effect.flatMap((own) =>
        downloadVariant(ports)(own, params.id, { holder: { _tag: "Account", id: own.id } }, "scene"),
      ),
    ),
  collectionVariant: ({ params }) => account.pipe(Effect.flatMap((own) => downloadVariant(ports)(own, params.id))),
});

const wishlists = ({ ports, account }: Asked): Store["wishlists"] => ({
  list: ({ query }) => Effect.flatMap(account, (own) => listWishlist(ports)(own, query)),
  add: ({ params }) => Effect.flatMap(account, (own) => addToWishlist(ports)(own, params.id)),
  remove: ({ params }) => Effect.flatMap(account, (own) => removeFromWishlist(ports)(own, params.id)),
});

const accountOf = ({ ports, caller, account }: Asked) => accountOperations(ports, caller, account);

const selling = ({ ports, caller, account }: Asked) => sellingOperations(ports, caller, account);

const GROUPS: { readonly [G in keyof Store]: (asked: Asked) => Store[G] } = {
  health,
  settings,
  licenceTypes,
  planVariants,
  creditPacks,
  collections,
  accounts: (asked) => accountOf(asked).accounts,
  users: (asked) => accountOf(asked).users,
  licenseeProfiles: (asked) => accountOf(asked).licenseeProfiles,
  certificates: (asked) => accountOf(asked).certificates,
  teams: (asked) => accountOf(asked).teams,
  payments,
  subscriptions,
  checkout,
  purchases: (asked) => selling(asked).purchases,
  products: (asked) => selling(asked).products,
  carts: (asked) => selling(asked).carts,
  orders: (asked) => selling(asked).orders,
  support,
  searches,
  downloads,
  wishlists,
};

/** A store makes a group when it is asked for: it lives for one request, which uses one or two of a hundred operations. */
class LazyStore {
  readonly asked: Asked;
  constructor(asked: Asked) {
    this.asked = asked;
  }
}
for (const [name, make] of Object.entries(GROUPS))
  Object.defineProperty(LazyStore.prototype, name, {
    get(this: LazyStore) {
      return make(this.asked);
    },
  });

/** The driving port over the driven ones: the store as one caller sees it. */
export const makeStore = (ports: StorePorts): ((caller: Caller) => Store) => {
  const health = healthOf(ports);
  const { read } = ports.transactions;
  return (caller) => {
    const account = requireAccount(ports, caller);
    const paying = Effect.flatMap(account, requireAdmin("team_may_not_change_plan"));
    const token = caller._tag === "SignedIn" ? caller.token : null;
    return new LazyStore({ ports, caller, account, paying, token, read, health }) as unknown as Store;
  };
};
