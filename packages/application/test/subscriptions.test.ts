import { cents, licenseId, planLineLabel, planVariant } from "@backlot/domain";
import type { PaidInvoice, ProviderSubscription, StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { expireSubscriptions } from "../src/subscriptions/expire.ts";
import { syncSubscription } from "../src/subscriptions/sync-subscription.ts";
import { terminateReplacedSubscriptions } from "../src/subscriptions/terminate-replaced.ts";
import { FREE_LEASES, type Allowed, NOW, down, gives, nothing, storeWith } from "./services.ts";
import { INDIVIDUAL, OFFER, account, minutesLater, running } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

/** Ada's plan as Stripe tells it. */
const found = (more: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  subscription_id: "sub_1",
  order_id: "plan",
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
  ...more,
});

const RENEWAL: PaidInvoice = {
  id: "2",
  reason: "renewal",
  total: cents(4_900),
  tax: cents(0),
  amount_paid: cents(4_900),
  period: { start: running().subscription.period.end, end: minutesLater(60 * 24 * 60) },
  plan_variant_id: OFFER.id,
  payment_id: "pi_2",
  paid_at: NOW,
};

/** Repositories of a stored subscription. */
const stored = (known = running(), more: Methods = {}): Methods => ({
  ...more,
  accounts: { lock: gives(account()), update: nothing, ...more.accounts },
  subscriptions: {
    byProvider: gives(known),
    get: gives(known),
    save: nothing,
    ...more.subscriptions,
  },
  payments: { get: gives(null), record: gives(true), ...more.payments },
  plans: { get: gives(OFFER), ...more.plans },
  funding: { entries: gives([]), post: nothing },
  credits: { lots: gives([]), post: nothing, grant: gives(true) },
  outbox: { enqueue: gives(true) },
  refunds: { enqueue: gives(true), ...more.refunds },
  orders: { openChangesOf: gives([]), ...more.orders },
});

describe("syncing a subscription", () => {
  const synced = (there: ProviderSubscription | null, more: Methods = {}, known = running()) => {
    const store = storeWith({
      stripe: { billing: { retrieve: gives(there), cancelNow: nothing, resume: nothing } },
      repositories: stored(known, { plans: { get: gives(OFFER) }, ...more }),
    });
    return store.run(syncSubscription(known)).then((result) => ({ result, store }));
  };

  it("CHK-07 writes nothing if nothing is new", async () => {
    const { store } = await synced(found());
    expect(store.effects()).toEqual([]);
  });

  it("CHK-07 grants a renewal once: a known payment grants nothing", async () => {
    const renewed = found({ invoices: [RENEWAL] });
    const first = await synced(renewed);
    expect(first.store.argsOf("credits.grant")).toMatchObject([
      ["ada", { granted: 20, source: "invoice:2" }, {}, INDIVIDUAL],
    ]);
    for (const payments of [{ record: gives(false) }, { get: gives({} as never) }]) {
      const again = await synced(renewed, { payments: { get: gives(null), record: gives(true), ...payments } });
      expect([again.store.argsOf("credits.grant"), again.store.argsOf("subscriptions.save")]).toEqual([[], []]);
    }
  });

  it("ORD-06 records the receipt of a renewal with the payment: its plan, period, and tax", async () => {
    const to = { ...running().subscription.terms, variant_id: OFFER.id, license_id: licenseId(2) };
    const taxed = { ...RENEWAL, total: cents(5_304), tax: cents(404), amount_paid: cents(5_000) };
    const { store } = await synced(
      found({ invoices: [taxed] }),
      { accounts: { setSubscriber: nothing } },
      running({ at_period_end: { _tag: "changes", to } }),
    );
    const [[payment, receipt] = []] = store.argsOf("payments.record");
    expect(payment).toMatchObject({ id: "invoice:2", order_id: null, amount: 5_000 });
    expect(receipt).toEqual({
      seller: { name: "Backlot", address: [], tax_id: null },
      license_id: 2,
      paid_at: NOW,
      paid_with: "card",
      period: RENEWAL.period,
      lines: [{ label: planLineLabel(planVariant(OFFER, licenseId(2))), amount: 4_900 }],
      discounts: [],
      subtotal: 4_900,
      account_credit: 304,
      tax: 404,
      total: 5_000,
    });
  });

  it("CHK-07 refunds a renewal of a plan that has ended, and grants nothing", async () => {
    const ended = running({ status: { _tag: "ended", at: NOW, reason: "cancelled" } });
    const { store } = await synced(found({ invoices: [RENEWAL] }), {}, ended);
    expect(store.argsOf("refunds.enqueue")).toMatchObject([
      [{ cause: "billed-twice", payment_id: "invoice:2", amount: 4_900 }],
    ]);
    expect(store.argsOf("credits.grant")).toEqual([]);
    // The provider would bill it again.
    expect(store.argsOf("stripe.billing.cancelNow")).toEqual([["sub_1"]]);
  });

  const WRONG = found({ next_invoice_amount: cents(2_400) });
  const leased = (isFree: boolean): Methods => ({
    accounts: { lock: gives(account()) },
    leases: { ...FREE_LEASES, take: gives(isFree) },
  });

  it("CHG-08 corrects a wrong price at the provider after the transaction, as it is under the lease", async () => {
    const { store } = await synced(WRONG, leased(true));
    expect(store.argsOf("stripe.billing.resume")).toMatchObject([["sub_1", { amount: 4_900 }, null]]);
    const after = ["commit", "leases.take", "stripe.billing.resume"];
    expect(store.order("leases.take", "stripe.billing.resume")).toEqual(after.slice(1));
    expect(store.order("commit", "stripe.billing.resume")).toEqual(["commit", "stripe.billing.resume"]);
    // Read once more under the lease.
    expect(store.argsOf("stripe.billing.retrieve").length).toBeGreaterThan(1);
  });

  it("CHG-08 leaves a wrong price alone while another request changes the plan", async () => {
    const elsewhere = await synced(WRONG, leased(false));
    expect(elsewhere.store.argsOf("stripe.billing.resume")).toEqual([]);
    const waiting = { orders: { openChangesOf: gives([{ provider: "stripe" } as never]) } };
    const atBank = await synced(WRONG, { ...leased(true), ...waiting });
    expect(atBank.store.argsOf("stripe.billing.resume")).toEqual([]);
  });

  it("CHG-08 says nothing of a price that the provider states for another period", async () => {
    const { store } = await synced(found({ next_invoice_amount: cents(2_400), next_invoice_at: NOW }));
    expect(store.argsOf("stripe.billing.resume")).toEqual([]);
  });

  it("CHG-08 keeps a downgrade whose schedule is gone while an upgrade is being paid", async () => {
    const to = { ...running().subscription.terms, variant_id: 129, price: cents(2_400) };
    const known = running({ at_period_end: { _tag: "changes", to } });
    const there = found({ next_invoice_amount: null });
    const during = await synced(there, { orders: { openChangesOf: gives([{ provider: "stripe" } as never]) } }, known);
    expect(during.store.argsOf("subscriptions.save")).toEqual([]);
    const after = await synced(there, {}, known);
    expect(after.store.argsOf("subscriptions.save")).toMatchObject([[{ at_period_end: { _tag: "renews" } }]]);
  });

  it("CHK-07 leaves a plan alone that another agreement bills now", async () => {
    const { result, store } = await synced(found({ status: "ended" }), { subscriptions: { byProvider: gives(null) } });
    expect(result).toBeNull();
    expect(store.argsOf("subscriptions.save")).toEqual([]);
  });
});

describe("the end of a plan by time", () => {
  const OVER = {
    at_period_end: { _tag: "cancels" },
    period: { start: minutesLater(-60), end: minutesLater(-1) },
  } as const;

  it("CHG-08 CHK-07 is recorded after the provider has ended it", async () => {
    const due = running(OVER);
    const store = storeWith({
      stripe: {
        billing: { retrieve: gives(found({ cancels_at_period_end: true, auto_renews: false })), cancelNow: nothing },
      },
      repositories: stored(due, { subscriptions: { dueForExpiry: gives([due]) } }),
    });
    expect(await store.run(expireSubscriptions)).toBe(1);
    expect(store.argsOf("subscriptions.save")).toMatchObject([[{ status: { _tag: "ended", reason: "cancelled" } }]]);
    expect(store.argsOf("stripe.billing.cancelNow")).toEqual([["sub_1"]]);
    const ending = ["stripe.billing.cancelNow", "subscriptions.save"];
    expect(store.order(...ending)).toEqual(ending);
    expect(store.argsOf("accounts.update")).toEqual([["ada", { free_subscriber: true }]]);
  });

  it("CHK-07 does not come for a plan that was paid in the meantime", async () => {
    const due = running({
      ...OVER,
      at_period_end: { _tag: "renews" },
      status: { _tag: "past-due", since: minutesLater(-60 * 24 * 8) },
    });
    const saved: unknown[] = [];
    const paid = running();
    const store = storeWith({
      stripe: { billing: { retrieve: gives(found()) } },
      repositories: stored(due, {
        subscriptions: {
          dueForExpiry: gives([due]),
          save: (each) => Effect.sync(() => void saved.push(each)),
          byProvider: () => Effect.sync(() => (saved.length === 0 ? due : paid)),
        },
      }),
    });
    expect(await store.run(expireSubscriptions)).toBe(0);
    expect(saved).toMatchObject([{ status: { _tag: "active" } }]);
  });

  it("CHK-07 waits for a provider that is down or has no keys, and comes for the plans of another one", async () => {
    const byPayPal = running({ ...OVER, id: "paypal" }, { provider: "paypal", provider_subscription_id: "I-1" });
    const ending = found({ cancels_at_period_end: true, auto_renews: false });
    const there = { retrieve: gives(ending), cancelNow: nothing };
    const ended = async (known: StoredSubscription, providers: Pick<Allowed, "stripe" | "paypal">) => {
      const due = [running(OVER), byPayPal];
      const store = storeWith({
        ...providers,
        repositories: stored(known, { subscriptions: { dueForExpiry: gives(due) } }),
      });
      expect(await store.run(expireSubscriptions)).toBe(1);
      return store.argsOf("subscriptions.save");
    };
    const isDown = { stripe: { billing: { retrieve: down } }, paypal: { billing: there } };
    expect(await ended(byPayPal, isDown)).toMatchObject([[{ id: "paypal" }]]);
    const hasNoKeys = { stripe: { billing: there }, paypal: null };
    expect(await ended(running(OVER), hasNoKeys)).toMatchObject([[{ id: "plan" }]]);
  });
});

describe("a plan that was replaced", () => {
  const terminations = [
    { provider: "stripe", provider_subscription_id: "sub_1", since: NOW },
    { provider: "paypal", provider_subscription_id: "I-1", since: NOW },
  ] as const;

  const terminated = (record: boolean) => {
    const store = storeWith({
      stripe: { billing: { cancelNow: down } },
      paypal: { billing: { cancelNow: nothing, retrieve: gives(found({ invoices: [RENEWAL] })) } },
      repositories: stored(running(), {
        subscriptions: { pendingTerminations: gives(terminations), completeTermination: nothing },
        payments: { get: gives(null), record: gives(record) },
      }),
    });
    return store.run(terminateReplacedSubscriptions).then((count) => ({ count, store }));
  };

  it("CHG-09 CHK-07 is ended at its provider, and what was billed beside the new one is refunded once", async () => {
    const { store } = await terminated(true);
    expect(store.argsOf("refunds.enqueue")).toMatchObject([[{ cause: "billed-twice", payment_id: "invoice:2" }]]);
    const again = await terminated(false);
    expect(again.store.argsOf("refunds.enqueue")).toEqual([]);
    const once = ["payments.record", "subscriptions.completeTermination"];
    expect(again.store.effects().filter((effect) => once.includes(effect))).toEqual(once);
  });

  it("CHK-07 stays listed while its provider is down, and holds up no other", async () => {
    const { count, store } = await terminated(true);
    expect(count).toBe(1);
    expect(store.argsOf("subscriptions.completeTermination")).toEqual([[terminations[1]]]);
  });
});
