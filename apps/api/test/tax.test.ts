import { scenarioDatabases } from "@backlot/testing/databases";
import { refundDue } from "@backlot/application";
import { type Ratio, cents, instant, taxRate } from "@backlot/domain";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { chargesAt, createPromoCode, requestsAt } from "@backlot/testing/sandbox";
import { runIn } from "@backlot/testing/ports";
import { useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

const run = Effect.runPromise;

// 8.25 % of $49 is $4.0425, and of $99 $8.1675: one is rounded down and one up.
const PRO_20 = 4_900 + 404;
const PRO_50 = 9_900 + 817;

describe.each(scenarioDatabases)("a store with a tax of 8.25 % on $kind", (databases) => {
  const suite = useTestStore(databases, () => ({ TAX_PERCENT: "8.25" }));
  const subscriber = subscribersOf(suite);
  const { createShopper, deliverWebhooks, time } = payPalShoppersOf(suite);
  const read = () => suite.store.ports.transactions.read;
  const amounts = async (id: string) => (await run(read().payments.ofAccount(id))).map(({ amount }) => amount);
  const paidFor = async (id: string) => (await run(read().subscriptions.current(id)))?.subscription.paid;

  it("ORD-04 CHK-06 CHK-07 a plan by card has its tax today and with every renewal", async () => {
    const ada = await subscriber(130);
    expect(ada.first.status).toBe(200);
    expect((await ada.me()).subscription.next_payment_amount).toBe(PRO_20);
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await amounts(ada.id)).toEqual([PRO_20, PRO_20, PRO_20]);
    // The period's amount is the price without tax. An upgrade returns it with its tax.
    expect(await paidFor(ada.id)).toBe(4_900);
    await ada.expectLedgerToMatchProvider();
  });

  it("ORD-04 DSC-03 a promo code lowers what is taxed, for its months", async () => {
    await createPromoCode(suite.sandbox.url, { code: "TEN", percent_off: 10, months: 2 });
    const ada = await subscriber(128);
    const eve = await createShopper();
    const setup_intent_id = (await eve.client.saveCard(suite.sandbox.url, "4242424242424242")).id;
    const order = { plan_variant_id: 130, license_id: 1, setup_intent_id, discount_code: "TEN" };
    const query = "plan_variant_id=130&license_id=1&discount_code=TEN";
    const { data: quote } = (await eve.client.get(`/api/subscriptions/quote?${query}`)).body;
    expect(quote).toMatchObject({ tax: 364, total: 4_774, renewal: { price: 4_774 } });
    expect((await eve.client.post("/api/subscriptions", order)).status).toBe(200);
    const { stripe_customer_token } = await eve.me();
    await ada.time({ months: 1 });
    await ada.time({ months: 1 });
    const charges = await chargesAt(suite.sandbox.url, stripe_customer_token);
    expect(charges.map(({ amount }) => amount).reverse()).toEqual([4_774, 4_774, PRO_20]);
  });

  it("ORD-04 CHG-07 an upgrade is charged its tax less the tax of what is unused, as previewed", async () => {
    const ada = await subscriber(130);
    const query = "plan_variant_id=131&license_id=1";
    const { data: preview } = (await ada.client.get(`/api/subscriptions/change_preview?${query}`)).body;
    expect(preview).toMatchObject({ charge_today: PRO_50 - PRO_20, next_renewal: { price: PRO_50 } });
    expect((await ada.change(131)).status).toBe(200);
    // Both have the same time.
    expect([...(await amounts(ada.id))].sort()).toEqual([PRO_20, PRO_50 - PRO_20].sort());
    expect(await paidFor(ada.id)).toBe(9_900);
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect((await amounts(ada.id)).at(-1)).toBe(PRO_50);
    await ada.expectLedgerToMatchProvider();
  });

  it("ORD-04 CHG-07 a plan keeps the tax that it was bought under, its upgrades too", async () => {
    const ada = await subscriber(130);
    const settings = suite.store.ports.settings as { tax: Ratio };
    const before = settings.tax;
    settings.tax = taxRate(20);
    try {
      expect((await ada.me()).subscription.next_payment_amount).toBe(PRO_20);
      expect((await ada.change(131)).status).toBe(200);
      expect((await ada.me()).subscription.next_payment_amount).toBe(PRO_50);
      await ada.time({ months: 1 });
      await ada.deliverWebhooks();
      expect((await amounts(ada.id)).at(-1)).toBe(PRO_50);
      await ada.expectLedgerToMatchProvider();
      expect(await amounts((await subscriber(130)).id)).toEqual([4_900 * 1.2]);
    } finally {
      settings.tax = before;
    }
  });

  it("ORD-04 CHG-02 a smaller plan that was chosen is billed with its tax", async () => {
    const ada = await subscriber(131);
    expect((await ada.change(130)).body.data.change).toBe("downgrade");
    for (let months = 0; months < 2; months += 1) {
      await ada.time({ months: 1 });
      await ada.deliverWebhooks();
    }
    expect(await amounts(ada.id)).toEqual([PRO_50, PRO_20, PRO_20]);
    expect(await paidFor(ada.id)).toBe(4_900);
  });

  it("ORD-04 DSC-06 account credit pays a plan and its tax, and the rest of it stays", async () => {
    const ada = await subscriber(130);
    const { cards } = suite.store.ports;
    const gift = { id: crypto.randomUUID(), customer_id: ada.customer, cents: cents(-12_000), reason: "a gift" };
    await run(cards.adjustBalance(gift));
    const { data: quote } = (await ada.client.get("/api/subscriptions/change_preview?plan_variant_id=131&license_id=1"))
      .body;
    const left = 12_000 - (PRO_50 - PRO_20);
    expect(quote.quote).toMatchObject({ total: 0, account_credit: PRO_50 - PRO_20, account_credit_left: left });
    expect((await ada.change(131)).status).toBe(200);
    expect((await run(cards.customer(ada.customer))).balance).toBe(-left);
    expect(await paidFor(ada.id)).toBe(9_900);
  });

  it("ORD-04 ORD-06 DSC-06 time that a refund leaves unused becomes account credit with its tax", async () => {
    const ada = await subscriber(128);
    // A clock behind the provider's: none of the period is used.
    suite.store.clock.set(instant(Date.parse(suite.store.clock.now()) - 60_000));
    const paid = 1_900 + 157;
    const [payment] = await run(read().payments.ofAccount(ada.id));
    const credit = async () => {
      await runIn(suite.store.ports, refundDue);
      return 0 - (await run(suite.store.ports.cards.customer(ada.customer))).balance;
    };
    await ada.refund(payment ?? { provider_reference: null }, 1_100);
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription).toBeNull();
    expect(await credit()).toBe(paid - 1_100);
    // A refund of the rest takes the account credit back, including its tax.
    await ada.refund(payment ?? { provider_reference: null }, 500);
    await ada.deliverWebhooks();
    expect(await credit()).toBe(paid - 1_600);
    await ada.refund(payment ?? { provider_reference: null }, paid - 1_600);
    await ada.deliverWebhooks();
    expect(await credit()).toBe(0);
    expect((await run(read().unrecovered.list(1_000))).filter(({ user_id }) => user_id === ada.id)).toEqual([]);
  });

  it("ORD-04 ORD-06 a refund of a whole payment, tax included, revokes all that it paid for", async () => {
    const ada = await subscriber(130);
    const [payment] = await run(read().payments.ofAccount(ada.id));
    if (payment === undefined) throw new Error("nothing was paid");
    expect(await ada.refund(payment)).toBe(200);
    await ada.deliverWebhooks();
    expect((await ada.me()).current_credit_balance).toBe(0);
    expect((await run(read().payments.get(payment.id)))?.refunded).toBe(PRO_20);
    expect((await run(read().unrecovered.list(100))).filter(({ user_id }) => user_id === ada.id)).toEqual([]);
  });

  it("ORD-04 CHK-04 CHK-07 a plan through PayPal has its tax at its start and with every period", async () => {
    const ada = await createShopper();
    const { answer } = await ada.approveAndReturn(await ada.startPayPalPlan(131));
    expect(answer.body.data).toMatchObject({ status: "paid" });
    expect((await ada.me()).subscription.next_payment_amount).toBe(PRO_50);
    await time({ months: 1 });
    await deliverWebhooks();
    expect(await amounts(ada.id)).toEqual([PRO_50, PRO_50]);
    expect(await paidFor(ada.id)).toBe(9_900);
    // PayPal's price is the store's price plus tax, so there is nothing to correct.
    const patches = async () => (await requestsAt(suite.sandbox.url)).filter((each) => each.startsWith("PATCH"));
    expect(await patches()).toEqual([]);
    expect((await ada.startPayPalPlan(130)).body.redirect_url).toMatch(/\/\?plan=changed$/);
    await time({ months: 1 });
    await deliverWebhooks();
    expect(await amounts(ada.id)).toEqual([PRO_50, PRO_50, PRO_20]);
    expect(await paidFor(ada.id)).toBe(4_900);
  });

  it("ORD-04 CRD-05 credits are charged with their tax", async () => {
    const ada = await subscriber(130);
    const price = 1_500;
    const asked = (amount: number) => ada.client.post("/api/payment_intent", { recurring_credits: 5, amount });
    expect((await asked(price)).body.error).toMatchObject({ reason: "price_changed" });
    expect((await asked(price + 124)).body).toMatchObject({ amount: price + 124 });
  });
});
