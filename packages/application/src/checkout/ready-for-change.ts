import { type Account, type ExpectedOffer, type Provider, ZERO, hasEnded, message, payerOf } from "@backlot/domain";
import { Conflict, ReadRepositories, type StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { supersedeOpenOrder } from "../fulfillment/place-order.ts";
import { type PlanChangeRequest, type PricedChange, previewPlanChange } from "../plan-changes/price-change.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { requirePayer } from "../providers.ts";
import type { Given } from "./buyable.ts";
import { requireGiven } from "./funds.ts";
import { requireExpected } from "./require-expected.ts";

/** Returns the error for a plan that was changed, started, or ended since the buyer's page was shown. */
export const subscriptionChanged = (): Conflict =>
  new Conflict({ reason: "subscription_changed", message: message("subscription_changed") });

/** Fails if a payer can't pay for a change, or if an upgrade needs a card and the request doesn't name one. */
export const requirePayable = Effect.fnUntraced(function* (
  payer: Provider,
  given: Given,
  { preview, paying }: PricedChange,
) {
  if (preview.kind === "no-change") return;
  yield* requirePayer(payer, paying);
  if (preview.kind === "upgrade") yield* requireGiven(payer, given);
});

/**
 * Returns the current plan, ready to be changed: cancels any open plan order, which releases everything it reserves,
 * and records any missing renewals. If the change will be rejected, the open order stays. Call it under the account's
 * lease, with the plan as read under the lease and whether a plan order is open (`isWaiting`).
 */
export const readyForChange = Effect.fnUntraced(function* (
  account: Account,
  running: StoredSubscription,
  request: PlanChangeRequest & ExpectedOffer,
  { payer, given, isWaiting }: { readonly payer: Provider; readonly given: Given; readonly isWaiting: boolean },
) {
  const repos = yield* ReadRepositories;
  if (isWaiting) {
    const { acknowledge_legacy_loss = false } = request;
    const { method } = payerOf(payer);
    const changeRequest = { ...request, acknowledge_legacy_loss, payment_method: method };
    const priced = yield* previewPlanChange(account, changeRequest);
    yield* requireExpected(request, { kind: priced.preview.kind, total: priced.quote?.total ?? ZERO });
    yield* requirePayable(payer, given, priced);
    yield* supersedeOpenOrder(account.id);
  }
  // The open order may have turned out to be paid.
  const before = isWaiting ? yield* repos.subscriptions.current(account.id) : running;
  const subscriptionRecord = before === null ? null : yield* syncSubscription(before);
  return subscriptionRecord === null || hasEnded(subscriptionRecord.subscription)
    ? yield* subscriptionChanged()
    : subscriptionRecord;
});
