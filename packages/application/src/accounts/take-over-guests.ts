import { type Account, isDeleted, minimumAfterOrders } from "@backlot/domain";
import { Repositories, ReadRepositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The number of a guest's orders whose license counts: more than anyone places. */
const ORDERS_OF_A_GUEST = 1_000;

const takeOver = (account: Account, guestId: string) =>
  Effect.gen(function* () {
    const repos = yield* Repositories;
    yield* repos.accounts.lock(guestId);
    const own = yield* repos.accounts.lock(account.id);
    // Nobody could open what a closed account owns.
    if (own !== null && isDeleted(own)) return;
    const orders = yield* repos.orders.ofAccount(guestId, { starting_after: null, limit: ORDERS_OF_A_GUEST });
    const known = own?.min_license_id ?? null;
    const raised = minimumAfterOrders(known, orders);
    if (raised !== null && raised !== known) yield* repos.accounts.setMinLicense(account.id, raised);
    yield* repos.guests.giveTo(guestId, account.id);
  });

/**
 * Gives an account what its owner bought as a guest: orders, items, and payments. A license paid for raises the
 * account's minimum. (ORD-03, LIC-11)
 */
export const takeOverGuests = (account: Account, guestIds: readonly string[]) =>
  Effect.forEach(guestIds, (guestId) => transactional(takeOver(account, guestId)), { discard: true });

/**
 * Gives an account the guest purchases of the browser it signs in with, and of its address once confirmed. (ORD-03)
 */
export const takeOverAtSignIn = (account: Account, browserKey: string | null) =>
  Effect.gen(function* () {
    const { guests } = yield* ReadRepositories;
    const here = browserKey === null ? [] : yield* guests.ofKey(browserKey);
    const known = account.confirmed_at === null ? [] : yield* guests.ofEmail(account.email);
    yield* takeOverGuests(account, [...new Set([...here, ...known])]);
  });
