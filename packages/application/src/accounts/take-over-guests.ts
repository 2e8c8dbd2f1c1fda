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
    // A deleted account could not open the purchases.
    if (own !== null && isDeleted(own)) return;
    const orders = yield* repos.orders.ofAccount(guestId, { starting_after: null, limit: ORDERS_OF_A_GUEST });
    const known = own?.min_license_id ?? null;
    const raised = minimumAfterOrders(known, orders);
    if (raised !== null && raised !== known) yield* repos.accounts.setMinLicense(account.id, raised);
    yield* repos.guests.giveTo(guestId, account.id);
  });

/**
 * Transfers guest purchases to an account: orders, items, and payments. A paid license raises the account's minimum.
 */
export const takeOverGuests = (account: Account, guestIds: readonly string[]) =>
  Effect.forEach(guestIds, (guestId) => transactional(takeOver(account, guestId)), { discard: true });

/**
 * Transfers guest purchases to an account: those of the browser it signs in with, and those of its address once
 * confirmed.
 */
export const takeOverAtSignIn = (account: Account, browserKey: string | null) =>
  Effect.gen(function* () {
    const { guests } = yield* ReadRepositories;
    const here = browserKey === null ? [] : yield* guests.ofKey(browserKey);
    const known = account.confirmed_at === null ? [] : yield* guests.ofEmail(account.email);
    yield* takeOverGuests(account, [...new Set([...here, ...known])]);
  });
