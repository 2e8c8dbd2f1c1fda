import { LOWEST_LICENSE, orderLinkExpiry } from "@backlot/domain";
import { sendOutbox } from "@backlot/application";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, SUPPORT_KEY, eventsAt, payPalBuyer, requestsAt } from "@backlot/testing/sandbox";
import { advance, deliver, lockAccount, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { runIn } from "@backlot/testing/ports";

const VISA = "4242424242424242";
const DECLINED = "4000000000000002";
const run = Effect.runPromise;
const FIRE_2K = 1011;
const FIRE_4K = 1012;
const LIGHTNING_2K = 1041;

describe.each(scenarioDatabases)("guests on $kind", (databases) => {
  const suite = useTestStore(databases);
  const ports = () => suite.store.ports;
  const read = () => ports().transactions.read;

  const visitor = (email = `guest-${Math.random().toString(36).slice(2)}@example.com`) => {
    const client = new TestClient(suite.store.app);
    let token = "";
    const put = async (product_ids: readonly number[], more: object = {}) => {
      const { body } = await client.call("PUT", "/api/orders/shopping_cart", {
        product_ids,
        ...(token === "" ? {} : { token }),
        ...more,
      });
      token = body.token;
      return body;
    };
    const start = (more: object = {}) => client.post("/api/payment_intent", { token, email, ...more });
    const record = (payment_intent: string | null) =>
      client.post("/api/purchases/cart", { token, ...(payment_intent === null ? {} : { payment_intent }) });
    const buy = async (product_ids: readonly number[], more: object = {}): Promise<string> => {
      await put(product_ids, more);
      const { body: payment } = await start();
      await client.payTyped(suite.sandbox.url, payment, VISA);
      return (await record(payment.id)).body.data.order_id;
    };
    const inbox = async (): Promise<readonly { readonly subject: string; readonly text: string }[]> =>
      (await (await fetch(`${suite.sandbox.url}/inbox?to=${encodeURIComponent(email)}`)).json()) as never;
    return { client, email, token: () => token, put, start, record, buy, inbox };
  };

  const linkIn = (text: string): string => /link=(\S+)/.exec(text)?.[1] ?? "";
  const sendMails = () => runIn(ports(), sendOutbox);
  const orderAt = (client: TestClient, id: string, link?: string) =>
    client.get(`/api/orders/${id}${link === undefined ? "" : `?link=${link}`}`);
  const fileOf = (client: TestClient, id: string, variant_id: number, link?: string) =>
    client.post(`/api/orders/${id}/downloads`, { variant_id, ...(link === undefined ? {} : { link }) });

  it("ORD-03 CHK-06 a guest pays by a typed card, and nobody keeps it; the order opens in this browser", async () => {
    const ada = visitor();
    const { total } = await ada.put([FIRE_2K, LIGHTNING_2K]);
    await requestsAt(suite.sandbox.url);
    const started = await ada.start({ amount: total });
    expect(started).toMatchObject({ status: 200, body: { amount: total, status: "requires_confirmation" } });
    // A guest is not a customer at the provider, so the payment is the only request.
    expect(await requestsAt(suite.sandbox.url)).toEqual(["POST /v1/payment_intents"]);
    const refused = await ada.client.payTyped(suite.sandbox.url, started.body, DECLINED);
    expect(refused.body.error.message).toBe("Your card was declined.");
    expect(await ada.record(started.body.id)).toMatchObject({ status: 402 });
    const paid = await ada.client.payTyped(suite.sandbox.url, started.body, VISA);
    expect(paid.body).toMatchObject({ status: "succeeded", customer: null, setup_future_usage: null });
    const bought = await ada.record(started.body.id);
    expect(bought.body.data).toMatchObject({ product_ids: [FIRE_2K, LIGHTNING_2K], amount: total });
    const order = await orderAt(ada.client, bought.body.data.order_id);
    expect(order.body.data).toMatchObject({
      billed_to: { name: "", company_name: null, address: null, email: ada.email },
      quote: { total },
    });
    expect(order.body.data.items.map((item: { status: string }) => item.status)).toEqual(["held", "held"]);
    const { body } = await fileOf(ada.client, bought.body.data.order_id, LIGHTNING_2K);
    expect((await ada.client.open(body.data.url, { range: "bytes=0-3" })).status).toBe(206);
    // The link only works in this browser: not without its cookie, and not for another guest.
    expect((await new TestClient(suite.store.app).open(body.data.url)).status).toBe(401);
    const other = visitor();
    await other.buy([FIRE_2K]);
    expect((await other.client.open(body.data.url)).status).toBe(401);
    expect((await fileOf(ada.client, bought.body.data.order_id, FIRE_4K)).status).toBe(404);
    expect((await ada.put([])).items).toEqual([]);
  });

  it("ORD-03 CHK-07 two clicks, a page that is gone and a webhook that comes first are one purchase", async () => {
    const ada = visitor();
    await ada.put([FIRE_2K]);
    const started = await Promise.all([1, 2, 3, 4].map(() => ada.start()));
    expect(new Set(started.map(({ body }) => body.id)).size).toBe(1);
    const [{ body: payment } = { body: null }] = started;
    await ada.client.payTyped(suite.sandbox.url, payment, VISA);
    for (const event of await eventsAt(suite.sandbox.url))
      if (JSON.stringify(event).includes(payment.id))
        expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
    const again = await Promise.all([1, 2, 3].map(() => ada.record(payment.id)));
    expect(new Set(again.map(({ body }) => body.data.order_id)).size).toBe(1);
    // A repeated request after the cart was emptied returns the order that emptied it.
    expect((await ada.start()).body).toMatchObject({ id: payment.id, status: "succeeded" });
    expect((await ada.record(null)).body.data.order_id).toBe(again[0]?.body.data.order_id);
  });

  it("ORD-03 the address alone opens nothing: another browser needs the link", async () => {
    const ada = visitor();
    const id = await ada.buy([FIRE_2K]);
    const eve = visitor(ada.email);
    expect((await orderAt(eve.client, id)).status).toBe(401);
    await eve.buy([LIGHTNING_2K]);
    expect((await orderAt(eve.client, id)).status).toBe(403);
    expect((await fileOf(eve.client, id, FIRE_2K)).status).toBe(403);
    // Scripts can read the cart's token, so it gives access to the cart but not to an order.
    const thief = new TestClient(suite.store.app);
    expect((await thief.post("/api/purchases/cart", { token: ada.token() })).status).toBe(401);
    expect((await eve.client.post("/api/purchases/cart", { token: ada.token() })).status).toBe(409);
    await thief.signUp();
    expect((await orderAt(thief, id)).status).toBe(403);
  });

  it("ORD-03 a visitor without a valid address is refused with a message", async () => {
    const ada = visitor();
    await ada.put([FIRE_2K]);
    expect((await ada.start({ email: null })).status).toBe(401);
    expect((await ada.start({ email: "ada" })).body.error).toMatchObject({
      code: "invalid_request",
      issues: [{ path: "payload.email", message: "Enter an email address such as name@example.com" }],
    });
    expect((await ada.start({ email: "ada@mailinator.com" })).status).toBe(400);
    expect((await ada.start({ payment_method_id: "pm_1" })).status).toBe(403);
    expect((await ada.start({ amount: 1 })).body.error).toMatchObject({ reason: "price_changed" });
  });

  it("ORD-03 the mail's link opens the order and its files without a browser that is known, for 30 days", async () => {
    const ada = visitor();
    const id = await ada.buy([FIRE_2K, LIGHTNING_2K]);
    await sendMails();
    const [mail, ...more] = await ada.inbox();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Your files and receipt");
    expect(mail?.text).toContain("Ground Fire · 2K, Forked Lightning · 2K for $60.00");
    const link = linkIn(mail?.text ?? "");
    const phone = new TestClient(suite.store.app);
    expect((await orderAt(phone, id, link)).body.data).toMatchObject({ id, billed_to: { email: ada.email } });
    const { body } = await fileOf(phone, id, LIGHTNING_2K, link);
    expect((await phone.open(body.data.url)).status).toBe(200);
    expect((await ada.client.open(body.data.url)).status).toBe(401);
    const over = "This link has expired. Request a new one using the email address on your order.";
    expect((await orderAt(phone, id, `${link}x`)).body.error.message).toBe(over);
    const other = await visitor().buy([FIRE_2K]);
    expect((await orderAt(phone, other, link)).status).toBe(403);
    await advance(suite.sandbox.url, suite.store, { days: 29 });
    expect((await orderAt(phone, id, link)).status).toBe(200);
    await advance(suite.sandbox.url, suite.store, { days: 2 });
    expect((await orderAt(phone, id, link)).body.error.message).toBe(over);
  });

  it("ORD-03 links are sent again to the address alone, and support revokes those that are out", async () => {
    const ada = visitor();
    const id = await ada.buy([FIRE_2K]);
    await sendMails();
    const ask = (email: string) => new TestClient(suite.store.app).post("/api/orders/links", { email });
    expect((await ask("nobody@example.com")).status).toBe(204);
    expect((await ask(ada.email)).status).toBe(204);
    await sendMails();
    // The same mail is not sent twice within minutes, however often it is requested.
    expect(await ada.inbox()).toHaveLength(1);
    const phone = new TestClient(suite.store.app);
    const link = linkIn((await ada.inbox())[0]?.text ?? "");
    const support = new TestClient(suite.store.app);
    expect((await support.post(`/api/support/orders/${id}/revoke_links`, BY_STAFF)).status).toBe(401);
    support.token = SUPPORT_KEY;
    expect((await support.post(`/api/support/orders/${id}/revoke_links`, BY_STAFF)).status).toBe(204);
    expect((await support.post("/api/support/orders/none/revoke_links", BY_STAFF)).status).toBe(404);
    expect((await orderAt(phone, id, link)).status).toBe(403);
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    await ask(ada.email.toUpperCase());
    await sendMails();
    const sent = (await ada.inbox()).map(({ text }) => linkIn(text)).filter((each) => each !== link);
    expect(sent).toHaveLength(1);
    expect((await orderAt(phone, id, sent[0])).status).toBe(200);
  });

  it("DSC-10 a guest uses a code once an address, in any case of its letters and from any browser", async () => {
    await run(read().discountCodes.put({ code: "GUEST5", value: 500 as never, uses_per_account: 1 } as never));
    const withCode = async (email?: string) => {
      const who = visitor(email);
      const { subtotal } = await who.put([FIRE_2K]);
      const { body } = await who.client.call("PUT", "/api/orders/discount", {
        discount_code: "guest5",
        token: who.token(),
      });
      expect(body.total).toBe(subtotal - 500);
      return { ...who, total: body.total as number };
    };
    const ada = await withCode(`Ada${Math.random().toString(36).slice(2)}@Example.com`);
    const { body: payment } = await ada.start({ amount: ada.total });
    // It counts as one use, whether a pending order reserves it or a paid order has used it.
    const phone = await withCode(ada.email.toLowerCase());
    expect((await phone.start()).body.error).toMatchObject({ reason: "promo_code_invalid" });
    await ada.client.payTyped(suite.sandbox.url, payment, VISA);
    await ada.record(payment.id);
    expect((await phone.start()).body.error).toMatchObject({ reason: "promo_code_invalid" });
    const bob = await withCode();
    expect((await bob.start()).body.amount).toBe(bob.total);
  });

  it("ORD-03 ORD-06 a mail lists what a guest got of an order, and none of what was bought meanwhile", async () => {
    const ada = visitor();
    await ada.put([FIRE_2K, LIGHTNING_2K]);
    const { body: payment } = await ada.start();
    const order = await run(read().orders.byPaymentReference(payment.id));
    const gift = {
      collection_id: 101,
      collection_variant_id: null,
      source: "collection:101:gift",
      license_id: LOWEST_LICENSE,
      at_upgrade_price: false,
      raised_from: null,
    };
    await run(read().collections.grantEntitlement(order?.user_id ?? "", gift, suite.store.clock.now()));
    await ada.client.payTyped(suite.sandbox.url, payment, VISA);
    await ada.record(payment.id);
    await sendMails();
    const [mail, ...others] = (await ada.inbox()).filter(({ subject }) => subject === "Your files and receipt");
    expect(others).toEqual([]);
    const [first, second] = order?.quote.lines.map(({ label }) => label) ?? [];
    expect(mail?.text).toContain(`You bought ${second}, under the`);
    expect(mail?.text).toContain("You ordered 2 items for");
    expect(mail?.text).not.toContain(first);
  });

  it("ORD-03 another address for the same cart is another order, and the first one is canceled", async () => {
    const ada = visitor();
    await ada.put([FIRE_2K]);
    const { body: first } = await ada.start();
    const { body: second } = await ada.start({ email: `other-${ada.email}` });
    expect(second.id).not.toBe(first.id);
    expect((await ada.client.payTyped(suite.sandbox.url, first, VISA)).status).toBe(400);
    await ada.client.payTyped(suite.sandbox.url, second, VISA);
    const { body } = await ada.record(second.id);
    expect((await orderAt(ada.client, body.data.order_id)).body.data.billed_to.email).toBe(`other-${ada.email}`);
  });

  it("ORD-03 CHK-04 a guest pays by PayPal and comes back to the order", async () => {
    const ada = visitor();
    await ada.put([FIRE_2K]);
    const started = await ada.client.post("/api/orders/paypal", { token: ada.token(), email: ada.email });
    const back = await payPalBuyer(suite.sandbox.url).approve(started.body.redirect_url);
    const order_id = back.searchParams.get("order") ?? "";
    expect((await new TestClient(suite.store.app).post("/api/orders/return", { order_id })).status).toBe(401);
    const returned = await ada.client.post("/api/orders/return", { order_id });
    expect(returned.body.data).toMatchObject({ kind: "product", status: "paid" });
    expect((await orderAt(ada.client, order_id)).body.data).toMatchObject({ paid_with: "paypal" });
    await sendMails();
    expect(await ada.inbox()).toHaveLength(1);
  });

  it("ORD-03 LIC-11 who signs in with the browser takes over what it bought, its license too", async () => {
    const ada = visitor();
    const id = await ada.buy([FIRE_2K], { license: 2 });
    await sendMails();
    const link = linkIn((await ada.inbox())[0]?.text ?? "");
    await ada.client.signUp();
    expect((await orderAt(ada.client, id)).body.data.items[0].status).toBe("held");
    expect((await ada.client.get("/api/orders")).body.data.map((order: { id: string }) => order.id)).toEqual([id]);
    expect((await ada.client.get("/api/users/me")).body.data.min_license_id).toBe(2);
    expect((await ada.client.get(`/api/variant_downloads/${FIRE_2K}/download`)).status).toBe(200);
    // Links that were sent before still work. The browser alone, signed out, has no access.
    expect((await orderAt(new TestClient(suite.store.app), id, link)).status).toBe(200);
    ada.client.token = null;
    expect((await orderAt(ada.client, id)).status).toBe(403);
  });

  it("ORD-03 who signs in half way pays once, and the account has the item", async () => {
    const ada = visitor();
    await ada.put([FIRE_2K]);
    const { body: payment } = await ada.start();
    await ada.client.signUp();
    await ada.client.payTyped(suite.sandbox.url, payment, VISA);
    const bought = await ada.record(payment.id);
    expect(bought.body.data.product_ids).toEqual([FIRE_2K]);
    expect((await orderAt(ada.client, bought.body.data.order_id)).body.data.items[0].status).toBe("held");
    // The cart was merged into the account's cart, and no longer contains what was paid.
    expect((await ada.client.get(`/api/orders/shopping_cart?token=${ada.token()}`)).body.items).toEqual([]);
  });

  it("ORD-03 ORD-06 who bought an item with an account and as a guest keeps it if one is refunded", async () => {
    const name = `ada-${Math.random().toString(36).slice(2)}`;
    const own = visitor();
    const { body: signedUp } = await own.client.signUp(name);
    const first = await own.buy([FIRE_2K]);
    const guest = visitor();
    const second = await guest.buy([FIRE_2K]);
    const credentials = { email: `${name}@example.com`, password: "correct horse" };
    guest.client.token = (await guest.client.post("/api/sessions", credentials)).body.data.token;
    const account = signedUp.data.user.id;
    expect(await run(read().collections.entitlementsOf(account))).toHaveLength(2);
    const [payment] = (await run(read().payments.ofAccount(account))).filter((each) => each.order_id === second);
    await fetch(`${suite.sandbox.url}/v1/refunds`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_dashboard" },
      body: new URLSearchParams({ payment_intent: payment?.provider_reference ?? "" }),
    });
    for (const event of await eventsAt(suite.sandbox.url))
      if (event.type.startsWith("charge.refund"))
        expect(await deliver(suite.store, suite.sandbox.webhookSecret, event)).toBe(204);
    const refunded = (await orderAt(own.client, second)).body.data;
    expect(refunded).toMatchObject({ refunded: payment?.amount, items: [{ status: "refunded" }] });
    expect((await orderAt(own.client, first)).body.data.items[0].status).toBe("held");
    expect(await run(read().collections.entitlementsOf(account))).toHaveLength(1);
  });

  it("ORD-03 LIC-11 a second purchase costs what is shown under any license; what was bought is named", async () => {
    const ada = visitor();
    await ada.buy([FIRE_2K], { license: 6 });
    const { total } = await ada.put([LIGHTNING_2K], { license: 1 });
    // PayPal is not offered for an Enterprise license, but this is not one.
    const byPayPal = await ada.client.post("/api/orders/paypal", { token: ada.token(), email: ada.email });
    expect(byPayPal.body).toMatchObject({ error: null, redirect_url: expect.stringContaining("/paypal/") });
    const { body: payment } = await ada.start({ amount: total });
    expect(payment.amount).toBe(total);
    await ada.client.payTyped(suite.sandbox.url, payment, VISA);
    expect((await ada.record(payment.id)).status).toBe(200);
    await ada.put([FIRE_2K, FIRE_4K]);
    expect((await ada.start()).body.error).toMatchObject({
      reason: "already_owned",
      message:
        "You already bought Ground Fire · 2K with this email. Remove it from your cart. To download it, use the " +
        "link we emailed you.",
    });
  });

  it("ORD-03 LIC-11 purchases go to one account once: the browser's next account gets none", async () => {
    const ada = visitor();
    const id = await ada.buy([FIRE_2K], { license: 6 });
    await sendMails();
    const link = linkIn((await ada.inbox())[0]?.text ?? "");
    await ada.client.signUp();
    expect((await ada.client.get("/api/users/me")).body.data.min_license_id).toBe(6);
    ada.client.token = null;
    await ada.client.signUp();
    expect((await ada.client.get("/api/users/me")).body.data.min_license_id).toBeNull();
    expect((await ada.client.get("/api/orders")).body.data).toEqual([]);
    // The link reveals nothing about the account that owns the order now.
    const phone = new TestClient(suite.store.app);
    const { billed_to } = (await orderAt(phone, id, link)).body.data;
    expect(billed_to).toEqual({ name: "", company_name: null, address: null, email: ada.email });
  });

  it("ORD-03 DWN-01 an account's file links open for it alone; one to a refunded order opens nothing", async () => {
    const ada = visitor();
    const id = await ada.buy([FIRE_2K]);
    await sendMails();
    const link = linkIn((await ada.inbox())[0]?.text ?? "");
    const { body } = await ada.client.signUp();
    const account = body.data.user.id;
    const { body: file } = await fileOf(ada.client, id, FIRE_2K);
    const { pathname } = new URL(file.data.url, "http://store");
    expect((await suite.store.app.request(pathname)).status).toBe(401);
    expect((await fileOf(new TestClient(suite.store.app), id, FIRE_2K, link)).status).toBe(200);
    const [payment] = await run(read().payments.ofAccount(account));
    await run(read().collections.revokeEntitlement(account, `${payment?.id}:0`, ports().clock.now()));
    await ada.buy([FIRE_2K]);
    expect((await fileOf(new TestClient(suite.store.app), id, FIRE_2K, link)).status).toBe(404);
    await lockAccount(suite.store, account);
    expect((await orderAt(new TestClient(suite.store.app), id, link)).status).toBe(423);
  });

  it("DSC-10 a code stays used by an address after an account took the purchase over", async () => {
    await run(read().discountCodes.put({ code: "AGAIN5", value: 500 as never, uses_per_account: 1 } as never));
    const ada = visitor();
    const code = () => ada.client.call("PUT", "/api/orders/discount", { discount_code: "AGAIN5", token: ada.token() });
    await ada.put([FIRE_2K]);
    await code();
    const { body: payment } = await ada.start();
    await ada.client.payTyped(suite.sandbox.url, payment, VISA);
    await ada.record(payment.id);
    await ada.client.signUp();
    ada.client.token = null;
    await ada.put([LIGHTNING_2K]);
    expect((await code()).body.total).toBeDefined();
    expect((await ada.start()).body.error).toMatchObject({ reason: "promo_code_invalid" });
  });

  it("ORD-03 CHK-07 signing up and being recorded at once end with the account, and nothing is lost", async () => {
    const rounds = Array.from({ length: 6 }, async () => {
      const ada = visitor();
      await ada.put([FIRE_2K]);
      const { body: payment } = await ada.start();
      await ada.client.payTyped(suite.sandbox.url, payment, VISA);
      const hook = async (): Promise<void> => {
        for (const event of await eventsAt(suite.sandbox.url))
          if (JSON.stringify(event).includes(payment.id))
            expect([204, 503]).toContain(await deliver(suite.store, suite.sandbox.webhookSecret, event));
      };
      await Promise.all([ada.record(payment.id), hook(), ada.client.signUp()]);
      // A click in between is repeated, now with the account.
      const { status, body } = await ada.record(payment.id);
      expect(status).toBe(200);
      const { data } = (await orderAt(ada.client, body.data.order_id)).body;
      expect(data.items.map((item: { status: string }) => item.status)).toEqual(["held"]);
      const me = (await ada.client.get("/api/users/me")).body.data.id;
      expect(await run(read().payments.ofAccount(me))).toHaveLength(1);
    });
    await Promise.all(rounds);
  });

  const signedUp = async (email: string) => {
    const client = new TestClient(suite.store.app);
    const form = { first_name: "Ada", last_name: "Lens", email, password: "correct horse" };
    const { body } = await client.post("/api/users", form);
    client.token = body.data.token;
    return client;
  };
  const confirmationIn = (text: string): string => /token=(\S+)/.exec(text)?.[1] ?? "";

  it("ACC-04 ORD-03 a confirmed address takes over what was bought with it, then and later", async () => {
    const guest = visitor(`Ada-${Math.random().toString(36).slice(2)}@Example.com`);
    const first = await guest.buy([FIRE_2K]);
    const account = await signedUp(guest.email.toLowerCase());
    const mine = async () => (await account.get("/api/orders")).body.data.map((order: { id: string }) => order.id);
    // Signing up with an unconfirmed address doesn't give access to its orders.
    expect(await mine()).toEqual([]);
    await sendMails();
    const [mail] = (await visitor(guest.email.toLowerCase()).inbox()).filter(({ text }) => text.includes("token="));
    expect(mail?.subject).toBe("Confirm your email address");
    const token = confirmationIn(mail?.text ?? "");
    const mailbox = new TestClient(suite.store.app);
    expect((await mailbox.post("/api/users/confirmation", { token: `${token}x` })).status).toBe(403);
    for (let times = 0; times < 2; times += 1)
      expect((await account.post("/api/users/confirmation", { token })).body.data.email).toBe(
        guest.email.toLowerCase(),
      );
    expect(await mine()).toEqual([first]);
    expect((await account.get("/api/users/me")).body.data.confirmed_at).not.toBeNull();
    // Later guest purchases with the address appear at the next sign-in.
    const later = visitor(guest.email);
    const second = await later.buy([LIGHTNING_2K]);
    expect(await mine()).toEqual([first]);
    const again = { email: guest.email, password: "correct horse" };
    expect((await mailbox.post("/api/sessions", again)).status).toBe(200);
    expect([...(await mine())].sort()).toEqual([first, second].sort());
    // Deleting the account ends its downloads, even through a link of an order.
    const version = await run(ports().transactions.read.orders.linkVersion(second));
    const expires_at = orderLinkExpiry(suite.store.clock.now());
    const link = ports().links.order.sign({ order_id: second, version: version ?? 0, expires_at });
    expect((await orderAt(new TestClient(suite.store.app), second, link)).status).toBe(200);
    expect((await account.post("/api/users/deletion", { password: "correct horse" })).status).toBe(204);
    expect((await orderAt(new TestClient(suite.store.app), second, link)).status).toBe(403);
  });

  it("ACC-04 ORD-03 a stranger who signs up with a guest's address never gets what the guest bought", async () => {
    const guest = visitor(`ada-${Math.random().toString(36).slice(2)}@example.com`);
    const bought = await guest.buy([FIRE_2K]);
    const stranger = await signedUp(guest.email);
    const strangers = async () => (await stranger.get("/api/orders")).body.data ?? [];
    await sendMails();
    const [mail] = (await guest.inbox()).filter(({ text }) => text.includes("token="));
    const token = confirmationIn(mail?.text ?? "");
    // The guest opens the link of the store's own email, signed out or signed in to another account.
    const other = await signedUp(`eve-${Math.random().toString(36).slice(2)}@example.com`);
    for (const client of [new TestClient(suite.store.app), other])
      expect(await client.post("/api/users/confirmation", { token })).toMatchObject({
        status: 409,
        body: { error: { reason: "sign_in_to_confirm" } },
      });
    expect(await strangers()).toEqual([]);
    const entered = { email: guest.email, password: "correct horse" };
    expect((await stranger.post("/api/sessions", entered)).status).toBe(200);
    expect(await strangers()).toEqual([]);
    // A new password, set through the mailbox, takes the account and its purchases back from the stranger.
    expect((await new TestClient(suite.store.app).post("/api/passwords/mail", { email: guest.email })).status).toBe(
      204,
    );
    await sendMails();
    const reset = (await guest.inbox()).map(({ text }) => /users\/reset\?token=(\S+)/.exec(text)?.[1]).find(Boolean);
    const chosen = { token: decodeURIComponent(reset ?? ""), password: "a new horse" };
    expect((await new TestClient(suite.store.app).post("/api/passwords", chosen)).status).toBe(200);
    expect((await stranger.get("/api/orders")).status).toBe(401);
    const owner = new TestClient(suite.store.app);
    owner.token = (await owner.post("/api/sessions", { ...entered, password: "a new horse" })).body.data.token;
    expect((await owner.get("/api/orders")).body.data.map((order: { id: string }) => order.id)).toEqual([bought]);
  });

  it("ACC-04 the mail is sent again within limits, its link ends after 7 days, no other token confirms", async () => {
    const email = `ada-${Math.random().toString(36).slice(2)}@example.com`;
    const account = await signedUp(email);
    const mails = async () => (await visitor(email).inbox()).map(({ text }) => confirmationIn(text));
    const again = () => account.post("/api/users/confirmation/mail", undefined);
    await sendMails();
    const [token = ""] = await mails();
    expect((await again()).status).toBe(204);
    await sendMails();
    expect(await mails()).toHaveLength(1);
    await advance(suite.sandbox.url, suite.store, { days: 7 });
    const confirm = (given: string) => account.post("/api/users/confirmation", { token: given });
    expect((await confirm(token)).body.error.message).toBe("This link has expired. Sign in, then request a new one.");
    const order = ports().links.order.sign({
      order_id: "1",
      version: 0,
      expires_at: "9999-01-01T00:00:00.000Z" as never,
    });
    expect((await confirm(order)).status).toBe(403);
    await again();
    await sendMails();
    const fresh = (await mails()).find((each) => each !== token) ?? "";
    expect((await confirm(fresh)).status).toBe(200);
    // A confirmed address gets no mail.
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    expect((await again()).status).toBe(204);
    await sendMails();
    expect(await mails()).toHaveLength(2);
  });
});
