import { Clock, ReadRepositories, Repositories, transactional } from "@backlot/ports";
import { Support } from "@backlot/ports/support/support.contract";
import * as Effect from "effect/Effect";
import { checkAccounts } from "./check-accounts.ts";
import { checkDownload } from "./check-download.ts";
import { checkStore } from "./check-store.ts";
import { changeCustomer } from "./change-customer.ts";
import { previewPlanChange, toChangePreviewView } from "../plan-changes/price-change.ts";
import { listActions } from "./list-actions.ts";
import { explainCode } from "./explain-code.ts";
import { accountNamed, findCustomer, searchCustomers } from "./find-customer.ts";
import { getArticleSource, publishArticle, removeArticle } from "../engagement/articles.ts";
import { listStock, stockCollections, withdrawCollections } from "../catalog/stock-collections.ts";
import { listCodes } from "../pricing/list-codes.ts";
import { endSale, runningSale, startSale } from "../pricing/plan-sale.ts";
import { implement } from "../implement.ts";
import { setNotification } from "../engagement/set-notification.ts";
import { findOrder } from "../orders/order-history.ts";
import { revokeOrderLinks } from "../orders/order-links.ts";
import { refundItem } from "../orders/refund-item.ts";
import { unsettledMoney } from "../refunds/unsettled-money.ts";

/** Handlers for support staff. */
export const support = implement(Support, {
  money: () => unsettledMoney,
  customer: ({ query }) => findCustomer(query.customer),
  customers: ({ query }) => searchCustomers(query.text),
  downloadCheck: ({ query }) => checkDownload(query),
  changePreview: ({ query: { customer, ...request } }) =>
    Effect.gen(function* () {
      return toChangePreviewView(yield* previewPlanChange(yield* accountNamed(customer), request));
    }),
  changeCustomer: ({ payload }) => changeCustomer(payload),
  actions: ({ query }) => listActions(query),
  checkStore: () => checkStore,
  checkAccounts: ({ query }) => checkAccounts(query),
  codes: ({ query }) => listCodes(query),
  explainCode: ({ query }) => explainCode(query),
  putCode: ({ payload }) =>
    Repositories.use(({ discountCodes }) => discountCodes.put(payload)).pipe(transactional, Effect.as(payload)),
  stock: ({ query }) => listStock(query),
  putStock: ({ payload }) => stockCollections(payload.collections),
  withdrawStock: ({ payload }) => Effect.map(withdrawCollections(payload.slugs), (withdrawn) => ({ withdrawn })),
  sale: () => runningSale,
  startSale: ({ payload }) => startSale(payload.ends_at ?? null),
  endSale: () => endSale,
  notifications: () =>
    Effect.gen(function* () {
      const { notifications } = yield* ReadRepositories;
      return yield* notifications.shown((yield* Clock).now());
    }),
  putNotification: ({ payload }) => setNotification({ ...payload, ends_at: payload.ends_at ?? null }),
  removeNotification: ({ params }) =>
    Repositories.use(({ notifications }) => notifications.remove(params.notification_type)).pipe(transactional),
  article: ({ params }) => getArticleSource(params.kind, params.slug),
  putArticle: ({ payload }) => publishArticle(payload),
  removeArticle: ({ params }) => removeArticle(params.kind, params.slug),
  order: ({ params }) =>
    Effect.gen(function* () {
      const { supportActions } = yield* ReadRepositories;
      return { ...(yield* findOrder(params.id)), support_actions: yield* supportActions.ofOrder(params.id) };
    }),
  refundItem: ({ params, payload }) => refundItem(params.id, payload),
  revokeOrderLinks: ({ params }) => revokeOrderLinks(params.id),
});
