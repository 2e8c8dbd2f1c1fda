import { type ForgedWebhook, PaymentProviderDown, type Provider, type WebhookHint } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { followRefund } from "../payments/follow-refund.ts";
import { settlePack } from "../purchases/carry-out-pack.ts";
import type { StorePorts } from "../store-ports.ts";
import { billerOf } from "../wallet/wallet-of.ts";
import { endDeclined } from "./carry-out.ts";
import { lookAtChange } from "./carry-out-change.ts";
import { followPlan } from "./follow-plan.ts";
import { takeOn } from "./recover.ts";
import { settle } from "./settle.ts";

type HeedPorts = Pick<StorePorts, "clock" | "ids" | "payments" | "wallet" | "transactions" | "settings">;

/** Settles the order that an event is about, where there is one, by reading its payment. */
const settleOrder = (ports: HeedPorts, hint: WebhookHint): Effect.Effect<void, PaymentProviderDown> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const byId = hint.order_id === null ? null : yield* read.orders.get(hint.order_id);
    const reference = hint.subscription_id ?? hint.payment_id;
    const order = byId ?? (reference === null ? null : yield* read.orders.byProviderReference(reference));
    if (order === null || order.outcome._tag === "paid") return;
    switch (order.kind) {
      case "plan": {
        const payment = hint.subscription_id === null ? null : yield* ports.payments.planPayment(hint.subscription_id);
        // A declined payment may be tried again by its buyer until the plan is ended: only then is it the order's end.
        if (payment !== null) yield* settle(ports)(order.id, yield* endDeclined(ports)(payment));
        return;
      }
      case "pack": {
        const payment = hint.payment_id === null ? null : yield* ports.payments.payment(hint.payment_id);
        if (payment !== null) yield* settlePack(ports)(order.id, payment);
        return;
      }
      case "wallet-plan":
      case "wallet-pack":
        yield* takeOn(ports)(order);
        return;
      case "change":
        return;
    }
  });

/** A change of plan that waits for its payment comes before whatever else happens to its subscription. */
const settleChange = (ports: HeedPorts, providerSubscriptionId: string): Effect.Effect<void, PaymentProviderDown> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const stored = yield* read.subscriptions.byProvider(providerSubscriptionId);
    for (const order of stored === null ? [] : yield* read.orders.changesOf(stored.life.id)) {
      if (order.outcome._tag !== "paid") yield* lookAtChange(ports)(order);
    }
  });

/**
 * A refund may be told before the period that it is of: that is looked for first. False where a payment of ours is still not
 * known; what is nobody's of ours is not our business.
 */
const heedRefund = (ports: HeedPorts, hint: WebhookHint): Effect.Effect<boolean, PaymentProviderDown> =>
  Effect.gen(function* () {
    if (yield* followRefund(ports)(hint)) return true;
    const { read } = ports.transactions;
    const order = hint.order_id === null ? null : yield* read.orders.get(hint.order_id);
    const account = hint.customer_id === null ? null : yield* read.accounts.byCustomer(hint.customer_id);
    if (order === null && account === null) return true;
    const ofOrder = order === null ? null : yield* read.subscriptions.get(order.subscription_id ?? order.id);
    const stored = ofOrder ?? (account === null ? null : yield* read.subscriptions.current(account.id));
    if (stored !== null) yield* followPlan(ports)(stored);
    return yield* followRefund(ports)(hint);
  });

/**
 * Heeds what an event points at: reads the objects again, settles orders, follows the subscription and its refunds, and
 * notes the event with the last of it. Twice, late or out of order, the end is the same. (CHK-07)
 */
export const heedHint =
  (ports: HeedPorts) =>
  (hint: WebhookHint): Effect.Effect<void, PaymentProviderDown> =>
    Effect.gen(function* () {
      const event = { event_id: hint.event_id, type: hint.type };
      yield* settleOrder(ports, hint);
      // An event is noted last: until everything that it is about is done, it is told again.
      if (hint.refund_id !== null && !(yield* heedRefund(ports, hint))) {
        return yield* new PaymentProviderDown({ cause: `${hint.event_id} gives back a payment that is not known yet` });
      }
      if (hint.subscription_id !== null) {
        yield* settleChange(ports, hint.subscription_id);
        yield* followPlan(ports)({ provider: hint.provider, provider_subscription_id: hint.subscription_id }, event);
      } else {
        yield* ports.transactions.read.webhookEvents.record(hint.provider, hint.event_id, hint.type, ports.clock.now());
      }
    });

/** Checks a provider's webhook against its raw body and headers, and heeds it. (CHK-07) */
export const heedWebhook =
  (ports: HeedPorts) =>
  (
    provider: Provider,
    rawBody: string,
    headers: Readonly<Record<string, string>>,
  ): Effect.Effect<void, ForgedWebhook | PaymentProviderDown> =>
    Effect.gen(function* () {
      const biller = yield* billerOf(ports, provider);
      yield* heedHint(ports)(yield* biller.readWebhook(rawBody, headers));
    });
