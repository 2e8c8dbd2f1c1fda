import { COST_REFUSALS } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { createPromoCode, requestsAt } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

const VARIANT = 1011;
const FREE_VARIANT = 1031;
const REFUSED = {
  error: { code: "too_many_attempts", message: "Too many attempts.", retry_after: expect.any(Number) },
};
const TRIES = 10;

describe.each(scenarioDatabases)("limits on $kind", (databases) => {
  const suite = useTestStore(databases, () => ({ TRUSTED_PROXIES: "1", CODE_TRIES: String(TRIES) }));
  beforeAll(() => createPromoCode(suite.sandbox.url, { code: "FILM20", percent_off: 20, months: 3 }));
  afterEach(() => void vi.useRealTimers());

  const shopper = async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const check = (code: string) => client.get(`/api/subscriptions/check_discount?discount_code=${code}`);
    return { client, check };
  };

  /** Creates a visitor with a cart, behind the trusted proxy. */
  const visitor = async () => {
    const client = new TestClient(suite.store.app);
    const { token } = (await client.call("PUT", "/api/orders/shopping_cart", { product_ids: [VARIANT] })).body;
    const tryCode = (discount_code: string, forwarded: string) =>
      client.call("PUT", "/api/orders/discount", { discount_code, token }, { "x-forwarded-for": forwarded });
    return { tryCode };
  };

  it("DSC-02 too many tries of a plan's code are answered 503, exactly from the limit on", async () => {
    const { check } = await shopper();
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => check(`NONE${index}`)));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(TRIES);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(200 - TRIES);
    for (const { body } of refused) expect(body).toEqual(REFUSED);
    // Now not even a valid code is looked up, on this route or another one.
    expect((await check("FILM20")).status).toBe(503);
  });

  it("DSC-02 every way to name a plan's code counts, and says so where the code is left out", async () => {
    const { client, check } = await shopper();
    await client.post("/api/users/update_min_license", { license_id: 1 });
    const quote = () => client.get("/api/subscriptions/quote?plan_variant_id=130&discount_code=NONE");
    const view = () => client.get("/api/checkout?plan_variant_id=130&discount_code=NONE");
    const paypal = () =>
      client.post("/api/orders/paypal/initialize_subscription", { plan_variant_id: 130, discount_code: "NONE" });
    for (let times = 0; times < TRIES - 4; times += 1) await check("NONE");
    expect((await quote()).status).toBe(409);
    expect((await paypal()).status).toBe(409);
    expect((await view()).body.data).toMatchObject({
      options_error: "This promo code isn't valid.",
      options_judged: true,
    });
    expect((await check("NONE")).status).toBe(409);
    expect((await quote()).body).toEqual(REFUSED);
    expect((await paypal()).body).toEqual(REFUSED);
    expect((await view()).body.data).toMatchObject({ options_error: "Too many attempts.", options_judged: false });
  });

  it("DSC-02 a good code is taken from all who use it at once behind one address", async () => {
    const crowd = await Promise.all(Array.from({ length: 60 }, visitor));
    const code = "CROWD10";
    const { discountCodes } = suite.store.ports.transactions.read;
    await Effect.runPromise(discountCodes.put({ code, percent_off: 10, uses_per_account: 1 }));
    const answers = await Promise.all(crowd.map(({ tryCode }) => tryCode(code, "198.51.100.60")));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
  });

  it("DSC-02 a window ends, and what it counted is forgotten", async () => {
    const { check } = await shopper();
    for (let times = 0; times < TRIES; times += 1) await check("NONE");
    expect((await check("NONE")).status).toBe(503);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect((await check("NONE")).status).toBe(409);
    vi.setSystemTime(Date.now() + 61_000);
    await Effect.runPromise(suite.store.ports.rateLimits.removeEnded());
    const kept = suite.store.database.kysely.selectFrom("rate_limits").selectAll();
    expect(await kept.where("key", "like", "discount-codes:%").execute()).toEqual([]);
  });

  it("DSC-02 a visitor counts by address: made-up hops, spellings and other hosts of it don't help", async () => {
    const { tryCode } = await visitor();
    const spellings = [
      "203.0.113.7",
      "::ffff:203.0.113.7",
      "198.51.100.1, 203.0.113.7",
      "::FFFF:CB00:7107",
      "203.0.113.7:5678",
    ];
    for (let times = 0; times < TRIES; times += 1)
      expect((await tryCode("NONE", spellings[times % spellings.length] ?? "")).status).toBe(409);
    for (const spelling of spellings) expect((await tryCode("NONE", spelling)).body).toEqual(REFUSED);
    expect((await (await visitor()).tryCode("NONE", "203.0.113.7")).status).toBe(503);
    expect((await tryCode("NONE", "203.0.113.8")).status).toBe(409);

    for (let times = 0; times < TRIES; times += 1) await tryCode("NONE", `2001:db8:1:2::${times + 1}`);
    expect((await tryCode("NONE", "2001:0DB8:0001:0002:ffff::1")).status).toBe(503);
    expect((await tryCode("NONE", "2001:db8:1:3::1")).status).toBe(409);
    // A visitor over the limit can still remove a code.
    expect((await tryCode("", "203.0.113.7")).status).toBe(200);
  });

  describe("on what costs", () => {
    const strict = useTestStore(databases, () => ({
      TRUSTED_PROXIES: "1",
      PAYMENT_TRIES: "5",
      NETWORK_PAYMENT_TRIES: "8",
      DOWNLOAD_TRIES: "3",
      INQUIRY_TRIES: "4",
      CART_TRIES: "5",
    }));
    const from = (forwarded: string) => ({ "x-forwarded-for": forwarded });
    const buyer = async (address: string) => {
      const client = new TestClient(strict.store.app);
      await client.signUp();
      const start = (setup: object = {}) => client.call("POST", "/api/setup_intent", setup, from(address));
      return { client, start };
    };
    const refusal = (cost: keyof typeof COST_REFUSALS) => ({
      error: { code: "too_many_attempts", message: COST_REFUSALS[cost], retry_after: expect.any(Number) },
    });

    it("CHK-03 an account's quotes, cards, and checkout pages share a limit, and a visitor's have none", async () => {
      const { client } = await buyer("203.0.113.50");
      const asks = [
        () => client.post("/api/cards", {}),
        () => client.get("/api/subscriptions/quote?plan_variant_id=130"),
        () => client.get("/api/checkout?plan_variant_id=130"),
        () => client.post("/api/default_payment_method", { payment_method_id: "pm_none" }),
      ];
      for (const ask of asks) expect((await ask()).status).not.toBe(503);
      for (const ask of asks) expect((await ask()).body).toEqual(refusal("inquiry"));
      const guest = new TestClient(strict.store.app);
      for (let times = 0; times < 6; times += 1)
        expect((await guest.get("/api/checkout?plan_variant_id=130")).status).toBe(200);
    });

    it("ORD-01 visitors' carts have a limit for their address, and accounts' have none", async () => {
      const put = (client: TestClient) =>
        client.call("PUT", "/api/orders/shopping_cart", { product_ids: [VARIANT] }, from("203.0.113.60"));
      const answers = [];
      for (let times = 0; times < 7; times += 1) answers.push((await put(new TestClient(strict.store.app))).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 503, 503]);
      const { client } = await buyer("203.0.113.60");
      for (let times = 0; times < 6; times += 1) expect((await put(client)).status).toBe(200);
    });

    it("CHK-03 a burst of payments is refused from the account's limit on, and then from the network's", async () => {
      const one = await buyer("203.0.113.40");
      await requestsAt(strict.sandbox.url);
      const burst = await Promise.all(Array.from({ length: 60 }, () => one.start()));
      expect(burst.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(burst.find(({ status }) => status !== 200)).toEqual({ status: 503, body: refusal("payment") });
      // One call creates the customer, and five the payments.
      expect((await requestsAt(strict.sandbox.url)).length).toBeLessThanOrEqual(10);
      const other = await buyer("203.0.113.40");
      const answers = [];
      for (let times = 0; times < 5; times += 1) answers.push((await other.start()).status);
      expect(answers).toEqual([200, 200, 200, 503, 503]);
      // Neighbors on another network still pay.
      expect((await (await buyer("203.0.113.41")).start()).status).toBe(200);
    });

    it("DWN-03 too many download links are refused in words, and no other account's", async () => {
      const [one, other] = [await buyer("203.0.113.42"), await buyer("203.0.113.42")];
      const ask = ({ client }: typeof one) => client.get(`/api/variant_downloads/${FREE_VARIANT}/download`);
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(one)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(answers.find(({ status }) => status !== 200)).toEqual({
        status: 503,
        body: refusal("download"),
      });
      expect((await ask(other)).status).toBe(200);
    });
  });
});
