import type { Account } from "@backlot/domain";
import type { AccountExport, OrderView, Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { certificateView, statusOf } from "../licences/verify-certificate.ts";
import { listOrders } from "../orders/order-history.ts";
import type { StorePorts } from "../store-ports.ts";
import { FOR_OTHERS, toUserView } from "./user-view.ts";

/** How many orders are read at once. */
const AT_ONCE = 100;

const everyOrder = (ports: StorePorts, account: Account): Effect.Effect<readonly OrderView[]> =>
  Effect.gen(function* () {
    const orders: OrderView[] = [];
    for (let more = true; more; ) {
      const page = yield* listOrders(ports)(account, { starting_after: orders.at(-1)?.id, limit: AT_ONCE });
      orders.push(...page.data);
      more = page.has_more;
    }
    return orders;
  });

/** Who an account is, what it bought and has. (ACC-07, CLI-02) */
export const accountRecord =
  (ports: StorePorts) =>
  (account: Account): Effect.Effect<Omit<AccountExport, "sessions" | "support_actions" | "wishlist">> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const { id } = account;
      const overview = yield* read.accounts.overview(id);
      if (overview === null) throw new Error(`there is no account ${id}`);
      const payments = yield* read.payments.ofAccount(id);
      return {
        user: toUserView(overview, FOR_OTHERS),
        orders: yield* everyOrder(ports, account),
        payments: payments.map(({ id: key, provider, reason, amount, refunded, at }) => ({
          id: key,
          provider,
          reason,
          amount,
          refunded,
          at,
        })),
        credit_entries: yield* read.credits.entries(id),
        items: yield* read.collections.entitlementsOf(id),
        downloads: yield* read.downloads.ofAccount(id),
        certificates: yield* Effect.forEach(yield* read.certificates.ofAccount(id, null), (stored) =>
          Effect.map(statusOf(read, stored), (status) => certificateView(stored, status)),
        ),
      };
    });

/**
 * What is kept of an account, for its owner to take along: who they are, what they bought, have and saved. Nothing of a
 * team that it works in, and nothing that waits, such as a cart or a mail. (ACC-07)
 */
export const exportAccount =
  (ports: StorePorts) =>
  (account: Account, session: string): Effect.Effect<AccountExport, Unauthorized> =>
    Effect.gen(function* () {
      const sessions = yield* ports.identity.sessions(session);
      const { wishlist } = yield* ports.transactions.read.collections.holdings(account.id);
      const actions = yield* ports.transactions.read.supportActions.ofAccount(account.id);
      const support_actions = actions.map(({ at, reason, change }) => ({ at, reason, change }));
      return { ...(yield* accountRecord(ports)(account)), sessions, wishlist, support_actions };
    });
