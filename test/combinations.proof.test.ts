import {
  cents,
  isAvailableFor,
  licenseId,
  message,
  type Quote,
  noCodeText,
  payerOf,
  payerRefusalText,
} from "@backlot/domain";
import { type Answered, TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { SUPPORT_KEY, chargesAt, createPromoCode, BY_STAFF, BY_STAFF_QUERY } from "@backlot/testing/sandbox";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";
import { useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { Summary } from "../apps/web/app/features/checkout/summary.tsx";

const VISA = "4242424242424242";
const ITEMS = [1011, 1012, 1041, 1042, 3011];
const run = Effect.runPromise;

/** What a shopper buys, how they pay, and what lowers the price. Account credit is in cents. */
const combinations = fc.record({
  what: fc.oneof(
    fc.record({
      kind: fc.constant("plan" as const),
      variant: fc.constantFrom(128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139),
      addOn: fc.constantFrom(null, null, 5, 37),
      code: fc.constantFrom(null, null, "FILM20", "ALMOST", "LONG", "nothing"),
      sale: fc.constantFrom(false, false, true),
    }),
    fc.record({ kind: fc.constant("pack" as const), credits: fc.constantFrom(1, 5, 20, 49, 50, 99, 100, 101, 250) }),
    fc.record({
      kind: fc.constant("cart" as const),
      items: fc.subarray(ITEMS, { minLength: 1 }),
      code: fc.constantFrom(null, null, "TEN", "THIRD", "NEARLY"),
    }),
  ),
  license: fc.integer({ min: 1, max: 6 }).map(licenseId),
  payer: fc.constantFrom("card" as const, "paypal" as const),
  credit: fc.constantFrom(0, 0, 1, 999, 4_900, 30_000),
});

type Combination = typeof combinations extends fc.Arbitrary<infer C> ? C : never;
type Refused = { readonly status: number; readonly message: string };

/** Returns the amounts of a summary as the page shows them, in cents. */
const shownBy = (quote: Quote) => {
  const html = renderToStaticMarkup(createElement(Summary, { quote, reasons: null }));
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(-?)\$([\d,.]+)<\/dd>/g)].map(
    ([, name = "", sign, figure = ""]) => ({
      name,
      amount: Math.round(Number(figure.replaceAll(",", "")) * 100) * (sign === "-" ? -1 : 1),
    }),
  );
  const subtotal = rows.findIndex(({ name }) => name === "Subtotal");
  const sum = (part: typeof rows) => part.reduce((total, { amount }) => total + amount, 0);
  return { lines: sum(rows.slice(0, subtotal)), rest: sum(rows.slice(subtotal, -1)), total: rows.at(-1)?.amount };
};

describe.each(testDatabases)("combinations on $kind", (databases) => {
  const suite = useTestStore(databases);
  const shoppers = payPalShoppersOf(suite);
  const read = () => suite.store.ports.transactions.read;

  beforeAll(async () => {
    await createPromoCode(suite.sandbox.url, { code: "FILM20", percent_off: 20, months: 3 });
    await createPromoCode(suite.sandbox.url, { code: "ALMOST", percent_off: 99, months: 1 });
    await createPromoCode(suite.sandbox.url, { code: "LONG", percent_off: 10, months: 13 });
    const { discountCodes } = read();
    await run(discountCodes.put({ code: "TEN", value: cents(1_000) }));
    await run(discountCodes.put({ code: "THIRD", percent_off: 33 }));
    await run(discountCodes.put({ code: "NEARLY", value: cents(2_370) }));
  });

  const setSale = (on: boolean) =>
    on
      ? new TestClient(suite.store.app).call("PUT", "/api/support/sale", BY_STAFF, { authorization: SUPPORT_KEY })
      : new TestClient(suite.store.app).call("DELETE", `/api/support/sale${BY_STAFF_QUERY}`, undefined, {
          authorization: SUPPORT_KEY,
        });

  /** Creates a shopper with a card and with account credit at Stripe. */
  const newcomer = async ({ license, credit }: Combination) => {
    const shopper = await shoppers.createShopper(license);
    const { client } = shopper;
    if (license === 1) await client.post("/api/users/update_min_license", { license_id: 1 });
    const { id: setup_intent_id } = await client.saveCard(suite.sandbox.url, VISA);
    const { stripe_customer_token: customer } = await shopper.me();
    if (credit > 0)
      await fetch(`${suite.sandbox.url}/v1/customers/${customer}/balance_transactions`, {
        method: "POST",
        headers: { authorization: "Bearer sk_test_dashboard" },
        body: new URLSearchParams({ amount: String(-credit), currency: "usd" }),
      });
    const charged = async () => {
      const byCard = (await chargesAt(suite.sandbox.url, customer)).filter(({ status }) => status === "succeeded");
      return byCard.reduce((sum, { amount }) => sum + amount, 0) + (await shopper.ledgerSnapshot()).charged;
    };
    return { ...shopper, customer, setup_intent_id, charged };
  };
  type Newcomer = Awaited<ReturnType<typeof newcomer>>;

  const refusal = ({
    status,
    body,
  }: {
    status: number;
    body: { error?: { message: string } | string | null };
  }): Refused => ({
    status,
    message: typeof body.error === "object" ? (body.error?.message ?? "") : (body.error ?? ""),
  });

  /** Quotes a combination. Returns the quote and a function that places and pays its orders. */
  const offer = async (
    { client, setup_intent_id, startPayPalPlan, pack, approveAndReturn }: Newcomer,
    each: Combination,
  ) => {
    const { what, license, payer } = each;
    if (what.kind === "plan") {
      const wanted = {
        plan_variant_id: what.variant,
        license_id: license,
        ...(what.code === null ? {} : { discount_code: what.code }),
      };
      const query = new URLSearchParams({
        plan_variant_id: String(what.variant),
        license_id: String(license),
        payment_method: payer,
        ...(what.code === null || payer === "paypal" ? {} : { discount_code: what.code }),
        ...(what.addOn === null ? {} : { add_on_credits: String(what.addOn) }),
      });
      const quoted = await client.get(`/api/subscriptions/quote?${query}`);
      const pay = async () => {
        if (payer === "card") {
          const addOn =
            what.addOn === null ? {} : { credit_pack_variant: { is_custom: true, recurring_credits: what.addOn } };
          return client.post("/api/subscriptions", {
            ...wanted,
            ...addOn,
            setup_intent_id,
            expected_kind: "new-plan",
            ...(quoted.status === 200 ? { expected_total: quoted.body.data.total } : {}),
          });
        }
        const asked = await startPayPalPlan(what.variant, wanted);
        if (asked.status !== 200 || asked.body.error !== null) return asked;
        await approveAndReturn(asked);
        if (what.addOn !== null) await approveAndReturn(await pack(what.addOn));
        return asked;
      };
      return { quoted, quote: quoted.body?.data as Quote, pay };
    }
    const [card] = (await client.post("/api/cards", {})).body.data as { id: string }[];
    const byCard = async (
      fields: object,
      record: (payment_intent: string) => Promise<{ status: number; body: Answered["body"] }>,
    ) => {
      const intent = await client.post("/api/payment_intent", { ...fields, payment_method_id: card?.id });
      if (intent.status !== 200) return intent;
      if (intent.body.status !== "succeeded")
        await client.post("/api/payment_intent_confirm", { payment_intent_id: intent.body.id });
      return record(intent.body.id);
    };
    if (what.kind === "pack") {
      const packs = await client.get(`/api/credit_pack_variants?license_id=${license}`);
      const range = packs.body.custom_credit_packs_prices.find(
        ({ min, max }: { min: number; max: number | null }) =>
          what.credits >= min && (max === null || what.credits <= max),
      );
      const total = cents(range.price * what.credits);
      const line = {
        kind: "pack",
        reference: "",
        label: "Credits",
        gross: total,
        discount: cents(0),
        net: total,
      } as const;
      const quote: Quote = {
        currency: "usd",
        lines: [line],
        discounts: [],
        subtotal: total,
        discount: cents(0),
        account_credit: cents(0),
        account_credit_left: cents(0),
        tax: cents(0),
        total,
        renewal: null,
      };
      const fields = { recurring_credits: what.credits, is_custom: true };
      const pay = async () => {
        if (payer === "card")
          return byCard({ recurring_credits: what.credits, amount: total }, (payment_intent) =>
            client.post("/api/purchases/credit-pack-variant", { ...fields, payment_intent }),
          );
        const asked = await pack(what.credits);
        if (asked.status === 200 && asked.body.error === null) await approveAndReturn(asked);
        return asked;
      };
      return { quoted: packs, quote, pay };
    }
    const cart = await client.call("PUT", "/api/orders/shopping_cart", { product_ids: what.items, license: license });
    const quoted =
      what.code === null ? cart : await client.call("PUT", "/api/orders/discount", { discount_code: what.code });
    const { token, quote } = quoted.body as { token: string; quote: Quote };
    const pay = async () => {
      if (payer === "card")
        return byCard({ token, amount: quote.total }, (payment_intent) =>
          client.post("/api/purchases/cart", { token, payment_intent: quote.total === 0 ? null : payment_intent }),
        );
      const asked = await client.post("/api/orders/paypal", { token, amount: quote.total });
      if (asked.status === 200 && asked.body.error === null && quote.total > 0) await approveAndReturn(asked);
      return asked;
    };
    return { quoted, quote, pay };
  };

  /**
   * Returns the specified message if a combination is refused, "" if it is refused with any message, or null if it is
   * accepted.
   */
  const refusedFor = ({ what, license, payer }: Combination, offered: (variant: number) => boolean): string | null => {
    const promo = what.kind === "plan" && !what.sale ? what.code : null;
    if (payer === "paypal" && promo === "nothing") return message("promo_code_invalid");
    if (what.kind === "plan" && !offered(what.variant)) return "";
    if (payer === "paypal") {
      // The license is named first.
      if (license >= 3) return payerRefusalText("paypal", "no-enterprise", null);
      if (promo !== null || (what.kind === "cart" && what.code === "THIRD")) return noCodeText(payerOf("paypal"));
    }
    if (what.kind !== "plan") return null;
    if (payer === "paypal" || what.sale) return null;
    return what.code === "nothing" ? message("promo_code_invalid") : null;
  };

  it("ORD-04 CHK-06 DSC-08 LIC-14 summary, quote, and charge are the same cents for every combination", async () => {
    const plans = await run(read().plans.all());
    let paid = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(combinations, async (each) => {
        await setSale(each.what.kind === "plan" && each.what.sale);
        const ada = await newcomer(each);
        const { quoted, quote, pay } = await offer(ada, each);
        const answer = await pay();
        const words = answer.status === 200 && !answer.body?.error ? null : refusal(answer);
        const offered = (variant: number) => {
          const plan = plans.find(({ id }) => id === variant);
          return plan !== undefined && isAvailableFor(plan, each.license);
        };
        const expected = refusedFor(each, offered);
        if (expected === "") expect(words).not.toBeNull();
        else if (expected !== null || each.payer === "paypal") expect(words?.message ?? null).toBe(expected);
        if (words !== null) {
          refused += 1;
          // A refusal comes before any order is placed, and with a message.
          expect(words.message).not.toBe("");
          expect([200, 409]).toContain(words.status);
          expect((await ada.client.get("/api/orders")).body.data).toEqual([]);
          expect(await ada.charged()).toBe(0);
          // By card, everything that is quoted can be bought.
          if (each.payer === "card") expect(quoted.status).not.toBe(200);
          return;
        }
        paid += 1;
        const shown = shownBy(quote);
        expect([shown.lines, shown.rest, shown.total]).toEqual([quote.subtotal, quote.total, quote.total]);
        expect(await ada.charged()).toBe(quote.total);
        const { recorded } = await ada.ledgerSnapshot();
        expect(recorded).toBe(quote.total);
        const orders = (await ada.client.get("/api/orders")).body.data as { quote: Quote }[];
        expect(orders.reduce((sum, order) => sum + order.quote.total, 0)).toBe(quote.total);
      }),
      { numRuns: TEST_SCALE.combinations, seed: LAW_SEED },
    );
    expect(paid).toBeGreaterThan(refused / 4);
    expect(refused).toBeGreaterThan(0);
  });
});
