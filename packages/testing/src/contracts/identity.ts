import type { Identity } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** What every Identity adapter keeps to. */
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
  });
};
