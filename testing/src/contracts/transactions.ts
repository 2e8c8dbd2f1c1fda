import {
  type Account,
  type Instant,
  type Dispute,
  type Order,
  type PlanOffer,
  type ReceiptFacts,
  type Subscription,
  cents,
  credits,
  grant,
  instant,
  newAccount,
  licenseId,
  receiptPlace,
  startSubscription,
  taxRate,
} from "@backlot/domain";
import type { NewPayment, OrderEnd, Repositories, Transactions } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const AT = instant(Date.UTC(2026, 10, 21, 6, 50));

/** Returns a sample account with an id. */
const someAccount = (id: string): Account =>
  newAccount({ id, email: `${id}@example.com`, first_name: "Ada", last_name: "Lens", created_at: AT });

/** Returns a sample receipt of a payment, with its amount in cents. */
export const someReceipt = ({ amount, at }: Pick<NewPayment, "amount" | "at">): ReceiptFacts => ({
  seller: { name: "Backlot", address: ["1 Studio Lane"], tax_id: null },
  license_id: licenseId(1),
  paid_at: at,
  paid_with: "card",
  period: null,
  lines: [{ label: "A line", amount }],
  discounts: [],
  subtotal: amount,
  account_credit: cents(0),
  tax: cents(0),
  total: amount,
});

const lotOf = (id: string, amount: number) =>
  grant({ id, kind: "grant", granted: credits(amount), granted_at: AT, source: `source:${id}`, subscription_id: null });

const quote = {
  currency: "usd",
  lines: [{ kind: "plan", reference: "130", label: "Pro", gross: cents(4_900), discount: cents(0), net: cents(4_900) }],
  discounts: [],
  subtotal: cents(4_900),
  discount: cents(0),
  account_credit: cents(0),
  account_credit_left: cents(0),
  tax: cents(0),
  total: cents(4_900),
  renewal: { price: cents(4_900), at: AT, text: "Renews" },
} as const;

/** The plan that this suite's orders contain. */
const PLAN: PlanOffer = {
  id: 900,
  group_id: 1,
  plan_name: "Pro",
  interval: "month",
  recurring_credits: credits(20),
  price: cents(4_900),
  license_from: licenseId(1),
  license_to: licenseId(2),
};

/** Returns an account's open order. `sold` overrides its fields. */
const orderOf = (user_id: string, sold: Partial<Order> = {}): Order => {
  const id = crypto.randomUUID();
  return {
    id,
    user_id,
    license_id: licenseId(1),
    items: [{ kind: "plan", plan_variant_id: PLAN.id }],
    quote,
    provider: "stripe",
    customer_id: "cus_1",
    payment_method_id: "pm_1",
    payment_reference: null,
    cart_token: null,
    guest_email: null,
    idempotency_key: `key:${id}`,
    status: { _tag: "pending" },
    attempts: 0,
    expires_at: instant(Date.parse(AT) + 23 * 3_600_000),
    created_at: AT,
    ...sold,
  };
};

/**
 * Declares the tests that every Transactions adapter must pass. `writes` is the number of concurrent writes;
 * `hasOwnClock` is true if the database runs outside this process.
 */
export const transactionsContract = (
  name: string,
  open: () => Promise<{ readonly transactions: Transactions; readonly close: () => Promise<void> }>,
  options: { readonly writes: number; readonly hasOwnClock: boolean },
): void => {
  describe(`the transactions port on ${name}`, () => {
    // `read` can also write outside transactions, which the suite uses to set up its rows.
    let transactions: Omit<Transactions, "read"> & { readonly read: Repositories["Service"] };
    let close: () => Promise<void>;
    const run = Effect.runPromise;
    beforeAll(async () => {
      const opened = await open();
      transactions = opened.transactions as typeof transactions;
      close = opened.close;
      await run(transactions.read.plans.put(PLAN));
    });
    afterAll(() => close?.());

    const account = async (): Promise<string> => {
      const id = crypto.randomUUID();
      await run(transactions.read.accounts.insertIfAbsent(someAccount(id)));
      return id;
    };

    it("gives back what was put in", async () => {
      const id = await account();
      expect(await run(transactions.read.accounts.get(id))).toEqual(someAccount(id));
      expect(await run(transactions.read.accounts.get("nobody"))).toBeNull();
      await run(transactions.read.accounts.insertIfAbsent({ ...someAccount(id), first_name: "Changed" }));
      expect((await run(transactions.read.accounts.get(id)))?.first_name).toBe("Ada");
      const profile = {
        user_id: id,
        license_id: licenseId(4),
        completed: true,
        invalidated: false,
        company_name: "Ash & Ember",
        first_name: null,
        last_name: null,
        email: "a@b.co",
        phone: null,
        address: "1 Mill St, London",
        token: `BL-${id}`,
      };
      await run(transactions.read.accounts.saveProfile(profile));
      expect(await run(transactions.read.accounts.profile(id))).toEqual(profile);
      const { lot, entry } = lotOf(`lot-${id}`, 7);
      expect(await run(transactions.read.credits.grant(id, lot, entry, null))).toBe(true);
      expect(await run(transactions.read.credits.lots(id))).toEqual([lot]);
      expect(await run(transactions.read.credits.entries(id))).toEqual([entry]);
      const licensed = lotOf(`licensed-${id}`, 3);
      await run(transactions.read.credits.grant(id, licensed.lot, licensed.entry, licenseId(4)));
      expect(await run(transactions.read.credits.licensesOfLots(id))).toEqual(
        new Map([
          [lot.id, null],
          [licensed.lot.id, 4],
        ]),
      );
      const other = await account();
      expect(await run(transactions.read.credits.lots(other))).toEqual([]);
      expect(await run(transactions.read.credits.entries(other))).toEqual([]);
    });

    it("ACC-05 an account's overview agrees with its parts, without what is over or another's", async () => {
      const { accounts, credits: ledger, disputes, orders, overviews, payments, subscriptions } = transactions.read;
      const [id, other] = [await account(), await account()];
      expect(await run(overviews.get("nobody"))).toBeNull();
      const empty = {
        profile: null,
        lots: [],
        running: null,
        pending_order: null,
        dispute_open: false,
        account_credit: [],
        carried: [],
      };
      expect(await run(overviews.get(other))).toEqual({ account: someAccount(other), ...empty });
      await run(accounts.confirm(id, instant(Date.parse(AT) + 1_234)));
      for (const number of [2, 1]) {
        const { lot, entry } = lotOf(`${number}-${id}`, number);
        await run(ledger.grant(id, lot, entry, null));
      }
      const terms = {
        variant_id: PLAN.id,
        license_id: licenseId(1),
        interval: PLAN.interval,
        recurring_credits: PLAN.recurring_credits,
        price: PLAN.price,
      };
      const plan = (at_period_end: Subscription["at_period_end"]) => {
        const period = { start: AT, end: instant(Date.parse(AT) + 30 * 86_400_000) };
        const payment = { reference: crypto.randomUUID(), paid: PLAN.price, period };
        const made = startSubscription({
          id: crypto.randomUUID(),
          terms,
          at: AT,
          payment,
          discount: null,
        }).subscription;
        return {
          user_id: id,
          provider: "stripe" as const,
          provider_subscription_id: made.id,
          legacy_kind: null,
          created_at: AT,
          tax: taxRate(8.25),
          subscription: { ...made, at_period_end },
        };
      };
      const over = plan({ _tag: "renews" });
      const ended = { ...over.subscription, status: { _tag: "ended", at: AT, reason: "cancelled" } as const };
      await run(subscriptions.insert({ ...over, subscription: ended }));
      const running = plan({ _tag: "changes", to: terms });
      await run(subscriptions.insert(running));
      const waiting = orderOf(id);
      await run(orders.insert(waiting, AT));
      const payment_id = crypto.randomUUID();
      await run(
        payments.record(
          {
            id: payment_id,
            user_id: id,
            order_id: null,
            subscription_id: running.subscription.id,
            provider: "stripe",
            reason: "plan",
            provider_reference: null,
            amount: PLAN.price,
            refunded: cents(0),
            period: null,
            at: AT,
          },
          someReceipt({ amount: PLAN.price, at: AT }),
        ),
      );
      const dispute = { id: `dp_${id}`, provider: "stripe" as const, user_id: id, payment_id, amount: cents(100) };
      await run(disputes.save({ ...dispute, status: "open", opened_at: AT, closed_at: null }));
      expect(await run(overviews.get(id))).toEqual({
        account: await run(accounts.get(id)),
        profile: null,
        lots: await run(ledger.lots(id)),
        running: { subscriptionRecord: await run(subscriptions.current(id)), offer: PLAN, next_offer: PLAN },
        pending_order: {
          id: waiting.id,
          provider: "stripe",
          label: waiting.quote.lines[0]?.label,
          total: waiting.quote.total,
          placed_at: waiting.created_at,
        },
        dispute_open: true,
        account_credit: [],
        carried: [],
      });
      await run(disputes.save({ ...dispute, status: "won", opened_at: AT, closed_at: AT }));
      expect(await run(overviews.get(id))).toMatchObject({ dispute_open: false });
      expect(await run(overviews.get(other))).toEqual({ account: someAccount(other), ...empty });
    });

    it("CRD-03 keeps the prices of packs whole, and the last ones put", async () => {
      expect(await run(transactions.read.packs.prices())).toBeNull();
      const ranges = [{ min: 1, max: null, price: cents(300) }];
      const prices = { presets: [5, 20], individual: ranges, business: ranges };
      await run(transactions.read.packs.put({ ...prices, presets: [1] }));
      await run(transactions.read.packs.put(prices));
      expect(await run(transactions.read.packs.prices())).toEqual(prices);
    });

    it("keeps a whole order and closes it once", async () => {
      const id = await account();
      expect(await run(transactions.read.plans.get(PLAN.id))).toEqual(PLAN);
      const order = orderOf(id, {
        items: [
          { kind: "plan", plan_variant_id: PLAN.id },
          { kind: "credit-pack", credits: credits(5) },
        ],
      });
      const { orders } = transactions.read;
      await run(orders.insert(order, AT));
      expect(await run(orders.byIdempotencyKey(order.idempotency_key))).toEqual(order);
      expect(await run(orders.openSubscriptionOrder(id))).toEqual(order);
      expect(await run(orders.withOpenPlan(order.idempotency_key, id))).toEqual({
        existingOrder: order,
        openPlan: order,
      });
      expect(await run(orders.withOpenPlan("another key", id))).toEqual({ existingOrder: null, openPlan: order });
      expect(await run(orders.withOpenPlan(order.idempotency_key, "nobody"))).toEqual({
        existingOrder: order,
        openPlan: null,
      });
      expect(await run(orders.pending())).toContainEqual({ id: order.id, provider: order.provider });
      expect(await run(orders.transition(order.id, { _tag: "paid", at: AT }))).toBe(true);
      const late = { _tag: "failed", at: AT, message: "late", decline_code: null } as const;
      expect(await run(orders.transition(order.id, late))).toBe(false);
      expect((await run(orders.get(order.id)))?.status).toEqual({ _tag: "paid", at: AT });
      expect(await run(orders.openSubscriptionOrder(id))).toBeNull();
    });

    it("CHK-03 an order keeps how it ended, and late money moves it once more and never again", async () => {
      const id = await account();
      const { orders } = transactions.read;
      const ends = [
        { _tag: "failed", at: AT, message: "Your card was declined.", decline_code: "generic_decline" },
        { _tag: "canceled", at: AT, by: "superseded", message: "order_ended" },
        { _tag: "expired", at: AT },
        { _tag: "unfulfillable", at: AT },
        { _tag: "paid", at: AT },
      ] as const;
      for (const end of ends) {
        const order = orderOf(id);
        await run(orders.insert(order, AT));
        await run(orders.transition(order.id, end));
        expect(await run(orders.get(order.id))).toEqual({ ...order, status: end });
        const isFinal = end._tag === "paid" || end._tag === "unfulfillable";
        expect(await run(orders.transition(order.id, { _tag: "expired", at: AT }))).toBe(false);
        expect(await run(orders.transition(order.id, { _tag: "paid", at: AT }))).toBe(!isFinal);
      }
    });

    it("CHK-03 a payment reference is kept once, and only by an open order", async () => {
      const id = await account();
      const { orders } = transactions.read;
      const order = orderOf(id);
      await run(orders.insert(order, AT));
      expect(await run(orders.attachPaymentReference(order.id, null))).toBe(true);
      expect(await run(orders.attachPaymentReference(order.id, `sub_${id}`))).toBe(true);
      expect(await run(orders.attachPaymentReference(order.id, `sub_${id}`))).toBe(true);
      expect(await run(orders.attachPaymentReference(order.id, `other_${id}`))).toBe(false);
      expect((await run(orders.byPaymentReference(`sub_${id}`)))?.id).toBe(order.id);
      await run(orders.transition(order.id, { _tag: "expired", at: AT }));
      expect(await run(orders.attachPaymentReference(order.id, `sub_${id}`))).toBe(false);
      expect(await run(orders.attachPaymentReference(order.id, null))).toBe(false);
    });

    it("CHK-03 a card is kept by an open order alone: one that was paid keeps what paid it", async () => {
      const id = await account();
      const { orders } = transactions.read;
      const order = orderOf(id);
      await run(orders.insert(order, AT));
      await run(orders.setPaymentMethod(order.id, "pm_second"));
      expect((await run(orders.get(order.id)))?.payment_method_id).toBe("pm_second");
      await run(orders.transition(order.id, { _tag: "paid", at: AT }));
      await run(orders.setPaymentMethod(order.id, "pm_third"));
      expect((await run(orders.get(order.id)))?.payment_method_id).toBe("pm_second");
    });

    it("CHK-07 recovery takes what is due, skips what another process holds, and leaves the rest", async () => {
      const id = await account();
      const { orders } = transactions.read;
      const pack = (): Order => orderOf(id, { items: [{ kind: "credit-pack", credits: credits(5) }] });
      const [due, later] = [pack(), pack()];
      const at = (minute: number) => instant(Date.UTC(2001, 0, 1) + minute * 60_000);
      await run(orders.insert(due, at(0)));
      await run(orders.insert(later, at(10)));
      const ids = (found: readonly Order[]): readonly string[] => found.map((order) => order.id);
      expect(ids(await run(transactions.run((repos) => repos.orders.lockDue(at(5), 10))))).toEqual([due.id]);
      await run(orders.scheduleAttempt(due.id, 1, at(20)));
      expect(ids(await run(transactions.run((repos) => repos.orders.lockDue(at(15), 10))))).toEqual([later.id]);
      expect((await run(orders.get(due.id)))?.attempts).toBe(1);
    });

    it("CHG-02 DWN-01 a lease has one holder at a time, who can extend it, until it ends or expires", async () => {
      const { leases } = transactions.read;
      const lease = (holder: string, milliseconds = 60_000) => ({ name: "1011", holder, milliseconds });
      const isTaken = () => run(leases.isTaken("1011"));
      expect([await isTaken(), await run(leases.extend(lease("a")))]).toEqual([false, false]);
      expect([await run(leases.take(lease("a"))), await isTaken()]).toEqual([true, true]);
      // Even its holder can't take it twice.
      for (const holder of ["a", "b"]) expect(await run(leases.take(lease(holder)))).toBe(false);
      expect([await run(leases.extend(lease("b"))), await run(leases.release(lease("b")))]).toEqual([false, false]);
      // It expires by the database's clock. Until someone takes it, its holder can still extend it.
      expect([await run(leases.extend(lease("a", -1))), await isTaken()]).toEqual([true, false]);
      expect([await run(leases.extend(lease("a"))), await isTaken()]).toEqual([true, true]);
      await run(leases.extend(lease("a", -1)));
      expect(await run(leases.take(lease("b")))).toBe(true);
      expect([await run(leases.extend(lease("a"))), await run(leases.release(lease("a")))]).toEqual([false, false]);
      await run(leases.removeExpired());
      expect(await run(leases.release(lease("b")))).toBe(true);
      await run(leases.take(lease("a", -1)));
      await run(leases.removeExpired());
      expect(await run(leases.extend(lease("a")))).toBe(false);
    });

    it.runIf(options.hasOwnClock)(
      "CHG-02 a lease is timed by the database: a process that is fast takes none",
      async () => {
        const { leases } = transactions.read;
        const lease = (holder: string) => ({ name: "ada", holder, milliseconds: 60_000 });
        expect(await run(leases.take(lease("a")))).toBe(true);
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
        try {
          expect(await run(leases.isTaken("ada"))).toBe(true);
          expect(await run(leases.take(lease("b")))).toBe(false);
        } finally {
          vi.useRealTimers();
        }
      },
    );

    it("CHK-04 one-time orders wait beside a plan's; a transferred subscription leaves a termination", async () => {
      const id = await account();
      const { orders, subscriptions } = transactions.read;
      const payPal = { provider: "paypal", customer_id: null, payment_method_id: null } as const;
      const pack = (minute: number): Order =>
        orderOf(id, {
          ...payPal,
          items: [{ kind: "credit-pack", credits: credits(5) }],
          created_at: instant(Date.parse(AT) + minute * 60_000),
        });
      const plan = orderOf(id, payPal);
      const packs = [pack(0), pack(1)];
      for (const order of [...packs, plan]) await run(orders.insert(order, AT));
      expect(await run(orders.openSubscriptionOrder(id))).toEqual(plan);
      expect(await run(orders.openOneTimeOrdersOf(id))).toEqual([...packs].reverse());
      expect(Exit.isFailure(await Effect.runPromiseExit(orders.insert(orderOf(id, payPal), AT)))).toBe(true);
      const terms = {
        variant_id: PLAN.id,
        license_id: licenseId(1),
        interval: "month" as const,
        recurring_credits: credits(20),
        price: cents(4_900),
      };
      const { id: own } = plan;
      const { subscription } = startSubscription({
        id: own,
        terms,
        at: AT,
        payment: { reference: `invoice:${own}`, paid: cents(4_900) },
        discount: { code: "FILM20", percent_off: 20, cycles_left: 2 },
      });
      const before = { provider: "stripe" as const, provider_subscription_id: `sub_${own}` };
      const kept = { legacy_kind: null, created_at: AT, tax: taxRate(0) };
      await run(subscriptions.insert({ ...before, ...kept, user_id: id, subscription }));
      const change = orderOf(id, {
        items: [{ kind: "plan-change", plan_variant_id: PLAN.id, subscription_id: own, replaces_payment: "invoice:1" }],
      });
      await run(orders.transition(plan.id, { _tag: "expired", at: AT }));
      await run(orders.insert(change, AT));
      expect(await run(orders.openChangesOf(own))).toEqual([change]);
      for (let times = 0; times < 2; times += 1)
        await run(subscriptions.transferBilling(own, "paypal", `I-${own}`, AT));
      expect(await run(subscriptions.current(id))).toMatchObject({
        provider: "paypal",
        provider_subscription_id: `I-${own}`,
        subscription,
      });
      expect(await run(subscriptions.byProvider(before.provider_subscription_id))).toBeNull();
      const pending = async () =>
        (await run(subscriptions.pendingTerminations())).filter((each) => each.provider_subscription_id.endsWith(own));
      expect(await pending()).toEqual([{ ...before, since: AT }]);
      await run(subscriptions.completeTermination(before));
      expect(await pending()).toEqual([]);
    });

    it("ORD-06 money stands behind a holder once, never below zero; the unrecovered is kept by holder", async () => {
      const id = await account();
      const { funding, payments, unrecovered, collections } = transactions.read;
      const payment = `payment:${id}`;
      const period = { start: AT, end: instant(Date.parse(AT) + 86_400_000) };
      const record = {
        id: payment,
        user_id: id,
        order_id: null,
        subscription_id: null,
        provider: "stripe",
        reason: "plan",
        provider_reference: null,
        amount: cents(1_000),
        refunded: cents(0),
        period,
        at: AT,
      } as const;
      await run(payments.record(record, someReceipt(record)));
      expect(await run(payments.get(payment))).toEqual({ ...record, disputed: 0 });
      const paid = { holder: payment, payment, cents: 1_000, reason: "paid", reference: payment, at: AT } as const;
      const gift = { ...paid, payment: null, cents: 50 } as const;
      await run(funding.post(id, [paid, gift]));
      await run(funding.post(id, [paid, gift]));
      const refund = { ...paid, cents: -400, reason: "refund", reference: "refund:400" } as const;
      await run(funding.post(id, [refund]));
      expect(await run(funding.entries(id))).toEqual([paid, gift, refund]);
      const tooMuch = { ...refund, cents: -601, reference: "refund:1001" } as const;
      expect(Exit.isFailure(await Effect.runPromiseExit(funding.post(id, [tooMuch])))).toBe(true);
      expect(await run(funding.entries(id))).toHaveLength(3);

      const mine = async () => (await run(unrecovered.list(100))).filter((row) => row.user_id === id);
      const row = { user_id: id, holder: payment, amount: cents(30), at: AT };
      await run(unrecovered.put(row));
      await run(unrecovered.put({ ...row, amount: cents(20) }));
      expect(await mine()).toEqual([{ ...row, amount: 20 }]);
      await run(unrecovered.put({ ...row, amount: cents(0) }));
      expect(await mine()).toEqual([]);

      await run(collections.revokeEntitlement(id, "nothing", AT));
    });

    it("ORD-03 a guest is one address in one browser, and an account takes over what it bought", async () => {
      const { accounts, guests, orders, outbox } = transactions.read;
      const key = `key:${crypto.randomUUID()}`;
      const email = `Gail-${crypto.randomUUID()}@Example.com`;
      const someone = () => ({ ...someAccount(crypto.randomUUID()), email });
      const made = await Promise.all(
        [someone(), { ...someone(), email: email.toLowerCase() }].map((each) =>
          run(transactions.run((repos) => repos.guests.insert(each, key))),
        ),
      );
      const [guest] = made;
      if (guest === undefined) throw new Error("no guest was made");
      expect(new Set(made.map(({ id }) => id))).toEqual(new Set([guest.id]));
      expect((await run(guests.find(key, email.toUpperCase())))?.id).toBe(guest.id);
      expect(await run(guests.find("another key", email))).toBeNull();
      expect(await run(guests.keyOf(guest.id))).toBe(key);
      const elsewhere = await run(guests.insert(someone(), `${key}:2`));
      expect([...(await run(guests.ofEmail(email)))].sort()).toEqual([guest.id, elsewhere.id].sort());
      expect(await run(guests.ofKey(key))).toEqual([guest.id]);
      // A guest's email address does not make them an account. Signing up with it does.
      expect(await run(accounts.byEmail(email))).toBeNull();
      const signedUp = { ...guest, id: crypto.randomUUID() };
      await run(accounts.insertIfAbsent(signedUp));
      for (const spelling of [email, email.toUpperCase()])
        expect((await run(accounts.byEmail(spelling)))?.id).toBe(signedUp.id);
      expect(await run(accounts.byEmail(`x${email}`))).toBeNull();

      const cart_token = `cart:${guest.id}`;
      const order = orderOf(guest.id, {
        items: [{ kind: "credit-pack", credits: credits(5) }],
        customer_id: null,
        payment_method_id: null,
        cart_token,
        guest_email: email,
      });
      await run(orders.insert(order, AT));
      expect(await run(orders.openOfCart(cart_token))).toEqual(order);
      expect(await run(orders.paidOfGuests(email, 10))).toEqual([]);
      await run(orders.transition(order.id, { _tag: "paid", at: AT }));
      expect(await run(orders.openOfCart(cart_token))).toBeNull();
      expect((await run(orders.paidOfGuests(email.toLowerCase(), 10))).map(({ id }) => id)).toEqual([order.id]);
      expect(await run(orders.linkVersion(order.id))).toBe(0);
      expect(await run(orders.revokeLinks(order.id))).toBe(true);
      expect(await run(orders.linkVersion(order.id))).toBe(1);
      expect([await run(orders.revokeLinks("none")), await run(orders.linkVersion("none"))]).toEqual([false, null]);

      const notice = { id: `purchase:${order.id}`, about: order.id, kind: "guest-purchase" } as const;
      const isDue = async () => (await run(outbox.due(AT))).some(({ id }) => id === notice.id);
      const later = instant(Date.parse(AT) + 1);
      await run(outbox.enqueue(notice, AT));
      await run(outbox.complete(notice.id, AT));
      await run(outbox.repeat(order.id, "guest-purchase", AT));
      expect(await isDue()).toBe(false);
      await run(outbox.repeat(order.id, "payment-not-applied", later));
      expect(await isDue()).toBe(false);
      await run(outbox.repeat(order.id, "guest-purchase", later));
      expect(await isDue()).toBe(true);
      // Refused for now, it is due later; given up, not until staff or the customer want it again.
      await run(outbox.postpone(notice.id, later, "452 full"));
      expect(await isDue()).toBe(false);
      expect(await run(outbox.due(later))).toContainEqual({ ...notice, attempts: 1 });
      const waiting = { ...notice, failed_at: null, next_attempt_at: later, last_error: "452 full" };
      expect(await run(outbox.refused(100))).toContainEqual(waiting);
      const before = await run(outbox.counts());
      await run(outbox.fail(notice.id, later, "550 no such mailbox"));
      const counts = await run(outbox.counts());
      expect([counts.waiting, counts.failed]).toEqual([before.waiting - 1, before.failed + 1]);
      expect(await run(outbox.due(later))).not.toContainEqual(expect.objectContaining({ id: notice.id }));
      const failure = { ...waiting, failed_at: later, last_error: "550 no such mailbox" };
      expect(await run(outbox.refused(100))).toContainEqual(failure);
      expect([await run(outbox.retry("none")), await run(outbox.retry(notice.id))]).toEqual([false, true]);
      expect(await run(outbox.due(AT))).toContainEqual({ ...notice, attempts: 0 });
      await run(outbox.fail(notice.id, AT, "550 no such mailbox"));
      expect(await run(outbox.repeat(order.id, "guest-purchase", later))).toBe(true);
      expect(await isDue()).toBe(true);
      await run(outbox.complete(notice.id, AT));
      await run(outbox.fail(notice.id, AT, "too late"));
      expect(await run(outbox.refused(100))).not.toContainEqual(expect.objectContaining({ id: notice.id }));

      const own = await account();
      await run(accounts.confirm(own, AT));
      await run(accounts.confirm(own, later));
      expect((await run(accounts.get(own)))?.confirmed_at).toBe(AT);
      expect(await run(guests.keyOf(own))).toBeNull();
      await run(guests.giveTo(guest.id, own));
      expect((await run(orders.get(order.id)))?.user_id).toBe(own);
      // The order keeps the guest's address, so its link can be sent again.
      expect((await run(orders.paidOfGuests(email, 10))).map(({ id }) => id)).toEqual([order.id]);
      expect((await run(accounts.get(guest.id)))?.id).toBe(guest.id);
    });

    it("deletes guests who never paid, with their orders, and keeps all others", async () => {
      const { accounts, guests, orders, carts } = transactions.read;
      const days = (count: number) => instant(Date.parse(AT) + count * 86_400_000);
      const guest = async (createdAt: Instant, orderedAt: Instant | null, end: OrderEnd | null) => {
        const made = { ...someAccount(crypto.randomUUID()), created_at: createdAt };
        await run(transactions.run((repos) => repos.guests.insert(made, `key:${made.id}`)));
        if (orderedAt === null) return { id: made.id, order: null };
        const cart_token = `cart:${made.id}`;
        const order = orderOf(made.id, {
          items: [{ kind: "credit-pack", credits: credits(5) }],
          customer_id: null,
          payment_method_id: null,
          cart_token,
          guest_email: made.email,
          created_at: orderedAt,
        });
        await run(orders.insert(order, AT));
        const cart = { token: cart_token, user_id: null, license_id: null, discount_code: null, variant_ids: [] };
        await run(carts.save({ ...cart, order_id: order.id }, AT));
        if (end !== null) await run(orders.transition(order.id, end));
        return { id: made.id, order: order.id };
      };
      const expired: OrderEnd = { _tag: "expired", at: days(1) };
      const gone = [await guest(days(0), days(0), expired), await guest(days(0), null, null)];
      const kept = [
        await guest(days(0), days(0), { _tag: "paid", at: days(1) }),
        await guest(days(0), days(0), null),
        await guest(days(0), days(6), expired),
        await guest(days(6), days(6), expired),
        await guest(days(0), days(0), expired),
      ];
      const helped = kept.at(-1);
      // Staff have done something for the last one, of which the log must not lose sight.
      await run(
        transactions.run((repos) =>
          repos.supportActions.add(helped?.id ?? "", {
            id: crypto.randomUUID(),
            actor: "sam",
            proven: false,
            reason: "a question",
            at: days(1),
            change: { kind: "unlock" },
          }),
        ),
      );
      // More than one transaction's worth is left for the next.
      while ((await run(transactions.run((repos) => repos.guests.removeUnpaid(days(5), 1)))) === 1);
      for (const { id, order } of gone) {
        expect([await run(accounts.get(id)), await run(guests.keyOf(id))]).toEqual([null, null]);
        if (order !== null) expect(await run(orders.get(order))).toBeNull();
      }
      expect((await run(carts.get(`cart:${gone[0]?.id}`)))?.order_id).toBeNull();
      for (const { id, order } of kept) {
        expect((await run(accounts.get(id)))?.id).toBe(id);
        expect((await run(orders.get(order ?? "")))?.id).toBe(order);
      }
    });

    it("ORD-06 receipts are numbered without a gap, whatever runs at once or rolls back", async () => {
      const id = await account();
      const name = `Seller ${id}`;
      const paidTo = (seller: string, fails: boolean) =>
        transactions.run(({ payments }) =>
          Effect.gen(function* () {
            const payment = {
              id: `payment:${crypto.randomUUID()}`,
              user_id: id,
              order_id: null,
              subscription_id: null,
              provider: "stripe" as const,
              reason: "pack" as const,
              provider_reference: null,
              amount: cents(1_500),
              refunded: cents(0),
              period: null,
              at: AT,
            };
            const receipt = { ...someReceipt(payment), seller: { name: seller, address: [], tax_id: "US 1" } };
            expect(yield* payments.record(payment, receipt)).toBe(true);
            // A payment that is known gets no second receipt.
            expect(yield* payments.record(payment, receipt)).toBe(false);
            if (fails) return yield* Effect.die("rolled back");
            return payment.id;
          }),
        );
      const all = Array.from({ length: 30 }, (_, index) =>
        paidTo(index % 10 === 9 ? `${name} 2` : name, index % 3 === 1),
      );
      await Effect.runPromise(Effect.all(all.map(Effect.exit), { concurrency: "unbounded" }));
      const { receipts } = transactions.read;
      const found = await run(receipts.ofAccount(id, { starting_after: null, limit: 100 }));
      const places = found.map(({ receipt: { number, seller } }) => ({ ...receiptPlace(number), seller: seller.name }));
      const ofFirst = places.filter(({ seller }) => seller === name).map(({ number }) => number);
      const ofSecond = places.filter(({ seller }) => seller !== name).map(({ number }) => number);
      expect(ofFirst).toEqual(Array.from({ length: 18 }, (_, index) => 18 - index));
      expect(ofSecond).toEqual([2, 1]);
      expect(new Set(found.map(({ receipt }) => receipt.number)).size).toBe(20);
      const [newest, next] = found;
      const after = receiptPlace(newest?.receipt.number ?? "");
      expect(await run(receipts.ofAccount(id, { starting_after: after, limit: 1 }))).toEqual([next]);
      expect(await run(receipts.get(after ?? { series: 0, number: 0 }))).toEqual(newest);
      expect(await run(receipts.get({ series: 9_999, number: 1 }))).toBeNull();
    });

    it("ORD-06 a receipt states the buyer of its day, whatever the account is called later", async () => {
      const id = await account();
      const { accounts, payments, receipts } = transactions.read;
      const payment = {
        id: `payment:${id}`,
        user_id: id,
        order_id: null,
        subscription_id: null,
        provider: "stripe",
        reason: "pack",
        provider_reference: null,
        amount: cents(1_500),
        refunded: cents(0),
        period: null,
        at: AT,
      } as const;
      await run(payments.record(payment, someReceipt(payment)));
      await run(accounts.update(id, { first_name: "Eve", last_name: "Other" }));
      const [found] = await run(receipts.ofAccount(id, { starting_after: null, limit: 2 }));
      expect(found?.receipt).toMatchObject({
        ...someReceipt(payment),
        payment_id: payment.id,
        order_id: null,
        buyer: { name: "Ada Lens", company_name: null, address: null, email: `${id}@example.com` },
      });
      await run(payments.setRefunded(payment.id, cents(500), AT));
      expect(await run(receipts.ofAccount(id, { starting_after: null, limit: 2 }))).toEqual([
        { ...found, refunded: 500 },
      ]);
      // An account that never paid keeps no name on its free receipts.
      await run(accounts.close(id, { email: `${id}@deleted`, first_name: "", last_name: "" } as never, false, AT));
      const [closed] = await run(receipts.ofAccount(id, { starting_after: null, limit: 2 }));
      expect(closed?.receipt).toEqual({
        ...found?.receipt,
        buyer: { name: "", company_name: null, address: null, email: "" },
      });
    });

    it("ORD-06 a refund is due once per cause and payment, until it is applied", async () => {
      const id = await account();
      const { payments, refunds, balanceAdjustments } = transactions.read;
      const payment_id = `payment:${id}`;
      await run(
        payments.record(
          {
            id: payment_id,
            user_id: id,
            order_id: null,
            subscription_id: null,
            provider: "stripe",
            reason: "pack",
            provider_reference: `pi_${id}`,
            amount: cents(1_500),
            refunded: cents(0),
            period: null,
            at: AT,
          },
          someReceipt({ amount: cents(1_500), at: AT }),
        ),
      );
      const refund = {
        id: crypto.randomUUID(),
        cause: "unfulfillable",
        cause_reference: id,
        payment_id,
        amount: cents(1_500),
        account_credit: cents(100),
        status: "due",
        provider_reference: null,
        created_at: AT,
        applied_at: null,
      } as const;
      expect(await run(refunds.enqueue(refund))).toBe(true);
      expect(await run(refunds.enqueue({ ...refund, id: crypto.randomUUID() }))).toBe(false);
      const stored = { ...refund, attempted: null };
      expect(await run(refunds.due())).toEqual([stored]);
      // The first amount that a provider is asked for stays, until it refuses.
      expect(await run(refunds.attempt(refund.id, cents(1_400)))).toBe(1_400);
      expect(await run(refunds.attempt(refund.id, cents(900)))).toBe(1_400);
      expect(await run(refunds.due())).toEqual([{ ...refund, attempted: 1_400 }]);
      await run(refunds.complete(refund.id, { status: "failed", provider_reference: null }, AT));
      expect(await run(refunds.due())).toEqual([]);
      expect(await run(refunds.attempt(refund.id, cents(900)))).toBeNull();
      expect(await run(refunds.unsettled())).toMatchObject([{ ...refund, status: "failed" }]);
      expect(await run(refunds.ofPayments(["another payment"]))).toEqual([]);
      expect(await run(refunds.ofPayments([]))).toEqual([]);
      await run(refunds.retryFailed("another payment"));
      expect(await run(refunds.due())).toEqual([]);
      await run(refunds.retryFailed(payment_id));
      expect(await run(refunds.due())).toEqual([stored]);
      await run(refunds.complete(refund.id, { status: "applied", provider_reference: `re_${id}` }, AT));
      expect(await run(refunds.unsettled())).toEqual([]);
      expect(await run(refunds.ofPayments(["another payment", payment_id]))).toMatchObject([{ status: "applied" }]);
      await run(refunds.retryFailed(payment_id));
      expect(await run(refunds.due())).toEqual([]);
      // Support was told that its refund failed, and may have asked for another.
      const asked = { ...refund, id: crypto.randomUUID(), cause: "support", cause_reference: `asked:${id}` } as const;
      expect(await run(refunds.enqueue(asked))).toBe(true);
      await run(refunds.complete(asked.id, { status: "failed", provider_reference: null }, AT));
      await run(refunds.retryFailed(payment_id));
      expect(await run(refunds.due())).toEqual([]);
      // What staff paid another way is never tried again.
      const settled = { ...refund, id: crypto.randomUUID(), cause_reference: `settled:${id}` };
      expect(await run(refunds.enqueue(settled))).toBe(true);
      await run(refunds.complete(settled.id, { status: "failed", provider_reference: null }, AT));
      expect(await run(refunds.settleFailed(payment_id, AT))).toBe(3_000);
      expect(await run(refunds.settleFailed(payment_id, AT))).toBe(0);
      await run(refunds.retryFailed(payment_id));
      expect([await run(refunds.due()), await run(refunds.unsettled())]).toEqual([[], []]);
      const adjustment = { id: `credit:${refund.id}`, user_id: id, cents: cents(-100), reason: "refunded" };
      await run(balanceAdjustments.enqueue(adjustment, AT));
      await run(balanceAdjustments.enqueue(adjustment, AT));
      expect(await run(balanceAdjustments.due())).toEqual([adjustment]);
      await run(balanceAdjustments.complete(adjustment.id, AT));
      expect(await run(balanceAdjustments.due())).toEqual([]);
    });

    it("ORD-06 a dispute is kept once and says how it stands now; what was lost stays with its payment", async () => {
      const id = await account();
      const { payments, disputes } = transactions.read;
      const payment_id = `payment:${id}`;
      const payment = {
        id: payment_id,
        user_id: id,
        order_id: null,
        subscription_id: null,
        provider: "stripe",
        reason: "pack",
        provider_reference: `pi_${id}`,
        amount: cents(1_500),
        refunded: cents(0),
        period: null,
        at: AT,
      } as const;
      await run(payments.record(payment, someReceipt(payment)));
      const dispute: Dispute = {
        id: `du_${id}`,
        provider: "stripe",
        user_id: id,
        payment_id,
        amount: cents(1_500),
        status: "open",
        opened_at: AT,
        closed_at: null,
      };
      expect(await run(disputes.get(dispute.id))).toBeNull();
      for (let times = 0; times < 2; times += 1) await run(disputes.save(dispute));
      expect(await run(disputes.openOf(id))).toEqual([dispute]);
      expect(await run(disputes.open(100))).toContainEqual(dispute);
      expect(await run(disputes.openOf(await account()))).toEqual([]);
      const lost = { ...dispute, status: "lost", amount: cents(1_000), closed_at: AT } as const;
      await run(disputes.save(lost));
      expect(await run(disputes.get(dispute.id))).toEqual(lost);
      expect(await run(disputes.openOf(id))).toEqual([]);
      expect(await run(disputes.ofAccount(id))).toEqual([lost]);
      expect(await run(disputes.ofAccount(await account()))).toEqual([]);
      expect(await run(disputes.ofPayment(payment_id))).toEqual([lost]);
      expect((await run(payments.get(payment_id)))?.disputed).toBe(0);
      await run(payments.setDisputed(payment_id, lost.amount));
      expect(await run(payments.get(payment_id))).toEqual({ ...payment, disputed: lost.amount });
    });

    it("takes everything back on a typed failure and on a defect", async () => {
      const id = await account();
      const write = (end: Effect.Effect<never, "no">) =>
        transactions.run((repositories) =>
          Effect.andThen(repositories.accounts.update(id, { min_license_id: licenseId(5) }), end),
        );
      expect(await run(Effect.flip(write(Effect.fail("no"))))).toBe("no");
      const died = await Effect.runPromiseExit(write(Effect.die(new Error("broken"))));
      expect(Exit.isFailure(died) && Cause.hasDies(died.cause)).toBe(true);
      expect((await run(transactions.read.accounts.get(id)))?.min_license_id).toBeNull();
      await run(transactions.run((repositories) => repositories.accounts.update(id, { min_license_id: licenseId(5) })));
      expect((await run(transactions.read.accounts.get(id)))?.min_license_id).toBe(5);
    });

    it("fails loudly, and at once, where the outside is used inside", async () => {
      const id = await account();
      const inside = [transactions.read.accounts.get(id), transactions.run(() => Effect.void)];
      for (const misuse of inside) {
        const exit = await Effect.runPromiseExit(transactions.run(() => misuse as Effect.Effect<unknown>));
        expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain("inside a transaction");
      }
      expect((await run(transactions.read.accounts.get(id)))?.id).toBe(id);
    });

    it("CRD-09 lets exactly as many spend as there are credits, however many come at once", async () => {
      const id = await account();
      const { lot, entry } = lotOf(`lot-${id}`, 10);
      await run(transactions.read.credits.grant(id, lot, entry, null));
      const spend = (n: number) =>
        transactions.run((repositories) =>
          Effect.gen(function* () {
            yield* repositories.accounts.lock(id);
            const [held] = yield* repositories.credits.lots(id);
            if (held === undefined || held.remaining === 0) return yield* Effect.fail("empty" as const);
            yield* repositories.credits.post(id, [
              { lot_id: held.id, amount: -1, reason: "spend", reference: `n${n}`, at: AT },
            ]);
          }),
        );
      const done = await Promise.all(Array.from({ length: options.writes }, (_, n) => Effect.runPromiseExit(spend(n))));
      expect(done.filter(Exit.isSuccess)).toHaveLength(10);
      const lots = await run(transactions.read.credits.lots(id));
      const entries = await run(transactions.read.credits.entries(id));
      expect(lots[0]?.remaining).toBe(0);
      expect(entries.reduce((sum, each) => sum + each.amount, 0)).toBe(0);
    });

    it("CRD-09 the database itself refuses to overdraw a lot, grant twice or change an entry", async () => {
      const id = await account();
      const { lot, entry } = lotOf(`lot-${id}`, 3);
      expect(await run(transactions.read.credits.grant(id, lot, entry, null))).toBe(true);
      expect(
        await run(
          transactions.read.credits.grant(id, { ...lot, id: `other-${id}` }, { ...entry, lot_id: `other-${id}` }, null),
        ),
      ).toBe(false);
      const overdraw = transactions.read.credits.post(id, [
        { lot_id: lot.id, amount: -4, reason: "spend", reference: "x", at: AT },
      ]);
      expect(Exit.isFailure(await Effect.runPromiseExit(overdraw))).toBe(true);
      expect((await run(transactions.read.credits.lots(id)))[0]?.remaining).toBe(3);
    });

    it("CHK-03 keeps one customer for an account, whoever claims at once", async () => {
      const id = await account();
      const kept = await Promise.all(
        Array.from({ length: options.writes }, (_, n) =>
          run(transactions.read.accounts.setCustomerIfAbsent(id, `cus_${id}_${n}`)),
        ),
      );
      expect(new Set(kept).size).toBe(1);
      expect(await run(transactions.read.accounts.setCustomerIfAbsent(id, `cus_${id}_late`))).toBe(kept[0]);
    });

    it("CHK-07 notes an event once", async () => {
      const id = crypto.randomUUID();
      const noted = await Promise.all(
        Array.from({ length: options.writes }, () =>
          run(transactions.read.webhookEvents.markProcessed("stripe", id, "invoice.paid", AT)),
        ),
      );
      expect(noted.filter(Boolean)).toHaveLength(1);
    });
  });
};
