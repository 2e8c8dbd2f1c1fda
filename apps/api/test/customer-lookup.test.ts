import { PLAN_OFFERS } from "@backlot/domain/pricing/default-price-list";
import { LOWEST_LICENSE, epochMs, instant, planVariantsFor } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase, scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, SUPPORT_KEY, createPromoCode, eventsAt } from "@backlot/testing/sandbox";
import { deliver, useFreshStore } from "@backlot/testing/store";
import { LICENSEE } from "@backlot/testing/subscriber";
import { openSupportCommand } from "@backlot/testing/support-command";
import { describe, expect, it } from "vitest";

describe.each(scenarioDatabases)("a customer whom support looks up, on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const staff = () => {
    const client = new TestClient(suite.store.app);
    client.token = SUPPORT_KEY;
    return client;
  };
  const createCustomer = async (first_name = "Ada") => {
    const client = new TestClient(suite.store.app);
    const name = crypto.randomUUID();
    const email = `${name}@example.com`;
    await client.signUp(name);
    await client.call("PATCH", "/api/users/me", { first_name, last_name: "Lane" });
    const me = async () => (await client.get("/api/users/me")).body.data;
    return { client, me, email, id: (await me()).id as string };
  };
  const subscribe = async ({ client }: { client: TestClient }, plan_variant_id: number) => {
    const { id: setup_intent_id } = await client.saveCard(suite.sandbox.url, "4242424242424242");
    const { status } = await client.post("/api/subscriptions", { plan_variant_id, license_id: 1, setup_intent_id });
    expect(status).toBe(200);
  };
  const search = async (text: string) => {
    const { body } = await staff().get(`/api/support/customers/search?text=${encodeURIComponent(text)}`);
    return body as { data: { id: string; company: string | null; is_guest: boolean }[]; has_more: boolean };
  };

  it("CLI-02 is found by email, account, order, License ID, name, and company", async () => {
    const first_name = `Zoe${crypto.randomUUID().slice(0, 8)}`;
    const zoe = await createCustomer(first_name);
    await subscribe(zoe, 130);
    const company_name = `${first_name} Pictures`;
    const { body } = await zoe.client.post("/api/licensee_profiles", { ...LICENSEE, company_name });
    const record = (await staff().get(`/api/support/customers?customer=${zoe.id}`)).body.data;
    const [order] = record.orders;
    for (const text of [
      zoe.email.toUpperCase(),
      ` ${zoe.id} `,
      order.id,
      order.id.slice(0, 8),
      body.data.token,
      body.data.token.toLowerCase(),
      record.receipts[0].number.toLowerCase(),
      first_name.toLowerCase(),
      `${first_name} pict`,
      `pictures ${first_name}`,
    ])
      expect((await search(text)).data, text).toEqual([
        { id: zoe.id, email: zoe.email, first_name, last_name: "Lane", company: company_name, is_guest: false },
      ]);
    for (const text of ["nobody at all", "%", "_", `${first_name} Sculptures`])
      expect((await search(text)).data.filter(({ id }) => id === zoe.id)).toEqual([]);
    expect((await new TestClient(suite.store.app).get("/api/support/customers/search?text=zoe")).status).toBe(401);
  });

  it("CLI-02 is found by the last four digits of the card that paid", async () => {
    const payer = await createCustomer();
    const { id: setup_intent_id } = await payer.client.saveCard(suite.sandbox.url, "5555555555554444");
    expect((await search("4444")).data.some(({ id }) => id === payer.id)).toBe(false);
    const request = { plan_variant_id: 130, license_id: 1, setup_intent_id };
    expect((await payer.client.post("/api/subscriptions", request)).status).toBe(200);
    expect((await search("4444")).data.map(({ id }) => id)).toContain(payer.id);
    expect((await search("0001")).data).toEqual([]);
  });

  it("CLI-02 shows a customer's orders by what they sold, and finds an order by its first characters", async () => {
    const buyer = await createCustomer();
    await subscribe(buyer, 130);
    const [order] = (await staff().get(`/api/support/customers?customer=${buyer.id}`)).body.data.orders;
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const { out } = await run(SUPPORT_KEY, "customer", buyer.email);
      expect(out).toContain(`  ${order.id.slice(0, 8)}  Pro · 20 credits`);
      for (const line of out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
      expect(JSON.parse((await run(SUPPORT_KEY, "orders", "show", order.id.slice(0, 8), "--json")).out).id).toBe(
        order.id,
      );
      expect((await run(SUPPORT_KEY, "orders", "show", order.id.slice(0, 7))).code).toBe(1);
    } finally {
      close();
    }
  });

  it("CLI-02 lists the orders of all buyers, newest first, by email and by ID, page by page", async () => {
    const [one, two] = [await createCustomer(), await createCustomer()];
    const start = suite.store.clock.now();
    const purchases = [
      [await createCustomer(), 130],
      [one, 130],
      [two, 130],
      [one, 132],
    ] as const;
    for (const [at, [buyer, plan]] of purchases.entries()) {
      suite.store.clock.set(instant(epochMs(start) + (at + 1) * 60_000));
      await subscribe(buyer, plan);
    }
    suite.store.clock.set(start);
    const list = async (query: string) => (await staff().get(`/api/support/orders?${query}`)).body;
    const latest = await list("limit=3");
    expect(latest.has_more).toBe(true);
    expect(latest.data.map(({ email }: { email: string }) => email)).toEqual([one.email, two.email, one.email]);
    expect(latest.data[0]).toMatchObject({
      kind: "plan-change",
      title: expect.stringContaining("Pro · 240 credits · yearly"),
      paid_with: "card",
    });
    const mine = await list(`text=${one.email.slice(0, 20).toUpperCase()}&limit=1`);
    expect(mine).toMatchObject({ data: [latest.data[0]], has_more: true });
    const rest = await list(`text=${one.email}&limit=1&starting_after=${mine.data[0].id}`);
    expect(rest).toEqual({ data: [latest.data[2]], has_more: false });
    expect((await list(`text=${latest.data[1].id.slice(0, 8)}`)).data).toEqual([latest.data[1]]);
    expect(await list("text=nobody-at-all")).toEqual({ data: [], has_more: false });
    expect((await one.client.get("/api/support/orders")).status).toBe(403);
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      expect(JSON.parse((await run(SUPPORT_KEY, "orders", "list", one.email, "--json")).out)).toEqual([
        ...[latest.data[0], latest.data[2]],
      ]);
      expect((await run(SUPPORT_KEY, "orders", "list", "nobody-at-all")).out).toBe("No orders match.\n");
    } finally {
      close();
    }
  });

  it("CLI-02 ACC-08 ORD-06 is shown with team and disputes, and a guest without what guests lack", async () => {
    const admin = await createCustomer();
    const { id: setup_intent_id } = await admin.client.saveCard(suite.sandbox.url, "4242424242424242");
    await admin.client.post("/api/subscriptions", { plan_variant_id: 131, license_id: 2, setup_intent_id });
    await admin.client.post("/api/team/invitations", { email: "bo@studio.example", role: "Artist" });
    const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.com`;
    const visitor = new TestClient(suite.store.app);
    const { token } = (await visitor.call("PUT", "/api/orders/shopping_cart", { product_ids: [1011] })).body;
    const { body: payment } = await visitor.post("/api/payment_intent", { token, email, payment_method_id: null });
    await visitor.payTyped(suite.sandbox.url, payment, "4000000000000259");
    await visitor.post("/api/purchases/cart", { token, payment_intent: payment.id });
    for (const event of (await eventsAt(suite.sandbox.url)).toReversed())
      await deliver(suite.store, suite.sandbox.webhookSecret, event);
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const team = (await run(SUPPORT_KEY, "customer", admin.email)).out;
      expect(team).toMatch(/^Team +administrator, 2 of \d+ seats used\n +bo@studio\.example, Artist, invited on /m);
      const guest = (await run(SUPPORT_KEY, "customer", email)).out;
      expect(guest).toMatch(/^Guest +\S+\n +since .*, guest without an account$/m);
      expect(guest).not.toMatch(/^(Plan|Team|License|Downloads) /m);
      expect(guest).toMatch(/^Disputes +\$24\.00 of R\d-\d+ at Stripe since /m);
      expect(guest).toContain("Ground Fire · 2K");
    } finally {
      close();
    }
  });

  it("CLI-02 ACC-03 is told apart from others, and unlocked after too many wrong passwords", async () => {
    const name = `Twin${crypto.randomUUID().slice(0, 8)}`;
    const [one, two] = [await createCustomer(name), await createCustomer(name)];
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const both = await run(SUPPORT_KEY, "customer", name);
      expect(both.code).toBe(1);
      expect(both.err).toContain(`2 customers match "${name}". Choose one by email address or account ID:`);
      for (const { email, id } of [one, two]) expect(both.err).toMatch(new RegExp(`Email: ${email}\\nAccount: ${id}`));
      expect((await run(SUPPORT_KEY, "customer", "nobody at all")).err).toContain(
        'No customer matches "nobody at all".',
      );

      const login = (password: string) =>
        new TestClient(suite.store.app).post("/api/sessions", { email: one.email, password });
      while ((await login("a wrong one")).status !== 423);
      expect((await login("correct horse")).status).toBe(423);
      expect((await run(SUPPORT_KEY, "customer", one.email)).out).toMatch(
        /^Locks +temporarily locked after too many wrong passwords$/m,
      );
      const change = { customer: one.id, ...BY_STAFF, change: { kind: "unlock" } };
      const unlock = () =>
        staff().post("/api/support/customers/changes", { ...change, idempotency_key: crypto.randomUUID() });
      expect((await unlock()).body.data.changed).toBe(true);
      expect((await login("correct horse")).status).toBe(200);
      expect((await unlock()).body.data.changed).toBe(false);
      expect((await run(SUPPORT_KEY, "customer", one.email)).out).toMatch(/^Locks +none$/m);
    } finally {
      close();
    }
  });

  it("CLI-02 DWN-02 DWN-03 is told why a download is refused, as the download itself says it", async () => {
    const ada = await createCustomer();
    const { run, close } = await openSupportCommand(suite.store.app);
    const whyNot = async (item: string, ...more: readonly string[]) =>
      run(SUPPORT_KEY, "customers", "why-not", ada.email, item, ...more);
    const check = async (slug: string) => {
      const { files } = JSON.parse((await whyNot(slug, "--json")).out);
      for (const file of files) {
        const tried = await ada.client.get(`/api/variant_downloads/${file.variant_id}/download`);
        expect(file.message, `${slug} ${file.resolution}`).toBe(tried.status === 200 ? null : tried.body.error.message);
      }
      return files.map(({ reason }: { reason: string | null }) => reason);
    };
    try {
      const every = (await ada.client.get("/api/collections?limit=100")).body.data as {
        readonly slug: string;
        readonly name: string;
        readonly access: string;
        readonly collection_variants: readonly { readonly resolution: string }[];
      }[];
      const first = (access: string) => {
        const found = every.find((each) => each.access === access && each.collection_variants.length === 2);
        if (found === undefined) throw new Error(`nothing is ${access}`);
        return found;
      };
      expect(await check(first("premium").slug)).toEqual(["NeedsPurchase", "NeedsPurchase"]);
      expect(await check(first("essentials").slug)).toEqual(["NeedsPaidPlan", "NeedsPaidPlan"]);
      const said = await whyNot(` ${first("essentials").name} `);
      expect(said.out).toContain(
        `${first("essentials").name} · 2K: refused. The store says: This item is included with every paid plan.`,
      );
      expect(said.out).toContain("Any paid plan includes this item");
      for (const { slug } of every.filter(({ access }) => access === "free").slice(0, 10)) await check(slug);
      const last = every.filter(({ access }) => access === "free")[10];
      expect(await check(last?.slug ?? "")).toContain("DailyLimitReached");
      expect((await whyNot("zzqqxx")).err).toContain('No item that this customer can see matches "zzqqxx"');
      // A part of a name identifies the only item that has it. Otherwise, the likeliest items of a shop search are
      // suggested.
      expect((await whyNot("forked")).out).toContain("Forked Lightning · 2K: ");
      const several = (await whyNot("smoke")).err;
      expect(several).toMatch(/^No item is named "smoke"\. Closest matches:\n(- .*[Ss]moke.* \([a-z0-9-]+\)\n){2,5}$/);
      expect((await whyNot("Fourked Lightnin")).err).toContain("- Forked Lightning (forked-lightning)");
    } finally {
      close();
    }
  });

  it("CLI-02 DSC-04 DSC-05 is told what a code does, and why it is refused", async () => {
    const ada = await createCustomer();
    const { run, close } = await openSupportCommand(suite.store.app);
    const explain = async (code: string) =>
      (await run(SUPPORT_KEY, "codes", "explain", code, "--customer", ada.email)).out.trim();
    const name = `once${crypto.randomUUID().slice(0, 8)}`;
    try {
      await staff().put("/api/support/codes", { code: { code: name, value: 500, max_uses: 1 }, ...BY_STAFF });
      const cart = "Cart code: takes $5.00 off a cart.";
      expect(await explain(name.toUpperCase())).toBe(
        `${cart} Used 0 times in total and 0 times by this customer. The customer can use it.`,
      );
      expect(await explain("no-such-code")).toBe('No cart or plan code is named "no-such-code".');
      const plan = `PLAN${crypto.randomUUID().slice(0, 8)}`;
      await createPromoCode(suite.sandbox.url, { code: plan, percent_off: 15, months: 3 });
      expect(await explain(plan)).toBe("Plan code: 15% off a new plan. The customer can use it.");
      await subscribe(ada, 130);
      expect(await explain(plan)).toMatch(/off a new plan\. Promo codes work only for new plans\./);
    } finally {
      close();
    }
  });

  it("CLI-02 is in the log of what staff changed, which lists who, what, and why, newest first", async () => {
    const [ada, bob] = [await createCustomer(), await createCustomer()];
    const { run, close } = await openSupportCommand(suite.store.app);
    const actor = `Sam${crypto.randomUUID().slice(0, 8)}`;
    const start = suite.store.clock.now();
    const act = (customer: string, kind: "lock" | "unlock") =>
      staff().post("/api/support/customers/changes", {
        ...{ customer, idempotency_key: crypto.randomUUID(), reason: `to ${kind} it`, actor, change: { kind } },
      });
    const list = async (...more: readonly string[]) =>
      (await run(SUPPORT_KEY, "audit", "list", "--actor", actor.toUpperCase(), ...more)).out;
    try {
      expect((await list()).trim()).toBe("No changes match.");
      await act(ada.id, "lock");
      suite.store.clock.set(instant(epochMs(start) + 86_400_000));
      await act(bob.id, "lock");
      await act(ada.id, "unlock");
      const entry = (what: string, { email }: { email: string }) =>
        [
          `By: ${actor}`,
          "Key: shared",
          `Customer: ${email}`,
          `Action: ${what}ed the account`,
          `Reason: to ${what} it`,
        ].join("\n");
      expect(
        (await list())
          .trim()
          .split(/^Time .*\n/m)
          .map((text) => text.trim()),
      ).toEqual([...["", entry("unlock", ada), entry("lock", bob), entry("lock", ada)]]);
      const day = suite.store.clock.now().slice(0, 10);
      expect(JSON.parse(await list("--since", day, "--json"))).toMatchObject([
        { user_id: ada.id, change: { kind: "unlock" } },
        { user_id: bob.id, change: { kind: "lock" } },
      ]);
      expect(JSON.parse(await list("--all", "--json"))).toHaveLength(3);
      const first = await staff().get(`/api/support/actions?actor=${actor}&limit=2`);
      expect(first.body).toMatchObject({ data: [{ user_id: ada.id }, { user_id: bob.id }], has_more: true });
      const { seq } = first.body.data[1];
      const rest = await staff().get(`/api/support/actions?actor=${actor}&limit=2&starting_after=${seq}`);
      expect(rest.body).toMatchObject({ data: [{ user_id: ada.id, change: { kind: "lock" } }], has_more: false });
    } finally {
      suite.store.clock.set(start);
      close();
    }
  });

  // The preview queries the same tables on both engines.
  if (databases.kind === plainDatabase.kind)
    it("CLI-02 CHG-07 has a plan change previewed as the store previews it for the customer", async () => {
      const { run, close } = await openSupportCommand(suite.store.app);
      try {
        const bob = await createCustomer();
        await subscribe(bob, 130);
        const yearly = ["change", "preview", "--customer", bob.email, "--to", "yearly", "--explain"];
        const { out } = await run(SUPPORT_KEY, ...yearly);
        expect(out).toContain("\nTo: Pro · 240 credits · yearly, Individual\nKind: upgrade\n");
        expect(out).toContain("\nCharge today: $421.00\nDiscount for unused credits: $49.00 (20 credits traded in)\n");
        expect(out).toContain("\n- plan price, Pro · 240 credits · yearly · Individual: $470.00\n");
        expect(out).toContain(", Unused part of your plan (20 credits): -$49.00\n");
        const plans = planVariantsFor(PLAN_OFFERS, LOWEST_LICENSE);
        for (const from of plans) {
          const ada = await createCustomer();
          await subscribe(ada, from.id);
          for (const to of plans) {
            const query = `plan_variant_id=${to.id}&license_id=1`;
            const own = await ada.client.get(`/api/subscriptions/change_preview?${query}`);
            const words = ["change", "preview", "--customer", ada.email, "--to", String(to.id), "--to-license", "1"];
            const asked = await run(SUPPORT_KEY, ...words, "--json");
            expect(asked.code, asked.out).toBe(0);
            expect(JSON.parse(asked.out)).toEqual({ customer: ada.email, ...own.body.data });
          }
        }
      } finally {
        close();
      }
    });
});
