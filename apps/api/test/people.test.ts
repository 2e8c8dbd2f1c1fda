import { sendOutbox } from "@backlot/application";
import { RATE_LIMITS, epochMs, instant, message } from "@backlot/domain";
import { type Answered, TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { describe, expect, it } from "vitest";

const PASSWORD = "correct horse";
const FIRE_2K = 1011;

describe.each(scenarioDatabases)("names and addresses on $kind", (databases) => {
  const suite = useTestStore(databases);
  const strict = useTestStore(databases, () => ({ NETWORK_MAIL_TRIES: "3" }));
  const subscriber = subscribersOf(suite);
  const visitor = () => new TestClient(suite.store.app);
  const inbox = async (
    email: string,
  ): Promise<readonly { readonly subject: string; readonly text: string; readonly html: string }[]> => {
    await runIn(suite.store.ports, sendOutbox);
    return (await fetch(`${suite.sandbox.url}/inbox?to=${encodeURIComponent(email)}`)).json() as never;
  };
  const tokenIn = (text = ""): string => new URL(/http\S+/.exec(text)?.[0] ?? "").searchParams.get("token") ?? "";
  const tail = () => Math.random().toString(36).slice(2, 8);
  const form = (more: object = {}) => ({
    first_name: "Ada",
    last_name: "Lens",
    email: `ada-${tail()}@example.com`,
    password: PASSWORD,
    ...more,
  });
  /** Starts a guest's payment with an email address. */
  const buyAs = async (email: string) => {
    const client = visitor();
    const cart = await client.call("PUT", "/api/orders/shopping_cart", { product_ids: [FIRE_2K] });
    return client.post("/api/payment_intent", { token: cart.body.token, email });
  };

  it("ACC-02 every door takes the same addresses, and one mailbox is one account", async () => {
    const team = await subscriber(131, "4242424242424242", 2);
    const invite = (email: string) => team.client.post("/api/team/invitations", { email, role: "Artist" });
    const end = tail();
    for (const [typed, kept] of [
      [`a&b-${end}@example.com`, `a&b-${end}@example.com`],
      [`o'neil/${end}'@example.com`, `o'neil/${end}'@example.com`],
      [`ada-${end}@BÜCHER.example`, `ada-${end}@xn--bcher-kva.example`],
    ] as const) {
      expect((await buyAs(typed)).status, typed).toBe(200);
      expect((await invite(typed)).status, typed).toBe(204);
      const made = await visitor().post("/api/users", form({ email: typed }));
      expect([made.status, made.body.data?.user.email]).toEqual([201, kept]);
      expect((await visitor().post("/api/users", form({ email: kept.toUpperCase() }))).status).toBe(409);
      for (const email of [typed, kept, ` ${typed.toUpperCase()} `]) {
        const signedIn = await visitor().post("/api/sessions", { email, password: PASSWORD });
        expect([signedIn.status, signedIn.body.data?.user.email], email).toEqual([200, kept]);
      }
      // The seat that the invitation takes can be filled.
      // The sandbox's mail server lists domains in their own script.
      const listed = kept.replace("xn--bcher-kva", "bücher");
      const invitation = (await inbox(listed)).find(({ text }) => text.includes("/accounts/team/invitation"));
      const member = visitor();
      member.token = made.body.data.token;
      expect((await member.post("/api/team/membership", { token: tokenIn(invitation?.text) })).status).toBe(204);
      expect((await visitor().post("/api/passwords/mail", { email: typed })).status).toBe(204);
      const reset = (await inbox(listed)).find(({ subject }) => subject === "Choose your password");
      const chosen = await visitor().post("/api/passwords", { token: tokenIn(reset?.text), password: "new horse" });
      expect([chosen.status, chosen.body.data?.email]).toEqual([200, kept]);
    }
  });

  it("ACC-02 no door takes what mail can't reach, or what disposes of it", async () => {
    const team = await subscriber(131, "4242424242424242", 2);
    for (const email of [
      "josé@example.com",
      "a..b@example.com",
      "ada@example.c",
      "x@spamgourmet.com",
      "x@a.dfgh.net",
    ]) {
      const answers = [
        await visitor().post("/api/users", form({ email })),
        await buyAs(email),
        await team.client.post("/api/team/invitations", { email, role: "Artist" }),
      ];
      for (const { status, body } of answers) {
        expect(status, `${email}: ${JSON.stringify(body)}`).toBe(400);
        expect(body.error.issues).toMatchObject([{ path: "payload.email" }]);
      }
    }
    expect((await team.client.get("/api/team")).body.data.invitations).toEqual([]);
  });

  it("ACC-02 a name that hides or reorders characters is refused, and its field is named", async () => {
    const client = visitor();
    for (const first_name of ["\u202eadA", "\u3164", "\u200b\u2060", "Ada\u2066"]) {
      const refused = await client.post("/api/users", form({ first_name }));
      expect(refused.status, JSON.stringify(first_name)).toBe(400);
      const { issues } = refused.body.error;
      expect(issues).toEqual([{ path: "payload.first_name", message: message("first_name_hidden") }]);
    }
    const made = await client.post("/api/users", form({ first_name: " 👩🏽‍🎤 E\u0301lodie ", last_name: "𠮷野" }));
    expect(made.body.data.user).toMatchObject({ first_name: "👩🏽‍🎤 \u00c9lodie", last_name: "𠮷野" });
    client.token = made.body.data.token;
    const renamed = await client.call("PATCH", "/api/users/me", { first_name: "Ada", last_name: "\u202dLens" });
    expect([renamed.status, renamed.body.error?.issues]).toEqual([
      400,
      [{ path: "payload.last_name", message: message("last_name_hidden") }],
    ]);
  });

  it("ACC-02 ACC-04 a password that is tried first, or is the address, is refused wherever one is chosen", async () => {
    const email = `grace.${tail()}@example.com`;
    const refused = async (password: string, sent: Promise<Answered>) => {
      const { status, body } = await sent;
      expect([status, body.error?.issues?.[0]?.path], password).toEqual([400, "payload.password"]);
      return body.error.message;
    };
    const client = visitor();
    const made = await client.post("/api/users", form({ email, password: "café crème".normalize("NFC") }));
    client.token = made.body.data.token;
    await visitor().post("/api/passwords/mail", { email });
    const token = tokenIn((await inbox(email)).find(({ subject }) => subject === "Choose your password")?.text);
    for (const [password, words] of [
      ["Qwerty123", message("password_common")],
      // Only on the list of leaked passwords.
      ["Scottie", message("password_common")],
      [email.toUpperCase(), message("password_is_email")],
    ] as const) {
      const other = form({ email: email.replace("@", "@mail."), password: password.replace("@", "@MAIL.") });
      expect(await refused(password, visitor().post("/api/users", other))).toBe(words);
      const change = { current_password: "café crème", password };
      expect(await refused(password, client.post("/api/users/password", change))).toBe(words);
      expect(await refused(password, visitor().post("/api/passwords", { token, password }))).toBe(words);
    }
    // The password is the same, however a keyboard composes its letters.
    for (const shape of ["NFC", "NFD"]) {
      const typed = { email, password: "café crème".normalize(shape) };
      expect((await visitor().post("/api/sessions", typed)).status, shape).toBe(200);
    }
    expect((await visitor().post("/api/passwords", { token, password: "a new horse" })).status).toBe(200);
  });

  const SPAM = { first_name: "you won $5,000! Claim it at https://evil.example/x", last_name: "evil.example" };
  const later = () => suite.store.clock.set(instant(epochMs(suite.store.clock.now()) + 6 * 60_000));

  it("ACC-01 ACC-04 ACC-08 mail to a stranger's address contains nothing that was typed but a plain name", async () => {
    const strange = form(SPAM);
    const client = visitor();
    client.token = (await client.post("/api/users", strange)).body.data.token;
    await visitor().post("/api/passwords/mail", { email: strange.email });
    const plain = form();
    await visitor().post("/api/users", plain);
    const team = await subscriber(131, "4242424242424242", 2);
    const owner = (await team.me()).email as string;
    const guest = `guest-${tail()}@example.com`;
    await team.client.call("PATCH", "/api/users/me", SPAM);
    await team.client.post("/api/team/invitations", { email: guest, role: "Artist" });
    const [strangers, guests] = [await inbox(strange.email), await inbox(guest)];
    expect(strangers.map(({ subject }) => subject).sort()).toEqual([
      "Choose your password",
      "Confirm your email address",
    ]);
    expect(guests.map(({ subject }) => subject)).toEqual(["A team invited you to Backlot"]);
    for (const { subject, text, html } of [...strangers, ...guests])
      for (const part of [subject, text, html])
        for (const word of ["evil", "5,000", "won", owner]) expect(part, word).not.toContain(word);
    expect(strangers.every(({ text }) => text.startsWith("Hello, "))).toBe(true);
    expect((await inbox(plain.email))[0]?.text).toMatch(/^Hello Ada, welcome/);
  });

  it("ACC-01 ACC-04 an address that nobody confirmed gets a few mails a day, a confirmed one its resets", async () => {
    const { attempts } = RATE_LIMITS.mails;
    const email = `flooded-${tail()}@example.com`;
    const client = visitor();
    client.token = (await client.post("/api/users", form({ email }))).body.data.token;
    for (let times = 0; times < attempts; times += 1) {
      await inbox(email);
      later();
      expect((await visitor().post("/api/passwords/mail", { email })).status).toBe(204);
    }
    expect(await inbox(email)).toHaveLength(attempts);
    later();
    expect((await client.post("/api/users/confirmation/mail", {})).body.error).toMatchObject({
      message: message("too_many_attempts"),
    });
    const team = await subscriber(131, "4242424242424242", 2);
    expect((await team.client.post("/api/team/invitations", { email, role: "Artist" })).status).toBe(503);
    expect((await team.client.get("/api/team")).body.data.invitations).toEqual([]);
    expect(await inbox(email)).toHaveLength(attempts);
    // A reset proves the address, and its owner's resets are never used up.
    const reset = (await inbox(email)).find(({ subject }) => subject === "Choose your password");
    expect(
      (await visitor().post("/api/passwords", { token: tokenIn(reset?.text), password: "a new horse" })).status,
    ).toBe(200);
    const before = (await inbox(email)).length;
    later();
    await visitor().post("/api/passwords/mail", { email });
    expect(await inbox(email)).toHaveLength(before + 1);
  });

  it("ACC-01 ACC-04 ACC-08 ORD-03 one network has the store send only so many mails to strangers", async () => {
    const network = () => new TestClient(strict.store.app);
    await network().signUp();
    const asks = [
      () => network().post("/api/users", form()),
      () => network().post("/api/passwords/mail", { email: `nobody-${tail()}@example.com` }),
      () => network().post("/api/orders/links", { email: `nobody-${tail()}@example.com` }),
    ];
    const [signUp, reset, links] = asks;
    expect((await signUp?.())?.status).toBe(201);
    expect((await reset?.())?.status).toBe(204);
    for (const ask of [signUp, reset, links]) {
      const refused = await ask?.();
      expect([refused?.status, refused?.body.error.message]).toEqual([503, message("too_many_attempts")]);
    }
  });
});
