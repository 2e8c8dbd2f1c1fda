import { sendOutbox } from "@backlot/application";
import { epochMs, instant } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { useTestStore } from "@backlot/testing/store";
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runIn } from "@backlot/testing/ports";

const TRIES = 5;
const NETWORK = 40;
const LOCKED =
  "Your account is currently locked. To regain access, please contact our team at support@backlot.example.";
const PASSWORD = "correct horse";

describe.each(scenarioDatabases)("passwords on $kind", (databases) => {
  const suite = useTestStore(databases, () => ({
    TRUSTED_PROXIES: "1",
    PASSWORD_TRIES: String(TRIES),
    NETWORK_TRIES: String(NETWORK),
  }));
  afterEach(() => void vi.useRealTimers());

  const networks = Array.from({ length: 250 }, (_, index) => `198.51.100.${index}`);
  /** Creates a client behind the trusted proxy, in a network of its own. */
  const from = (network = networks.pop() ?? "192.0.2.1") => {
    const client = new TestClient(suite.store.app);
    const call = (method: string, path: string, payload?: unknown, agent = "Test/1.0") =>
      client.call(method, path, payload, { "x-forwarded-for": network, "user-agent": agent });
    return { client, call, post: (path: string, payload: unknown) => call("POST", path, payload) };
  };
  const signedUp = async () => {
    const who = from();
    const email = `${crypto.randomUUID()}@example.com`;
    const form = { first_name: "Ada", last_name: "Lens", email, password: PASSWORD };
    const made = await who.post("/api/users", form);
    who.client.token = made.body.data.token;
    return { ...who, email, id: made.body.data.user.id as string };
  };
  const mails = () => runIn(suite.store.ports, sendOutbox);
  const inbox = async (
    email: string,
  ): Promise<readonly { readonly subject: string; readonly text: string; readonly html: string }[]> =>
    (await fetch(`${suite.sandbox.url}/inbox?to=${encodeURIComponent(email)}`)).json() as never;
  const tokenIn = (text: string): string => new URL(/http\S+/.exec(text)?.[0] ?? "").searchParams.get("token") ?? "";

  it("ACC-03 an address is locked after exactly too many wrong passwords, whether known or not", async () => {
    const known = (await signedUp()).email;
    for (const email of [known, "nobody@example.com"]) {
      // From many networks, so that only the email address counts.
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          from(`203.0.113.${index}`).post("/api/sessions", { email, password: `wrong ${index}` }),
        ),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(TRIES);
      expect(answers.filter(({ status }) => status === 423)).toHaveLength(60 - TRIES);
      for (const { status, body } of answers)
        expect(body.error.message).toBe(status === 401 ? "Incorrect email and password combination." : LOCKED);
    }
    const right = { email: known.toUpperCase(), password: PASSWORD };
    expect((await from().post("/api/sessions", right)).status).toBe(423);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 1_000 });
    expect((await from().post("/api/sessions", right)).status).toBe(200);
  });

  it("ACC-03 the right password costs no try, and a network has its own limit", async () => {
    const { email, post } = await signedUp();
    for (let times = 0; times < 2 * TRIES; times += 1)
      expect((await post("/api/sessions", { email, password: PASSWORD })).status).toBe(200);
    const network = from("192.0.2.77");
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        network.post("/api/sessions", { email: `none${index}@example.com`, password: "wrong horse" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(NETWORK);
    for (const { status, body } of answers.filter((each) => each.status !== 401))
      expect([status, body.error.message]).toEqual([503, "Too many attempts."]);
    // Sign-ups and password mails are refused too, but not in another network.
    const form = { first_name: "A", last_name: "B", email: "late@example.com", password: PASSWORD };
    expect((await network.post("/api/users", form)).status).toBe(503);
    expect((await network.post("/api/passwords/mail", { email })).status).toBe(503);
    expect((await from().post("/api/users", form)).status).toBe(201);
  });

  it("ACC-04 a mail's link replaces a password once; sessions end, and a locked address opens", async () => {
    const { client, email } = await signedUp();
    for (let times = 0; times < TRIES; times += 1)
      await from().post("/api/sessions", { email, password: "wrong horse" });
    expect((await from().post("/api/sessions", { email, password: PASSWORD })).status).toBe(423);
    expect((await from().post("/api/passwords/mail", { email: ` ${email.toUpperCase()}` })).status).toBe(204);
    await mails();
    const sent = (await inbox(email)).filter(({ subject }) => subject === "Choose your password");
    expect(sent).toHaveLength(1);
    const [mail] = sent;
    expect(mail?.text).toContain("expires in an hour");
    expect(mail?.html).toContain("prefers-color-scheme:dark");
    const token = tokenIn(mail?.text ?? "");
    // The database does not store the token itself.
    const kept = await sql<{ identifier: string }>`select identifier from auth_verifications`.execute(
      suite.store.database.kysely,
    );
    expect(kept.rows.some(({ identifier }) => identifier.includes(token))).toBe(false);
    const choose = (password: string, by = token) => from().post("/api/passwords", { token: by, password });
    expect((await choose("short")).body.error).toMatchObject({ issues: [{ path: "payload.password" }] });
    expect((await choose("a new horse", "made-up")).status).toBe(403);
    expect((await choose("a new horse")).body).toEqual({ data: { email } });
    expect((await choose("another horse")).body.error.message).toBe("This link has expired. Request a new one.");
    expect((await client.get("/api/users/me")).status).toBe(401);
    expect((await from().post("/api/sessions", { email, password: PASSWORD })).status).toBe(401);
    const opened = await from().post("/api/sessions", { email, password: "a new horse" });
    // Using the mailed link also confirms the address.
    expect(opened.body.data.user.confirmed_at).not.toBeNull();
    await mails();
    expect((await inbox(email)).map(({ subject }) => subject)).toContain("Your password was changed");
  });

  it("ACC-04 a link that is over sets nothing", async () => {
    const { email } = await signedUp();
    await from().post("/api/passwords/mail", { email });
    await mails();
    const token = tokenIn((await inbox(email)).find(({ subject }) => subject === "Choose your password")?.text ?? "");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 });
    expect((await from().post("/api/passwords", { token, password: "a new horse" })).status).toBe(403);
  });

  it("ACC-04 neither answer nor work shows whether an address is known; one mail in five minutes", async () => {
    const { email } = await signedUp();
    const ask = async (address: string) => {
      suite.store.queries();
      const answer = await from().post("/api/passwords/mail", { email: address });
      return { ...answer, queries: suite.store.queries() };
    };
    const stranger = `${crypto.randomUUID()}@example.com`;
    expect(await ask(email)).toEqual(await ask(stranger));
    await mails();
    expect(await inbox(stranger)).toEqual([]);
    // The next mail requires a few minutes.
    await ask(email);
    await mails();
    const reset = async () => (await inbox(email)).filter(({ subject }) => subject === "Choose your password").length;
    expect(await reset()).toBe(1);
    const now = suite.store.clock.now();
    suite.store.clock.set(instant(epochMs(now) + 6 * 60_000));
    await ask(email);
    await mails();
    suite.store.clock.set(now);
    expect(await reset()).toBe(2);
    // Simultaneous requests send one mail.
    suite.store.clock.set(instant(epochMs(now) + 12 * 60_000));
    await Promise.all(Array.from({ length: 20 }, () => ask(email)));
    await mails();
    suite.store.clock.set(now);
    expect(await reset()).toBe(3);
    expect((await from().post("/api/passwords/mail", { email: "nonsense" })).body.error).toMatchObject({
      issues: [{ path: "payload.email" }],
    });
  });

  it("ACC-01 an account without a password gets a mail by which its owner chooses one", async () => {
    const { post, client } = from();
    const email = `${crypto.randomUUID()}@example.com`;
    const made = await post("/api/users", { first_name: "Ada", last_name: "Lens", email });
    expect(made.body.data.user).toMatchObject({ free_subscriber: false, confirmed_at: null });
    client.token = made.body.data.token;
    expect((await client.get("/api/users/me")).status).toBe(200);
    await mails();
    const sent = await inbox(email);
    expect(sent.map(({ subject }) => subject)).toEqual(["Choose your password"]);
    const token = tokenIn(sent[0]?.text ?? "");
    expect((await post("/api/passwords", { token, password: "my own horse" })).status).toBe(200);
    expect((await from().post("/api/sessions", { email, password: "my own horse" })).status).toBe(200);
  });

  it("ACC-07 an account changes its password and name, and ends its sessions", async () => {
    const { client, call, email } = await signedUp();
    const away = from();
    const other = await away.call("POST", "/api/sessions", { email, password: PASSWORD }, "Away/2.0");
    away.client.token = other.body.data.token;
    const listed = (await call("GET", "/api/users/sessions")).body.data;
    expect(listed.map(({ agent, is_current }: { agent: string; is_current: boolean }) => [agent, is_current])).toEqual([
      ["Away/2.0", false],
      ["Test/1.0", true],
    ]);
    expect((await call("DELETE", `/api/users/sessions/${listed[0].id}`)).status).toBe(204);
    expect((await away.client.get("/api/users/me")).status).toBe(401);
    away.client.token = (await away.post("/api/sessions", { email, password: PASSWORD })).body.data.token;

    const change = (current_password: string, password: string) =>
      call("POST", "/api/users/password", { current_password, password });
    expect((await change("wrong horse", "a new horse")).body.error).toMatchObject({
      code: "invalid_request",
      issues: [{ path: "payload.current_password", message: "That's not your current password." }],
    });
    expect((await change(PASSWORD, "short")).body.error.issues).toEqual([
      { path: "payload.password", message: "Passwords are not long enough" },
    ]);
    expect((await change(PASSWORD, "a new horse")).status).toBe(204);
    expect((await client.get("/api/users/me")).status).toBe(200);
    expect((await away.client.get("/api/users/me")).status).toBe(401);
    // An open session does not allow guessing the password.
    for (let times = 1; times < TRIES; times += 1)
      expect((await change("wrong horse", "b new horse")).status).toBe(400);
    expect((await change("a new horse", "b new horse")).status).toBe(423);

    expect((await call("PATCH", "/api/users/me", { first_name: " ", last_name: "" })).body.error.message).toBe(
      "First name is required/ Last name is required",
    );
    const renamed = await call("PATCH", "/api/users/me", { first_name: " Augusta ", last_name: "King" });
    expect(renamed.body.data).toMatchObject({ first_name: "Augusta", last_name: "King", token: client.token });
    expect((await call("DELETE", "/api/users/sessions")).status).toBe(204);
  });
});
