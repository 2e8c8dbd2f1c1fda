import { runDueJobs } from "@backlot/application";
import { type Instant, epochMs, instant, instantOf } from "@backlot/domain";
import { PLAN_OFFERS } from "@backlot/domain/pricing/default-price-list";
import { checkupsOf } from "@backlot/testing/checkup";
import { TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { plansAt } from "@backlot/testing/own-prices";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { runIn } from "@backlot/testing/ports";
import { BY_STAFF, SUPPORT_KEY, createPromoCode } from "@backlot/testing/sandbox";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";
import { advance, proofsOn, useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const HOUR = 3_600_000;
const ASKS_THE_BANK = "4000002760003184";
const REFUSED = "4000000000000341";
const VISA = "4242424242424242";

/** The lives that share a store. The clock only goes forward, and test cards expire in 2034. */
const LIVES_PER_STORE = 10;

const stores = testDatabases.flatMap((databases) => {
  const lives = proofsOn(databases, TEST_SCALE.lives);
  return Array.from({ length: Math.ceil(lives / LIVES_PER_STORE) }, (_, nth) => ({
    databases,
    kind: databases.kind,
    nth: nth + 1,
    lives: Math.min(LIVES_PER_STORE, lives - nth * LIVES_PER_STORE),
  }));
});

describe.each(stores)("what a page says of the next renewal, on $kind, store $nth", ({ databases, nth, lives }) => {
  // Every other store charges tax.
  const suite = useTestStore(databases, () => (nth % 2 === 1 ? {} : { TAX_PERCENT: "8.25" }));
  const subscriber = subscribersOf(suite);
  const payPal = payPalShoppersOf(suite);
  const later = (at: Instant, ms: number): Instant => instant(epochMs(at) + ms);
  const goTo = (to: Instant) => advance(suite.sandbox.url, suite.store, { to });

  /** Advances both clocks to the next time that a month has this day, at 10:00 UTC. */
  const goToDay = async (day: number): Promise<void> => {
    const from = new Date(suite.store.clock.now());
    for (let months = 0; ; months += 1) {
      const at = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, day, 10));
      if (at.getUTCDate() !== day || at.getTime() <= from.getTime()) continue;
      return void (await goTo(instant(at.getTime())));
    }
  };

  /** What a customer does at a share of a period. `waits` leaves an upgrade at the bank, or at PayPal. */
  const arbStep = fc.record({
    at: fc.constantFrom(0.001, 0.02, 0.3, 0.97, 0.996),
    act: fc.constantFrom("refused", "waits", "waits", "smaller", "raise", "keep", "cancel", "reprice", "nothing"),
  });
  const arbLife = fc.record({
    day: fc.constantFrom(28, 29, 30, 31, 31),
    by: fc.constantFrom("card" as const, "card" as const, "paypal" as const),
    license: fc.constantFrom(1, 3),
    months: fc.constantFrom(0, 2, 3, 4),
    periods: fc.array(fc.array(arbStep, { maxLength: 2 }), { minLength: 2, maxLength: 4 }),
    hearsEvents: fc.boolean(),
    isDeclinedFirst: fc.boolean(),
  });
  type Life = typeof arbLife extends fc.Arbitrary<infer L> ? L : never;
  /** A code lowers the renewal of the 31st, though an upgrade was refused in the shorter month before it. */
  const SHORT_MONTH: Life = {
    day: 31,
    by: "card",
    license: 1,
    months: 3,
    periods: [[], [{ at: 0.001, act: "refused" }], []],
    hearsEvents: true,
    isDeclinedFirst: true,
  };
  const LONGER_CODE: Life = { ...SHORT_MONTH, months: 4 };

  let percent = 100;
  /** Imports a price list with every plan raised, or the original one. */
  const reprice = async (): Promise<void> => {
    percent = percent === 100 ? 115 : 100;
    const payload = { prices: plansAt(percent), ...BY_STAFF };
    const by = { authorization: SUPPORT_KEY };
    const { status } = await new TestClient(suite.store.app).call("PUT", "/api/support/prices", payload, by);
    expect(status).toBe(200);
  };
  /** Returns the id under which a plan of the first price list is sold now. */
  const soldAs = async (id: number): Promise<number> => {
    const first = PLAN_OFFERS.find((each) => each.id === id);
    const sold = await Effect.runPromise(suite.store.ports.transactions.read.plans.all());
    const now = sold.find(
      (each) =>
        each.group_id === first?.group_id &&
        each.interval === first.interval &&
        each.recurring_credits === first.recurring_credits,
    );
    if (now === undefined) throw new Error(`plan ${id} is not sold`);
    return now.id;
  };

  /** Starts a plan of a life, through its payer. Returns how its customer acts and what was paid. */
  const start = async ({ by, license, months, isDeclinedFirst }: Life) => {
    const [first, next] = license === 1 ? [131, 132] : [136, 138];
    if (by === "card") {
      const plan = await soldAs(first);
      const code = `LIFE${Math.random().toString(36).slice(2)}`;
      if (months > 0) await createPromoCode(suite.sandbox.url, { code, percent_off: 20, months, max_uses: 1 });
      const options = months === 0 ? {} : { discount_code: code };
      const ada = await subscriber(plan, isDeclinedFirst ? REFUSED : VISA, license, options);
      expect(ada.first.status).toBe(isDeclinedFirst ? 402 : 200);
      if (isDeclinedFirst) {
        const again = { plan_variant_id: plan, license_id: license, setup_intent_id: await ada.setup(), ...options };
        expect((await ada.client.post("/api/subscriptions", again)).status).toBe(200);
      }
      const refused = async () => void (await ada.change(await soldAs(next), REFUSED, license));
      const waits = async () => {
        const asks = await ada.client.saveCard(suite.sandbox.url, ASKS_THE_BANK);
        await fetch(`${suite.sandbox.url}/3ds/${asks.id}`, { method: "POST", body: "outcome=complete" });
        const asked = { plan_variant_id: await soldAs(next), license_id: license, setup_intent_id: asks.id };
        expect([402, 409]).toContain((await ada.client.post("/api/subscriptions", asked)).status);
      };
      const change = async (to: number, under: number) => void (await ada.change(await soldAs(to), VISA, under));
      return { client: ada.client, me: ada.me, refused, waits, change, hear: ada.deliverWebhooks, id: ada.id };
    }
    const eve = await payPal.createShopper();
    await eve.approveAndReturn(await eve.startPayPalPlan(await soldAs(131)));
    const waits = async () => void (await eve.startPayPalPlan(await soldAs(132)));
    const change = async (to: number, under: number) => {
      if (under === 1) await eve.startPayPalPlan(await soldAs(to));
    };
    const { client, me, id } = eve;
    return { client, me, refused: waits, waits, change, hear: payPal.deliverWebhooks, id };
  };

  it("CHG-08 DSC-03 CHK-07 is what is billed", async () => {
    const { read } = suite.store.ports.transactions;
    await fc.assert(
      fc.asyncProperty(arbLife, async (life) => {
        await goToDay(life.day);
        const ada = await start(life);
        const license = life.by === "paypal" ? 1 : life.license;
        const acts: Readonly<Record<(typeof life.periods)[number][number]["act"], () => Promise<void>>> = {
          refused: ada.refused,
          waits: ada.waits,
          smaller: () => ada.change(license === 1 ? 128 : 134, license),
          raise: () => ada.change(license === 1 ? 131 : 136, license + 1),
          keep: async () => void (await ada.client.post("/api/subscriptions/resume", {})),
          cancel: async () => void (await ada.client.post("/api/subscriptions/cancel", {})),
          reprice,
          nothing: async () => {},
        };
        const paid = async () => (await Effect.runPromise(read.payments.ofAccount(ada.id))).map(({ amount }) => amount);
        const work = async () => {
          if (life.hearsEvents) await ada.hear();
          await runIn(suite.store.ports, runDueJobs);
        };
        for (const steps of life.periods) {
          const begin = suite.store.clock.now();
          const { subscription } = await ada.me();
          if (subscription === null) return;
          const end = instantOf(subscription.current_period_end);
          for (const { at, act } of [...steps].sort((a, b) => a.at - b.at)) {
            const to = later(begin, Math.floor(at * (epochMs(end) - epochMs(begin))));
            // The sandbox's clock continues during a step.
            if (epochMs(to) > epochMs(suite.store.clock.now()) + HOUR) await goTo(to);
            await acts[act]();
            await work();
          }
          // The store runs throughout. The test is about what it does when orders end.
          for (const before of [24 * HOUR, HOUR, HOUR / 2]) {
            const to = later(end, -before);
            if (to > suite.store.clock.now()) await goTo(to);
            await work();
          }
          expect(await checkupsOf(suite.store).faultsOf(ada.id), JSON.stringify(steps)).toEqual([]);
          const shown = (await ada.me()).subscription;
          const before = await paid();
          await goTo(later(end, 3 * HOUR));
          await work();
          const billed = (await paid()).slice(before.length);
          expect(billed, JSON.stringify(steps)).toEqual(
            shown.next_payment_amount === null ? [] : [shown.next_payment_amount],
          );
          const after = (await ada.me()).subscription;
          expect(await checkupsOf(suite.store).faultsOf(ada.id), JSON.stringify(steps)).toEqual([]);
          expect(after === null).toBe(shown.next_payment_amount === null);
        }
        // Otherwise the plans of all lives would renew in each of the following ones.
        await acts.cancel();
      }),
      {
        numRuns: lives,
        examples: nth === 1 ? [[SHORT_MONTH], [LONGER_CODE]] : [],
        seed: LAW_SEED + nth,
        endOnFailure: true,
      },
    );
  });
});
