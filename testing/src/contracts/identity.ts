import type { Identity } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Declares the tests that every Identity adapter must pass. */
export const identityContract = (
  name: string,
  open: () => Promise<{
    readonly identity: Identity;
    /** Adds a channel with an ID, which apps' requests belong to. */
    readonly addChannel: (id: string) => Promise<void>;
    /** Lets the time between two requests for a token pass. */
    readonly passInterval: () => Promise<void>;
    /** Lets the time to answer apps' requests pass. */
    readonly expireCodes: () => Promise<void>;
    readonly close: () => Promise<void>;
  }>,
): void => {
  describe(`the identity port on ${name}`, () => {
    let identity: Identity;
    let {
      addChannel,
      passInterval,
      expireCodes,
      close,
    }: Omit<Awaited<ReturnType<typeof open>>, "identity"> = {
      addChannel: () => Promise.resolve(),
      passInterval: () => Promise.resolve(),
      expireCodes: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    beforeAll(async () => {
      ({ identity, addChannel, passInterval, expireCodes, close } = await open());
    });
    afterAll(() => close?.());
    const run = Effect.runPromise;
    const personOf = (token: string) => Effect.map(identity.findSession(token), (owner) => owner?.person ?? null);
    const form = () => ({
      email: `${crypto.randomUUID()}@example.com`,
      password: "correct horse",
      first_name: "Ada",
      last_name: "Lens",
    });
    const tagOf = async (effect: Effect.Effect<unknown, { readonly _tag: string }>): Promise<string> => {
      const result = await run(Effect.result(effect));
      return Result.isFailure(result) ? result.failure._tag : "success";
    };

    it("ACC-01 registers a person once and opens a session for them", async () => {
      const ada = form();
      const opened = await run(identity.register(ada));
      expect(opened.person).toMatchObject({ email: ada.email, first_name: "Ada", last_name: "Lens" });
      expect(opened.person.created_at).toMatch(/^\d{4}-.*Z$/);
      expect(await run(personOf(opened.token))).toEqual(opened.person);
      expect(await tagOf(identity.register(ada))).toBe("EmailTaken");
      expect(await tagOf(identity.register({ ...ada, email: ada.email.toUpperCase() }))).toBe("EmailTaken");
    });

    it("ACC-01 keeps every address that mail servers accept, each for one person", async () => {
      const tail = crypto.randomUUID().slice(0, 8);
      const addresses = [
        `a&b-${tail}@example.com`,
        `o'neil'-${tail}@example.com`,
        `!#$%&'*+/=?^_{|}~-${tail}@example.com`,
        `ada-${tail}'@xn--bcher-kva.xn--p1ai`,
        `6164612b@encoded.invalid`,
      ];
      for (const email of addresses) {
        const ada = { ...form(), email };
        const opened = await run(identity.register(ada));
        expect(opened.person.email).toBe(email);
        expect(await run(personOf(opened.token))).toEqual(opened.person);
        expect(await tagOf(identity.register({ ...ada, email: email.toUpperCase() }))).toBe("EmailTaken");
        expect((await run(identity.signIn({ ...ada, email: email.toUpperCase() }))).person).toEqual(opened.person);
        const reset = await run(identity.startReset(email.toUpperCase()));
        expect(reset?.person).toEqual(opened.person);
        expect(await run(identity.findReset(reset?.token ?? ""))).toEqual(opened.person);
        expect(await tagOf(identity.resetPassword({ token: reset?.token ?? "", password: "new horse" }))).toBe(
          "success",
        );
        expect(await run(identity.findReset(reset?.token ?? ""))).toBeNull();
      }
      expect(await tagOf(identity.register({ ...form(), email: "a b@example.com" }))).toBe("CredentialsRefused");
    });

    it("ACC-03 knows a password however a keyboard composes its letters", async () => {
      const [composed, apart] = ["café crème".normalize("NFC"), "café crème".normalize("NFD")];
      for (const [chosen, typed] of [
        [composed, apart],
        [apart, composed],
      ] as const) {
        const ada = form();
        const { token } = await run(identity.register({ ...ada, password: chosen }));
        const tags = await Promise.all(
          [chosen, typed, "cafe creme"].map((password) => tagOf(identity.signIn({ ...ada, password }))),
        );
        expect(tags).toEqual(["success", "success", "WrongCredentials"]);
        expect(await tagOf(identity.checkPassword(token, typed))).toBe("success");
        expect(await tagOf(identity.changePassword(token, { current: typed, next: `${typed} 2` }))).toBe("success");
        expect(await tagOf(identity.signIn({ ...ada, password: `${chosen} 2` }))).toBe("success");
      }
    });

    it("ACC-03 opens sessions for the right password alone, each its own", async () => {
      const ada = form();
      await run(identity.register(ada));
      expect(await tagOf(identity.signIn({ email: ada.email, password: "wrong" }))).toBe("WrongCredentials");
      expect(await tagOf(identity.signIn({ email: form().email, password: ada.password }))).toBe("WrongCredentials");
      const [one, two] = [await run(identity.signIn(ada)), await run(identity.signIn(ada))];
      expect(one.token).not.toBe(two.token);
      await run(identity.signOut(one.token));
      await run(identity.signOut(one.token));
      expect(await run(personOf(one.token))).toBeNull();
      expect((await run(personOf(two.token)))?.email).toBe(ada.email);
    });

    it("ACC-05 knows nobody by a token that is made up, cut or changed", async () => {
      const { token } = await run(identity.register(form()));
      for (const wrong of [
        "",
        "x",
        "a.b",
        token.slice(0, -4),
        `${token}A`,
        token.split(".")[0] ?? "",
        "%zz",
        `x${token}`,
      ]) {
        expect(await run(personOf(wrong)), wrong).toBeNull();
      }
    });

    it("ACC-04 lets whoever reads the mail of an address choose a password, once, and ends every session", async () => {
      const ada = form();
      const { token, person } = await run(identity.register(ada));
      expect(await run(identity.startReset(form().email))).toBeNull();
      const reset = await run(identity.startReset(ada.email.toUpperCase()));
      expect(reset?.person).toEqual(person);
      const choose = (password: string, by = reset?.token ?? "") => identity.resetPassword({ token: by, password });
      expect(await tagOf(choose("new horse", "made-up"))).toBe("ResetRefused");
      expect(await tagOf(choose("short"))).toBe("CredentialsRefused");
      expect(await run(choose("new horse"))).toEqual(person);
      expect(await tagOf(choose("newer horse"))).toBe("ResetRefused");
      expect(await run(personOf(token))).toBeNull();
      expect(await tagOf(identity.signIn(ada))).toBe("WrongCredentials");
      expect(await tagOf(identity.signIn({ ...ada, password: "new horse" }))).toBe("success");
    });

    it("ACC-04 the last reset counts, and none outlives another password", async () => {
      const ada = form();
      const { token } = await run(identity.register(ada));
      const start = async () => (await run(identity.startReset(ada.email)))?.token ?? "";
      const choose = (by: string) => tagOf(identity.resetPassword({ token: by, password: "a thief's horse" }));
      const [first, second] = [await start(), await start()];
      expect(await choose(first)).toBe("ResetRefused");
      await run(identity.changePassword(token, { current: ada.password, next: "new horse" }));
      expect(await choose(second)).toBe("ResetRefused");
      expect(await tagOf(identity.signIn({ ...ada, password: "new horse" }))).toBe("success");
    });

    it("ACC-04 two choices at once with one reset set one password", async () => {
      const ada = form();
      await run(identity.register(ada));
      const token = (await run(identity.startReset(ada.email)))?.token ?? "";
      const tags = await Promise.all(
        ["one horse", "two horses", "three horses"].map((password) =>
          tagOf(identity.resetPassword({ token, password })),
        ),
      );
      expect(tags.sort()).toEqual(["ResetRefused", "ResetRefused", "success"]);
    });

    it("ACC-07 changes a password for who knows it, and ends the other sessions", async () => {
      const ada = form();
      const { token } = await run(identity.register(ada));
      const other = await run(identity.signIn(ada));
      const change = (current: string, next: string) => tagOf(identity.changePassword(token, { current, next }));
      expect(await change("wrong horse", "new horse")).toBe("WrongCredentials");
      expect(await change(ada.password, "short")).toBe("CredentialsRefused");
      expect((await run(personOf(other.token)))?.email).toBe(ada.email);
      expect(await change(ada.password, "new horse")).toBe("success");
      expect(await run(personOf(other.token))).toBeNull();
      expect((await run(personOf(token)))?.email).toBe(ada.email);
      expect(await tagOf(identity.signIn({ ...ada, password: "new horse" }))).toBe("success");
      expect(await tagOf(identity.checkPassword(token, "new horse"))).toBe("success");
      expect(await tagOf(identity.checkPassword(token, ada.password))).toBe("WrongCredentials");
    });

    it("ACC-07 lists a person's sessions and ends them, nobody else's", async () => {
      const [ada, bob] = [form(), form()];
      const { token } = await run(identity.register({ ...ada, agent: "Here/1.0" }));
      const away = await run(identity.signIn({ ...ada, agent: "Away/2.0" }));
      const strangers = await run(identity.register(bob));
      const [bobs] = await run(identity.sessions(strangers.token));
      const all = await run(identity.sessions(token));
      expect(all.map(({ agent, is_current }) => [agent, is_current]).sort()).toEqual([
        ["Away/2.0", false],
        ["Here/1.0", true],
      ]);
      await run(identity.endSessions(token, { id: bobs?.id ?? "" }));
      expect((await run(personOf(strangers.token)))?.email).toBe(bob.email);
      await run(identity.endSessions(token, { id: all.find((each) => !each.is_current)?.id ?? "" }));
      expect(await run(personOf(away.token))).toBeNull();
      const again = await run(identity.signIn(ada));
      await run(identity.endSessions(token, "others"));
      expect(await run(personOf(again.token))).toBeNull();
      expect((await run(identity.sessions(token))).map(({ is_current }) => is_current)).toEqual([true]);
      expect(await run(identity.sessions(again.token))).toEqual([]);
    });

    describe("with apps", () => {
      const SCOPES = ["quote", "customer:act"] as const;
      const asked = async () => {
        const channel_id = crypto.randomUUID();
        await addChannel(channel_id);
        const request = await run(identity.startDevice({ channel_id, scopes: SCOPES }));
        const redeem = (changes: object = {}) =>
          run(Effect.result(identity.redeemDevice({ channel_id, device_code: request.device_code, ...changes })));
        const reason = async (changes: object = {}) => {
          const result = await redeem(changes);
          return Result.isFailure(result) ? result.failure.reason : "success";
        };
        return { channel_id, ...request, redeem, reason };
      };
      /** Connects an app to a person, and returns its token. */
      const connected = async (session: string): Promise<string> => {
        const { user_code, redeem } = await asked();
        await run(identity.findDevice(session, user_code));
        await run(identity.decideDevice(session, user_code, true));
        const result = await redeem();
        if (Result.isFailure(result)) throw new Error(result.failure.reason);
        return result.success.token;
      };

      it("ACC-03 gives an app one token with its scopes once its user allows it", async () => {
        const ada = form();
        const { token, person } = await run(identity.register(ada));
        const { channel_id, user_code, redeem, reason } = await asked();
        expect(user_code).toMatch(/^[A-Z2-9]{8}$/);
        expect(await reason()).toBe("authorization_pending");
        expect(await reason()).toBe("slow_down");
        expect(await run(identity.findDevice(token, user_code))).toEqual({ channel_id, scopes: SCOPES });
        await run(identity.decideDevice(token, user_code, true));
        await passInterval();
        const result = await redeem();
        if (Result.isFailure(result)) throw new Error(result.failure.reason);
        expect(result.success).toMatchObject({ channel_id, scopes: SCOPES });
        expect(await reason()).toBe("invalid_grant");
        expect(await run(identity.findSession(result.success.token))).toEqual({ person, scopes: SCOPES });
        expect(await run(identity.findSession(token))).toEqual({ person, scopes: null });
        // It is listed among the apps, not among the sessions, and lives longer than one.
        const [app, ...others] = await run(identity.appTokens(token));
        expect([app, others]).toEqual([
          {
            id: expect.any(String),
            channel_id,
            scopes: SCOPES,
            created_at: expect.anything(),
            expires_at: expect.stringMatching(/Z$/),
          },
          [],
        ]);
        expect(await run(identity.sessions(token))).toHaveLength(1);
        await run(identity.endSessions(token, { id: app?.id ?? "" }));
        expect(await run(identity.findSession(result.success.token))).toBeNull();
        expect(await run(identity.appTokens(token))).toEqual([]);
      });

      it("ACC-03 gives no token for a refused, expired, forged, or foreign code", async () => {
        const [ada, eve] = [await run(identity.register(form())), await run(identity.register(form()))];
        const refused = await asked();
        await run(identity.findDevice(ada.token, refused.user_code));
        // Only who has seen the request can answer it.
        expect(await tagOf(identity.findDevice(eve.token, refused.user_code))).toBe("CodeRefused");
        expect(await tagOf(identity.decideDevice(eve.token, refused.user_code, true))).toBe("CodeRefused");
        await run(identity.decideDevice(ada.token, refused.user_code, false));
        expect(await tagOf(identity.decideDevice(ada.token, refused.user_code, true))).toBe("CodeRefused");
        expect(await refused.reason()).toBe("access_denied");
        // Of two answers at once, one counts.
        const torn = await asked();
        await run(identity.findDevice(ada.token, torn.user_code));
        const answers = await Promise.all(
          [true, false].map((isAllowed) => tagOf(identity.decideDevice(ada.token, torn.user_code, isAllowed))),
        );
        expect(answers.toSorted()).toEqual(["CodeRefused", "success"]);
        expect(await torn.reason()).toBe(answers[0] === "success" ? "success" : "access_denied");
        const [won] = await run(identity.appTokens(ada.token));
        if (won !== undefined) await run(identity.endSessions(ada.token, { id: won.id }));
        const allowed = await asked();
        expect(await tagOf(identity.decideDevice(ada.token, allowed.user_code, true))).toBe("CodeRefused");
        await run(identity.findDevice(ada.token, allowed.user_code));
        await run(identity.decideDevice(ada.token, allowed.user_code, true));
        expect(await allowed.reason({ channel_id: refused.channel_id })).toBe("invalid_grant");
        const unsigned = decodeURIComponent(allowed.device_code).replace(/\..*$/, "");
        for (const device_code of [unsigned, unsigned.replace("device:", ""), `${unsigned}.c2lnbg==`, "", ada.token])
          expect(await allowed.reason({ device_code }), device_code).toBe("invalid_grant");
        expect(await tagOf(identity.findDevice(ada.token, "ABCDEFGH"))).toBe("CodeRefused");
        const late = await asked();
        await expireCodes();
        expect(await tagOf(identity.findDevice(ada.token, late.user_code))).toBe("CodeRefused");
        expect(await late.reason()).toBe("expired_token");
        // A code is no token.
        expect(await run(identity.findSession(allowed.device_code))).toBeNull();
        expect(await run(identity.appTokens(ada.token))).toEqual([]);
      });

      it("ACC-03 ends apps' tokens with a new password, a sign-out elsewhere, and the account", async () => {
        const ada = form();
        const { token } = await run(identity.register(ada));
        const isOpen = async (sent: string) => (await run(identity.findSession(sent))) !== null;
        const first = await connected(token);
        await run(identity.endSessions(token, "others"));
        expect(await isOpen(first)).toBe(false);
        const second = await connected(token);
        await run(identity.changePassword(token, { current: ada.password, next: "another horse" }));
        expect(await isOpen(second)).toBe(false);
        const third = await connected(token);
        const reset = await run(identity.startReset(ada.email));
        await run(identity.resetPassword({ token: reset?.token ?? "", password: "third horse" }));
        expect(await isOpen(third)).toBe(false);
        const again = await run(identity.signIn({ ...ada, password: "third horse" }));
        const fourth = await connected(again.token);
        await run(identity.signOut(fourth));
        expect(await isOpen(fourth)).toBe(false);
        // What was allowed, but not used, ends with the sessions.
        const allow = async (session: string) => {
          const request = await asked();
          await run(identity.findDevice(session, request.user_code));
          await run(identity.decideDevice(session, request.user_code, true));
          return request;
        };
        const unused = await allow(again.token);
        await run(identity.endSessions(again.token, "others"));
        expect(await unused.reason()).toBe("invalid_grant");
        const before = await allow(again.token);
        await run(identity.changePassword(again.token, { current: "third horse", next: "fourth horse" }));
        expect(await before.reason()).toBe("invalid_grant");
        const forgotten = await allow(again.token);
        const link = await run(identity.startReset(ada.email));
        await run(identity.resetPassword({ token: link?.token ?? "", password: "third horse" }));
        expect(await forgotten.reason()).toBe("invalid_grant");
        Object.assign(again, await run(identity.signIn({ ...ada, password: "third horse" })));
        const last = await connected(again.token);
        await run(identity.forget(again.token));
        expect(await isOpen(last)).toBe(false);
      });
    });

    it("ACC-07 renames a person, and forgets one whose address may sign up again", async () => {
      const ada = form();
      const { token } = await run(identity.register(ada));
      await run(identity.rename(token, { first_name: "Augusta", last_name: "King" }));
      expect(await run(personOf(token))).toMatchObject({ first_name: "Augusta", last_name: "King" });
      const other = await run(identity.signIn(ada));
      await run(identity.forget(token));
      await run(identity.forget(token));
      expect(await run(personOf(other.token))).toBeNull();
      expect(await tagOf(identity.signIn(ada))).toBe("WrongCredentials");
      expect(await tagOf(identity.register(ada))).toBe("success");
    });
  });
};
