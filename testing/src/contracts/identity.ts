import type { Identity } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Declares the tests that every Identity adapter must pass. */
export const identityContract = (
  name: string,
  open: () => Promise<{ readonly identity: Identity; readonly close: () => Promise<void> }>,
): void => {
  describe(`the identity port on ${name}`, () => {
    let identity: Identity;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ identity, close } = await open());
    });
    afterAll(() => close?.());
    const run = Effect.runPromise;
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
      expect(await run(identity.findPerson(opened.token))).toEqual(opened.person);
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
        expect(await run(identity.findPerson(opened.token))).toEqual(opened.person);
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
      expect(await run(identity.findPerson(one.token))).toBeNull();
      expect((await run(identity.findPerson(two.token)))?.email).toBe(ada.email);
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
        expect(await run(identity.findPerson(wrong)), wrong).toBeNull();
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
      expect(await run(identity.findPerson(token))).toBeNull();
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
      expect((await run(identity.findPerson(other.token)))?.email).toBe(ada.email);
      expect(await change(ada.password, "new horse")).toBe("success");
      expect(await run(identity.findPerson(other.token))).toBeNull();
      expect((await run(identity.findPerson(token)))?.email).toBe(ada.email);
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
      expect((await run(identity.findPerson(strangers.token)))?.email).toBe(bob.email);
      await run(identity.endSessions(token, { id: all.find((each) => !each.is_current)?.id ?? "" }));
      expect(await run(identity.findPerson(away.token))).toBeNull();
      const again = await run(identity.signIn(ada));
      await run(identity.endSessions(token, "others"));
      expect(await run(identity.findPerson(again.token))).toBeNull();
      expect((await run(identity.sessions(token))).map(({ is_current }) => is_current)).toEqual([true]);
      expect(await run(identity.sessions(again.token))).toEqual([]);
    });

    it("ACC-07 renames a person, and forgets one whose address may sign up again", async () => {
      const ada = form();
      const { token } = await run(identity.register(ada));
      await run(identity.rename(token, { first_name: "Augusta", last_name: "King" }));
      expect(await run(identity.findPerson(token))).toMatchObject({ first_name: "Augusta", last_name: "King" });
      const other = await run(identity.signIn(ada));
      await run(identity.forget(token));
      await run(identity.forget(token));
      expect(await run(identity.findPerson(other.token))).toBeNull();
      expect(await tagOf(identity.signIn(ada))).toBe("WrongCredentials");
      expect(await tagOf(identity.register(ada))).toBe("success");
    });
  });
};
