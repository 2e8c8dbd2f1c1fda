import { type Account, isDeleted, minimumAfterOrders } from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** How many orders of one guest are looked at for their licence: more than anybody makes. */
const ORDERS_OF_A_GUEST = 1_000;

const takeOver = (repos: Repositories, account: Account, guestId: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* repos.accounts.lock(guestId);
    const own = yield* repos.accounts.lock(account.id);
    // Nobody could open what a closed account had.
    if (own !== null && isDeleted(own)) return;
    const orders = yield* repos.orders.ofAccount(guestId, { starting_after: null, limit: ORDERS_OF_A_GUEST });
    const known = own?.min_license_id ?? null;
    const raised = minimumAfterOrders(known, orders);
    if (raised !== null && raised !== known) yield* repos.accounts.setMinLicence(account.id, raised);
    yield* repos.guests.giveTo(guestId, account.id);
  });

/**
 * Gives an account what was bought as a guest: its orders, items and payments. A licence that was paid for counts from
 * then on. (ORD-03, LIC-11)
 */
export const takeOverGuests =
  (ports: Pick<StorePorts, "transactions">) =>
  (account: Account, guestIds: readonly string[]): Effect.Effect<void> =>
    Effect.forEach(guestIds, (guestId) => ports.transactions.run((repos) => takeOver(repos, account, guestId)), {
      discard: true,
    });

/**
 * What was bought as a guest goes to whoever signs in with the browser that bought it, and to whoever has confirmed the
 * address that it was bought with. (ORD-03)
 */
export const takeOverAtSignIn =
  (ports: Pick<StorePorts, "transactions">) =>
  (account: Account, browserKey: string | null): Effect.Effect<void> =>
    Effect.gen(function* () {
      const { guests } = ports.transactions.read;
      const here = browserKey === null ? [] : yield* guests.ofKey(browserKey);
      const known = account.confirmed_at === null ? [] : yield* guests.ofEmail(account.email);
      yield* takeOverGuests(ports)(account, [...new Set([...here, ...known])]);
    });
