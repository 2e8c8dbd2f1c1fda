import { type Order, cents, message } from "@backlot/domain";
import type { ChargeState, OpenCharge } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { advanceOrder, tryAdvanceOrder } from "../src/fulfillment/advance-order.ts";
import { type Placing, placeOrder } from "../src/fulfillment/place-order.ts";
import { resumeOrders } from "../src/fulfillment/resume-orders.ts";
import { settleOrder } from "../src/fulfillment/settle-order.ts";
import { type Allowed, NOW, down, gives, nothing, storeWith } from "./services.ts";
import { INDIVIDUAL, OFFER, account, minutesLater, order, quoteOf, running, settled } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

const PLAN = { kind: "plan", plan_variant_id: OFFER.id } as const;
const HELD = { lot_id: "lot", amount: -5, reason: "hold", reference: "id-1", at: NOW } as const;

const placing = (more: Partial<Placing> = {}): Placing => ({
  account: account(),
  provider: "stripe",
  customer_id: "customer",
  payment_method_id: "card",
  idempotency_key: null,
  price: () =>
    Effect.succeed({
      license_id: INDIVIDUAL,
      items: order().items,
      quote: order().quote,
      hold: [HELD as never],
      code: { name: "SUMMER", isLimited: true },
    }),
  ...more,
});

/** Repositories of an account that may place an order, with what differs. */
const placeable = (more: { readonly [Name in keyof Methods]?: Methods[Name] } = {}): Methods => ({
  accounts: { lock: gives(account()), ...more.accounts },
  orders: {
    openOneTimeOrdersOf: gives([]),
    insert: nothing,
    ...more.orders,
  },
  disputes: { openOf: gives([]), ...more.disputes },
  credits: { post: nothing },
  discountCodes: { redeem: nothing },
});

describe("placing an order", () => {
  it("CHK-03 writes the order, the credits it holds, and its code at once, before any provider is asked", async () => {
    const store = storeWith({ repositories: placeable() });
    const { order: placed, placed: isNew } = await store.run(placeOrder(placing()));
    expect([placed.id, placed.status._tag, isNew]).toEqual(["id-1", "pending", true]);
    // No provider is among them, and they are one transaction.
    expect(store.argsOf("commit")).toHaveLength(1);
    expect(store.effects().toSorted()).toEqual(["credits.post", "discountCodes.redeem", "orders.insert"]);
    // A limited code is held for an hour at most.
    expect(placed.expires_at).toBe(minutesLater(60));
    expect(store.argsOf("orders.insert")).toEqual([[placed, minutesLater(1)]]);
    expect(store.argsOf("discountCodes.redeem")).toEqual([["SUMMER", "id-1", "ada"]]);
  });

  it("CHK-03 returns the order of a known key without a price, and refuses another account's key", async () => {
    const of = (existingOrder: Order) => {
      const orders = { withOpenPlan: gives({ existingOrder, openPlan: null }) };
      const store = storeWith({ repositories: placeable({ orders }) });
      const price: Placing["price"] = () => Effect.die("a known order is not priced again");
      return store.run(Effect.result(placeOrder(placing({ idempotency_key: "key", price }))));
    };
    expect(await of(order())).toMatchObject({ success: { order: order(), placed: false } });
    expect(await of(order({ user_id: "eve" }))).toMatchObject({ failure: { _tag: "forbidden" } });
  });

  it("ORD-06 ACC-07 ACC-08 prices nothing with a dispute, or for a closed account or a team member", async () => {
    const refused = async (more: Methods) => {
      const store = storeWith({ repositories: placeable(more) });
      const price: Placing["price"] = () => Effect.die("priced");
      const failure = await store.run(Effect.flip(placeOrder(placing({ price }))));
      expect(store.effects()).toEqual([]);
      return failure;
    };
    const lock = (locked: Parameters<typeof account>[0]) => ({ accounts: { lock: gives(account(locked)) } });
    expect(await refused({ disputes: { openOf: gives([{} as never]) } })).toMatchObject({ reason: "dispute_open" });
    expect(await refused(lock({ deleted_at: NOW }))).toMatchObject({ message: message("unauthorized") });
    expect(await refused(lock({ team_id: "bob", team_role: "Artist" }))).toMatchObject({
      message: message("only_admins"),
    });
  });

  const plan = (more: Partial<Order>): Order =>
    order({ items: [PLAN], quote: quoteOf("plan", 4_900), created_at: minutesLater(-5), ...more });
  const pricedPlan: Placing["price"] = () =>
    Effect.succeed({ license_id: INDIVIDUAL, items: [PLAN], quote: quoteOf("plan", 4_900), hold: [] });

  it("CHK-03 cancels the open order of a plan outside the transaction, and then places the new one", async () => {
    const open = [plan({ id: "first" })];
    const ended = plan({ id: "first", status: { _tag: "paid", at: NOW } });
    const store = storeWith({
      repositories: placeable({
        orders: {
          openSubscriptionOrder: () => Effect.succeed(open.pop() ?? null),
          // Its payment arrived before it was read again.
          get: gives(ended),
        },
      }),
    });
    const { placed } = await store.run(placeOrder(placing({ price: pricedPlan })));
    expect(placed).toBe(true);
    expect(store.order("roll back", "orders.get", "orders.insert")).toEqual([
      "roll back",
      "orders.get",
      "orders.insert",
    ]);
    expect(store.argsOf("orders.insert")).toHaveLength(1);
  });

  it("CHK-03 tells the buyer to wait for an order that is being placed, and after three in the way", async () => {
    const refused = async (open: Order) => {
      const ended = { ...open, status: { _tag: "paid", at: NOW } } as const;
      const store = storeWith({
        repositories: placeable({ orders: { openSubscriptionOrder: gives(open), get: gives(ended) } }),
      });
      const failure = await store.run(Effect.flip(placeOrder(placing({ price: pricedPlan }))));
      expect(failure).toMatchObject({ reason: "order_in_progress" });
      return store.argsOf("orders.get").length;
    };
    expect(await refused(plan({ created_at: NOW }))).toBe(0);
    expect(await refused(plan({}))).toBe(3);
  });
});

const OPEN: OpenCharge = { reference: "pi_1", amount: cents(1_000), client_secret: null, handle: null };
const CONFIRMABLE: ChargeState = { _tag: "RequiresConfirmation", ...OPEN };
const CANCELED: ChargeState = { _tag: "Canceled", reference: "pi_1", message: null, decline_code: null };
const PAID: ChargeState = { _tag: "Succeeded", reference: "pi_1", payment: settled() };

/** Repositories for the end of an order of credits. */
const settleable = (known: Order, more: Methods = {}): Methods => ({
  ...more,
  accounts: { lock: gives(account()), ...more.accounts },
  orders: {
    get: gives(known),
    lock: gives(known),
    transition: gives(true),
    attachPaymentReference: gives(true),
    scheduleAttempt: nothing,
    setPaymentMethod: nothing,
    ...more.orders,
  },
  disputes: { openOf: gives([]), ...more.disputes },
  payments: { record: gives(true), ...more.payments },
  funding: { entries: gives([]), post: nothing },
  credits: { grant: gives(true), ...more.credits },
  subscriptions: { current: gives(null), ...more.subscriptions },
});

describe("advancing an order", () => {
  const confirm = { _tag: "confirm", payment_method_id: null } as const;

  it("CHK-07 saves the charge's reference before money moves, and settles afterwards", async () => {
    const known = order();
    const store = storeWith({
      stripe: { gateway: { create: gives(CONFIRMABLE), capture: gives(PAID), finalize: nothing } },
      repositories: settleable(known, { orders: { lock: gives(order({ payment_reference: "pi_1" })) } }),
    });
    const { order: after } = await store.run(advanceOrder("order", confirm, known));
    expect(after.status).toEqual({ _tag: "paid", at: NOW });
    const saving = ["orders.attachPaymentReference", "stripe.gateway.capture", "payments.record", "orders.transition"];
    expect(store.order(...saving)).toEqual(saving);
  });

  it("CHK-07 cancels a charge that lost a race, and captures nothing", async () => {
    const store = storeWith({
      stripe: { gateway: { find: gives(null), create: gives(CONFIRMABLE), cancel: gives(CANCELED) } },
      repositories: settleable(order({ payment_reference: "pi_other" }), {
        orders: { attachPaymentReference: gives(false) },
      }),
    });
    await store.run(advanceOrder("order", confirm));
    expect(store.argsOf("stripe.gateway.cancel")).toHaveLength(1);
    expect(store.argsOf("payments.record")).toEqual([]);
  });

  it("CHK-06 ORD-04 cancels a charge of another amount than was quoted instead of capturing it", async () => {
    const store = storeWith({
      stripe: {
        gateway: { find: gives({ ...CONFIRMABLE, amount: cents(999) }), cancel: gives(CANCELED), finalize: nothing },
      },
      repositories: settleable(order()),
    });
    const { order: after } = await store.run(advanceOrder("order", confirm));
    expect(after.status).toMatchObject({ _tag: "canceled", by: "stale", message: "price_changed" });
    expect(store.argsOf("stripe.gateway.finalize").map(([, result]) => result)).toEqual(["ended"]);
  });

  it("ORD-06 CHK-03 cancels at the provider what expired or is disputed, and creates nothing for it", async () => {
    const ended = async (known: Order, more: Methods = {}) => {
      const store = storeWith({
        stripe: { gateway: { find: gives(CONFIRMABLE), cancel: gives(CANCELED), finalize: nothing } },
        repositories: settleable(known, more),
      });
      return (await store.run(advanceOrder("order", { _tag: "continue" }))).order.status;
    };
    expect(await ended(order({ expires_at: NOW }))).toMatchObject({ _tag: "expired" });
    const disputed = await ended(order(), { disputes: { openOf: gives([{} as never]) } });
    expect(disputed).toMatchObject({ _tag: "canceled", message: "dispute_open" });
  });

  it("CHK-07 ends an order of a provider without keys once it expires, and asks nobody", async () => {
    const known = order({ provider: "paypal", expires_at: NOW });
    const store = storeWith({ paypal: null, repositories: settleable(known) });
    const { order: after } = await store.run(advanceOrder("order", { _tag: "continue" }));
    expect(after.status).toEqual({ _tag: "expired", at: NOW });
    expect(store.argsOf("orders.transition")).toEqual([["order", after.status]]);
    // Until then it stays open.
    const open = storeWith({ paypal: null, repositories: settleable(order({ provider: "paypal" })) });
    const refused = await open.run(Effect.flip(advanceOrder("order", { _tag: "continue" })));
    expect(refused._tag).toBe("PaymentProviderUnavailable");
  });

  it("CHK-03 only observes what it may not create: an order without a charge stays as it is", async () => {
    const store = storeWith({
      stripe: { gateway: { find: gives(null) } },
      repositories: settleable(order()),
    });
    const { order: after } = await store.run(advanceOrder("order", { _tag: "observe" }));
    expect(after.status._tag).toBe("pending");
    expect(store.effects()).toEqual([]);
  });

  const byPayPal = order({ provider: "paypal", items: [PLAN], quote: quoteOf("plan", 4_900) });
  const leased: Methods = { leases: { take: gives(false) }, plans: { get: gives(OFFER) } };

  it("CHK-07 without the account's lease a webhook settles what is paid, and ends nothing else", async () => {
    const waiting = storeWith({
      paypal: { gateway: { find: gives(CONFIRMABLE) } },
      repositories: { ...settleable({ ...byPayPal, attempts: 3 }), ...leased },
    });
    const cancel = { _tag: "cancel", ending: { _tag: "expired" } } as const;
    expect((await waiting.run(tryAdvanceOrder("order", cancel))).order.status._tag).toBe("pending");
    // Recovery is due at once, and its number of attempts stays.
    expect(waiting.argsOf("orders.scheduleAttempt")).toEqual([["order", 3, NOW]]);

    const period = { start: NOW, end: minutesLater(60) };
    const payment = settled({ amount: cents(4_900), subscription: { reference: "I-1", period } });
    const paid = storeWith({
      paypal: { gateway: { find: gives({ ...PAID, payment }), finalize: nothing } },
      repositories: {
        ...settleable(byPayPal, {
          credits: { grant: gives(true), post: nothing },
          subscriptions: { current: gives(null), insert: nothing, pendingTerminations: gives([]) },
        }),
        leases: { take: gives(false) },
        accounts: { lock: gives(account()), setSubscriber: nothing },
        plans: { get: gives(OFFER) },
        refunds: { due: gives([]) },
        balanceAdjustments: { due: gives([]) },
      },
    });
    expect((await paid.run(tryAdvanceOrder("order", cancel))).order.status._tag).toBe("paid");
  });
});

describe("settling an order", () => {
  const settle = (known: Order, state: ChargeState | null, more: Methods = {}) => {
    const store = storeWith({ repositories: settleable(known, more) });
    return store.run(settleOrder(known, state, null)).then((result) => ({ ...result, store }));
  };

  it("CHK-07 locks the account and then the order, and changes nothing of one that is final", async () => {
    const { store, order: after } = await settle(order({ status: { _tag: "paid", at: NOW } }), PAID);
    expect(store.order("accounts.lock", "orders.lock")).toEqual(["accounts.lock", "orders.lock"]);
    expect(store.effects()).toEqual([]);
    expect(after.status._tag).toBe("paid");
  });

  it("CHK-07 grants nothing for a payment that was recorded before", async () => {
    const { store, order: after } = await settle(order(), PAID, { payments: { record: gives(false) } });
    expect(store.argsOf("credits.grant")).toEqual([]);
    expect(store.argsOf("orders.transition")).toEqual([]);
    expect(after.status._tag).toBe("pending");
  });

  it("CHK-07 CRD-05 fulfills an order that had ended, once its money arrives", async () => {
    const { store, order: after } = await settle(order({ status: { _tag: "expired", at: NOW } }), PAID);
    expect(after.status).toEqual({ _tag: "paid", at: NOW });
    expect(store.argsOf("credits.grant")).toMatchObject([
      ["ada", { granted: 20, source: "payment:1" }, {}, INDIVIDUAL],
    ]);
  });

  it("CHK-07 refunds a plan that was paid beside another one, ends it there, and tells its buyer", async () => {
    const period = { start: NOW, end: minutesLater(60) };
    const payment = settled({ amount: cents(4_900), subscription: { reference: "sub_2", period } });
    const known = order({ items: [PLAN], quote: quoteOf("plan", 4_900) });
    const { store, hasFollowUp } = await settle(
      known,
      { ...PAID, payment },
      {
        subscriptions: {
          current: gives(running()),
          get: gives(null),
          byProvider: gives(null),
          enqueueTermination: nothing,
        },
        refunds: { enqueue: gives(true) },
        outbox: { enqueue: gives(true) },
      },
    );
    expect(hasFollowUp).toBe(true);
    expect(store.argsOf("orders.transition")).toEqual([["order", { _tag: "unfulfillable", at: NOW }]]);
    expect(store.argsOf("refunds.enqueue")).toMatchObject([[{ amount: 4_900, cause: "unfulfillable" }]]);
    expect(store.argsOf("subscriptions.enqueueTermination")).toMatchObject([
      [{ provider_subscription_id: "sub_2" }, NOW],
    ]);
    expect(store.argsOf("outbox.enqueue")).toMatchObject([[{ kind: "payment-not-applied" }, NOW]]);
    expect(store.argsOf("commit")).toHaveLength(1);
  });

  it("ORD-03 CHK-07 rolls back for a guest who just signed in, and settles under the new owner's lock", async () => {
    const { store, order: after } = await settle(order({ user_id: "guest" }), PAID, {
      orders: { lock: gives(order({ user_id: "ada" })) },
    });
    expect(store.argsOf("accounts.lock")).toEqual([["guest"], ["ada"]]);
    expect(store.order("roll back", "commit")).toEqual(["roll back", "commit"]);
    expect(store.argsOf("commit")).toHaveLength(1);
    expect([after.status._tag, store.argsOf("credits.grant").length]).toEqual(["paid", 1]);
  });
});

describe("recovery", () => {
  it("CHK-07 claims due orders in one transaction, batch by batch, at growing intervals", async () => {
    const batches = [[order({ id: "a" }), order({ id: "b", attempts: 2 })], [order({ id: "c" })]];
    const ended = order({ status: { _tag: "paid", at: NOW } });
    const store = storeWith({
      repositories: {
        orders: {
          lockDue: () => Effect.sync(() => batches.shift() ?? []),
          scheduleAttempt: nothing,
          get: gives(ended),
        },
      },
    });
    expect(await store.run(resumeOrders())).toBe(0);
    expect(store.argsOf("orders.lockDue")).toEqual(Array.from({ length: 3 }, () => [NOW, 50]));
    expect(store.argsOf("orders.scheduleAttempt")).toEqual([
      ["a", 1, minutesLater(2)],
      ["b", 3, minutesLater(8)],
      ["c", 1, minutesLater(2)],
    ]);
    const claiming = ["begin", "orders.lockDue", "orders.scheduleAttempt", "commit"];
    expect(store.order(...claiming)).toEqual(claiming);
  });

  it("CHK-07 asks a provider that is down no further, and goes on with the other one's orders", async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `stripe-${n}`);
    const all = [
      ...ids.map((id) => ({ id, provider: "stripe" as const })),
      { id: "last", provider: "paypal" as const },
    ];
    const store = storeWith({
      stripe: { gateway: { find: down } },
      paypal: { gateway: { find: gives(CANCELED), finalize: nothing } },
      repositories: settleable(order(), {
        orders: {
          pending: gives(all),
          get: (id) => Effect.succeed(order({ id, provider: id === "last" ? "paypal" : "stripe" })),
          lock: (id) => Effect.succeed(order({ id, provider: "paypal" })),
        },
      }),
    });
    expect(await store.run(resumeOrders("all"))).toBe(20);
    // Up to four may be in flight when the first one fails.
    expect(store.argsOf("stripe.gateway.find").length).toBeLessThanOrEqual(4);
    expect(store.argsOf("orders.transition").map(([id]) => id)).toEqual(["last"]);
  });

  it("CHK-07 a defect of one order holds up no other", async () => {
    const all = ["broken", "order"].map((id) => ({ id, provider: "stripe" as const }));
    const store = storeWith({
      stripe: { gateway: { find: gives(CANCELED), finalize: nothing } },
      repositories: settleable(order(), {
        orders: { pending: gives(all), get: (id) => Effect.succeed(id === "broken" ? null : order()) },
      }),
    });
    expect(await store.run(resumeOrders("all"))).toBe(1);
    expect(store.argsOf("orders.transition").map(([id]) => id)).toEqual(["order"]);
  });
});
