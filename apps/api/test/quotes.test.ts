import { TestClient } from "@backlot/testing/client";
import { plainDatabase, scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, BY_STAFF_QUERY, SUPPORT_KEY, createPromoCode, openSandbox } from "@backlot/testing/sandbox";
import { openTestStore, useFreshStore } from "@backlot/testing/store";
import { describe, expect, it, onTestFinished } from "vitest";

describe.each(scenarioDatabases)("quotes without an account on $kind", (databases) => {
  const suite = useFreshStore(databases, () => ({ TAX_PERCENT: "10" }));
  const quote = async (query: string) => new TestClient(suite.store.app).get(`/api/quote?${query}`);
  const staff = (method: string, path: string, payload?: object) =>
    new TestClient(suite.store.app).call(method, `/api/support${path}`, payload, { authorization: SUPPORT_KEY });

  it("DSC-02 state price, license, code, add-on, and tax like those of a new account", async () => {
    await createPromoCode(suite.sandbox.url, { code: "FILM20", percent_off: 20, months: 3 });
    const ada = new TestClient(suite.store.app);
    await ada.signUp();
    for (const query of [
      "plan_variant_id=130",
      "plan_variant_id=131&discount_code=FILM20",
      "plan_variant_id=131&add_on_credits=20",
      "plan_variant_id=130&license_id=2",
    ]) {
      const [own, anyone] = [await ada.get(`/api/subscriptions/quote?${query}`), await quote(query)];
      expect([query, anyone.status]).toEqual([query, 200]);
      const same = ({ renewal: _, ...others }: Record<string, unknown>) => others;
      expect(same(anyone.body.data)).toEqual(same(own.body.data));
    }
    const { data } = (await quote("plan_variant_id=130&discount_code=FILM20")).body;
    expect([data.subtotal, data.discount, data.tax, data.total]).toEqual([4_900, 980, 392, 4_312]);
  });

  it("DSC-04 have no code that others used up, and say nothing of the provider's coupon", async () => {
    await createPromoCode(suite.sandbox.url, { code: "FIRST", percent_off: 20, months: 3, max_uses: 1 });
    const query = "plan_variant_id=130&discount_code=FIRST";
    const { data } = (await quote(query)).body;
    expect(data.discounts).toEqual([
      {
        kind: "promo",
        ...{ label: "FIRST", code: "FIRST", amount: 980, percent_off: 20, cycles: 3 },
        note: expect.anything(),
      },
    ]);
    const ada = new TestClient(suite.store.app);
    await ada.signUp();
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    const order = { plan_variant_id: 130, setup_intent_id: id, discount_code: "FIRST" };
    expect((await ada.post("/api/subscriptions", order)).status).toBe(200);
    const used = await quote(query);
    expect([used.status, used.body.error.reason]).toEqual([409, "promo_code_invalid"]);
    const orders = (await ada.get("/api/orders")).body;
    expect(JSON.stringify(orders)).toContain("FIRST");
    expect(JSON.stringify(orders)).not.toMatch(/"(?:limits|coupon)"|promo_\w{8}/);
  });

  it("DSC-02 DSC-04 refuse what isn't sold and codes that don't exist, and have the running sale", async () => {
    const refused = async (query: string) => {
      const { status, body } = await quote(query);
      return [status, body.error.reason ?? body.error.code];
    };
    expect(await refused("plan_variant_id=999")).toEqual([404, "not_found"]);
    expect(await refused("plan_variant_id=128&license_id=2&discount_code=NOPE")).toEqual([409, "promo_code_invalid"]);
    expect(await refused("plan_variant_id=130&add_on_credits=7&licence_id=3")).toEqual([400, "invalid_request"]);
    await staff("PUT", "/sale", { ends_at: null, ...BY_STAFF });
    const { data } = (await quote("plan_variant_id=130&discount_code=NOPE")).body;
    expect([data.discount, data.discounts[0].kind]).toEqual([1_470, "sale"]);
    await staff("DELETE", `/sale${BY_STAFF_QUERY}`);
  });
});

it("DSC-02 a visitor's quotes with a code are limited, because each asks the provider", async () => {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.stop());
  const store = await openTestStore(plainDatabase, sandbox, { INQUIRY_TRIES: "2" });
  onTestFinished(() => store.close());
  await createPromoCode(sandbox.url, { code: "FILM20", percent_off: 20, months: 3 });
  const visitor = new TestClient(store.app);
  const statuses = async (query: string) =>
    (await Promise.all([1, 2, 3].map(() => visitor.get(`/api/quote?${query}`)))).map(({ status }) => status);
  expect((await statuses("plan_variant_id=130&discount_code=FILM20")).toSorted()).toEqual([200, 200, 503]);
  expect(await statuses("plan_variant_id=130")).toEqual([200, 200, 200]);
});
