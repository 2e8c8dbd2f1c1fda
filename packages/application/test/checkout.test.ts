import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import { type Account, type Collection, type CreditLot, credits, cents, message } from "@backlot/domain";
import { CurrentCaller, type CustomerCard } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { anonymous, UNKNOWN_VISITOR } from "../src/caller.ts";
import { buy } from "../src/checkout/buy.ts";
import { buyWithCredits } from "../src/checkout/buy-with-credits.ts";
import { cartToBuy } from "../src/checkout/buyables/cart.ts";
import { creditsToBuy } from "../src/checkout/buyables/credits.ts";
import { type PlanRequest, planToBuy } from "../src/checkout/buyables/plan.ts";
import { deleteCard, ensureCustomer } from "../src/checkout/cards.ts";
import { carts } from "../src/checkout/cart.ts";
import { confirmPayment } from "../src/checkout/complete.ts";
import { FREE_LEASES, type Allowed, NOW, gives, nothing, storeWith } from "./services.ts";
import { OFFER, account, order, quoteOf, running } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

const DISPUTED: Methods = { disputes: { openOf: gives([{} as never]) } };
const UNDISPUTED: Methods = { disputes: { openOf: gives([]) } };
const CUSTOMER = account({ stripe_customer_token: "cus_ada" });

const by = (buyer: Account) => ({ _tag: "Account", account: buyer }) as const;

describe("a plan that is bought", () => {
  const asked = { plan_variant_id: OFFER.id };
  const subscribe = (buyer: Account, request: PlanRequest) =>
    buy(by(buyer), planToBuy(buyer, request), "stripe", { _tag: "SetupIntent", id: "seti" });
  const refused = (repositories: Methods, more: Allowed = {}) => {
    const store = storeWith({ ...more, repositories });
    const failure = store.run(Effect.flip(subscribe(CUSTOMER, asked)));
    return failure.then((it) => ({ failure: it, effects: store.effects() }));
  };
  const PLAN = { items: [{ kind: "plan", plan_variant_id: OFFER.id }], quote: quoteOf("plan", 4_900) } as const;

  it("CHK-06 CHK-03 a setup intent is good for its own buyer and plan alone, whatever the provider says", async () => {
    const known = (more: Parameters<typeof order>[0]) => ({
      orders: { byIdempotencyKey: gives(order({ ...PLAN, ...more })) },
    });
    const foreign = await refused(known({ user_id: "eve" }));
    expect(foreign).toMatchObject({ failure: { _tag: "forbidden" }, effects: [] });
    const other = await refused(known({ items: [{ kind: "plan", plan_variant_id: 133 }] }));
    expect(other).toMatchObject({ failure: { reason: "setup_intent_reused" }, effects: [] });
  });

  it("ORD-06 a change is refused with an open dispute before the provider is asked", async () => {
    const { failure, effects } = await refused({
      ...DISPUTED,
      orders: { byIdempotencyKey: gives(null) },
      subscriptions: { current: gives(running()) },
    });
    expect(failure).toMatchObject({ reason: "dispute_open" });
    expect(effects).toEqual([]);
  });

  it("DSC-01 CHG-02 takes no code for a change of plan", async () => {
    const store = storeWith({
      repositories: {
        ...UNDISPUTED,
        leases: FREE_LEASES,
        orders: { byIdempotencyKey: gives(null), openSubscriptionOrder: gives(null) },
        subscriptions: { current: gives(running()) },
      },
      // The card is asked for while the plan is looked at.
      cards: { setupIntent: gives(null) },
    });
    const failure = await store.run(Effect.flip(subscribe(CUSTOMER, { ...asked, discount_code: "FILM20" })));
    expect(failure).toMatchObject({ reason: "promo_code_invalid" });
  });

  it("CHK-06 is not paid by someone else's card, and places no order", async () => {
    const intent = {
      id: "seti",
      client_secret: "",
      status: "succeeded",
      customer_id: "cus_eve",
      payment_method_id: "card",
      is_chargeable: true,
      customer_balance: cents(0),
    };
    const { failure, effects } = await refused(
      { ...UNDISPUTED, orders: { byIdempotencyKey: gives(null) }, subscriptions: { current: gives(null) } },
      { cards: { setupIntent: gives(intent) } },
    );
    expect(failure).toMatchObject({ _tag: "forbidden" });
    expect(effects).toEqual([]);
  });
});

describe("credits that are bought", () => {
  const PRICES = {
    presets: [20],
    individual: [{ min: 1, max: null, price: cents(50) }],
    business: [{ min: 1, max: null, price: cents(90) }],
  };
  const refused = (more: { readonly amount?: number; readonly customer?: string }, repositories: Methods = {}) => {
    const store = storeWith({
      repositories: {
        ...UNDISPUTED,
        subscriptions: { current: gives(null) },
        accounts: { profile: gives(null) },
        packs: { prices: gives(PRICES) },
        ...repositories,
      },
    });
    const { amount = null, customer = null } = more;
    const request = { credits: 20, amount: amount === null ? null : cents(amount), plan_variant_id: null };
    const card = { _tag: "Card", payment_method_id: null, customer_id: customer } as const;
    const failure = store.run(Effect.flip(buy(by(account()), creditsToBuy(account(), request), "stripe", card)));
    return failure.then((it) => ({ failure: it, effects: store.effects() }));
  };

  it("ORD-04 CRD-05 are refused at a price that has changed before the provider makes a customer", async () => {
    const { failure, effects } = await refused({ amount: 900 });
    expect(failure).toMatchObject({ reason: "price_changed", message: message("offer_changed") });
    expect(effects).toEqual([]);
  });

  it("ORD-06 CHK-06 are refused with a dispute, and to another's customer, before anything is priced", async () => {
    const disputed = await refused({}, DISPUTED);
    expect(disputed).toMatchObject({ failure: { reason: "dispute_open" }, effects: [] });
    const foreign = await refused({ customer: "cus_eve" });
    expect(foreign).toMatchObject({ failure: { _tag: "forbidden" }, effects: [] });
  });
});

describe("a payment that is confirmed", () => {
  const confirmed = (known: ReturnType<typeof order> | null, repositories: Methods = UNDISPUTED) => {
    const store = storeWith({
      cards: { cards: gives([{ id: "own" } as never]) },
      repositories: { ...repositories, orders: { byPaymentReference: gives(known) } },
    });
    const failure = store.run(Effect.flip(confirmPayment(account(), "pi_1", "stolen")));
    return failure.then((it) => ({ failure: it, effects: store.effects() }));
  };

  it("CHK-06 ORD-06 is its buyer's own, by an own card, and of no disputed account", async () => {
    expect(await confirmed(order({ user_id: "eve" }))).toMatchObject({
      failure: { _tag: "forbidden" },
      effects: [],
    });
    expect(await confirmed(order(), DISPUTED)).toMatchObject({
      failure: { reason: "dispute_open" },
      effects: [],
    });
    expect(await confirmed(order())).toMatchObject({
      failure: { _tag: "forbidden" },
      effects: [],
    });
    // A plan's payment is confirmed by its own request.
    const plan = order({ items: [{ kind: "plan", plan_variant_id: OFFER.id }] });
    expect(await confirmed(plan)).toMatchObject({ failure: { _tag: "not_found" } });
  });
});

describe("a cart that is bought", () => {
  it("ORD-06 CHK-06 is refused with a dispute and to another's customer before it is priced", async () => {
    const refused = (who: Account, repositories: Methods, customer_id: string | null) => {
      const store = storeWith({ repositories: { carts: { ofAccount: gives(null) }, ...repositories } });
      const work = buy(by(who), cartToBuy(by(who), null), "stripe", {
        _tag: "Card",
        customer_id,
        payment_method_id: null,
      });
      return store.run(Effect.flip(work)).then((failure) => ({ failure, effects: store.effects() }));
    };
    expect(await refused(account(), DISPUTED, null)).toMatchObject({
      failure: { reason: "dispute_open" },
      effects: [],
    });
    expect(await refused(CUSTOMER, UNDISPUTED, "cus_eve")).toMatchObject({
      failure: { _tag: "forbidden" },
      effects: [],
    });
  });

  const VISITOR = anonymous({ ...UNKNOWN_VISITOR, address: "203.0.113.7" });

  it("DSC-02 an unknown code costs its visitor's address a try, and a code that is known costs none", async () => {
    const put = async (discount_code: string, isKnown: boolean) => {
      const store = storeWith({
        rateLimits: { take: gives(true), isUsedUp: gives(false) },
        repositories: {
          discountCodes: {
            uses: gives({ byAccount: 0, inAll: 0 }),
            find: gives(isKnown ? ({ code: "SUMMER", percent_off: 10 } as never) : null),
          },
          carts: { lock: gives(null), save: nothing },
          collections: { byVariants: gives([]), entitlementsOf: gives([]) },
          priceRules: { current: gives(PRICE_RULES) },
        },
      });
      const work = carts.putDiscount({ payload: { discount_code, token: "cart" } } as never);
      const result = await store.run(Effect.result(Effect.provideService(work, CurrentCaller, VISITOR)));
      return { result, taken: store.argsOf("rateLimits.take") };
    };
    const unknown = await put("NONE", false);
    expect(unknown.result).toMatchObject({ failure: { reason: "promo_code_invalid" } });
    expect(unknown.taken).toMatchObject([[{ name: "codes" }, "203.0.113.7"]]);
    expect((await put("SUMMER", true)).taken).toEqual([]);
    // Removing a code is no try.
    expect((await put(" ", false)).taken).toEqual([]);
  });
});

describe("an item for credits", () => {
  // Only these fields decide the price.
  const collection = { id: 1, listed: true, access: "premium", credit_price: credits(10), collection_variants: [] };
  const LOT: CreditLot = {
    id: "lot",
    kind: "pack",
    granted: credits(25),
    remaining: credits(25),
    granted_at: NOW,
    source: "payment:1",
    subscription_id: null,
  };
  const bought = (more: Methods = {}) => {
    const store = storeWith({
      repositories: {
        ...UNDISPUTED,
        accounts: { lock: gives(account()) },
        credits: { lots: gives([LOT]), licensesOfLots: gives(new Map()), post: nothing, ...more.credits },
        subscriptions: { current: gives(null) },
        ...(more.disputes === undefined ? {} : { disputes: more.disputes }),
        collections: {
          get: gives(collection as unknown as Collection),
          entitlementsOf: gives([]),
          grantEntitlement: gives(true),
          ...more.collections,
        },
      },
    });
    return store.run(Effect.result(buyWithCredits(account(), 1))).then((result) => ({ result, store }));
  };

  it("CRD-10 is granted and paid at once, under the account's lock", async () => {
    const { result, store } = await bought();
    expect(result).toMatchObject({ success: { credits_spent: 10, current_credit_balance: 15 } });
    const underLock = ["accounts.lock", "credits.lots", "credits.post"];
    expect(store.order(...underLock)).toEqual(underLock);
    expect(store.effects()).toEqual(["collections.grantEntitlement", "credits.post"]);
    expect(store.argsOf("commit")).toHaveLength(1);
    expect(store.argsOf("credits.post")).toMatchObject([["ada", [{ lot_id: "lot", amount: -10, reason: "spend" }]]]);
  });

  it("CRD-10 that is owned already costs nothing, and one that is not paid is not kept", async () => {
    const owned = await bought({ collections: { grantEntitlement: gives(false) } });
    expect(owned.result).toMatchObject({ failure: { reason: "already_owned" } });
    const poor = await bought({ credits: { lots: gives([]) } });
    expect(poor.result).toMatchObject({ failure: { needed: 10, available: 0, missing: 10 } });
    for (const { store } of [owned, poor]) expect(store.effects()).toEqual([]);
  });

  it("ORD-06 CRD-10 is not sold with an open dispute, or off sale", async () => {
    expect((await bought(DISPUTED)).result).toMatchObject({ failure: { reason: "dispute_open" } });
    const withdrawn = await bought({
      collections: { get: gives({ ...collection, listed: false } as unknown as Collection) },
    });
    expect(withdrawn.result).toMatchObject({ failure: { _tag: "not_found" } });
  });
});

describe("saved cards", () => {
  const card = (id: string, fingerprint: string): CustomerCard => ({
    id,
    fingerprint,
    card: { display_brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 } as CustomerCard["card"],
  });
  const deleted = (own: readonly CustomerCard[]) => {
    const store = storeWith({
      cards: {
        customer: gives({
          balance: cents(0),
          default_payment_method: "first",
          plan_payment_methods: { sub_1: "first" },
        }),
        cards: gives(own),
        setPaymentMethod: nothing,
        detachCard: nothing,
      },
      repositories: {
        leases: FREE_LEASES,
        subscriptions: { current: gives(running()) },
      },
    });
    return store.run(Effect.result(deleteCard(CUSTOMER, "first"))).then((result) => ({ result, store }));
  };

  it("CHK-05 a plan moves to another card before its card is deleted, with all its doubles", async () => {
    const { store } = await deleted([card("first", "a"), card("double", "a"), card("other", "b")]);
    expect(store.argsOf("cards.setPaymentMethod")).toEqual([["sub_1", "other"]]);
    expect(store.argsOf("cards.detachCard")).toEqual([["first"], ["double"]]);
    const moving = ["cards.setPaymentMethod", "cards.detachCard"];
    expect(store.order(...moving)).toEqual(moving);
  });

  it("CHK-05 the only card of a plan stays, and a card of someone else is not touched", async () => {
    const only = await deleted([card("first", "a"), card("double", "a")]);
    expect(only.result).toMatchObject({ failure: { reason: "payment_method_in_use" } });
    const foreign = await deleted([card("other", "b")]);
    expect(foreign.result).toMatchObject({ failure: { _tag: "forbidden" } });
    for (const { store } of [only, foreign]) expect(store.argsOf("cards.detachCard")).toEqual([]);
  });

  it("CHK-05 CHK-03 of two customers that are made at once, both requests use the one that was stored", async () => {
    const store = storeWith({
      cards: { createCustomer: gives("cus_second") },
      repositories: { accounts: { setCustomerIfAbsent: gives("cus_first") } },
    });
    expect(await store.run(ensureCustomer(account()))).toBe("cus_first");
    expect(store.effects()).toEqual(["cards.createCustomer", "accounts.setCustomerIfAbsent"]);
    expect(await store.run(ensureCustomer(CUSTOMER))).toBe("cus_ada");
    expect(store.argsOf("cards.createCustomer")).toHaveLength(1);
  });
});
