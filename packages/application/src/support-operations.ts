import type { SupportAction } from "@backlot/domain";
import type { Store } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { requireSupport } from "./caller.ts";
import { changeCustomer } from "./accounts/change-customer.ts";
import { findCustomer } from "./accounts/find-customer.ts";
import { listCodes } from "./checkout/list-codes.ts";
import { listStock, stockCollections, withdrawCollections } from "./catalogue/stock-collections.ts";
import { runningSale, startSale } from "./checkout/plan-sale.ts";
import { getArticleSource, publishArticle, removeArticle } from "./articles/articles.ts";
import { setNotification } from "./notifications/set-notification.ts";
import { findOrder } from "./orders/order-history.ts";
import { revokeOrderLinks } from "./orders/order-links.ts";
import { refundItem } from "./refunds/refund-item.ts";
import { unsettledMoney } from "./refunds/unsettled-money.ts";
import { envelope } from "./envelope.ts";
import type { Asked } from "./asked.ts";

/** Who does something: whom their key names, whatever they say; else who they say. (CLI-02) */
const actorOf = (said: { readonly actor: string }, staff: string | null): Pick<SupportAction, "actor" | "proven"> =>
  staff === null ? { actor: said.actor, proven: false } : { actor: staff, proven: true };

/** What support staff do. (CLI-02) */
export const support = ({ ports, caller, read }: Asked): Store["support"] => ({
  money: () =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => unsettledMoney(ports)),
      Effect.map(envelope),
    ),
  customer: ({ query }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => findCustomer(ports)(query.customer)),
      Effect.map(envelope),
    ),
  changeCustomer: ({ payload }) =>
    requireSupport(caller).pipe(
      Effect.flatMap((staff) => changeCustomer(ports)(payload, actorOf(payload, staff))),
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
  notifications: () =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => read.notifications.shown(ports.clock.now())),
      Effect.map(envelope),
    ),
  putNotification: ({ payload }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => setNotification(ports)({ ...payload, ends_at: payload.ends_at ?? null })),
      Effect.map(envelope),
    ),
  removeNotification: ({ params }) =>
    requireSupport(caller).pipe(Effect.flatMap(() => read.notifications.remove(params.notification_type))),
  article: ({ params }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => getArticleSource(ports)(params.kind, params.slug)),
      Effect.map(envelope),
    ),
  putArticle: ({ payload }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => publishArticle(ports)(payload)),
      Effect.map(envelope),
    ),
  removeArticle: ({ params }) =>
    requireSupport(caller).pipe(Effect.flatMap(() => removeArticle(ports)(params.kind, params.slug))),
  order: ({ params }) =>
    requireSupport(caller).pipe(
      Effect.flatMap(() => Effect.all([findOrder(ports)(params.id), read.supportActions.ofOrder(params.id)])),
      Effect.map(([order, support_actions]) => envelope({ ...order, support_actions })),
    ),
  refundItem: ({ params, payload }) =>
    requireSupport(caller).pipe(
      Effect.flatMap((staff) => refundItem(ports)(params.id, { ...payload, ...actorOf(payload, staff) })),
      Effect.map(envelope),
    ),
  revokeOrderLinks: ({ params }) =>
    requireSupport(caller).pipe(Effect.flatMap(() => revokeOrderLinks(ports)(params.id))),
});
