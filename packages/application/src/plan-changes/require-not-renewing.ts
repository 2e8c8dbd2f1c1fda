import { type RenewalBlock, message, payerOf, renewalBlock } from "@backlot/domain";
import { Conflict, type StoredSubscription, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns the error for a change that can't be made around the end of a plan's period. */
export const renewing = (block: RenewalBlock): Conflict =>
  new Conflict({ reason: "period_ends_soon", message: message(block) });

/**
 * Fails if a provider that changes plans in place has begun to bill the next period, and the store hasn't recorded it.
 * The renewal is already being billed, so a change would come too late. Sync first, because the renewal may have been
 * paid.
 */
export const requireNotRenewing = Effect.fnUntraced(function* ({ provider, subscription }: StoredSubscription) {
  if (!payerOf(provider).plans.changeInPlace) return;
  const block = renewalBlock(subscription.period.end, yield* currentTime);
  if (block === null) return;
  if (subscription.status._tag === "past-due")
    return yield* new Conflict({ reason: "invoice_past_due", message: message("invoice_past_due") });
  return yield* renewing(block);
});
