import { credits, epochMs, formatUsd, grant, instant, instantOf, longDate } from "@backlot/domain";
import { plainDatabase } from "@backlot/testing/databases";
import { BY_STAFF, SUPPORT_KEY, createPromoCode } from "@backlot/testing/sandbox";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";
import { advance, useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { openSupportCommand } from "@backlot/testing/support-command";
import { TestClient } from "@backlot/testing/client";
import * as Effect from "effect/Effect";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const VISA = "4242424242424242";
const PLANS = { 1: [128, 129, 130, 131, 132, 133], 2: [128, 130, 131, 132], 3: [134, 136, 138, 139] } as const;

/** The customers that share a store: its clock only goes forward, and test cards expire in 2034. */
const CUSTOMERS_PER_STORE = 10;
const stores = Array.from({ length: Math.ceil(TEST_SCALE.previews / CUSTOMERS_PER_STORE) }, (_, nth) => ({
  nth: nth + 1,
  customers: Math.min(CUSTOMERS_PER_STORE, TEST_SCALE.previews - nth * CUSTOMERS_PER_STORE),
}));

const arbCustomer = fc
  .record({
    day: fc.constantFrom(15, 28, 30, 31),
    license: fc.constantFrom(1 as const, 1 as const, 2 as const, 3 as const),
    plan: fc.nat(),
    lowered: fc.constantFrom("nothing", "promo", "sale"),
    accountCredit: fc.constantFrom(0, 0, 730, 20_000),
    share: fc.constantFrom(0.001, 0.3, 0.5, 0.97),
    spends: fc.boolean(),
    legacy: fc.constantFrom(null, null, "plus", "credit-based"),
    scheduled: fc.constantFrom("nothing", "nothing", "downgrade", "cancellation"),
    to: fc.nat(),
    raise: fc.constantFrom(0, 0, 1),
  })
  .map(({ plan, to, raise, license, ...rest }) => {
    const toLicense = Math.min(3, license + raise) as 1 | 2 | 3;
    return {
      ...rest,
      license,
      plan: PLANS[license][plan % PLANS[license].length] ?? 130,
      to: PLANS[toLicense][to % PLANS[toLicense].length] ?? 130,
      toLicense,
    };
  });
type Customer = typeof arbCustomer extends fc.Arbitrary<infer C> ? C : never;

describe.each(stores)("a change previewed for any customer, store $nth", ({ nth, customers }) => {
  // Every other store charges tax.
  const suite = useTestStore(plainDatabase, () => (nth % 2 === 1 ? { TAX_PERCENT: "8.25" } : {}));
  const subscriber = subscribersOf(suite);
  let command: Awaited<ReturnType<typeof openSupportCommand>>;
  beforeAll(async () => {
    command = await openSupportCommand(suite.store.app);
  });
  afterAll(() => command.close());

  const goToDay = async (day: number): Promise<void> => {
    const from = new Date(suite.store.clock.now());
    for (let months = 0; ; months += 1) {
      const at = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, day, 10));
      if (at.getUTCDate() !== day || at.getTime() <= from.getTime()) continue;
      return void (await advance(suite.sandbox.url, suite.store, { to: instant(at.getTime()) }));
    }
  };
  const setSale = async (on: boolean): Promise<void> => {
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    if (on) await staff.call("PUT", "/api/support/sale", BY_STAFF);
    else await staff.call("DELETE", `/api/support/sale?${new URLSearchParams(BY_STAFF)}`, undefined);
  };

  /** Creates a customer with the purchases, spending, and scheduled changes of a case. */
  const create = async ({ plan, license, lowered, accountCredit, ...rest }: Customer) => {
    const code = `MANY${Math.random().toString(36).slice(2)}`;
    const isYearly = [129, 132, 133, 138, 139].includes(plan);
    if (lowered === "promo")
      await createPromoCode(suite.sandbox.url, { code, percent_off: 20, months: isYearly ? 12 : 3 });
    if (lowered === "sale") await setSale(true);
    const ada = await subscriber(plan, VISA, license, lowered === "promo" ? { discount_code: code } : {});
    expect(ada.first.status, JSON.stringify(ada.first.body)).toBe(200);
    await setSale(false);
    if (accountCredit > 0)
      await fetch(`${suite.sandbox.url}/v1/customers/${ada.customer}/balance_transactions`, {
        method: "POST",
        headers: { authorization: "Bearer sk_test_dashboard" },
        body: new URLSearchParams({ amount: String(-accountCredit), currency: "usd" }),
      });
    if (rest.spends) await ada.client.post("/api/purchases/collection", { collection_id: 104 });
    if (rest.legacy !== null) {
      const { database, clock, ports } = suite.store;
      await sql`update subscriptions set legacy_kind = ${rest.legacy} where user_id = ${ada.id}`.execute(
        database.kysely,
      );
      const { lot, entry } = grant({
        id: `lot:${ada.id}`,
        kind: "legacy",
        granted: credits(7),
        granted_at: clock.now(),
        source: `legacy:${ada.id}`,
        subscription_id: null,
      });
      await Effect.runPromise(ports.transactions.read.credits.grant(ada.id, lot, entry, null));
    }
    if (rest.scheduled === "downgrade") await ada.change(license === 3 ? 134 : 128, VISA, license);
    if (rest.scheduled === "cancellation")
      await ada.client.post("/api/subscriptions/cancel", { acknowledge_legacy_loss: true });
    const { subscription } = await ada.me();
    const start = epochMs(suite.store.clock.now());
    const end = epochMs(instantOf(subscription.current_period_end));
    const to = instant(start + Math.floor((end - start) * rest.share));
    await advance(suite.sandbox.url, suite.store, { to });
    return ada;
  };

  it("CLI-02 CHG-07 equals what the store shows the customer, as JSON and as text", async () => {
    await fc.assert(
      fc.asyncProperty(arbCustomer, async (each) => {
        await goToDay(each.day);
        const ada = await create(each);
        const { email } = await ada.me();
        const query = `plan_variant_id=${each.to}&license_id=${each.toLicense}`;
        const own = await ada.client.get(`/api/subscriptions/change_preview?${query}`);
        const words = ["change", "preview", "--customer", email, "--to", String(each.to)];
        const licensed = [...words, "--to-license", String(each.toLicense)];
        const asked = await command.run(SUPPORT_KEY, ...licensed, "--json");
        if (own.status !== 200) {
          expect([own.status, asked.code]).toEqual([409, 1]);
          return expect(JSON.parse(asked.out).error.message).toContain(own.body.error.message);
        }
        const shown = own.body.data;
        expect(JSON.parse(asked.out)).toEqual({ customer: email, ...shown });
        const { out } = await command.run(SUPPORT_KEY, ...licensed);
        expect(out).toContain(`\nKind: ${shown.kind.replace("-", " ")}\n`);
        expect(out).toContain(`\nCharge today: ${formatUsd(shown.charge_today)}\n`);
        if (shown.credit_for_unused > 0) expect(out).toContain(`: ${formatUsd(shown.credit_for_unused)}`);
        const { next_renewal: renewal } = shown;
        if (renewal === null) expect(out).not.toContain("Next renewal");
        else expect(out).toContain(`\nNext renewal: ${formatUsd(renewal.price)} on ${longDate(renewal.at)}\n`);
      }),
      { numRuns: customers, seed: LAW_SEED + nth, endOnFailure: true },
    );
  });
});
