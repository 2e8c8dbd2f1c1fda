import {
  accountState,
  lockedMessage,
  mailRepeatedBefore,
  message,
  orderLinkExpiry,
  soughtEmail,
} from "@backlot/domain";
import {
  AccountLocked,
  Forbidden,
  Links,
  NotFound,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { takeNetworkMail } from "../accounts/limit-mails.ts";
import { callerBuyer } from "../caller.ts";
import { requireOwnOrder } from "./order-access.ts";
import { Settings } from "../settings.ts";

/** The maximum number of orders that one request sends links for. */
const LINKS_AT_ONCE = 20;

/** Returns a link that opens an order's page without a sign-in, and when it expires. */
export const orderPageLink = Effect.fnUntraced(function* (orderId: string) {
  const settings = yield* Settings;
  const links = yield* Links;
  const repos = yield* ReadRepositories;
  const version = (yield* repos.orders.linkVersion(orderId)) ?? 0;
  const expires_at = orderLinkExpiry(yield* currentTime);
  const link = links.order.sign({ order_id: orderId, version, expires_at });
  return { url: `${settings.siteUrl}/orders/${orderId}?link=${link}`, expires_at };
});

/**
 * Returns an order to anyone with its link, or to its buyer without a link. Fails for a link that expired or was
 * revoked, and for a link to an order of a locked or deleted account.
 */
export const requireOrder = Effect.fnUntraced(function* (id: string, link: string | null) {
  const settings = yield* Settings;
  const links = yield* Links;
  const repos = yield* ReadRepositories;
  if (link === null) return yield* requireOwnOrder((orders) => orders.get(id), yield* callerBuyer);
  const opened = links.order.open(link);
  const isGood = opened?.order_id === id && opened.version === (yield* repos.orders.linkVersion(id));
  if (!isGood) return yield* new Forbidden({ message: message("order_link_over") });
  const order = yield* repos.orders.get(id);
  const account = order === null ? null : yield* repos.accounts.get(order.user_id);
  if (order === null || account === null) return yield* new NotFound({ message: message("not_found") });
  // Deleting an account forfeits its downloads, including those of guest orders it took over.
  const state = accountState(account);
  if (state === "deleted") return yield* new Forbidden({ message: message("order_link_over") });
  if (state === "locked") return yield* new AccountLocked({ message: lockedMessage(settings.shop.supportEmail()) });
  return order;
});

/**
 * Emails the links to a guest's paid orders again, each at most every five minutes. Doesn't reveal whether there are
 * any orders.
 */
export const sendOrderLinks = Effect.fnUntraced(function* (email: string, network: string) {
  yield* takeNetworkMail(network);
  const before = mailRepeatedBefore(yield* currentTime);
  yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    for (const order of yield* repos.orders.paidOfGuests(soughtEmail(email), LINKS_AT_ONCE))
      yield* repos.outbox.repeat(order.id, "guest-purchase", before);
  }).pipe(transactional);
});
