import {
  type Instant,
  type Order,
  type OrderItem,
  reinstateHold,
  releaseHold,
  takesCreditsBack,
} from "@backlot/domain";
import { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { revokeWhatCameBack } from "../../refunds/save-refund-effects.ts";
import type { Hold } from "./purchase.ts";

type Change = OrderItem<"plan-change">;

/** The credits of the current period that an upgrade returns. The order reserves them from the time it is placed. */
export const returnedCredits: Hold<"plan-change"> = {
  release: (order: Order, item: Change, at: Instant) =>
    Effect.gen(function* () {
      const repos = yield* Repositories;
      const subscriptionRecord = yield* repos.subscriptions.get(item.subscription_id);
      if (subscriptionRecord === null || !takesCreditsBack(subscriptionRecord.subscription)) return;
      const released = releaseHold(yield* repos.credits.entries(order.user_id), order.id, at);
      if (released.length === 0) return;
      yield* repos.credits.post(order.user_id, released);
      // Revoke the credits whose money was refunded in the meantime.
      yield* revokeWhatCameBack(order.user_id, `release:${order.id}`, at);
    }),
  reinstate: (order: Order, _item: Change, at: Instant) =>
    Effect.gen(function* () {
      const repos = yield* Repositories;
      const entries = yield* repos.credits.entries(order.user_id);
      const lots = yield* repos.credits.lots(order.user_id);
      yield* repos.credits.post(order.user_id, reinstateHold(entries, lots, order.id, at));
    }),
};
