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
  Clock,
  Forbidden,
  Links,
  NotFound,
  ReadRepositories,
  Repositories,
  transactional,
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
  const clock = yield* Clock;
  const read = yield* ReadRepositories;
  const version = (yield* read.orders.linkVersion(orderId)) ?? 0;
  const expires_at = orderLinkExpiry(clock.now());
  const link = links.order.sign({ order_id: orderId, version, expires_at });
  return { url: `${settings.siteUrl}/orders/${orderId}?link=${link}`, expires_at };
});

/**
 * Returns an order to anyone with its link, or without a link to its buyer. Fails for a link that expired or was
 * revoked, and for a link to an order of a locked or deleted account.
 */
export const requireOrder = Effect.fnUntraced(function* (id: string, link: string | null) {
  const settings = yield* Settings;
  const links = yield* Links;
  const read = yield* ReadRepositories;
  if (link === null) return yield* requireOwnOrder((orders) => orders.get(id), yield* callerBuyer);
  const opened = links.order.open(link);
  const isGood = opened?.order_id === id && opened.version === (yield* read.orders.linkVersion(id));
  if (!isGood) return yield* new Forbidden({ message: message("order_link_over") });
  const order = yield* read.orders.get(id);
  const account = order === null ? null : yield* read.accounts.get(order.user_id);
  if (order === null || account === null) return yield* new NotFound({ message: message("not_found") });
  // Deleting an account forfeits its downloads, including those of guest orders it took over.
  const state = accountState(account);
  if (state === "deleted") return yield* new Forbidden({ message: message("order_link_over") });
  if (state === "locked") return yield* new AccountLocked({ message: lockedMessage(settings.shop.supportEmail()) });
  return order;
});

/**
 * Emails the links to a guest's paid orders again, each at most every five minutes. Doesn't reveal whether there are
 * any.
 */
export const sendOrderLinks = Effect.fnUntraced(function* (email: string, network: string) {
  const clock = yield* Clock;
  yield* takeNetworkMail(network);
  const before = mailRepeatedBefore(clock.now());
  yield* Effect.gen(function* () {
    const { outbox, orders } = yield* Repositories;
    for (const order of yield* orders.paidOfGuests(soughtEmail(email), LINKS_AT_ONCE))
      yield* outbox.repeat(order.id, "guest-purchase", before);
  }).pipe(transactional);
});
