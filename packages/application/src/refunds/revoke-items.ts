import {
  type Instant,
  type OwnedItem,
  paymentOfItem,
  placeOfItem,
  returnSpentEntries,
  revokedWithBasis,
} from "@backlot/domain";
import { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueItemRefund } from "./enqueue-item-refund.ts";
import { Settings } from "../settings.ts";
import { revokeWhatCameBack } from "./save-refund-effects.ts";

/** Enqueues a refund of a license upgrade's cost, because the purchase that it upgraded was reversed. */
const refundUpgrade = Effect.fnUntraced(function* (userId: string, { source }: OwnedItem) {
  const repos = yield* Repositories;
  const payment = yield* repos.payments.get(paymentOfItem(source));
  const order = payment?.order_id == null ? null : yield* repos.orders.get(payment.order_id);
  // A free order has no payment, so there is nothing to refund.
  if (payment?.user_id !== userId || order === null) return;
  yield* enqueueItemRefund(order, placeOfItem(source), payment);
});

/**
 * Revokes the purchases whose price depended on reversed ones, and returns their cost: money for a license upgrade, and
 * credits for a collection. Call it under the account's lock.
 */
export const revokeWithoutBasis = Effect.fnUntraced(function* (userId: string, at: Instant) {
  const repos = yield* Repositories;
  const { refundPolicy } = yield* Settings;
  for (const item of revokedWithBasis(yield* repos.collections.entitlementsOf(userId), refundPolicy)) {
    const { source } = item;
    yield* repos.collections.revokeEntitlement(userId, source, at);
    if (item.raised_from !== null) yield* refundUpgrade(userId, item);
    else {
      yield* repos.credits.post(userId, returnSpentEntries(yield* repos.credits.entries(userId), source, at));
      // Revoke the credits whose money was refunded in the meantime.
      yield* revokeWhatCameBack(userId, `returned:${source}`, at);
    }
  }
});

/** Revokes items by their sources, and purchases whose price depended on them. Call it under the account's lock. */
export const revokeItems = Effect.fnUntraced(function* (userId: string, sources: readonly string[], at: Instant) {
  const repos = yield* Repositories;
  if (sources.length === 0) return;
  for (const source of sources) yield* repos.collections.revokeEntitlement(userId, source, at);
  yield* revokeWithoutBasis(userId, at);
});
