import { type Order, cents, credits } from "@backlot/domain";
import { SubscriptionEnded, type StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { cancelSubscription } from "../src/plan-changes/cancel-subscription.ts";
import { payOverdue } from "../src/plan-changes/pay-overdue.ts";
import type { PricedChange } from "../src/plan-changes/price-change.ts";
import { resumeSubscription } from "../src/plan-changes/resume-subscription.ts";
import { scheduleDowngrade } from "../src/plan-changes/schedule-downgrade.ts";
import { FREE_LEASES, type Allowed, NOW, down, gives, nothing, storeWith } from "./services.ts";
import { OFFER, account, minutesLater, order, quoteOf, running } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

const CANCELED = { at_period_end: { _tag: "cancels" } } as const;

/** Repositories of an account with a plan, whose lease is free. */
const withPlan = (known: StoredSubscription | null, more: Methods = {}): Methods => ({
  leases: FREE_LEASES,
  accounts: { lock: gives(account()), ...more.accounts },
  subscriptions: {
    current: gives(known),
    get: gives(known),
    save: nothing,
    byProvider: gives(known),
    ...more.subscriptions,
  },
  orders: { openSubscriptionOrder: gives(null), openChangesOf: gives([]), ...more.orders },
  credits: { lots: gives([]), ...more.credits },
  outbox: { enqueue: gives(true) },
  plans: { get: gives(OFFER) },
  overviews: { get: gives(null), ...more.overviews },
});

describe("a schedule for the end of a period", () => {
  const resumed = async (known: StoredSubscription, allowed: Pick<Allowed, "stripe" | "paypal">) => {
    const store = storeWith({ ...allowed, repositories: withPlan(known) });
    const failure = await store.run(Effect.flip(resumeSubscription(account())));
    return { failure, saved: store.argsOf("subscriptions.save"), store };
  };
  const byPayPal = running(CANCELED, { provider: "paypal" });
  const ended = () => Effect.fail(new SubscriptionEnded({ subscription_id: "sub_1" }));

  it("CHG-08 is changed at a provider that knows plans first, and not here if it refuses", async () => {
    for (const resume of [down, ended]) {
      const { saved } = await resumed(running(CANCELED), { stripe: { billing: { plansKnown: true, resume } } });
      expect(saved).toEqual([]);
    }
    const done = await resumed(running(CANCELED), { stripe: { billing: { plansKnown: true, resume: nothing } } });
    const first = ["stripe.billing.resume", "subscriptions.save"];
    expect(done.store.order(...first)).toEqual(first);
  });

  it("CHG-08 is changed here first for a provider that knows prices only, and restored if it refuses", async () => {
    const paypal = (resume: typeof down | typeof nothing) => ({ paypal: { billing: { plansKnown: false, resume } } });
    const { saved, store } = await resumed(byPayPal, paypal(down));
    expect(saved).toMatchObject([[{ at_period_end: { _tag: "renews" } }], [CANCELED]]);
    const here = ["subscriptions.save", "paypal.billing.resume"];
    expect(store.order(...here)).toEqual(here);
    expect((await resumed(byPayPal, paypal(nothing))).saved).toHaveLength(1);
  });

  it("CHG-02 of a downgrade that PayPal could not be asked for is not kept", async () => {
    const known = running({}, { provider: "paypal" });
    const target = {
      ...known.subscription.terms,
      variant_id: 129,
      recurring_credits: credits(10),
      price: cents(2_400),
    };
    // Only these fields of a priced change are scheduled.
    const priced = { target, preview: { price: cents(2_400), account_credit_left: cents(0) } } as PricedChange;
    const scheduled = (schedulePlan: typeof down | typeof nothing) => {
      const store = storeWith({
        paypal: { billing: { plansKnown: false, schedulePlan } },
        repositories: withPlan(known),
      });
      return store.run(Effect.exit(scheduleDowngrade(known, priced))).then(() => store.argsOf("subscriptions.save"));
    };
    const changes = [{ at_period_end: { _tag: "changes", to: target } }];
    expect(await scheduled(nothing)).toMatchObject([changes]);
    expect(await scheduled(down)).toMatchObject([changes, [{ at_period_end: { _tag: "renews" } }]]);
  });

  it("CHG-08 a cancellation can't be undone in the last two minutes before its end", async () => {
    const ending = running({ ...CANCELED, period: { start: minutesLater(-60), end: minutesLater(1) } });
    const { failure, store } = await resumed(ending, {});
    expect(failure).toMatchObject({ reason: "subscription_ended" });
    expect(store.effects()).toEqual([]);
  });

  it("CHG-08 can't be undone once the period is over, and asks no provider then", async () => {
    const over = running({ ...CANCELED, period: { start: minutesLater(-60), end: NOW } });
    const { failure, store } = await resumed(over, {});
    expect(failure).toMatchObject({ reason: "subscription_ended" });
    expect(store.effects()).toEqual([]);
  });
});

describe("a cancellation", () => {
  const THERE = {
    subscription_id: "sub_1",
    order_id: null,
    status: "active",
    ended_at: null,
    ended_unpaid: false,
    cancels_at_period_end: false,
    has_schedule: false,
    auto_renews: true,
    next_invoice_amount: cents(4_900),
    next_invoice_at: null,
    failed_unconfirmed: false,
    failed_at: null,
    invoices: [],
  } as const;
  const LEGACY_LOT = {
    id: "lot",
    kind: "legacy",
    granted: 10,
    remaining: 10,
    granted_at: NOW,
    source: "old",
    subscription_id: "plan",
  };

  const canceled = (acknowledged: boolean, more: Methods = {}) => {
    const store = storeWith({
      stripe: { billing: { retrieve: gives(THERE), cancelAtPeriodEnd: nothing } },
      repositories: withPlan(running({ legacy: true }), { credits: { lots: gives([LEGACY_LOT as never]) }, ...more }),
    });
    return store.run(Effect.flip(cancelSubscription(account(), acknowledged))).then((failure) => ({ failure, store }));
  };

  it("CHG-05 that would lose credits is told so before the provider hears of it", async () => {
    const { failure, store } = await canceled(false);
    expect(failure).toMatchObject({ reason: "acknowledgement_required" });
    expect(store.argsOf("stripe.billing.cancelAtPeriodEnd")).toEqual([]);
    const { store: known } = await canceled(true);
    expect(known.argsOf("stripe.billing.cancelAtPeriodEnd")).toEqual([["sub_1"]]);
    expect(known.argsOf("subscriptions.save")).toMatchObject([[CANCELED]]);
  });

  it("CHG-08 reads the provider first, and is made there before it is saved, under the account's lease", async () => {
    const { store } = await canceled(true);
    const there = ["stripe.billing.retrieve", "stripe.billing.cancelAtPeriodEnd", "subscriptions.save"];
    const underLease = ["leases.take", ...there, "leases.release"];
    expect(store.order(...underLease)).toEqual(underLease);
  });

  it("CHG-08 waits while a bank processes an upgrade, which would undo it", async () => {
    const upgrade: Order = order({
      items: [{ kind: "plan-change", plan_variant_id: 133, subscription_id: "plan", replaces_payment: "invoice:1" }],
      quote: quoteOf("plan", 9_900),
      payment_reference: "in_1",
    });
    const processing = {
      _tag: "Processing",
      reference: "in_1",
      amount: null,
      client_secret: null,
      handle: null,
    } as const;
    const store = storeWith({
      stripe: { gateway: { find: gives(processing), cancel: gives(processing) } },
      repositories: withPlan(running(), {
        orders: { openSubscriptionOrder: gives(upgrade), get: gives(upgrade), lock: gives(upgrade) },
      }),
    });
    const failure = await store.run(Effect.flip(cancelSubscription(account(), true)));
    expect(failure).toMatchObject({ reason: "order_in_progress" });
  });
});

describe("an overdue plan", () => {
  const OVERDUE = { status: { _tag: "past-due", since: minutesLater(-60) } } as const;
  const paid = (known: StoredSubscription, owner: string) => {
    const intent = {
      id: "seti",
      client_secret: "",
      status: "succeeded",
      customer_id: owner,
      payment_method_id: "card",
      is_chargeable: true,
      customer_balance: cents(0),
    };
    const store = storeWith({ cards: { setupIntent: gives(intent) }, repositories: withPlan(known) });
    const work = payOverdue(account({ stripe_customer_token: "cus_ada" }), "seti");
    return store.run(Effect.flip(work)).then((failure) => ({ failure, effects: store.effects() }));
  };

  it("CHK-06 is paid by its owner's card alone, and PayPal's is not asked for a card", async () => {
    const foreign = await paid(running(OVERDUE), "cus_eve");
    expect(foreign).toMatchObject({ failure: { _tag: "forbidden" }, effects: [] });
    const byPayPal = await paid(running(OVERDUE, { provider: "paypal" }), "cus_ada");
    expect(byPayPal).toMatchObject({ failure: { reason: "billed_elsewhere" }, effects: [] });
  });
});
