import type { Account } from "@backlot/domain";
import {
  CurrentAccount,
  CurrentSession,
  Identity,
  type OrderView,
  ReadRepositories,
  type ReceiptView,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { certificateView, statusOf } from "../certificates/verify-certificate.ts";
import { listOrders } from "../orders/order-history.ts";
import { listReceipts } from "../receipts/receipts.ts";
import { listConnectedApps } from "../accounts/connected-apps.ts";
import { FOR_OTHERS, toUserView } from "./user-view.ts";

/** The number of orders or receipts read at once. */
const AT_ONCE = 100;

const everyOrder = Effect.fnUntraced(function* (account: Account) {
  const orders: OrderView[] = [];
  for (let more = true; more; ) {
    const page = yield* listOrders(account, { starting_after: orders.at(-1)?.id, limit: AT_ONCE });
    orders.push(...page.data);
    more = page.has_more;
  }
  return orders;
});

const everyReceipt = Effect.fnUntraced(function* (account: Account) {
  const receipts: ReceiptView[] = [];
  for (let more = true; more; ) {
    const page = yield* listReceipts(account, { starting_after: receipts.at(-1)?.number, limit: AT_ONCE });
    receipts.push(...page.data);
    more = page.has_more;
  }
  return receipts;
});

/** Returns an account's profile, purchases, and items, for its owner's export and for support staff. */
export const accountRecord = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* ReadRepositories;
  const { id } = account;
  const overview = yield* repos.overviews.get(id);
  if (overview === null) throw new Error(`there is no account ${id}`);
  const payments = yield* repos.payments.ofAccount(id);
  return {
    user: toUserView(overview, FOR_OTHERS, yield* currentTime),
    orders: yield* everyOrder(account),
    payments: payments.map(({ id: key, provider, reason, amount, refunded, at }) => ({
      id: key,
      provider,
      reason,
      amount,
      refunded,
      at,
    })),
    receipts: yield* everyReceipt(account),
    credit_entries: yield* repos.credits.entries(id),
    items: yield* repos.collections.entitlementsOf(id),
    downloads: yield* repos.downloads.ofAccount(id),
    certificates: yield* Effect.forEach(yield* repos.certificates.ofAccount(id, null), (certificateRecord) =>
      Effect.map(statusOf(certificateRecord), (status) => certificateView(certificateRecord, status)),
    ),
  };
});

/**
 * Exports the caller's data: profile, purchases, owned and saved items, sessions, connected apps, and support staff's
 * changes. Omits the caller's team, and anything pending, such as a cart or an email.
 */
export const exportAccount = Effect.fnUntraced(function* () {
  const account = yield* CurrentAccount;
  const { session } = yield* CurrentSession;
  const repos = yield* ReadRepositories;
  const identity = yield* Identity;
  const sessions = yield* identity.sessions(session);
  const apps = yield* listConnectedApps;
  const { wishlist } = yield* repos.collections.holdings(account.id);
  const actions = yield* repos.supportActions.ofAccount(account.id);
  const support_actions = actions.map(({ at, reason, change }) => ({ at, reason, change }));
  return { ...(yield* accountRecord(account)), sessions, apps, wishlist, support_actions };
});
