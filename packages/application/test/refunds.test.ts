import { LOWEST_LICENSE, type OrderItem, cents, itemSource } from "@backlot/domain";
import { type Refund, Staff, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { enqueueRefund } from "../src/funding/enqueue-refund.ts";
import { refundItem } from "../src/fulfillment/refund-item.ts";
import { refundDue } from "../src/refunds/refund-due.ts";
import { type Allowed, NOW, down, gives, nothing, storeWith } from "./services.ts";
import { account, order, payment, quoteOf, refund } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

/** Repositories with some due refunds and no other due work. */
const dueRefunds = (due: readonly Refund[], more: Methods = {}): Methods => ({
  refunds: {
    due: gives(due),
    attempt: (_id, amount) => Effect.succeed(amount),
    complete: nothing,
    retryFailed: nothing,
    ...more.refunds,
  },
  balanceAdjustments: { due: gives([]), enqueue: nothing, ...more.balanceAdjustments },
  payments: { get: gives(payment({ reason: "items", order_id: null })), setRefunded: nothing, ...more.payments },
  disputes: { ofPayment: gives([]), ...more.disputes },
  funding: { entries: gives([]) },
  accounts: { lock: gives(account()), ...more.accounts },
  outbox: { enqueue: gives(true) },
});

const REFUNDED = { _tag: "Refunded", provider_reference: "re_1", refunded: cents(1_000) } as const;

describe("due refunds", () => {
  it("CHK-07 are made at the provider first, and recorded under the account's lock", async () => {
    const store = storeWith({ stripe: { refunds: { refund: gives(REFUNDED) } }, repositories: dueRefunds([refund()]) });
    expect(await store.run(refundDue)).toBe(1);
    const made = ["stripe.refunds.refund", "accounts.lock", "refunds.complete"];
    expect(store.order(...made)).toEqual(made);
    const recorded = ["refunds.complete", "payments.setRefunded", "outbox.enqueue"];
    expect(store.effects()).toEqual(expect.arrayContaining(recorded));
  });

  it("CHK-07 stay due while their provider is down, and hold up no refund of another one", async () => {
    const store = storeWith({
      stripe: { refunds: { refund: down } },
      paypal: { refunds: { refund: gives(REFUNDED) } },
      repositories: dueRefunds([refund({ id: "a", payment_id: "stripe" }), refund({ id: "b", payment_id: "paypal" })], {
        payments: {
          get: (id) =>
            Effect.succeed(payment({ id, provider: id as "stripe" | "paypal", reason: "items", order_id: null })),
        },
      }),
    });
    expect(await store.run(refundDue)).toBe(1);
    expect(store.argsOf("refunds.complete").map(([id]) => id)).toEqual(["b"]);
  });

  it("ORD-06 that a provider refuses are left to support, and return no account credit", async () => {
    const refused = gives({ _tag: "Refused", reason: "too late", provider_reference: null } as const);
    const store = storeWith({
      stripe: { refunds: { refund: refused } },
      repositories: dueRefunds([refund({ account_credit: cents(100) })]),
    });
    expect(await store.run(refundDue)).toBe(0);
    expect(store.argsOf("refunds.complete")).toEqual([["refund", { status: "failed", provider_reference: null }, NOW]]);
    expect(store.argsOf("balanceAdjustments.enqueue")).toEqual([]);
  });

  it("ORD-06 that a provider has yet to confirm don't count as made, and return no account credit yet", async () => {
    const issued = gives({ _tag: "Issued", provider_reference: "re_1" } as const);
    const store = storeWith({
      stripe: { refunds: { refund: issued } },
      repositories: dueRefunds([refund({ account_credit: cents(100) })]),
    });
    await store.run(refundDue);
    expect(store.argsOf("refunds.complete")).toEqual([
      ["refund", { status: "issued", provider_reference: "re_1" }, NOW],
    ]);
    for (const step of ["payments.setRefunded", "balanceAdjustments.enqueue"]) expect(store.argsOf(step)).toEqual([]);
  });

  it("ORD-06 CHK-07 ask for the same amount again after a lost answer, and no more once they aren't due", async () => {
    const made = async (attempted: number | null, recorded: number | null) => {
      const store = storeWith({
        stripe: { refunds: { refund: gives(REFUNDED) } },
        repositories: dueRefunds([refund({ attempted: attempted === null ? null : cents(attempted) })], {
          payments: { get: gives(payment({ reason: "items", order_id: null, refunded: cents(600) })) },
          refunds: { attempt: gives(recorded === null ? null : cents(recorded)) },
        }),
      });
      await store.run(refundDue);
      return {
        attempts: store.argsOf("refunds.attempt").map(([, amount]) => amount),
        asked: store.argsOf("stripe.refunds.refund").map(([request]) => (request as { amount: number }).amount),
      };
    };
    expect(await made(null, 400)).toEqual({ attempts: [400], asked: [400] });
    // The refund of 600 was made, but its answer was lost; the provider knows it by its amount.
    expect(await made(600, 600)).toEqual({ attempts: [600], asked: [600] });
    expect(await made(600, null)).toEqual({ attempts: [600], asked: [] });
  });

  it("ORD-06 of a disputed payment wait, and refund only what was not lost", async () => {
    const made = async (status: "open" | "lost") => {
      const store = storeWith({
        stripe: { refunds: { refund: gives(REFUNDED) } },
        repositories: dueRefunds([refund()], {
          payments: { get: gives(payment({ reason: "items", order_id: null, disputed: cents(400) })) },
          disputes: { ofPayment: gives([{ status } as never]) },
        }),
      });
      await store.run(refundDue);
      return store.argsOf("stripe.refunds.refund");
    };
    expect(await made("open")).toEqual([]);
    expect(await made("lost")).toMatchObject([[{ id: "refund", payment_reference: "pi_1", amount: 600 }]]);
  });

  it("DSC-06 CHK-07 of account credit alone ask for no refund, and give the credit back", async () => {
    const store = storeWith({
      repositories: dueRefunds([refund({ amount: cents(0), account_credit: cents(700) })], {
        payments: {
          get: gives(payment({ reason: "items", order_id: null, amount: cents(0), provider_reference: null })),
        },
      }),
    });
    expect(await store.run(refundDue)).toBe(1);
    expect(store.argsOf("balanceAdjustments.enqueue")).toMatchObject([
      [{ id: "credit:refund", user_id: "ada", cents: -700 }, NOW],
    ]);
  });

  it("CHK-07 a balance that can't be changed holds up no other, and stays due", async () => {
    const adjustments = ["eve", "ada"].map((user_id) => ({ id: user_id, user_id, cents: cents(-100), reason: "" }));
    const store = storeWith({
      cards: { adjustBalance: nothing },
      repositories: dueRefunds([], {
        balanceAdjustments: { due: gives(adjustments), complete: nothing },
        // Eve is not a customer at the provider.
        accounts: {
          get: (id) => Effect.succeed(account({ id, stripe_customer_token: id === "ada" ? "cus_1" : null })),
        },
      }),
    });
    await store.run(refundDue);
    expect(store.argsOf("cards.adjustBalance")).toMatchObject([[{ id: "ada", customer_id: "cus_1", cents: -100 }]]);
    expect(store.argsOf("balanceAdjustments.complete")).toEqual([["ada", NOW]]);
    const outside = ["cards.adjustBalance", "balanceAdjustments.complete"];
    expect(store.order(...outside)).toEqual(outside);
  });

  it("CHK-07 nothing is enqueued for a payment of nothing", async () => {
    const store = storeWith({ repositories: { refunds: { enqueue: gives(true) } } });
    const due = { cause: "unfulfillable", cause_reference: "order", payment_id: "payment:1" } as const;
    const inside = (amount: number, account_credit: number) =>
      store.run(transactional(enqueueRefund({ ...due, amount: cents(amount), account_credit: cents(account_credit) })));
    await inside(0, 0);
    expect(store.argsOf("refunds.enqueue")).toEqual([]);
    await inside(0, 1);
    expect(store.argsOf("refunds.enqueue")).toHaveLength(1);
  });
});

describe("an item that support takes back", () => {
  const ITEM: OrderItem = { kind: "product", collection_variant_id: 7, raised_from: null };
  const sold = order({ items: [ITEM], quote: quoteOf("item", 1_000), status: { _tag: "paid", at: NOW } });
  const asked = { variant_id: 7, reason: "A double", actor: "Mallory" };
  const owned = {
    collection_id: 1,
    collection_variant_id: 7,
    source: itemSource("payment:1", 0),
    license_id: LOWEST_LICENSE,
    at_upgrade_price: false,
    raised_from: null,
  };

  const takenBack = (more: Methods = {}, name: string | null = "Grace") => {
    const store = storeWith({
      stripe: { refunds: { refund: down } },
      repositories: {
        ...dueRefunds([refund({ cause: "item", cause_reference: owned.source })], more),
        accounts: { lock: gives(account()), get: gives(account()), ...more.accounts },
        orders: { get: gives(sold), ...more.orders },
        payments: {
          ofAccount: gives([payment()]),
          ofOrders: gives([payment()]),
          get: gives(payment()),
          ...more.payments,
        },
        collections: {
          entitlementsOf: gives([owned as never]),
          revokeEntitlement: nothing,
          byIds: gives([]),
          ...more.collections,
        },
        credits: { lots: gives([]) },
        subscriptions: { current: gives(null) },
        unrecovered: { ofAccount: gives([]) },
        supportActions: { add: gives(true) },
        refunds: {
          due: gives([]),
          enqueue: gives(true),
          ofPayments: gives([]),
        },
      },
    });
    const work = refundItem("order", asked).pipe(Effect.provideService(Staff, { name, role: "admin" as const }));
    return store.run(Effect.result(work)).then((result) => ({ result, store }));
  };

  it("ORD-06 CLI-02 is revoked, refunded, and logged at once under its buyer's lock", async () => {
    const { result, store } = await takenBack();
    expect(result).toMatchObject({ success: { amount: 1_000 } });
    const made = ["accounts.lock", "collections.revokeEntitlement", "refunds.enqueue"];
    // The trial that finds out what goes with the item is rolled back first.
    expect(store.order(...made, "supportActions.add", "roll back", "commit")).toEqual([
      ...made,
      "roll back",
      "supportActions.add",
      "commit",
    ]);
    expect(store.argsOf("refunds.enqueue")).toHaveLength(2);
    // Who holds a key of their own acts under their own name.
    expect(store.argsOf("supportActions.add")).toMatchObject([
      ["ada", { actor: "Grace", proven: true, reason: "A double", change: { kind: "refund_item", amount: 1_000 } }],
    ]);
  });

  it("CLI-02 ACC-07 keeps no reason about a buyer who was deleted", async () => {
    const { store } = await takenBack({ accounts: { get: gives(account({ deleted_at: NOW })) } }, null);
    expect(store.argsOf("supportActions.add")).toMatchObject([
      ["ada", { actor: "Mallory", proven: false, reason: "" }],
    ]);
  });

  it("ORD-06 is not refunded twice: who no longer owns it gets nothing", async () => {
    const { result, store } = await takenBack({ collections: { entitlementsOf: gives([]) } });
    expect(result).toMatchObject({ failure: { reason: "item_unavailable" } });
    expect(store.effects()).toEqual([]);
  });

  it("ORD-03 ORD-06 is taken from the account that took its guest's order over in the meantime", async () => {
    const orders = [order({ ...sold, user_id: "guest" }), sold, sold, sold];
    const { store } = await takenBack({ orders: { get: () => Effect.sync(() => orders.shift() ?? sold) } });
    expect(store.argsOf("accounts.lock").slice(0, 2)).toEqual([["guest"], ["ada"]]);
  });
});
