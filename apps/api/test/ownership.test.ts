import { scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, SUPPORT_KEY, closeDispute, eventsAt, openDispute } from "@backlot/testing/sandbox";
import { TestClient } from "@backlot/testing/client";
import { advance, deliver, useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

const run = Effect.runPromise;
/** A collection of the sample catalog that costs 8 credits, or 4 for owners of one of its files, and those files. */
const FIRE = 101;
const FIRE_2K = 1011;
const FIRE_4K = 1012;
const LIGHTNING_2K = 1041;
/** Essentials under an Enterprise license, billed monthly. */
const ENTERPRISE_ESSENTIALS = 134;
/** Pro with 50 credits under an Enterprise license, billed monthly. */
const ENTERPRISE_PRO = 136;

describe.each(scenarioDatabases)("what an account owns on $kind", (databases) => {
  const suite = useTestStore(databases);
  const keeping = useTestStore(databases, () => ({ REFUNDS_KEEP_ITEMS: "on" }));
  const subscriber = subscribersOf(suite);

  type Subscriber = Awaited<ReturnType<typeof subscriber>>;

  /** Buys files with the account's saved card. Returns the payment. */
  const buyFiles = async (ada: Subscriber, store: typeof suite, files: readonly number[]) => {
    const payments = () => run(store.store.ports.transactions.read.payments.ofAccount(ada.id));
    const before = await payments();
    const { token } = (await ada.client.put("/api/orders/shopping_cart", { product_ids: files })).body;
    const [card] = (await ada.client.post("/api/cards", {})).body.data;
    const { body } = await ada.client.post("/api/payment_intent", { token, payment_method_id: card.id });
    await ada.client.post("/api/payment_intent_confirm", { payment_intent_id: body.id });
    expect((await ada.client.post("/api/purchases/cart", { token, payment_intent: body.id })).status).toBe(200);
    const after = await payments();
    const paid = after.find(({ id }) => !before.some((each) => each.id === id));
    if (paid === undefined) throw new Error("nothing was paid");
    return paid;
  };
  const buyCollection = (ada: Subscriber) => ada.client.post("/api/purchases/collection", { collection_id: FIRE });
  /** The variants that an account owns alone; null is the whole collection. */
  const owned = async (ada: Subscriber, store = suite) =>
    (await run(store.store.ports.transactions.read.collections.entitlementsOf(ada.id))).map(
      (each) => each.collection_variant_id,
    );
  const balance = async (ada: Subscriber): Promise<number> => (await ada.me()).current_credit_balance;
  const unrecovered = async (ada: Subscriber, store = suite) =>
    (await run(store.store.ports.transactions.read.unrecovered.list(1_000)))
      .filter((row) => row.user_id === ada.id)
      .map((row) => row.amount);
  /** Delivers every event of the sandbox. The events of a dispute name no customer. */
  const deliverAll = async (): Promise<void> => {
    for (const event of await eventsAt(suite.sandbox.url))
      expect(await deliver(suite.store, suite.sandbox.webhookSecret, event), event.type).toBe(204);
  };
  const download = async (ada: Subscriber, variant: number) => {
    const { status, body } = await ada.client.get(`/api/variant_downloads/${variant}/download`);
    return status === 200 ? "allowed" : body.error.reason;
  };

  it("DWN-01 ORD-06 a link made before gives no file of a refunded item, nor of a locked account", async () => {
    const ada = await subscriber(130);
    const linkTo = async (variant: number) =>
      (await ada.client.get(`/api/variant_downloads/${variant}/download`)).body.url as string;
    // Only checks whether the file exists, as a page does while it is rendered.
    const asked = async (link: string) => (await ada.client.call("HEAD", link)).status;
    const paid = await buyFiles(ada, suite, [FIRE_2K]);
    const bought = await linkTo(FIRE_2K);
    const { data } = (await ada.client.get("/api/collections?access=essentials&library_id=1&limit=1")).body;
    const included = await linkTo(data[0].collection_variants[0].id);
    suite.store.queries();
    expect([200, 202]).toContain(await asked(bought));
    expect(suite.store.queries()).toBeLessThanOrEqual(12);
    await ada.refund(paid);
    await ada.deliverWebhooks();
    expect(await asked(bought)).toBe(403);
    expect([200, 202]).toContain(await asked(included));
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    const lock = { customer: ada.id, idempotency_key: crypto.randomUUID(), ...BY_STAFF, change: { kind: "lock" } };
    expect((await staff.post("/api/support/customers/changes", lock)).status).toBe(200);
    expect(await asked(included)).not.toBe(202);
    expect([401, 403]).toContain(await asked(included));
  });

  it("ORD-06 CRD-10 a refund of the file that lowered a collection's price also revokes the collection", async () => {
    const ada = await subscriber(130);
    const paid = await buyFiles(ada, suite, [FIRE_2K]);
    expect((await buyCollection(ada)).body.data.credits_spent).toBe(4);
    expect([await owned(ada), await balance(ada)]).toEqual([[FIRE_2K, null], 16]);
    await ada.refund(paid, 2_399);
    await ada.deliverWebhooks();
    expect(await owned(ada)).toEqual([FIRE_2K, null]);
    await ada.refund(paid);
    await ada.deliverWebhooks();
    expect([await owned(ada), await balance(ada), await unrecovered(ada)]).toEqual([[], 20, []]);
    // It can be bought again, at the full price.
    expect((await buyCollection(ada)).body.data.credits_spent).toBe(8);
    expect([await owned(ada), await balance(ada)]).toEqual([[null], 12]);
  });

  it("ORD-06 CRD-10 CLI-02 a collection stays while another of its files still lowers its price", async () => {
    const ada = await subscriber(130);
    const first = await buyFiles(ada, suite, [FIRE_2K]);
    const second = await buyFiles(ada, suite, [FIRE_4K]);
    expect((await buyCollection(ada)).body.data.credits_spent).toBe(4);
    await ada.refund(first);
    await ada.deliverWebhooks();
    expect([await owned(ada), await balance(ada)]).toEqual([[FIRE_4K, null], 16]);
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    const asked = { ...BY_STAFF, variant_id: FIRE_4K };
    expect((await staff.post(`/api/support/orders/${second.order_id}/refunds`, asked)).status).toBe(200);
    expect([await owned(ada), await balance(ada)]).toEqual([[], 20]);
  });

  it("ORD-06 CRD-10 a refund of a file leaves collections that were bought at the full price", async () => {
    const ada = await subscriber(130);
    const [eve] = [await subscriber(130)];
    expect((await buyCollection(ada)).body.data.credits_spent).toBe(8);
    expect([await owned(ada), await balance(ada)]).toEqual([[null], 12]);
    // The refund of another customer's file changes nothing here.
    const paid = await buyFiles(eve, suite, [FIRE_2K]);
    await eve.refund(paid);
    await eve.deliverWebhooks();
    expect([await owned(eve), await owned(ada)]).toEqual([[], [null]]);
  });

  it("ORD-06 CRD-10 DWN-04 a dispute of that file also pauses the collection, and a lost one revokes it", async () => {
    const ada = await subscriber(130);
    const paid = await buyFiles(ada, suite, [FIRE_2K]);
    await buyCollection(ada);
    expect(await download(ada, FIRE_4K)).toBe("allowed");
    const dispute = await openDispute(suite.sandbox.url, "stripe", paid.provider_reference ?? "");
    await deliverAll();
    expect([await download(ada, FIRE_2K), await download(ada, FIRE_4K)]).toEqual([
      "PaymentDisputed",
      "PaymentDisputed",
    ]);
    await closeDispute(suite.sandbox.url, "stripe", dispute, "lost");
    await deliverAll();
    expect([await owned(ada), await balance(ada), await unrecovered(ada)]).toEqual([[], 20, []]);
  });

  it("ORD-06 CRD-10 a store whose buyers keep their items lists the refunded file as unrecovered", async () => {
    const ada = await subscribersOf(keeping)(130);
    const paid = await buyFiles(ada, keeping, [FIRE_2K]);
    await buyCollection(ada);
    await ada.refund(paid);
    await ada.deliverWebhooks();
    expect(await owned(ada, keeping)).toEqual([null]);
    expect(await unrecovered(ada, keeping)).toEqual([2_400]);
  });

  const PROFILE = { first_name: "Ada", last_name: "Lens", email: "a@b.co", address: "1 Mill St, London" };
  /** Confirms the license of a licensee. Enterprise licenses need a company. */
  const confirmLicense = (client: TestClient, license_id: number) =>
    client.post("/api/licensee_profiles", { ...PROFILE, license_id, company_name: "Big Pictures" });
  /** Issues a certificate. Returns its number, its license as a whole, and the license of each thing that it covers. */
  const certify = async (client: TestClient) => {
    const { status, body } = await client.post("/api/certificates", undefined);
    expect(status, JSON.stringify(body)).toBe(201);
    const { number, license_id, covered } = body.data;
    const parts = covered as readonly { readonly label: string; readonly license_id: number }[];
    return { number, license_id, covered: parts.map(({ label, license_id: own }) => [label.split(",")[0], own]) };
  };

  it("LIC-13 a plan under a higher license raises no item that was bought under a lower one", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.saveCard(suite.sandbox.url, "4242424242424242");
    const ada = { client, id: (await client.get("/api/users/me")).body.data.id } as Subscriber;
    await buyFiles(ada, suite, [FIRE_2K, FIRE_4K]);
    const { id: setup_intent_id } = await client.saveCard(suite.sandbox.url, "4242424242424242");
    const plan = { plan_variant_id: ENTERPRISE_ESSENTIALS, license_id: 5, setup_intent_id };
    expect((await client.post("/api/subscriptions", plan)).status).toBe(200);
    await confirmLicense(client, 5);
    const own = [
      ["Ground Fire", 1],
      ["Ground Fire", 1],
    ];
    const running = await certify(client);
    expect(running).toMatchObject({ license_id: 1, covered: [["Essentials · monthly", 5], ...own] });
    const { html } = (await client.post("/api/generate-license-certificate-html", {})).body;
    expect(html).toContain("<li>Ground Fire, Ground Fire 2K: Individual license</li>");
    expect(html).toContain("As stated for each item below");
    const seen = await new TestClient(suite.store.app).get(`/api/certificates/${running.number}`);
    expect(seen.body.data.covered.at(-1)).toEqual({ label: "Ground Fire, Ground Fire 4K", license_id: 1 });
    await client.post("/api/subscriptions/cancel", {});
    await advance(suite.sandbox.url, suite.store, { months: 1, days: 1 });
    await deliverAll();
    expect(await certify(client)).toMatchObject({ license_id: 1, covered: own });
    // An item that is bought now is bought under the license of the account, and at its price.
    await buyFiles(ada, suite, [LIGHTNING_2K]);
    expect(await certify(client)).toMatchObject({ license_id: 1, covered: [["Forked Lightning", 5], ...own] });
  });

  it("LIC-13 CRD-10 credits buy under no higher license than they were bought under", async () => {
    /** Spends credits under an Enterprise plan, with 8 credits left that were bought under the Individual license. */
    const withPlan = async (plan_variant_id: number) => {
      const ada = await subscriber(130);
      await ada.buyPack(8);
      await ada.client.post("/api/subscriptions/cancel", {});
      await advance(suite.sandbox.url, suite.store, { months: 1, days: 1 });
      await ada.deliverWebhooks();
      const plan = { plan_variant_id, license_id: 5, setup_intent_id: await ada.setup() };
      expect((await ada.client.post("/api/subscriptions", plan)).status).toBe(200);
      await confirmLicense(ada.client, 5);
      await buyCollection(ada);
      return (await certify(ada.client)).covered.slice(1);
    };
    expect(await withPlan(ENTERPRISE_ESSENTIALS)).toEqual([["Ground Fire", 1]]);
    // The credits of the Enterprise plan are spent before those of the pack.
    expect(await withPlan(ENTERPRISE_PRO)).toEqual([["Ground Fire", 5]]);
  });

  it("LIC-13 ORD-03 a guest's purchase keeps its license in the account that takes it over", async () => {
    const ada = await subscriber(136, "4242424242424242", 5);
    await confirmLicense(ada.client, 5);
    const { email } = await ada.me();
    const browser = new TestClient(suite.store.app);
    const { token } = (await browser.put("/api/orders/shopping_cart", { product_ids: [FIRE_2K] })).body;
    const { body: payment } = await browser.post("/api/payment_intent", { token, email });
    expect(payment.amount).toBe(2_400);
    await browser.payTyped(suite.sandbox.url, payment, "4242424242424242");
    expect((await browser.post("/api/purchases/cart", { token, payment_intent: payment.id })).status).toBe(200);
    const signedIn = await browser.post("/api/sessions", { email, password: "correct horse" });
    expect(signedIn.status).toBe(200);
    expect((await certify(ada.client)).covered.slice(1)).toEqual([["Ground Fire", 1]]);
  });

  /** Signs up, buys files as an individual, and then confirms an Enterprise license. Returns their payment. */
  const grownUp = async (...variants: readonly number[]) => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.saveCard(suite.sandbox.url, "4242424242424242");
    const ada = { client, id: (await client.get("/api/users/me")).body.data.id } as Subscriber;
    const paid = await buyFiles(ada, suite, variants);
    await confirmLicense(client, 3);
    return { ada, client, paid };
  };
  const staff = () => {
    const client = new TestClient(suite.store.app);
    client.token = SUPPORT_KEY;
    return client;
  };
  const refundFile = async (order: string | null, variant_id: number) =>
    (await staff().post(`/api/support/orders/${order}/refunds`, { ...BY_STAFF, variant_id })).body.data;
  const previewFile = async (order: string | null, variant_id: number) =>
    (await staff().get(`/api/support/orders/${order}/refund_preview?variant_id=${variant_id}`)).body.data;
  const refundAll = async (payment: string, amount: number | null = null) =>
    (
      await staff().post("/api/support/payments/refunds", {
        ...BY_STAFF,
        payment,
        amount,
        idempotency_key: crypto.randomUUID(),
      })
    ).body.data;
  const previewAll = async (payment: string) =>
    (await staff().get(`/api/support/payments/refund_preview?payment=${payment}`)).body.data;
  const paidBy = async (ada: Subscriber) =>
    (await run(suite.store.ports.transactions.read.payments.ofAccount(ada.id)))
      .map(({ amount, refunded }) => [amount, refunded])
      .sort(([a = 0], [b = 0]) => a - b);

  it("LIC-13 ORD-05 an item's license is raised for the difference in price", async () => {
    const { ada, client } = await grownUp(FIRE_2K);
    const page = (await client.get("/api/collections/ground-fire")).body;
    expect(page.owned_variants).toEqual([{ id: FIRE_2K, license_id: 1 }]);
    const cart = (await client.put("/api/orders/shopping_cart", { product_ids: [FIRE_2K, LIGHTNING_2K] })).body;
    expect(cart.license_id).toBe(3);
    const [raise, whole] = cart.items;
    expect(raise).toMatchObject({ id: FIRE_2K, raised_from: 1, price: 5 * 2_400 });
    expect(whole).toMatchObject({ id: LIGHTNING_2K, raised_from: null });
    const paid = await buyFiles(ada, suite, [FIRE_2K]);
    expect(paid.amount).toBe(12_000);
    const own = { id: FIRE_2K, raised_from: 1, status: "held", price: 12_000 };
    const order = (await client.get(`/api/orders/${paid.order_id}`)).body.data;
    expect(order.items).toMatchObject([own]);
    expect(order.quote.lines).toMatchObject([{ label: "Ground Fire · 2K · License upgrade from Individual" }]);
    expect(await certify(client)).toMatchObject({ license_id: 3, covered: [["Ground Fire", 3]] });
    // It can't be bought again under this license.
    const again = (await client.put("/api/orders/shopping_cart", { product_ids: [FIRE_2K] })).body;
    expect(again.items).toEqual([]);
    // A refund of the upgrade lowers the license again, and keeps the file.
    const lowered = { items: ["Ground Fire · 2K (license upgrade)"] };
    expect(await refundFile(paid.order_id, FIRE_2K)).toMatchObject({
      amount: 12_000,
      status: "refunded",
      takes: lowered,
    });
    const { owned_variants } = (await client.get("/api/collections/ground-fire")).body;
    expect(owned_variants).toEqual([{ id: FIRE_2K, license_id: 1 }]);
    expect((await client.post("/api/certificates", undefined)).status).toBe(409);
    expect(await download(ada, FIRE_2K)).toBe("allowed");
  });

  it("LIC-13 ORD-06 a refund of the file also refunds the upgrade of its license", async () => {
    const { ada, client, paid } = await grownUp(FIRE_2K);
    await buyFiles(ada, suite, [FIRE_2K]);
    await confirmLicense(client, 5);
    const last = await buyFiles(ada, suite, [FIRE_2K]);
    expect(last.amount).toBe(6 * 2_400);
    expect(await certify(client)).toMatchObject({ license_id: 5, covered: [["Ground Fire", 5]] });
    const takes = { credits: 0, items: ["Ground Fire · 2K"], ends_plan: false, also_refunded: 26_400, unrecovered: 0 };
    expect(await previewFile(paid.order_id, FIRE_2K)).toMatchObject({ paid: 2_400, amount: 2_400, takes });
    expect((await paidBy(ada)).map(([, refunded]) => refunded)).toEqual([0, 0, 0]);
    expect(await refundFile(paid.order_id, FIRE_2K)).toEqual({ amount: 2_400, status: "refunded", takes });
    await deliverAll();
    expect(await paidBy(ada)).toEqual([
      [2_400, 2_400],
      [12_000, 12_000],
      [14_400, 14_400],
    ]);
    expect([await owned(ada), await unrecovered(ada)]).toEqual([[], []]);
    expect((await client.get(`/api/orders/${last.order_id}`)).body.data.items).toMatchObject([{ status: "refunded" }]);
    // The file costs its full price again.
    const { items } = (await client.put("/api/orders/shopping_cart", { product_ids: [FIRE_2K] })).body;
    expect(items).toMatchObject([{ price: 12 * 2_400, raised_from: null }]);
  });

  it("LIC-13 ORD-06 CLI-02 upgrades of one payment are refunded what is left of it, as previewed", async () => {
    const { ada, paid } = await grownUp(FIRE_2K, LIGHTNING_2K);
    const upgrades = await buyFiles(ada, suite, [FIRE_2K, LIGHTNING_2K]);
    // Goodwill for the first upgrade leaves less than the price of both upgrades.
    expect(await refundAll(upgrades.id, 11_000)).toMatchObject({ amount: 11_000, status: "refunded" });
    const left = upgrades.amount - 11_000;
    expect((await previewAll(paid.id)).takes).toMatchObject({ also_refunded: left });
    expect(await refundAll(paid.id)).toMatchObject({ amount: paid.amount, takes: { also_refunded: left } });
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    await deliverAll();
    expect(await owned(ada)).toEqual([]);
    for (const [amount, refunded] of await paidBy(ada)) expect(refunded).toBe(amount);
  });

  it("ORD-06 CLI-02 an item whose refund takes another with it says so, before and after", async () => {
    const { ada, paid } = await grownUp(FIRE_2K, LIGHTNING_2K);
    // Goodwill worth the first file takes nothing, because the last file costs more.
    expect(await refundAll(paid.id, 2_400)).toMatchObject({ takes: { items: [], unrecovered: 2_400 } });
    expect((await owned(ada)).sort()).toEqual([FIRE_2K, LIGHTNING_2K]);
    const both = { items: ["Ground Fire · 2K", "Forked Lightning · 2K"], unrecovered: 0, also_refunded: 0 };
    const look = await previewFile(paid.order_id, LIGHTNING_2K);
    expect(look).toMatchObject({ amount: paid.amount - 2_400, refunded: 2_400, takes: both });
    expect((await owned(ada)).sort()).toEqual([FIRE_2K, LIGHTNING_2K]);
    expect(await refundFile(paid.order_id, LIGHTNING_2K)).toMatchObject({ amount: look.amount, takes: look.takes });
    await deliverAll();
    expect(await owned(ada)).toEqual([]);
  });

  it("LIC-13 ORD-06 DWN-04 a dispute of the file pauses the upgrade, and a lost one refunds it", async () => {
    const { ada, paid } = await grownUp(FIRE_2K);
    await buyFiles(ada, suite, [FIRE_2K]);
    const dispute = await openDispute(suite.sandbox.url, "stripe", paid.provider_reference ?? "");
    await deliverAll();
    expect(await download(ada, FIRE_2K)).toBe("PaymentDisputed");
    await closeDispute(suite.sandbox.url, "stripe", dispute, "lost");
    await deliverAll();
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    await deliverAll();
    expect(await owned(ada)).toEqual([]);
    expect(await paidBy(ada)).toMatchObject([
      [2_400, 0],
      [12_000, 12_000],
    ]);
  });

  it("LIC-13 ORD-05 an upgrade that is paid after its file was refunded comes back", async () => {
    const { ada, client, paid } = await grownUp(FIRE_2K);
    const { token } = (await client.put("/api/orders/shopping_cart", { product_ids: [FIRE_2K] })).body;
    const [card] = (await client.post("/api/cards", {})).body.data;
    const { body } = await client.post("/api/payment_intent", { token, payment_method_id: card.id });
    expect(body.amount).toBe(12_000);
    await refundFile(paid.order_id, FIRE_2K);
    await client.post("/api/payment_intent_confirm", { payment_intent_id: body.id });
    await client.post("/api/purchases/cart", { token, payment_intent: body.id });
    await deliverAll();
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    await deliverAll();
    expect(await owned(ada)).toEqual([]);
    for (const [amount, refunded] of await paidBy(ada)) expect(refunded).toBe(amount);
  });

  it("LIC-13 CRD-10 a file of a collection that credits bought is raised for money, and falls with them", async () => {
    const ada = await subscriber(130);
    await buyCollection(ada);
    await confirmLicense(ada.client, 3);
    const raised = await buyFiles(ada, suite, [FIRE_2K]);
    expect(raised.amount).toBe(12_000);
    const [fire] = (await certify(ada.client)).covered.filter(([label]) => label === "Ground Fire");
    expect(fire).toEqual(["Ground Fire", 1]);
    expect((await owned(ada)).sort()).toEqual([FIRE_2K, null]);
    const plan = (await run(suite.store.ports.transactions.read.payments.ofAccount(ada.id))).find(
      ({ reason }) => reason !== "items",
    );
    if (plan === undefined) throw new Error("no plan was paid");
    await ada.refund(plan);
    await ada.deliverWebhooks();
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    await deliverAll();
    expect(await owned(ada)).toEqual([]);
    expect(await paidBy(ada)).toContainEqual([12_000, 12_000]);
  });
});
