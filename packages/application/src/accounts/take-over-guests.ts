import { type Account, isDeleted, minimumAfterOrders } from "@backlot/domain";
import { Repositories, ReadRepositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The maximum number of a guest's orders to check for licenses. No guest is expected to place this many. */
const ORDERS_OF_A_GUEST = 1_000;

const takeOver = Effect.fnUntraced(function* (account: Account, guestId: string) {
  const repos = yield* Repositories;
  yield* repos.accounts.lock(guestId);
  const lockedAccount = yield* repos.accounts.lock(account.id);
  // Leave the purchases with the guest, because they would be inaccessible in a deleted account.
  if (lockedAccount !== null && isDeleted(lockedAccount)) return;
  const orders = yield* repos.orders.ofAccount(guestId, { starting_after: null, limit: ORDERS_OF_A_GUEST });
  const minimum = lockedAccount?.min_license_id ?? null;
  const raised = minimumAfterOrders(minimum, orders);
  if (raised !== null && raised !== minimum) yield* repos.accounts.update(account.id, { min_license_id: raised });
  yield* repos.guests.giveTo(guestId, account.id);
});

/**
 * Transfers guest purchases to an account: orders, items, and payments. A paid license raises the account's minimum.
 */
export const takeOverGuests = (account: Account, guestIds: readonly string[]) =>
  Effect.forEach(guestIds, (guestId) => transactional(takeOver(account, guestId)), { discard: true });

/**
 * Transfers guest purchases to an account at sign-in: those made in this browser and, if the account's email address is
 * confirmed, those made with that address. `browserKey` is null if the browser has none.
 */
export const takeOverAtSignIn = Effect.fnUntraced(function* (account: Account, browserKey: string | null) {
  const repos = yield* ReadRepositories;
  const here = browserKey === null ? [] : yield* repos.guests.ofKey(browserKey);
  const emailGuestIds = account.confirmed_at === null ? [] : yield* repos.guests.ofEmail(account.email);
  yield* takeOverGuests(account, [...new Set([...here, ...emailGuestIds])]);
});
