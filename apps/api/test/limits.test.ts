import { TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { createPromoCode } from "@backlot/testing/sandbox";
import { scenariosOn, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

const VARIANT = 1011;
const REFUSED = { error: { code: "too_many_attempts", message: "Too many attempts." } };
const TRIES = 10;

describe.each(testDatabases)("limits on $kind", (databases) => {
  const suite = useTestStore(databases, () => ({ TRUSTED_PROXIES: "1", CODE_TRIES: String(TRIES) }));
  const scenario = scenariosOn(databases);
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

  scenario("DSC-02 every way to name a plan's code counts, and says so where the code is left out", async () => {
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

  scenario("DSC-02 a window ends, and what it counted is forgotten", async () => {
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

  scenario("DSC-02 a visitor counts by address: made-up hops, spellings and other hosts of it don't help", async () => {
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
});
