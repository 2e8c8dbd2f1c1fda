import type { Store } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { beforeAll, describe, expect, it } from "vitest";

/** Opens the store with a session token, or as a visitor for null. */
type StoreAs = (token: string | null) => Promise<Store>;

/** Declares the tests that the store's operations must pass, both in process and over HTTP. */
export const storeContract = (name: string, storeAs: StoreAs): void => {
  describe(`the driving port ${name}`, () => {
    let visitor: Store;
    const ask = <A, E>(effect: Effect.Effect<A, E>): Promise<Result.Result<A, E>> =>
      Effect.runPromise(Effect.result(effect));
    const tagOf = async (effect: Effect.Effect<unknown, { readonly _tag: string }>): Promise<string> => {
      const answered = await ask(effect);
      return Result.isFailure(answered) ? answered.failure._tag : "success";
    };
    const email = (): string => `${crypto.randomUUID()}@example.com`;
    const form = () => ({ first_name: "Ada", last_name: "Lens", email: email(), password: "correct horse" });
    beforeAll(async () => {
      visitor = await storeAs(null);
    });

    it("answers health, licenses and plans to anybody", async () => {
      expect(await Effect.runPromise(visitor.health.check())).toEqual({ status: "ok" });
      expect(
        (await Effect.runPromise(visitor.licenseTypes.list())).map((each) => each.subscription_price_factor),
      ).toEqual([1, 1.00001, 1.7, 2.5, 3, 4]);
      const plans = await Effect.runPromise(visitor.planVariants.list({ query: { license_id: 3 as never } }));
      expect(plans.map((plan) => [plan.id, plan.adjusted_price])).toEqual([
        [134, 3_230],
        [135, 30_600],
        [136, 16_830],
        [137, 30_430],
        [138, 161_500],
        [139, 292_400],
      ]);
      expect(await tagOf(visitor.planVariants.get({ params: { id: 999 }, query: {} }))).toBe("not_found");
      expect(await tagOf(visitor.planVariants.get({ params: { id: 128 }, query: { license_id: 3 as never } }))).toBe(
        "conflict",
      );
    });

    it("ACC-05 says who is signed in, and nobody without a session", async () => {
      expect(await tagOf(visitor.users.me())).toBe("unauthorized");
      const { data } = await Effect.runPromise(visitor.accounts.signUp({ payload: form() }));
      const own = await storeAs(data.token);
      const { data: me } = await Effect.runPromise(own.users.me());
      expect(me).toEqual(data.user);
      expect(me).toMatchObject({
        token: data.token,
        free_subscriber: true,
        locked: false,
        subscription: null,
        team: { role_name: "Admin", licensee_profile: null },
      });
      await Effect.runPromise(own.accounts.signOut());
      expect(await tagOf((await storeAs(data.token)).users.me())).toBe("unauthorized");
    });

    it("ACC-01 ACC-03 refuses a second account and a wrong password, each by its own error", async () => {
      const first = form();
      await Effect.runPromise(visitor.accounts.signUp({ payload: first }));
      expect(await tagOf(visitor.accounts.signUp({ payload: first }))).toBe("conflict");
      expect(await tagOf(visitor.accounts.signIn({ payload: { email: first.email, password: "wrong" } }))).toBe(
        "unauthorized",
      );
      expect(await tagOf(visitor.accounts.signIn({ payload: { email: email(), password: "wrong" } }))).toBe(
        "unauthorized",
      );
      expect(
        await tagOf(
          visitor.accounts.signIn({ payload: { email: first.email.toUpperCase(), password: first.password } }),
        ),
      ).toBe("success");
      const refused = await ask(
        visitor.accounts.signUp({
          payload: { first_name: "", last_name: "", email: "x@mailinator.com", password: "1" },
        }),
      );
      expect(Result.isFailure(refused) && refused.failure.message).toBe(
        "Temporary email accounts are not allowed, please register using an appropriate email address./ " +
          "Passwords are not long enough/ First name is required/ Last name is required",
      );
    });

    it("ACC-01 two sign-ups at once with one address make one account", async () => {
      const same = form();
      const tags = await Promise.all(
        Array.from({ length: 4 }, () => tagOf(visitor.accounts.signUp({ payload: same }))),
      );
      expect(tags.sort()).toEqual(["conflict", "conflict", "conflict", "success"]);
    });

    it("LIC-10 keeps one licensee profile an account, under one License ID, and its license never falls", async () => {
      const { data } = await Effect.runPromise(visitor.accounts.signUp({ payload: form() }));
      const own = await storeAs(data.token);
      const profile = {
        license_id: 2 as never,
        company_name: "Ash & Ember",
        email: "a@b.co",
        address: "1 Mill St, London",
      };
      const made = await Effect.runPromise(own.licenseeProfiles.create({ payload: profile }));
      expect(made.data).toMatchObject({
        user_id: data.user.id,
        license_type: { id: 2 },
        completed: true,
        invalidated: false,
      });
      expect(made.data.token).toMatch(/^BL-[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
      const changed = await Effect.runPromise(
        own.licenseeProfiles.update({ params: { id: "2" }, payload: { ...profile, license_id: 4 as never } }),
      );
      expect(changed.data).toMatchObject({ token: made.data.token, license_id: 4, license_type: { id: 3 } });
      expect(await tagOf(own.licenseeProfiles.create({ payload: profile }))).toBe("conflict");
      expect(
        await tagOf(
          own.licenseeProfiles.create({ payload: { ...profile, license_id: 4 as never, company_name: " " } }),
        ),
      ).toBe("invalid_request");
      expect((await Effect.runPromise(own.users.me())).data).toMatchObject({ minimum_license_id: 4 });
      expect(await tagOf(visitor.licenseeProfiles.create({ payload: profile }))).toBe("unauthorized");
    });

    it("DWN-02 DWN-03 DWN-04 hands out what a plan covers, and says what is missing", async () => {
      const { data } = await Effect.runPromise(visitor.accounts.signUp({ payload: form() }));
      const own = await storeAs(data.token);
      const free = await Effect.runPromise(own.collections.get({ params: { slug: "grinder-sparks" } }));
      const [small, large] = free.collection_variants;
      const first = await Effect.runPromise(own.downloads.download({ params: { id: small?.id ?? 0 } }));
      expect(first).toMatchObject({ download_limit: 10, downloads_today: 1 });
      expect(
        (await Effect.runPromise(own.downloads.download({ params: { id: small?.id ?? 0 } }))).downloads_today,
      ).toBe(1);
      const reasons = await Promise.all(
        [large?.id, 1_011, 1_021].map(async (id) => {
          const refused = await ask(own.downloads.download({ params: { id: id ?? 0 } }));
          return Result.isFailure(refused) && refused.failure._tag === "download_refused"
            ? refused.failure.reason
            : refused;
        }),
      );
      expect(reasons).toEqual(["NeedsPlanFor4K", "NeedsPurchase", "NeedsPaidPlan"]);
      expect(await tagOf(own.downloads.download({ params: { id: 5 } }))).toBe("not_found");
      expect(await tagOf(visitor.downloads.download({ params: { id: small?.id ?? 0 } }))).toBe("unauthorized");
    });

    it("CRD-10 sells nothing for credits that are not there, and nothing that is not for credits", async () => {
      const { data } = await Effect.runPromise(visitor.accounts.signUp({ payload: form() }));
      const own = await storeAs(data.token);
      expect(await tagOf(own.purchases.collection({ payload: { collection_id: 101 } }))).toBe("not_enough_credits");
      expect(await tagOf(own.purchases.collection({ payload: { collection_id: 103 } }))).toBe("conflict");
      expect(await tagOf(own.purchases.collection({ payload: { collection_id: 999 } }))).toBe("not_found");
      const seen = await Effect.runPromise(own.collections.list({ query: {} }));
      expect(seen.data.some((each) => each.owned)).toBe(false);
    });
  });
};
