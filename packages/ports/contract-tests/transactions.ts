import { type Account, cents, credits, grant, instant, licenceId, startSubscription } from "@backlot/domain";
import type { Transactions, WalletPackPurchase, WalletPlanPurchase } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const AT = instant(Date.UTC(2026, 10, 21, 6, 50));

/** A made-up account with a number. */
export const someAccount = (id: string): Account => ({
  id,
  email: `${id}@example.com`,
  first_name: "Ada",
  last_name: "Lens",
  free_subscriber: true,
  min_license_id: null,
  should_see_confirm_license: false,
  should_see_manage_subscription: false,
  stripe_customer_token: null,
  locked: false,
  confirmed_at: null,
  created_at: AT,
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

/** What every Transactions adapter keeps to, whatever it stores in. `writes` is how many are sent at once. */
export const transactionsContract = (
  name: string,
  open: () => Promise<{ readonly transactions: Transactions; readonly close: () => Promise<void> }>,
  options: { readonly writes: number },
): void => {
  describe(`the transactions port on ${name}`, () => {
    let transactions: Transactions;
    let close: () => Promise<void>;
    const run = Effect.runPromise;
    beforeAll(async () => {
      ({ transactions, close } = await open());
    });
    afterAll(() => close?.());

    const account = async (): Promise<string> => {
      const id = crypto.randomUUID();
      await run(transactions.read.accounts.ensure(someAccount(id)));
      return id;
    };

    it("gives back what was put in", async () => {
      const id = await account();
      expect(await run(transactions.read.accounts.get(id))).toEqual(someAccount(id));
      expect(await run(transactions.read.accounts.get("nobody"))).toBeNull();
      await run(transactions.read.accounts.ensure({ ...someAccount(id), first_name: "Changed" }));
      expect((await run(transactions.read.accounts.get(id)))?.first_name).toBe("Ada");
      const profile = {
        user_id: id,
        license_id: licenceId(4),
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
      expect(await run(transactions.read.credits.grant(id, lot, entry))).toBe(true);
      expect(await run(transactions.read.credits.lots(id))).toEqual([lot]);
      expect(await run(transactions.read.credits.entries(id))).toEqual([entry]);
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
      const plan = {
        id: 900,
        group_id: 1,
        plan_name: "Pro",
        interval: "month" as const,
        recurring_credits: credits(20),
        price: cents(4_900),
        licence_from: licenceId(1),
        licence_to: licenceId(2),
      };
      await run(transactions.read.plans.put(plan));
      expect(await run(transactions.read.plans.get(900))).toEqual(plan);
      const order = {
        id: crypto.randomUUID(),
        user_id: id,
        kind: "plan" as const,
        submit_key: `seti_${id}`,
        plan_variant_id: 900,
        license_id: licenceId(1),
        customer_id: "cus_1",
        payment_method_id: "pm_1",
        credits: null,
        subscription_id: null,
        quote,
        provider_reference: null,
        outcome: { _tag: "pending" as const },
        created_at: AT,
      };
      await run(transactions.read.orders.insert(order));
      expect(await run(transactions.read.orders.bySubmitKey(order.submit_key))).toEqual(order);
      expect(await run(transactions.read.orders.pendingOf(id))).toEqual(order);
      expect(await run(transactions.read.orders.close(order.id, { _tag: "paid", at: AT }))).toBe(true);
      expect(
        await run(
          transactions.read.orders.close(order.id, { _tag: "failed", at: AT, message: "late", decline_code: null }),
        ),
      ).toBe(false);
      expect((await run(transactions.read.orders.get(order.id)))?.outcome).toEqual({ _tag: "paid", at: AT });
      expect(await run(transactions.read.orders.pendingOf(id))).toBeNull();
    });

    it("CHG-02 an account is taken by one holder at a time, who may take it for longer, until its time is over", async () => {
      const id = await account();
      const { accounts } = transactions.read;
      const at = (minute: number) => instant(Date.parse(AT) + minute * 60_000);
      expect(await run(accounts.lease(id, "a", at(0), at(5)))).toBe(true);
      expect(await run(accounts.lease(id, "b", at(1), at(6)))).toBe(false);
      expect(await run(accounts.lease(id, "a", at(4), at(9)))).toBe(true);
      expect(await run(accounts.lease(id, "b", at(6), at(11)))).toBe(false);
      expect(await run(accounts.lease(id, "b", at(9), at(14)))).toBe(true);
      await run(accounts.release(id, "a"));
      expect(await run(accounts.lease(id, "a", at(10), at(15)))).toBe(false);
      await run(accounts.release(id, "b"));
      expect(await run(accounts.lease(id, "a", at(10), at(15)))).toBe(true);
    });

    it("CHK-04 credits wait in the wallet beside the one order that an account may have open; a plan that moves leaves what it was", async () => {
      const id = await account();
      const { orders, subscriptions } = transactions.read;
      const base = {
        user_id: id,
        license_id: licenceId(1),
        customer_id: null,
        payment_method_id: null,
        quote,
        provider_reference: null,
        outcome: { _tag: "pending" as const },
      };
      const pack = (minute: number): WalletPackPurchase => {
        const own = crypto.randomUUID();
        const created_at = instant(Date.parse(AT) + minute * 60_000);
        return {
          ...base,
          id: own,
          kind: "wallet-pack",
          submit_key: `wallet:${own}`,
          plan_variant_id: null,
          credits: credits(5),
          subscription_id: null,
          created_at,
        };
      };
      const own = crypto.randomUUID();
      const plan: WalletPlanPurchase = {
        ...base,
        id: own,
        kind: "wallet-plan",
        submit_key: `wallet:${own}`,
        plan_variant_id: 900,
        credits: null,
        subscription_id: null,
        replaced_payment: null,
        created_at: AT,
      };
      const packs = [pack(0), pack(1)];
      for (const order of [...packs, plan]) await run(orders.insert(order));
      expect(await run(orders.pendingOf(id))).toEqual(plan);
      expect(await run(orders.walletPacksOf(id))).toEqual([...packs].reverse());
      const second = await Effect.runPromiseExit(
        orders.insert({ ...plan, id: crypto.randomUUID(), submit_key: "another" }),
      );
      expect(Exit.isFailure(second)).toBe(true);
      const terms = {
        variant_id: 900,
        license_id: licenceId(1),
        interval: "month" as const,
        recurring_credits: credits(20),
        price: cents(4_900),
      };
      const { subscription: life } = startSubscription({
        id: own,
        terms,
        at: AT,
        payment: { reference: `invoice:${own}`, paid: cents(4_900) },
      });
      const before = { provider: "stripe" as const, provider_subscription_id: `sub_${own}` };
      await run(subscriptions.insert({ ...before, user_id: id, legacy_kind: null, created_at: AT, life }));
      for (let times = 0; times < 2; times += 1) await run(subscriptions.move(own, "paypal", `I-${own}`, AT));
      expect(await run(subscriptions.current(id))).toMatchObject({
        provider: "paypal",
        provider_subscription_id: `I-${own}`,
        life,
      });
      expect(await run(subscriptions.byProvider(before.provider_subscription_id))).toBeNull();
      expect((await run(subscriptions.toEnd())).filter((each) => each.provider_subscription_id.endsWith(own))).toEqual([
        { ...before, since: AT },
      ]);
      await run(subscriptions.ended(before));
      expect(await run(subscriptions.toEnd())).not.toContainEqual({ ...before, since: AT });
    });

    it("takes everything back on a typed failure and on a defect", async () => {
      const id = await account();
      const write = (end: Effect.Effect<never, "no">) =>
        transactions.run((repositories) => Effect.andThen(repositories.accounts.setMinLicence(id, licenceId(5)), end));
      expect(await run(Effect.flip(write(Effect.fail("no"))))).toBe("no");
      const died = await Effect.runPromiseExit(write(Effect.die(new Error("broken"))));
      expect(Exit.isFailure(died) && Cause.hasDies(died.cause)).toBe(true);
      expect((await run(transactions.read.accounts.get(id)))?.min_license_id).toBeNull();
      await run(transactions.run((repositories) => repositories.accounts.setMinLicence(id, licenceId(5))));
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
      await run(transactions.read.credits.grant(id, lot, entry));
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

    it("CRD-09 the database itself refuses to overdraw a lot, to grant twice, and to change what was written", async () => {
      const id = await account();
      const { lot, entry } = lotOf(`lot-${id}`, 3);
      expect(await run(transactions.read.credits.grant(id, lot, entry))).toBe(true);
      expect(
        await run(
          transactions.read.credits.grant(id, { ...lot, id: `other-${id}` }, { ...entry, lot_id: `other-${id}` }),
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
          run(transactions.read.accounts.claimCustomer(id, `cus_${id}_${n}`)),
        ),
      );
      expect(new Set(kept).size).toBe(1);
    });

    it("CHK-07 notes an event once", async () => {
      const id = crypto.randomUUID();
      const noted = await Promise.all(
        Array.from({ length: options.writes }, () =>
          run(transactions.read.webhookEvents.record("stripe", id, "invoice.paid", AT)),
        ),
      );
      expect(noted.filter(Boolean)).toHaveLength(1);
    });
  });
};
