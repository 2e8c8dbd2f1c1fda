import { receiptTitle } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { readPdf } from "@backlot/testing/read-pdf";
import { BY_STAFF, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { advance, useFreshStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { openSupportCommand } from "@backlot/testing/support-command";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const VISA = "4242424242424242";
const FIRE_2K = 1011;

// 8.25 % of $49 is $4.0425.
const PRO = { total: 5_304, tax: 404 };

const LICENSEE = { license_id: 1, first_name: "Ada", last_name: "Lens", email: "a@b.co", address: "1 Mill St, London" };

describe.each(scenarioDatabases)("receipts on $kind", (databases) => {
  const suite = useFreshStore(databases, () => ({
    TAX_PERCENT: "8.25",
    SELLER_NAME: "Świt Ltd",
    SELLER_ADDRESS: "1 Studio Lane;Łódź",
  }));
  // Wide enough for tables without line breaks.
  beforeEach(() => void vi.stubEnv("COLUMNS", "250"));
  afterEach(() => void vi.unstubAllEnvs());
  const subscriber = subscribersOf(suite);
  const receiptsOf = async (client: TestClient) => (await client.get("/api/receipts")).body.data;
  const textAt = async (client: TestClient, path: string): Promise<string> => {
    const { data } = (await client.get(path)).body;
    expect(data.file_name).toMatch(/^receipt-R\d+-\d{6}\.pdf$/);
    return (await readPdf(Buffer.from(data.pdf, "base64"))).text;
  };
  const fileOf = (client: TestClient, number: string) => textAt(client, `/api/receipts/${number}/file`);

  it("ORD-06 CHK-07 every charge is listed with its receipt, its tax, and its period: renewals too", async () => {
    const ada = await subscriber(130);
    for (const _ of [1, 2]) {
      await ada.time({ months: 1 });
      await ada.deliverWebhooks();
    }
    const listed = await receiptsOf(ada.client);
    expect(listed).toHaveLength(3);
    const orders = (await ada.client.get("/api/orders")).body.data;
    expect(listed.map((each: { order_id: string | null }) => each.order_id)).toEqual([null, null, orders[0].id]);
    const { payments } = await ada.ledgerSnapshot();
    for (const [place, receipt] of listed.entries()) {
      const payment = payments[2 - place];
      expect(receipt).toMatchObject({ ...PRO, payment_id: payment?.id, period: payment?.period, refunded: 0 });
      expect(receiptTitle(receipt)).toBe("Pro · 20 credits · monthly · Individual");
      const text = await fileOf(ada.client, receipt.number);
      expect(text).toContain(`Number${receipt.number}`);
      expect(text).toContain("Tax$4.04Total$53.04USD");
      expect(text).toContain("Period:");
    }
    // The buyer's own receipts only, page by page.
    const [newest, next] = listed;
    const page = (await ada.client.get(`/api/receipts?limit=1&starting_after=${newest.number}`)).body;
    expect(page).toEqual({ data: [next], has_more: true });
    expect((await ada.client.get("/api/receipts?starting_after=R1-1")).body).toEqual({ data: [], has_more: false });
    const stranger = new TestClient(suite.store.app);
    await stranger.signUp();
    for (const number of [newest.number, "R99-000001", "nonsense"])
      expect((await stranger.get(`/api/receipts/${number}/file`)).status).toBe(404);
    expect((await new TestClient(suite.store.app).get(`/api/receipts/${newest.number}/file`)).status).toBe(401);
    // The export and support have every payment as well.
    expect((await ada.client.get("/api/users/me/export")).body.data.receipts).toEqual(listed);
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const { payments: rows } = await ada.ledgerSnapshot();
      await ada.refund(rows[1] ?? { provider_reference: null }, 1_000);
      await ada.deliverWebhooks();
      const shown = (await run(SUPPORT_KEY, "customers", "show", ada.id)).out.replace(/ +/g, " ");
      const [, list = ""] = /Payments:\n([\s\S]*?)\n\n/.exec(shown) ?? [];
      const plan = "Pro · 20 credits · monthly · Individual";
      expect(list.split("\n").map((line) => line.trim())).toEqual([
        "Paid (UTC) Receipt For Amount Refunded",
        ...listed.map(
          ({ paid_at, number }: { paid_at: string; number: string }, place: number) =>
            `${paid_at.slice(0, 16).replace("T", " ")} ${number} ${plan} $53.04 ${place === 1 ? "$10.00" : "$0.00"}`,
        ),
      ]);
    } finally {
      await close();
    }
    expect(await fileOf(ada.client, next.number)).toContain("Refundedtodate-$10.00");
  });

  it("ORD-06 a receipt stays as it was issued, whatever the buyer and the seller are called later", async () => {
    const ada = await subscriber(130);
    await ada.client.post("/api/licensee_profiles", { ...LICENSEE, company_name: "Małe Filmy" });
    await ada.buyPack(20);
    const before = await receiptsOf(ada.client);
    const [pack, plan] = before;
    expect(pack.buyer).toMatchObject({ company_name: "Małe Filmy", name: "Ada Lens", address: "1 Mill St, London" });
    expect(plan.buyer).toMatchObject({ company_name: null, name: "Ada Lens", address: null });
    expect(pack.seller).toEqual({ name: "Świt Ltd", address: ["1 Studio Lane", "Łódź"], tax_id: null });
    const texts = [await fileOf(ada.client, pack.number), await fileOf(ada.client, plan.number)];
    await ada.client.post("/api/licensee_profiles", { ...LICENSEE, company_name: "Other", address: "Elsewhere" });
    await ada.client.call("PATCH", "/api/users/me", { first_name: "Eve", last_name: "Other" });
    const staff = new TestClient(suite.store.app);
    const setSeller = (change: object) =>
      staff.call("PUT", "/api/support/shop", { ...change, ...BY_STAFF }, { authorization: SUPPORT_KEY });
    const seller = { seller_name: "New Ltd", seller_address: ["2 New Road"], seller_tax_id: "EU 1" };
    expect((await setSeller(seller)).body.data.seller).toEqual({
      name: "New Ltd",
      address: ["2 New Road"],
      tax_id: "EU 1",
    });
    try {
      expect(await receiptsOf(ada.client)).toEqual(before);
      expect([await fileOf(ada.client, pack.number), await fileOf(ada.client, plan.number)]).toEqual(texts);
      expect(texts[0]).toContain("SellerŚwitLtd1StudioLaneŁódźBuyerMałeFilmyAdaLens1MillSt,London");
      // Another seller has a series of its own.
      await ada.buyPack(20);
      const [newest] = await receiptsOf(ada.client);
      expect(newest).toMatchObject({ number: "R2-000001", seller: { name: "New Ltd" }, buyer: { name: "Eve Other" } });
    } finally {
      await setSeller({ seller_name: null, seller_address: null, seller_tax_id: null });
    }
    await ada.buyPack(20);
    const numbers = (await receiptsOf(ada.client)).map(({ number }: { number: string }) => number);
    expect(numbers).toContain(`R1-${String(Number(pack.number.slice(3)) + 1).padStart(6, "0")}`);
  });

  it("ORD-06 CHK-07 concurrent and repeated payments leave no gap and no duplicate in the receipts", async () => {
    const before = (await receiptsOf((await subscriber(130)).client))[0].number;
    const buyers = await Promise.all(Array.from({ length: 8 }, () => subscriber(130)));
    await Promise.all(buyers.map((buyer) => buyer.deliverWebhooks()));
    await buyers[0]?.time({ months: 1 });
    await Promise.all(buyers.flatMap((buyer) => [buyer.deliverWebhooks(), buyer.deliverWebhooks()]));
    const listed = (await Promise.all(buyers.map((buyer) => receiptsOf(buyer.client)))).flat();
    const places = listed.map(({ number }) => Number(number.slice(3))).sort((a, b) => a - b);
    const first = Number(before.slice(3)) + 1;
    // The first subscriber's renewal may be among them.
    const all = Array.from({ length: 16 }, (_, index) => first + index);
    expect(places).toEqual(all);
  });

  it("ORD-06 ORD-03 is dated by the payment; a guest's names the address alone, by link too", async () => {
    const guest = new TestClient(suite.store.app);
    const { body: cart } = await guest.call("PUT", "/api/orders/shopping_cart", { product_ids: [FIRE_2K] });
    const email = "receipt-guest@example.com";
    const { body: payment } = await guest.post("/api/payment_intent", { token: cart.token, email });
    const placed = suite.store.clock.now();
    const paid_on = await advance(suite.sandbox.url, suite.store, { days: 0.6 });
    expect(paid_on.slice(0, 10)).not.toBe(placed.slice(0, 10));
    await guest.payTyped(suite.sandbox.url, payment, VISA);
    const bought = await guest.post("/api/purchases/cart", { token: cart.token, payment_intent: payment.id });
    const { order_id } = bought.body.data;
    const text = await textAt(guest, `/api/orders/${order_id}/receipt`);
    const long = new Date(paid_on).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
    expect(text).toContain(`${long.replace(/ /g, "")}·Paidbycard`);
    expect(text).toContain(`Buyer${email}`);
    expect((await new TestClient(suite.store.app).get(`/api/orders/${order_id}/receipt`)).status).toBe(401);
    const other = new TestClient(suite.store.app);
    await other.signUp();
    expect((await other.get(`/api/orders/${order_id}/receipt`)).status).toBe(403);
    // The account that takes the purchase over has its receipt, as it was issued.
    await guest.signUp();
    expect(await receiptsOf(guest)).toMatchObject([{ order_id, buyer: { name: "", address: null, email } }]);
  });

  it("ORD-06 ACC-07 a deleted account's receipts stay as they are", async () => {
    const ada = await subscriber(130);
    const [receipt] = await receiptsOf(ada.client);
    await ada.client.post("/api/users/deletion", { password: "correct horse", forfeit_credits: 20 });
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    const { data } = (await staff.get(`/api/support/customers?customer=${ada.id}`)).body;
    expect(data.receipts).toEqual([receipt]);
  });
});
