import { EVERYTHING } from "@backlot/domain";
import * as Effect from "effect/Effect";
import fc from "fast-check";
import { expect } from "vitest";
import { TestClient } from "./client.ts";
import {
  BY_STAFF,
  type RunningSandbox,
  SUPPORT_KEY,
  closeDispute,
  eventsAt,
  openDispute,
  payPalBuyer,
} from "./sandbox.ts";
import { type TestStore, advance, deliver } from "./store.ts";

const run = Effect.runPromise;

const VISA = "4242424242424242";
const ASKS_THE_BANK = "4000002760003184";
/** Variants of the sample catalog that cost money. */
const ITEMS = [1011, 1012, 1041, 1042, 3011];
const PLANS = [128, 129, 130, 131, 132, 133, 134, 136, 138];

/** An action of a shopper. Shares are of the rest of a payment. */
export const arbMove = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("plan" as const),
      plan: fc.constantFrom(...PLANS),
      license: fc.constantFrom(1, 1, 1, 2, 3, 4),
      by: fc.constantFrom("card" as const, "card" as const, "bank" as const, "paypal" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("pack" as const),
      credits: fc.integer({ min: 5, max: 60 }),
      by: fc.constantFrom("card" as const, "paypal" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("item" as const), which: fc.nat({ max: 20 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("cart" as const),
      items: fc.subarray(ITEMS, { minLength: 1 }),
      code: fc.boolean(),
      by: fc.constantFrom("card" as const, "paypal" as const),
      as: fc.constantFrom("account" as const, "account" as const, "guest" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sign in" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("take back" as const),
      which: fc.nat({ max: 9 }),
      item: fc.constantFrom(...ITEMS),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      which: fc.nat({ max: 9 }),
      share: fc.constantFrom(0.01, 0.2, 0.49, 0.5, 0.51, 0.989, 1, 1, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("support refunds" as const),
      which: fc.nat({ max: 9 }),
      share: fc.constantFrom(0.01, 0.49, 0.5, 1, 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("dispute" as const),
      which: fc.nat({ max: 9 }),
      outcome: fc.constantFrom("won" as const, "lost" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("time" as const), days: fc.constantFrom(1, 9, 20, 31) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("resume" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("bank says yes" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("deliver" as const),
      how: fc.constantFrom("in order" as const, "reversed" as const, "twice" as const),
    }),
  },
);
/** What a shopper does next. */
export type Move = typeof arbMove extends fc.Arbitrary<infer M> ? M : never;

/** A suite's store and sandbox. */
interface Suite {
  readonly sandbox: RunningSandbox;
  readonly store: TestStore;
}

/** Returns the random shoppers of a suite, and the delivery of the events that they cause. */
export const randomShoppersIn = (suite: Suite) => {
  const read = () => suite.store.ports.transactions.read;
  const url = () => suite.sandbox.url;
  const delivered = { stripe: new Set<string>(), paypal: 0 };
  /** The payments whose refund support was told is not made yet, or was refused. */
  const unmade = new Set<string>();

  /** Delivers the providers' new events. Sends a webhook again if it came too early. */
  const deliverNew = async (how: "in order" | "reversed" | "twice"): Promise<void> => {
    const stripe = (await eventsAt(url())).filter((event) => !delivered.stripe.has(event.id));
    for (const event of stripe) delivered.stripe.add(event.id);
    const payPal = (await payPalBuyer(url()).deliveredEvents()).slice(delivered.paypal);
    delivered.paypal += payPal.length;
    let open = [
      ...stripe.map((event) => () => deliver(suite.store, suite.sandbox.webhookSecret, event)),
      ...payPal.map(({ body, headers }) => async () => {
        const init = { method: "POST", body, headers: { ...headers } };
        return (await suite.store.app.request("/api/webhooks/paypal", init)).status;
      }),
    ];
    if (how === "reversed") open.reverse();
    if (how === "twice") open = open.flatMap((each) => [each, each]);
    for (let round = 0; open.length > 0; round += 1) {
      if (round === 5) throw new Error("a webhook is refused for ever");
      const again: typeof open = [];
      for (const each of open) {
        const status = await each();
        expect([204, 503]).toContain(status);
        if (status === 503) again.push(each);
      }
      open = again;
    }
  };

  const shopper = async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.saveCard(url(), VISA);
    /** The same person before signing in, in one browser. */
    const visitor = new TestClient(suite.store.app);
    const guestOrders = new Set<string>();
    const { id, email, stripe_customer_token: customer } = (await client.get("/api/users/me")).body.data;
    const premium = (
      await run(read().collections.page({ filter: EVERYTHING, sort: "newest", starting_after: null, limit: 100 }))
    ).filter((each) => each.access === "premium");
    const challenges: string[] = [];
    const endChallenge = (intent: string) =>
      fetch(`${url()}/3ds/${intent}`, { method: "POST", body: "outcome=complete" });
    /** Returns the account, and every guest whose purchases it has not taken over. */
    const buyers = async (): Promise<readonly string[]> => {
      const found = await Promise.all([...guestOrders].map((order) => run(read().orders.get(order))));
      return [...new Set([id, ...found.flatMap((order) => order?.user_id ?? [])])];
    };
    const paymentsOf = async () =>
      (await Promise.all((await buyers()).map((buyer) => run(read().payments.ofAccount(buyer))))).flat();
    const payments = async () => (await paymentsOf()).filter((each) => each.provider_reference);
    const pickPayment = async (which: number) => {
      const all = await payments();
      return all[which % Math.max(1, all.length)];
    };
    const throughPayPal = async (path: string, body: object, by = client): Promise<void> => {
      const asked = await by.post(path, body);
      const to: string = asked.body?.redirect_url ?? "";
      if (!to.includes("/paypal/approve/")) return;
      const sent = await payPalBuyer(url()).approve(to);
      const order_id = sent.searchParams.get("order") ?? "";
      if (by === visitor) guestOrders.add(order_id);
      await by.post("/api/orders/return", { order_id });
    };
    const buyCart = async ({ items, code, by, as }: Extract<Move, { readonly do: "cart" }>): Promise<void> => {
      const buyer = as === "guest" ? visitor : client;
      const filled = await buyer.call("PUT", "/api/orders/shopping_cart", { product_ids: items });
      const { token } = filled.body;
      if (code) await buyer.call("PUT", "/api/orders/discount", { token, discount_code: "FIVE" });
      // Not the account's own address, because a guest may use another one.
      const address = as === "guest" ? { email: `guest.${email}` } : {};
      if (by === "paypal") return throughPayPal("/api/orders/paypal", { token, ...address }, buyer);
      const [card] =
        as === "guest" ? [] : ((await client.post("/api/cards", {})).body.data as readonly { readonly id: string }[]);
      const asked = await buyer.post("/api/payment_intent", { token, ...address, payment_method_id: card?.id ?? null });
      if (asked.status !== 200) return;
      if (as === "guest") await buyer.payTyped(url(), asked.body, VISA);
      else await client.post("/api/payment_intent_confirm", { payment_intent_id: asked.body.id });
      const sold = await buyer.post("/api/purchases/cart", { token, payment_intent: asked.body.id });
      if (as === "guest" && sold.status === 200) guestOrders.add(sold.body.data.order_id);
    };
    /** Refunds an item of one of the orders as support. */
    const revokeItem = async (which: number, variant_id: number): Promise<void> => {
      const known = [
        ...new Set(
          (await paymentsOf()).flatMap(({ order_id, reason }) => (reason === "items" ? (order_id ?? []) : [])),
        ),
      ];
      const order = known[which % Math.max(1, known.length)];
      if (order === undefined) return;
      const staff = new TestClient(suite.store.app);
      staff.token = SUPPORT_KEY;
      expect([200, 404, 409]).toContain(
        (await staff.post(`/api/support/orders/${order}/refunds`, { variant_id, ...BY_STAFF })).status,
      );
    };
    const buyPlan = async (plan: number, license: number, by: "card" | "bank" | "paypal"): Promise<void> => {
      const asked = { plan_variant_id: plan, license_id: license };
      if (by === "paypal") return throughPayPal("/api/orders/paypal/initialize_subscription", asked);
      const { id: setup_intent_id } = await client.saveCard(url(), by === "bank" ? ASKS_THE_BANK : VISA);
      if (by === "bank") await endChallenge(setup_intent_id);
      const answer = await client.post("/api/subscriptions", { ...asked, setup_intent_id });
      if (answer.status === 402) challenges.push(String(answer.body.error.client_secret).split("_secret_")[0] ?? "");
    };
    const buyPack = async (credits: number, by: "card" | "paypal"): Promise<void> => {
      if (by === "paypal") return throughPayPal("/api/orders/paypal", { recurring_credits: credits });
      const [card] = (await client.post("/api/cards", {})).body.data as readonly { readonly id: string }[];
      const order = { recurring_credits: credits, payment_method_id: card?.id };
      const { status, body } = await client.post("/api/payment_intent", order);
      if (status === 200) await client.post("/api/payment_intent_confirm", { payment_intent_id: body.id });
    };
    const refund = async (which: number, share: number): Promise<void> => {
      const payment = await pickPayment(which);
      const left = payment === undefined ? 0 : payment.amount - payment.refunded;
      const amount = Math.ceil(left * share);
      if (payment?.provider_reference == null || amount === 0) return;
      if (payment.provider === "paypal") return payPalBuyer(url()).refund(payment.provider_reference, amount);
      await fetch(`${url()}/v1/refunds`, {
        method: "POST",
        headers: { authorization: "Bearer sk_test_dashboard" },
        body: new URLSearchParams({ payment_intent: payment.provider_reference, amount: String(amount) }),
      });
    };
    /** Refunds a payment as support, after a preview, which must say what is then taken back. */
    const refundBySupport = async (which: number, share: number): Promise<void> => {
      const payment = await pickPayment(which);
      if (payment === undefined) return;
      const staff = new TestClient(suite.store.app);
      staff.token = SUPPORT_KEY;
      const asked = Math.max(1, Math.floor((payment.amount - payment.refunded) * share));
      const about = `payment=${payment.id}&amount=${asked}`;
      const { status, body: preview } = await staff.get(`/api/support/payments/refund_preview?${about}`);
      if (status !== 200) return void expect(status).toBe(409);
      const balance = async () =>
        (await run(read().credits.lots(payment.user_id))).reduce((n, lot) => n + lot.remaining, 0);
      const items = async () => (await run(read().collections.entitlementsOf(payment.user_id))).length;
      const facts = async () => ({
        payments: (await run(read().payments.ofAccount(payment.user_id))).length,
        open: (await run(read().orders.openSubscriptionOrder(payment.user_id)))?.id ?? null,
      });
      const before = { credits: await balance(), items: await items(), facts: await facts() };
      const made = await staff.post("/api/support/payments/refunds", {
        payment: payment.id,
        amount: asked,
        idempotency_key: crypto.randomUUID(),
        ...BY_STAFF,
      });
      expect([200, 503]).toContain(made.status);
      if (made.status !== 200 || made.body.data.status !== "refunded") unmade.add(payment.id);
      // A refund that is due, a renewal recorded, or an order ended on the way changes more than the preview says. So
      // does a refund at the provider that the store hears of only now.
      const refunded = (await run(read().payments.get(payment.id)))?.refunded;
      const isAlone =
        JSON.stringify(await facts()) === JSON.stringify(before.facts) &&
        refunded === payment.refunded + preview.data.amount;
      if (made.status !== 200 || made.body.data.status !== "refunded" || !isAlone) return;
      const { takes } = preview.data;
      expect({ credits: before.credits - (await balance()), items: before.items - (await items()) }).toEqual({
        credits: takes.credits,
        items: takes.items.length,
      });
    };
    const dispute = async (which: number, outcome: "won" | "lost"): Promise<void> => {
      const payment = await pickPayment(which);
      if (payment?.provider_reference == null || payment.refunded + payment.disputed >= payment.amount) return;
      const opened = await openDispute(url(), payment.provider, payment.provider_reference).catch(() => null);
      if (opened === null) return;
      await deliverNew("in order");
      const isOwn = (await run(read().payments.ofAccount(id))).some((each) => each.id === payment.id);
      const answer = await client.post("/api/purchases/collection", { collection_id: premium[0]?.id });
      if (isOwn) expect(answer.status).toBe(409);
      await closeDispute(url(), payment.provider, opened, outcome);
    };
    const make = async (move: Move): Promise<void> => {
      switch (move.do) {
        case "plan":
          return buyPlan(move.plan, move.license, move.by);
        case "pack":
          return buyPack(move.credits, move.by);
        case "cart":
          return buyCart(move);
        case "sign in":
          // The account takes over the guest purchases of its browser.
          return void (await visitor.post("/api/sessions", { email, password: "correct horse" }));
        case "take back":
          return revokeItem(move.which, move.item);
        case "item": {
          const item = premium[move.which % premium.length];
          return void (await client.post("/api/purchases/collection", { collection_id: item?.id }));
        }
        case "refund":
          return refund(move.which, move.share);
        case "support refunds":
          return refundBySupport(move.which, move.share);
        case "dispute":
          return dispute(move.which, move.outcome);
        case "time":
          return void (await advance(url(), suite.store, { days: move.days }));
        case "cancel":
          return void (await client.post("/api/subscriptions/cancel", {}));
        case "resume":
          return void (await client.post("/api/subscriptions/resume", {}));
        case "bank says yes": {
          const intent = challenges.shift();
          return intent === undefined ? undefined : void (await endChallenge(intent));
        }
        case "deliver":
          return deliverNew(move.how);
      }
    };
    return { client, id, customer, buyers, make };
  };

  return { deliverNew, shopper, unmade };
};
