import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import { BANNER_SALE, type Promo, cents, message, licenseId } from "@backlot/domain";
import { PaymentProviderUnavailable, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { quoteNewPlan } from "../src/orders/price-plan.ts";
import { checkPromoCode, findPromoCode } from "../src/pricing/promo-code.ts";
import { startSale } from "../src/pricing/plan-sale.ts";
import { type Allowed, NOW, down, gives, nothing, storeWith } from "./services.ts";
import { OFFER, account, minutesLater } from "./values.ts";

const PROMO: Promo = { code: "FILM20", percent_off: 20, duration_in_months: 3 };

/** A store without a sale whose limit of tries is not reached, unless `more` says so. */
const promoStore = (more: Allowed & { readonly left?: boolean; readonly sale?: typeof BANNER_SALE | null }) => {
  const { left = true, sale = null, ...allowed } = more;
  return storeWith({
    rateLimits: { take: gives(left), isUsedUp: gives(!left) },
    repositories: { planSales: { running: gives(sale === null ? null : { ...sale, ends_at: null }) } },
    ...allowed,
  });
};

describe("tries of promo codes", () => {
  it("DSC-02 a code that exists costs no try", async () => {
    const store = promoStore({ promoCodes: { find: gives(PROMO) } });
    expect(await store.run(findPromoCode(account().id, "film20"))).toEqual(PROMO);
    expect(store.argsOf("rateLimits.take")).toEqual([]);
    expect(store.argsOf("rateLimits.isUsedUp")[0]).toMatchObject([{ name: "codes" }, "ada"]);
  });

  it("DSC-02 a code that exists stays unknown to who used up all tries while it was looked up", async () => {
    const answers = [false, true];
    const store = promoStore({
      promoCodes: { find: gives(PROMO) },
      rateLimits: { isUsedUp: () => Effect.sync(() => answers.shift() ?? true) },
    });
    const refused = await store.run(Effect.flip(findPromoCode(account().id, "FILM20")));
    expect(refused).toMatchObject({ _tag: "too_many_attempts" });
  });

  it("DSC-02 an unknown code costs a try, also one that can't be a code, which asks no provider", async () => {
    for (const [code, asked] of [
      ["NONE", 1],
      ["no code, but a sentence!", 0],
    ] as const) {
      const store = promoStore({ promoCodes: { find: gives(null) } });
      const refused = await store.run(Effect.flip(findPromoCode(account().id, code)));
      expect(refused).toMatchObject({ reason: "promo_code_invalid" });
      expect(store.argsOf("promoCodes.find")).toHaveLength(asked);
      expect(store.argsOf("rateLimits.take")).toMatchObject([[{ name: "codes" }, "ada"]]);
    }
  });

  it("DSC-02 an outage of the provider costs none", async () => {
    const store = promoStore({ promoCodes: { find: down } });
    expect(await store.run(Effect.flip(findPromoCode(account().id, "FILM20")))).toBeInstanceOf(
      PaymentProviderUnavailable,
    );
    expect(store.argsOf("rateLimits.take")).toEqual([]);
  });

  it("DSC-02 without a try left, no code is looked up, and a blank name needs none", async () => {
    const store = promoStore({ left: false });
    const refused = await store.run(Effect.flip(findPromoCode(account().id, "FILM20")));
    expect(refused).toMatchObject({ _tag: "too_many_attempts" });
    expect(store.argsOf("promoCodes.find")).toEqual([]);
    const blank = storeWith({});
    expect(await blank.run(findPromoCode(account().id, " "))).toBeNull();
    expect(blank.effects()).toEqual([]);
  });

  it("DSC-04 a sale leaves a code out without a try, and refuses to check it", async () => {
    const store = promoStore({ sale: BANNER_SALE });
    expect(await store.run(findPromoCode(account().id, "FILM20"))).toBeNull();
    const refused = await store.run(Effect.flip(checkPromoCode(account(), "FILM20")));
    expect(refused).toMatchObject({ reason: "promo_code_invalid" });
    expect(store.effects()).toEqual([]);
  });

  it("DSC-02 a code that its account used up is refused, and was no guess", async () => {
    const store = promoStore({
      promoCodes: { find: gives({ ...PROMO, uses_per_account: 1 }) },
      repositories: { planSales: { running: gives(null) }, orders: { paidWithPromo: gives(1) } },
    });
    const refused = await store.run(Effect.flip(checkPromoCode(account(), "FILM20")));
    expect(refused).toMatchObject({ reason: "promo_code_invalid", message: message("promo_code_used") });
    expect(store.argsOf("rateLimits.take")).toEqual([]);
  });
});

describe("the quote of a new plan", () => {
  const quoted = (method: "card" | "paypal", balance = -1_000) => {
    const store = storeWith({
      cards: {
        customer: gives({ balance: cents(balance), default_payment_method: null, plan_payment_methods: {} }),
      },
      repositories: {
        plans: { get: gives(OFFER) },
        accounts: { profile: gives(null) },
        planSales: { running: gives(null) },
        orders: { openSubscriptionOrder: gives(null) },
      },
    });
    const asked = { plan_variant_id: OFFER.id, payment_method: method };
    const quote = store.run(quoteNewPlan(account({ stripe_customer_token: "customer" }), asked));
    return quote.then(({ account_credit, total }) => ({
      account_credit,
      total,
      customers: store.argsOf("cards.customer"),
    }));
  };

  it("DSC-06 counts account credit by card, and does not even read it for PayPal", async () => {
    expect(await quoted("card")).toMatchObject({ account_credit: 1_000, total: 3_900 });
    const byPayPal = await quoted("paypal");
    expect(byPayPal).toMatchObject({ account_credit: 0, total: 4_900 });
    expect(byPayPal.customers).toEqual([]);
  });

  it("LIC-03 a plan that the minimum license forbids is refused before its card customer is read", async () => {
    const store = storeWith({
      repositories: {
        plans: { get: gives({ ...OFFER, license_to: 2 } as never) },
        accounts: { profile: gives(null) },
      },
    });
    const asked = { plan_variant_id: OFFER.id, license_id: licenseId(1) };
    const refused = await store.run(
      Effect.flip(quoteNewPlan(account({ min_license_id: licenseId(2), stripe_customer_token: "customer" }), asked)),
    );
    expect(refused).toMatchObject({ reason: "below_minimum_license" });
  });
});

describe("the sale", () => {
  it("DSC-04 that would end in the past is not started", async () => {
    const store = storeWith({
      repositories: { planSales: { start: nothing }, priceRules: { current: gives(PRICE_RULES) } },
    });
    const refused = await store.run(Effect.flip(startSale(NOW).pipe(transactional)));
    expect(refused).toMatchObject({ issues: [{ path: "payload.ends_at" }] });
    expect(store.argsOf("planSales.start")).toEqual([]);
    await store.run(startSale(minutesLater(1)).pipe(transactional));
    expect(store.argsOf("planSales.start")).toEqual([[{ ...BANNER_SALE, ends_at: minutesLater(1) }, NOW]]);
  });
});
