import { sendOutbox } from "@backlot/application";
import { LOWEST_LICENSE, type SupportChange, cents, epochMs, instant } from "@backlot/domain";
import { inboxOf } from "@backlot/testing/browser/inbox";
import { type Answered, TestClient } from "@backlot/testing/client";
import { plainDatabase, scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import { openSupportCommand } from "@backlot/testing/support-command";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runIn } from "@backlot/testing/ports";

const BENS_KEY = "the-key-of-ben-alone-0123456789ab";

describe.each(scenarioDatabases)("what support changes of a customer, on $kind", (databases) => {
  const suite = useTestStore(databases, () => ({ SUPPORT_KEYS: `Ben=${BENS_KEY}` }));
  // Wide enough for tables without line breaks.
  beforeEach(() => void vi.stubEnv("COLUMNS", "250"));
  afterEach(() => void vi.unstubAllEnvs());

  const createCustomer = async () => {
    const client = new TestClient(suite.store.app);
    const name = crypto.randomUUID();
    await client.signUp(name);
    const me = () => client.get("/api/users/me");
    return { client, me, email: `${name}@example.com`, id: (await me()).body.data.id as string };
  };
  const staff = () => {
    const client = new TestClient(suite.store.app);
    client.token = SUPPORT_KEY;
    return client;
  };
  const change = (customer: string, asked: SupportChange, more: object = {}): Promise<Answered> =>
    staff().post("/api/support/customers/changes", {
      customer,
      idempotency_key: crypto.randomUUID(),
      ...BY_STAFF,
      change: asked,
      ...more,
    });
  const logOf = async (customer: string) => {
    const { body } = await staff().get(`/api/support/customers?customer=${encodeURIComponent(customer)}`);
    return body.data.support_actions as readonly { readonly change: SupportChange; readonly reason: string }[];
  };

  it("CLI-02 ACC-03 a locked account is told whom to ask, with its sessions, until it is unlocked", async () => {
    const ada = await createCustomer();
    expect(await change(ada.email.toUpperCase(), { kind: "lock" })).toMatchObject({
      status: 200,
      body: { data: { changed: true, user: { id: ada.id, locked: true, token: null } } },
    });
    const message = expect.stringContaining("please contact our team at support@");
    const refused = { status: 423, body: { error: { code: "account_locked", message } } };
    expect(await ada.me()).toMatchObject(refused);
    const login = { email: ada.email, password: "correct horse" };
    expect(await new TestClient(suite.store.app).post("/api/sessions", login)).toMatchObject(refused);
    expect((await change(ada.id, { kind: "lock" })).body.data.changed).toBe(false);
    expect((await change(ada.id, { kind: "unlock" })).body.data.changed).toBe(true);
    expect((await ada.me()).status).toBe(200);
    // A change without effect is not logged.
    expect(await logOf(ada.id)).toMatchObject([
      { ...BY_STAFF, change: { kind: "unlock" } },
      { ...BY_STAFF, change: { kind: "lock" } },
    ]);
  });

  it("CLI-02 CRD-09 credits are granted once under a key, however often and at once they are asked for", async () => {
    const ada = await createCustomer();
    const key = { idempotency_key: crypto.randomUUID() };
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => change(ada.id, { kind: "grant_credits", credits: 20 }, key)),
    );
    for (const each of asked)
      expect(each).toMatchObject({ status: 200, body: { data: { changed: true, user: { id: ada.id } } } });
    expect((await ada.me()).body.data.current_credit_balance).toBe(20);
    await change(ada.id, { kind: "grant_credits", credits: 5 });
    expect((await ada.me()).body.data.current_credit_balance).toBe(25);
    expect((await logOf(ada.id)).map((each) => each.change)).toHaveLength(2);
    // An idempotency key belongs to one change of one account.
    const bob = await createCustomer();
    const reused = { status: 409, body: { error: { reason: "idempotency_key_reused" } } };
    expect(await change(bob.id, { kind: "grant_credits", credits: 20 }, key)).toMatchObject(reused);
    expect(await change(ada.id, { kind: "grant_credits", credits: 21 }, key)).toMatchObject(reused);
    expect(await change(ada.id, { kind: "lock" }, key)).toMatchObject(reused);
    expect([(await ada.me()).status, (await bob.me()).body.data.current_credit_balance]).toEqual([200, 0]);
    const other = { idempotency_key: crypto.randomUUID() };
    const both = await Promise.all(
      [ada, bob].map(({ id }) => change(id, { kind: "grant_credits", credits: 1 }, other)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await logOf(ada.id)).length + (await logOf(bob.id)).length).toBe(3);
    const before = (await ada.me()).body.data.current_credit_balance;
    // Granted credits are spent like any others.
    const { data } = (await ada.client.get("/api/collections?access=premium&limit=1")).body;
    const bought = await ada.client.post("/api/purchases/collection", { collection_id: data[0].id });
    expect(bought.status).toBe(200);
    expect((await ada.me()).body.data.current_credit_balance).toBe(before - data[0].credit_price);
  });

  it("CLI-02 LIC-11 a minimum license is set, to a lower one too, and plans are sold from it on", async () => {
    const ada = await createCustomer();
    const set = async (license_id: 1 | 2 | 3) =>
      (await change(ada.id, { kind: "set_minimum_license", license_id } as SupportChange)).body.data;
    expect(await set(3)).toMatchObject({ changed: true, user: { minimum_license_id: 3 } });
    expect(await set(2)).toMatchObject({ changed: true, user: { minimum_license_id: 2 } });
    expect(await set(2)).toMatchObject({ changed: false });
    const { id: setup_intent_id } = await ada.client.saveCard(suite.sandbox.url, "4242424242424242");
    const order = (license_id: number) =>
      ada.client.post("/api/subscriptions", { plan_variant_id: 130, license_id, setup_intent_id });
    expect((await order(1)).body.error).toMatchObject({ code: "conflict", reason: "below_minimum_license" });
    expect((await order(2)).status).toBe(200);
  });

  it("CLI-02 ACC-04 the confirmation is sent again, a few minutes apart, until it is confirmed", async () => {
    const ada = await createCustomer();
    const place = { url: "", sandboxUrl: suite.sandbox.url, dataDir: "" };
    const mails = async () => {
      await runIn(suite.store.ports, sendOutbox);
      return (await inboxOf(place, ada.email)).length;
    };
    const before = await mails();
    expect(before).toBe(1);
    const again = async () => (await change(ada.id, { kind: "resend_confirmation" })).body.data.changed;
    expect([await again(), await mails()]).toEqual([false, 1]);
    const start = suite.store.clock.now();
    suite.store.clock.set(instant(epochMs(start) + 299_000));
    expect([await again(), await mails()]).toEqual([false, 1]);
    suite.store.clock.set(instant(epochMs(start) + 301_000));
    expect([await again(), await again(), await mails()]).toEqual([true, false, 2]);
    suite.store.clock.set(start);
    // The log has only the mail that was sent.
    expect(await logOf(ada.id)).toHaveLength(1);
    const { accounts } = suite.store.ports.transactions.read;
    await Effect.runPromise(accounts.confirm(ada.id, suite.store.clock.now()));
    expect(await again()).toBe(false);
  });

  it("CLI-02 ACC-07 a deleted account is changed no more, and the log about it has no reasons", async () => {
    const ada = await createCustomer();
    await change(ada.id, { kind: "set_minimum_license", license_id: 2 } as SupportChange);
    expect((await ada.client.post("/api/users/deletion", { password: "correct horse" })).status).toBe(204);
    const over = { status: 409, body: { error: { message: "This account was deleted." } } };
    expect(await change(ada.id, { kind: "grant_credits", credits: 5 })).toMatchObject(over);
    expect(await logOf(ada.id)).toMatchObject([{ change: { kind: "set_minimum_license" }, reason: "" }]);
  });

  it("CLI-02 ACC-07 an address is the account that signs in with it, not one that was deleted", async () => {
    const old = await createCustomer();
    const { id: setup_intent_id } = await old.client.saveCard(suite.sandbox.url, "4242424242424242");
    const order = { plan_variant_id: 130, license_id: 1, setup_intent_id };
    expect((await old.client.post("/api/subscriptions", order)).status).toBe(200);
    const { current_credit_balance: forfeit_credits } = (await old.me()).body.data;
    const deletion = { password: "correct horse", forfeit_credits };
    expect((await old.client.post("/api/users/deletion", deletion)).status).toBe(204);
    const found = async () => (await staff().get(`/api/support/customers?customer=${old.email}`)).body.data.user.id;
    expect(await found()).toBe(old.id);
    const again = new TestClient(suite.store.app);
    await again.signUp(old.email.split("@")[0]);
    const { id } = (await again.get("/api/users/me")).body.data;
    expect([await found(), id === old.id]).toEqual([id, false]);
    expect((await change(old.email, { kind: "lock" })).body.data.user.id).toBe(id);
  });

  it("CLI-02 ORD-03 guests are not changed; what was refunded to them goes along with what they bought", async () => {
    const guest = await createCustomer();
    const key = crypto.randomUUID();
    await sql`insert into guests (user_id, key, address) values (${guest.id}, ${key}, ${guest.email})`.execute(
      suite.store.database.kysely,
    );
    for (const asked of [{ kind: "lock" }, { kind: "grant_credits", credits: 5 }, { kind: "resend_confirmation" }])
      expect(await change(guest.id, asked as SupportChange)).toMatchObject({
        status: 409,
        body: { error: { reason: "account_unchangeable", message: expect.stringContaining("a guest") } },
      });
    const { guests, supportActions } = suite.store.ports.transactions.read;
    const at = suite.store.clock.now();
    const refund = { kind: "refund_item", order_id: `order-${key}`, variant_id: 7, amount: cents(2_400) } as const;
    await Effect.runPromise(supportActions.add(guest.id, { id: key, at, ...BY_STAFF, proven: false, change: refund }));
    const ada = await createCustomer();
    await Effect.runPromise(guests.giveTo(guest.id, ada.id));
    expect(await logOf(ada.id)).toMatchObject([{ ...BY_STAFF, change: refund }]);
    expect(await Effect.runPromise(supportActions.ofOrder(`order-${key}`))).toMatchObject([
      { id: key, change: refund },
    ]);
  });

  it("CLI-02 ACC-07 who takes their data along gets what staff did and why, and not who of them", async () => {
    const ada = await createCustomer();
    await change(ada.id, { kind: "grant_credits", credits: 5 });
    expect((await ada.client.get("/api/users/me/export")).body.data.support_actions).toEqual([
      { at: suite.store.clock.now(), reason: BY_STAFF.reason, change: { kind: "grant_credits", credits: 5 } },
    ]);
  });

  it("CLI-02 ACC-08 a locked administrator's team is left with what is its members' own", async () => {
    const [ada, bob] = [await createCustomer(), await createCustomer()];
    const { id: setup_intent_id } = await bob.client.saveCard(suite.sandbox.url, "4242424242424242");
    const order = { plan_variant_id: 130, license_id: 1, setup_intent_id };
    expect((await bob.client.post("/api/subscriptions", order)).status).toBe(200);
    const { read } = suite.store.ports.transactions;
    const pathOf = async (access: string) => {
      const [item] = (await ada.client.get(`/api/collections?access=${access}&limit=1`)).body.data;
      return { item, path: `/api/variant_downloads/${item.collection_variants[0].id}/download` };
    };
    const [free, essential, premium] = await Promise.all(["free", "essentials", "premium"].map(pathOf));
    const owned = {
      collection_id: premium?.item.id,
      collection_variant_id: null,
      source: `test:${ada.id}`,
      license_id: LOWEST_LICENSE,
      at_upgrade_price: false,
      raised_from: null,
    };
    await Effect.runPromise(read.collections.grantEntitlement(ada.id, owned, suite.store.clock.now()));
    await sql`update accounts set team_id = ${bob.id}, team_role = 'Artist', team_joined_at = now()
      where id = ${ada.id}`.execute(suite.store.database.kysely);
    const statuses = async () => {
      const answers = [free, essential, premium].map((each) => ada.client.get(each?.path ?? ""));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await change(bob.id, { kind: "lock" });
    expect(await statuses()).toEqual([200, 403, 200]);
    await change(bob.id, { kind: "unlock" });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it("CLI-02 who has a key of their own does things under their name, whatever they say", async () => {
    const ada = await createCustomer();
    const by = (key: string) => {
      const client = new TestClient(suite.store.app);
      client.token = key;
      return client;
    };
    const lock = (key: string, kind: "lock" | "unlock") =>
      by(key).post("/api/support/customers/changes", {
        customer: ada.id,
        idempotency_key: crypto.randomUUID(),
        ...BY_STAFF,
        change: { kind },
      });
    expect((await lock(BENS_KEY, "lock")).status).toBe(200);
    expect((await lock(SUPPORT_KEY, "unlock")).status).toBe(200);
    expect((await lock(`${BENS_KEY}x`, "lock")).status).toBe(401);
    expect(await logOf(ada.id)).toMatchObject([
      { actor: BY_STAFF.actor, proven: false, reason: BY_STAFF.reason, change: { kind: "unlock" } },
      { actor: "Ben", proven: true, reason: BY_STAFF.reason, change: { kind: "lock" } },
    ]);
    expect((await by(BENS_KEY).get("/api/support/money")).status).toBe(200);
  });

  it("CLI-02 says what is wrong with a change, and takes none without the support key", async () => {
    const ada = await createCustomer();
    for (const [more, field] of [
      [{ actor: " " }, "actor"],
      [{ reason: "" }, "reason"],
      [{ reason: "x".repeat(501) }, "reason"],
      [{ idempotency_key: "1" }, "idempotency_key"],
      [{ change: { kind: "grant_credits", credits: 0 } }, "change.credits"],
      [{ change: { kind: "delete" } }, "change"],
    ] as const) {
      const { status, body } = await change(ada.id, { kind: "lock" }, more);
      const paths = body.error.issues.map(({ path }: { readonly path: string }) => path);
      expect([status, paths], field).toEqual([400, expect.arrayContaining([`payload.${field}`])]);
    }
    expect((await change("nobody@example.com", { kind: "lock" })).status).toBe(404);
    const key = { idempotency_key: crypto.randomUUID() };
    const asked = { customer: ada.id, ...key, ...BY_STAFF, change: { kind: "lock" } };
    expect((await ada.client.post("/api/support/customers/changes", asked)).status).toBe(403);
    expect((await new TestClient(suite.store.app).post("/api/support/customers/changes", {})).status).toBe(401);
    expect((await ada.me()).body.data.locked).toBe(false);
    expect(await logOf(ada.id)).toEqual([]);
  });

  if (databases === plainDatabase)
    it("CLI-02 the command changes customers, says what became of them, and shows who did it", async () => {
      const ada = await createCustomer();
      const { run, close } = await openSupportCommand(suite.store.app);
      const say = async (...words: readonly string[]) => {
        const { out, err, code } = await run(SUPPORT_KEY, "customers", ...words);
        return code === 0 ? out.trim() : `${code}: ${err.trim()}`;
      };
      const why = ["--reason", "asked by phone", "--by", "sam"];
      try {
        expect(await say("lock", ada.email, ...why)).toBe(`${ada.email} is locked.`);
        expect(await say("lock", ada.email, ...why)).toBe(`${ada.email} is already locked.`);
        expect(await say("unlock", ada.id, ...why)).toBe(`${ada.email} can sign in again.`);
        const twenty = ["grant", ada.email, "20", ...why];
        expect(await say(...twenty)).toBe(
          `2: This grants ${ada.email} 20 credits and can't be undone. Add --yes to continue.`,
        );
        expect(await say(...twenty, "--yes")).toBe(`Granted ${ada.email} 20 credits. The balance is now 20 credits.`);
        const set = `The minimum license for ${ada.email} is`;
        expect(await say("minimum-license", ada.email, "2", ...why)).toBe(`${set} now Startup.`);
        expect(await say("minimum-license", ada.email, "2", ...why)).toBe(`${set} already Startup.`);
        // The sign-up's mail is still pending.
        expect(await say("resend-confirmation", ada.email, ...why)).toBe(
          `An email to ${ada.email} is already on its way, or was sent in the last few minutes.`,
        );
        expect(JSON.parse(await say("unlock", ada.email, ...why, "--json"))).toMatchObject({ changed: false });
        expect(await say("lock", "nobody@example.com", ...why)).toContain('1: Account "nobody@');
        expect(await say("grant", ada.email, "0", ...why)).toContain("Use a whole number, 1 or more.");
        expect(await say("minimum-license", ada.email, "7", ...why)).toContain("Use a license from 1 to 6.");
        expect(await say("grant", ada.email, "10001", ...why)).toContain("Grant at most 10,000 credits at once.");
        expect(await say("lock", ada.email)).toContain("--reason <text>");
        for (const words of [
          ["--reason", " "],
          ["--reason", "two\nlines"],
          ["--reason", "asked", "--by", ""],
        ])
          expect(await say("lock", ada.email, ...words)).toMatch(
            /^1: [\s\S]*Use one line of text, up to \d00 characters/,
          );
        const shown = (await say("show", ada.email)).replace(/ +/g, " ");
        expect(shown).toMatch(
          /\(UTC\) By Key Action Reason\n\S+ \S+ sam shared set the minimum license to Startup asked by phone\n/,
        );
        expect(shown).toMatch(
          / sam shared granted 20 credits asked by phone\n[\s\S]* sam shared locked the account asked by phone$/,
        );
        await run(BENS_KEY, "customers", "lock", ada.email, ...why);
        expect(await say("show", ada.email)).toMatch(/ Ben +own +locked the account +asked by phone\n/);
      } finally {
        close();
      }
    });
});
