import { cents } from "@backlot/domain";
import type { DisputeState, ProviderEvent } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { handleWebhook } from "../src/webhooks/handle-webhook.ts";
import { reconcileEvents } from "../src/webhooks/reconcile-events.ts";
import { FREE_LEASES, type Allowed, NOW, down, gives, nothing, storeWith } from "./services.ts";
import { account, event, minutesLater, order, payment, running } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

const MARKED = ["stripe", "evt_1", "invoice.paid", NOW];

/** A store that receives one event. */
const receiving = (received: ProviderEvent, repositories: Methods, stripe: Allowed["stripe"] = {}) => {
  const store = storeWith({
    stripe: { ...stripe, events: { verifyWebhook: gives(received), ...stripe.events } },
    repositories: {
      ...repositories,
      webhookEvents: { has: gives(false), markProcessed: gives(true), ...repositories.webhookEvents },
    },
  });
  return { store, handled: store.run(Effect.result(handleWebhook("stripe", "body", {}))) };
};

describe("an event", () => {
  it("CHK-07 that was processed is skipped, and one that is not relevant is only marked", async () => {
    const known = receiving(event(), { webhookEvents: { has: gives(true) } });
    await known.handled;
    expect(known.store.effects()).toEqual([]);
    const other = receiving(event({ is_relevant: false }), {});
    await other.handled;
    expect(other.store.effects()).toEqual(["webhookEvents.markProcessed"]);
  });

  it("CHK-07 about a period that is known reads nothing at its provider", async () => {
    const known = receiving(event({ says_paid: true, invoice_id: "1", subscription_id: "sub_1" }), {
      payments: { get: (id) => Effect.succeed(id === "invoice:1" ? payment() : null) },
    });
    await known.handled;
    expect(known.store.argsOf("webhookEvents.markProcessed")).toEqual([MARKED]);
  });

  it("CHK-07 is not marked before its work is done, so that its provider sends it again", async () => {
    const about = event({ subscription_id: "sub_1" });
    const of = (retrieve: typeof down | ReturnType<typeof gives<null>>) =>
      receiving(
        about,
        {
          orders: { byPaymentReference: gives(null), openChangesOf: gives([]) },
          subscriptions: { byProvider: gives(running()) },
        },
        { billing: { retrieve } },
      );
    const failed = of(down);
    expect(await failed.handled).toMatchObject({ failure: { _tag: "PaymentProviderUnavailable" } });
    expect(failed.store.argsOf("webhookEvents.markProcessed")).toEqual([]);
    const done = of(gives(null));
    await done.handled;
    const worked = ["stripe.billing.retrieve", "webhookEvents.markProcessed"];
    expect(done.store.order(...worked)).toEqual(worked);
  });

  it("CHK-07 about a subscription advances its open changes before it syncs the plan", async () => {
    const change = order({
      id: "change",
      items: [{ kind: "plan-change", plan_variant_id: 133, subscription_id: "plan", replaces_payment: "invoice:1" }],
      status: { _tag: "paid", at: NOW },
    });
    const { store, handled } = receiving(
      event({ subscription_id: "sub_1" }),
      {
        leases: FREE_LEASES,
        orders: { byPaymentReference: gives(null), openChangesOf: gives([change]), get: gives(change) },
        subscriptions: { byProvider: gives(running()) },
      },
      { billing: { retrieve: gives(null) } },
    );
    await handled;
    expect(store.order("orders.get", "stripe.billing.retrieve")).toEqual(["orders.get", "stripe.billing.retrieve"]);
    expect(store.argsOf("orders.openChangesOf")).toEqual([["plan"]]);
  });
});

describe("a refund event", () => {
  const received = (more: Methods) =>
    receiving(
      event({ refund_id: "re_1", customer_id: "cus_1" }),
      {
        payments: { byProvider: gives(null) },
        ...more,
        orders: { byPaymentReference: gives(null) },
      },
      {
        events: { retrieveRefund: gives({ payment_id: "pi_1", refunded: cents(100), outcome: null }) },
        billing: { retrieve: gives(null) },
      },
    );

  it("ORD-06 of a stranger's payment is done with, and one of our customer's comes again", async () => {
    const foreign = received({ accounts: { byCustomer: gives(null) } });
    await foreign.handled;
    expect(foreign.store.argsOf("webhookEvents.markProcessed")).toEqual([MARKED]);
    const ours = received({ accounts: { byCustomer: gives(account()) }, subscriptions: { current: gives(null) } });
    expect(await ours.handled).toMatchObject({ failure: { _tag: "PaymentProviderUnavailable" } });
    expect(ours.store.argsOf("webhookEvents.markProcessed")).toEqual([]);
  });

  it("ORD-06 that comes before its renewal syncs the plan, and then looks for the payment again", async () => {
    const { store, handled } = received({
      accounts: { byCustomer: gives(account()) },
      subscriptions: { current: gives(running()), byProvider: gives(running()) },
    });
    await handled;
    const syncing = ["payments.byProvider", "stripe.billing.retrieve"];
    expect(store.order(...syncing)).toEqual(syncing);
    expect(store.argsOf("payments.byProvider")).toHaveLength(2);
  });

  it("ORD-06 CHK-07 that says nothing new cancels no order and asks for no plan", async () => {
    const known = payment({ reason: "items", order_id: null, refunded: cents(100) });
    const { store, handled } = received({
      payments: { byProvider: gives(known), get: gives(known) },
      funding: { entries: gives([]) },
      accounts: { lock: gives(account()) },
      subscriptions: { pendingTerminations: gives([]) },
      refunds: { due: gives([]) },
      balanceAdjustments: { due: gives([]) },
    });
    await handled;
    expect(store.argsOf("webhookEvents.markProcessed")).toEqual([MARKED]);
    expect(store.argsOf("stripe.billing.retrieve")).toEqual([]);
  });
});

describe("a dispute event", () => {
  const state = (status: DisputeState["status"]): DisputeState => ({
    dispute_id: "dp_1",
    payment_id: "pi_1",
    amount: cents(1_000),
    status,
    opened_at: NOW,
    closed_at: null,
    order_id: null,
    customer_id: null,
  });
  const disputed = (status: DisputeState["status"], more: Methods) =>
    receiving(
      event({ dispute_id: "dp_1" }),
      {
        payments: { byProvider: gives(payment()), get: gives(payment()), setDisputed: nothing },
        accounts: { lock: gives(account()) },
        disputes: { get: gives(null), save: nothing, ofPayment: gives([]) },
        outbox: { enqueue: gives(true) },
        ...more,
      },
      { events: { retrieveDispute: gives(state(status)) }, gateway: { find: down } },
    );

  it("ORD-06 is recorded under the lock, even if an order can't be canceled now", async () => {
    const { store, handled } = disputed("open", {
      orders: {
        byPaymentReference: gives(null),
        openSubscriptionOrder: gives(null),
        openOneTimeOrdersOf: gives([order()]),
        get: gives(order()),
      },
    });
    await handled;
    expect(store.argsOf("stripe.gateway.find")).toHaveLength(1);
    const underLock = ["accounts.lock", "disputes.get", "disputes.save", "outbox.enqueue"];
    expect(store.order(...underLock)).toEqual(underLock);
    expect(store.argsOf("webhookEvents.markProcessed")).toEqual([MARKED]);
  });

  it("ORD-06 that was won cancels and revokes nothing", async () => {
    const { store, handled } = disputed("won", { orders: { byPaymentReference: gives(null) } });
    await handled;
    expect(store.argsOf("disputes.save")).toMatchObject([[{ status: "won", closed_at: NOW }]]);
    expect(store.argsOf("payments.setDisputed")).toEqual([]);
    expect(store.argsOf("webhookEvents.markProcessed")).toEqual([MARKED]);
  });
});

describe("reconciling", () => {
  it("CHK-07 handles what no webhook delivered, goes on after a failure, and counts what it did", async () => {
    const events = ["known", "fails", "missed"].map((event_id) =>
      event({ event_id, subscription_id: event_id === "fails" ? "sub_1" : null }),
    );
    const store = storeWith({
      stripe: { events: { listEvents: gives(events) }, billing: { retrieve: down } },
      repositories: {
        webhookEvents: { has: (_, id) => Effect.succeed(id === "known"), markProcessed: gives(true) },
        orders: { byPaymentReference: gives(null), openChangesOf: gives([]) },
        subscriptions: { byProvider: gives(running()) },
        refunds: { unsettled: gives([]) },
      },
    });
    expect(await store.run(reconcileEvents(minutesLater(-10), "stripe"))).toEqual({ missed: 1, until: NOW });
    expect(store.argsOf("webhookEvents.markProcessed").map(([, id]) => id)).toEqual(["missed"]);
    expect(store.argsOf("stripe.events.listEvents")).toEqual([[minutesLater(-10)]]);
  });

  it("CHK-07 ORD-06 continues from the first event that failed, for three days", async () => {
    const HOURS = 60;
    const failedAt = async (minutes: number) => {
      const events = [
        event({ event_id: "fails", subscription_id: "sub_1", occurred_at: minutesLater(minutes) }),
        event({ event_id: "later", occurred_at: minutesLater(-1) }),
      ];
      const store = storeWith({
        stripe: { events: { listEvents: gives(events) }, billing: { retrieve: down } },
        repositories: {
          webhookEvents: { has: gives(false), markProcessed: gives(true) },
          refunds: { unsettled: gives([]) },
          orders: { byPaymentReference: gives(null), openChangesOf: gives([]) },
          subscriptions: { byProvider: gives(running()) },
        },
      });
      return (await store.run(reconcileEvents(minutesLater(-10), "stripe"))).until;
    };
    expect(await failedAt(-5)).toBe(minutesLater(-5));
    expect(await failedAt(-71 * HOURS)).toBe(minutesLater(-71 * HOURS));
    expect(await failedAt(-90 * HOURS)).toBe(minutesLater(-72 * HOURS));
  });

  it("CHK-07 goes up to the time before it asked, so that nothing that happens meanwhile is left out", async () => {
    let now = NOW;
    const listed = Effect.sync(() => {
      now = minutesLater(1);
      return [];
    });
    const store = storeWith({
      clock: { now: () => now },
      stripe: { events: { listEvents: () => listed } },
      repositories: { refunds: { unsettled: gives([]) } },
    });
    expect((await store.run(reconcileEvents(minutesLater(-10), "stripe"))).until).toBe(NOW);
  });
});
