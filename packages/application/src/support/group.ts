import { cents } from "@backlot/domain";
import { ReadRepositories, Staff, currentTime } from "@backlot/ports";
import { Support } from "@backlot/ports/support/support.contract";
import * as Effect from "effect/Effect";
import { checkAccounts } from "./check-accounts.ts";
import { checkDownload } from "./check-download.ts";
import { checkStore } from "./check-store.ts";
import { changeCustomer } from "./change-customer.ts";
import { previewPlanChange, toChangePreviewView } from "../plan-changes/price-change.ts";
import { refusedEmails, retryEmail } from "./refused-emails.ts";
import { listActions } from "./list-actions.ts";
import { listAllOrders } from "./list-orders.ts";
import { explainCode } from "./explain-code.ts";
import { accountNamed, findCustomer, searchCustomers } from "./find-customer.ts";
import { addWebhook, listDeliveries, removeWebhook, resendWebhook } from "./webhook-endpoints.ts";
import { addChannel, removeChannel } from "./channels.ts";
import { refreshShop } from "../shop.ts";
import { getArticleSource, putArticle, removeArticle } from "../engagement/articles.ts";
import { listStock, removeCollections, stockCollections, withdrawCollections } from "../catalog/stock-collections.ts";
import { putHomePage } from "../catalog/home-page.ts";
import { stockSample } from "../catalog/sample.ts";
import { putSynonyms, removeSynonyms } from "../catalog/synonyms.ts";
import { endCode, putCode } from "../pricing/cart-codes.ts";
import { listCodes } from "../pricing/list-codes.ts";
import { endSale, runningSale, startSale } from "../pricing/plan-sale.ts";
import { implement } from "../implement.ts";
import { logged } from "../log-change.ts";
import { removeNotification, setNotification } from "../engagement/set-notification.ts";
import { findOrder } from "../orders/order-history.ts";
import { revokeOrderLinks } from "../orders/revoke-links.ts";
import { previewItemRefund, refundItem } from "../fulfillment/refund-item.ts";
import { previewRefund, refundPayment, settleRefunds } from "./refund-payment.ts";
import { certificateFileOf, issueForCustomer } from "./certificates.ts";
import { checkPriceList, currentPriceList, importPriceList } from "./price-list.ts";
import { reportItems, reportMonths, reportPlans, reportSearches, reportTaxes } from "./reports.ts";
import { sendMail } from "./send-mail.ts";
import { showPayment } from "./show-payment.ts";
import { getLegalSource, publishLegalText } from "../engagement/legal-texts.ts";
import { putLogo, putShop, removeLogo } from "../engagement/shop-profile.ts";
import { unsettledMoney } from "../refunds/unsettled-money.ts";

/** Handlers for support staff. */
export const support = implement(Support, {
  me: () => Staff,
  money: () => unsettledMoney,
  customer: ({ query }) => findCustomer(query.customer),
  customers: ({ query }) => searchCustomers(query.text),
  downloadCheck: ({ query }) => checkDownload(query),
  changePreview: Effect.fnUntraced(function* ({ query: { customer, ...request } }) {
    return toChangePreviewView(yield* previewPlanChange(yield* accountNamed(customer), request));
  }),
  changeCustomer: ({ payload }) => changeCustomer(payload),
  actions: ({ query }) => listActions(query),
  checkStore: () => checkStore,
  checkAccounts: ({ query }) => checkAccounts(query),
  codes: ({ query }) => listCodes(query),
  explainCode: ({ query }) => explainCode(query),
  putCode: ({ payload: { code, ...by } }) => logged(by, putCode(code), () => ({ kind: "put_code", code })),
  endCode: ({ params, query }) =>
    Effect.asVoid(logged(query, endCode(params.code), (name) => ({ kind: "end_code", name }))),
  stock: ({ query }) => listStock(query),
  putStock: ({ payload: { collections, ...by } }) =>
    logged(by, stockCollections(collections), (results) => {
      const slugs = results.filter(({ outcome }) => outcome !== "unchanged").map(({ slug }) => slug);
      return slugs.length === 0 ? null : { kind: "import_collections", slugs };
    }),
  withdrawStock: ({ payload: { slugs, ...by } }) =>
    Effect.map(
      logged(by, withdrawCollections(slugs), (count) => (count === 0 ? null : { kind: "withdraw_collections", slugs })),
      (withdrawn) => ({ withdrawn }),
    ),
  removeStock: ({ payload: { slugs, ...by } }) =>
    Effect.map(
      logged(by, removeCollections(slugs), (count) => (count === 0 ? null : { kind: "remove_collections", slugs })),
      (removed) => ({ removed }),
    ),
  homePage: () => ReadRepositories.use(({ homePage }) => homePage.get()),
  putHomePage: ({ payload: { actor, reason, ...page } }) =>
    logged({ actor, reason }, putHomePage(page), (put) => ({ kind: "put_home_page", page: put })),
  stockSample: ({ payload }) =>
    Effect.map(
      logged(payload, stockSample, () => ({ kind: "stock_sample" })),
      (collections) => ({ collections }),
    ),
  synonyms: () => ReadRepositories.use(({ search }) => search.synonyms()),
  putSynonyms: ({ payload: { words, ...by } }) =>
    logged(by, putSynonyms(words), (synonyms) => ({ kind: "put_synonyms", words: synonyms })),
  removeSynonyms: ({ params, query }) =>
    Effect.asVoid(logged(query, removeSynonyms(params.word), (word) => ({ kind: "remove_synonyms", word }))),
  prices: () => currentPriceList,
  checkPrices: ({ payload }) => checkPriceList(payload.prices),
  putPrices: ({ payload: { prices, ...by } }) =>
    logged(by, importPriceList(prices), ({ plans }) => {
      const count = (wanted: string): number => plans.filter(({ outcome }) => outcome === wanted).length;
      const [added, repriced] = [count("added"), count("repriced")];
      return { kind: "put_prices", added, repriced, retired: count("retired") - repriced };
    }),
  shop: () => refreshShop,
  putShop: ({ payload: { actor, reason, ...change } }) =>
    logged({ actor, reason }, putShop(change), () => ({ kind: "put_shop", fields: Object.keys(change) })),
  putLogo: ({ params, payload: { data, ...by } }) =>
    logged(by, putLogo(params.kind, data), () => ({ kind: "put_logo", logo: params.kind })),
  removeLogo: ({ params, query }) =>
    Effect.asVoid(logged(query, removeLogo(params.kind), () => ({ kind: "remove_logo", logo: params.kind }))),
  webhooks: () => ReadRepositories.use(({ webhookEndpoints }) => webhookEndpoints.all()),
  addWebhook: ({ payload: { url, events, ...by } }) =>
    logged(by, addWebhook(url, events), () => ({ kind: "add_webhook", url, events })),
  removeWebhook: ({ params: { id }, query }) =>
    logged(query, removeWebhook(id), () => ({ kind: "remove_webhook", webhook_id: id })),
  webhookDeliveries: ({ query }) => listDeliveries(query),
  resendWebhook: ({ payload: { id, ...by } }) =>
    Effect.asVoid(logged(by, resendWebhook(id), (event) => ({ kind: "resend_webhook", event, delivery_id: id }))),
  channels: () => ReadRepositories.use(({ channels }) => channels.all()),
  addChannel: ({ payload: { name, scopes, ...by } }) =>
    logged(by, addChannel(name, scopes), (added) => ({ kind: "add_channel", name: added.name, scopes })),
  removeChannel: ({ params: { id }, query }) =>
    logged(query, removeChannel(id), () => ({ kind: "remove_channel", channel_id: id })),
  sale: () => runningSale,
  startSale: ({ payload: { ends_at = null, ...by } }) =>
    logged(by, startSale(ends_at), () => ({ kind: "start_sale", ends_at })),
  endSale: ({ query }) => Effect.asVoid(logged(query, endSale, (isOver) => (isOver ? { kind: "end_sale" } : null))),
  notifications: Effect.fnUntraced(function* () {
    const repos = yield* ReadRepositories;
    return yield* repos.notifications.shown(yield* currentTime);
  }),
  putNotification: ({ payload: { actor, reason, ends_at = null, ...banner } }) =>
    logged({ actor, reason }, setNotification({ ...banner, ends_at }), ({ heading }) => ({
      kind: "put_banner",
      heading,
      ends_at,
    })),
  removeNotification: ({ params, query }) =>
    Effect.asVoid(
      logged(query, removeNotification(params.notification_type), (isOver) => (isOver ? { kind: "end_banner" } : null)),
    ),
  legalSource: ({ params }) => getLegalSource(params.slug),
  putLegal: ({ payload: { actor, reason, ...text } }) =>
    logged({ actor, reason }, publishLegalText(text), ({ slug, version }) => ({
      kind: "publish_legal",
      slug,
      version,
    })),
  article: ({ params }) => getArticleSource(params.kind, params.slug),
  putArticle: ({ payload: { actor, reason, ...article } }) =>
    logged({ actor, reason }, putArticle(article), ({ kind, slug }) => ({
      kind: "publish_article",
      article_kind: kind,
      slug,
    })),
  removeArticle: ({ params: { kind, slug }, query }) =>
    logged(query, removeArticle(kind, slug), () => ({ kind: "remove_article", article_kind: kind, slug })),
  reportMonths: ({ query }) => reportMonths(query),
  reportPlans: () => reportPlans,
  reportTaxes: ({ query }) => reportTaxes(query),
  reportItems: ({ query }) => reportItems(query),
  reportSearches: ({ query }) => reportSearches(query),
  payment: ({ query }) => showPayment(query.payment),
  previewRefund: ({ query: { payment, amount } }) =>
    previewRefund({ payment, amount: amount === undefined ? null : cents(amount) }),
  refundPayment: ({ payload }) => refundPayment(payload),
  settleRefunds: ({ payload }) => settleRefunds(payload),
  sendMail: ({ payload }) => sendMail(payload),
  refusedEmails: () => refusedEmails,
  retryEmail: ({ payload: { id, ...by } }) => Effect.asVoid(retryEmail(id, by)),
  issueCertificate: ({ payload }) => issueForCustomer(payload),
  certificateFile: ({ params }) => certificateFileOf(params.number),
  orders: ({ query }) => listAllOrders(query),
  order: Effect.fnUntraced(function* ({ params }) {
    const repos = yield* ReadRepositories;
    const order = yield* findOrder(params.id);
    return { ...order, support_actions: yield* repos.supportActions.ofOrder(order.id) };
  }),
  previewItemRefund: ({ params, query }) => previewItemRefund(params.id, query.variant_id),
  refundItem: ({ params, payload }) => refundItem(params.id, payload),
  revokeOrderLinks: ({ params, payload }) => revokeOrderLinks(params.id, payload),
});
