import {
  type Instant,
  type Order,
  accountState,
  lockedMessage,
  mailRepeatedBefore,
  message,
  orderLinkExpiry,
} from "@backlot/domain";
import { AccountLocked, Forbidden, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { type Buyer, requireOwnOrder } from "./order-access.ts";

/** How many orders one request has links sent to. */
const LINKS_AT_ONCE = 20;

/** The page of an order with a link that opens it without a sign-in, and when that ends. (ORD-03) */
export const orderPageLink = (
  ports: Pick<OrderPorts, "clock" | "links" | "settings" | "transactions">,
  orderId: string,
): Effect.Effect<{ readonly url: string; readonly expires_at: Instant }> =>
  Effect.gen(function* () {
    const version = (yield* ports.transactions.read.orders.linkVersion(orderId)) ?? 0;
    const expires_at = orderLinkExpiry(ports.clock.now());
    const link = ports.links.order.sign({ order_id: orderId, version, expires_at });
    return { url: `${ports.settings.siteUrl}/orders/${orderId}?link=${link}`, expires_at };
  });

/**
 * An order by a link that opens it, whoever has it; else by its buyer. A link that is over, or was revoked, is refused,
 * and so is one to an order of a locked account. (ORD-03, ORD-06)
 */
export const requireOrder =
  (ports: Pick<OrderPorts, "links" | "settings" | "transactions">) =>
  <E>(
    buyer: Effect.Effect<Buyer, E>,
    id: string,
    link: string | null,
  ): Effect.Effect<Order, NotFound | Forbidden | AccountLocked | E> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      if (link === null) return yield* requireOwnOrder((orders) => orders.get(id), read, yield* buyer);
      const opened = ports.links.order.open(link);
      const isGood = opened?.order_id === id && opened.version === (yield* read.orders.linkVersion(id));
      if (!isGood) return yield* new Forbidden({ message: message("order_link_over") });
      const order = yield* read.orders.get(id);
      const account = order === null ? null : yield* read.accounts.get(order.user_id);
      if (order === null || account === null) return yield* new NotFound({ message: message("not_found") });
      // Who deleted their account gave up its downloads, with the link of an order that it had taken over.
      const state = accountState(account);
      if (state === "deleted") return yield* new Forbidden({ message: message("order_link_over") });
      if (state === "locked") return yield* new AccountLocked({ message: lockedMessage(ports.settings.supportEmail) });
      return order;
    });

/**
 * Sends the links of a guest's paid orders to their address once more. It says nothing of whether there are any. The
 * same link is not sent twice within minutes. (ORD-03)
 */
export const sendOrderLinks =
  (ports: Pick<OrderPorts, "clock" | "transactions">) =>
  (email: string): Effect.Effect<void> =>
    Effect.gen(function* () {
      const { notices, orders } = ports.transactions.read;
      const before = mailRepeatedBefore(ports.clock.now());
      for (const order of yield* orders.paidOfGuests(email.trim(), LINKS_AT_ONCE))
        yield* notices.repeat(order.id, "guest-purchase", before);
    });

/** Lets the links of an order open nothing from now on; support sends new ones, or the buyer asks. (ORD-03) */
export const revokeOrderLinks =
  (ports: Pick<OrderPorts, "transactions">) =>
  (id: string): Effect.Effect<void, NotFound> =>
    Effect.flatMap(ports.transactions.read.orders.revokeLinks(id), (found) =>
      found ? Effect.void : Effect.fail(new NotFound({ message: message("not_found") })),
    );
