import type { Captcha, MailingList } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { describe, expect, it } from "vitest";

/** A captcha adapter, and what a visitor's browser does. */
interface CaptchaRig {
  readonly captcha: Captcha;
  /** An adapter whose service is unreachable. */
  readonly down: Captcha;
  /** An adapter whose keys the service does not know. */
  readonly unknown: Captcha;
  /** Solves the captcha as a browser does. Returns the token. */
  readonly solve: () => Promise<string>;
}

/** Declares the tests that every Captcha adapter must pass. */
export const captchaContract = (name: string, on: () => CaptchaRig): void => {
  describe(`the captcha port over ${name}`, () => {
    it("NWS-01 lets someone pass once for a solved captcha, and says why not again", async () => {
      const { captcha, solve } = on();
      const token = await solve();
      expect(await Effect.runPromise(captcha.verify(token))).toEqual({ _tag: "passed" });
      expect(await Effect.runPromise(captcha.verify(token))).toEqual({
        _tag: "refused",
        codes: ["timeout-or-duplicate"],
      });
      expect(await Effect.runPromise(captcha.verify("made up"))).toMatchObject({ _tag: "refused" });
    });

    it("NWS-01 is unavailable where nobody answers, and where the store is not known: no visitor's fault", async () => {
      const { down, unknown, solve } = on();
      for (const captcha of [down, unknown])
        expect(await Effect.runPromise(Effect.result(captcha.verify(await solve())))).toMatchObject(
          Result.fail({ _tag: "CaptchaUnavailable" }),
        );
    });
  });
};

/** A contact as the mailing list service has it. */
export interface KeptContact {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly lists: readonly { readonly list: string; readonly status: number }[];
}

/** A mailing list adapter, and access to its service's contacts. */
interface MailingListRig {
  readonly list: MailingList;
  /** The id of the list that the adapter subscribes contacts to. */
  readonly listId: string;
  readonly down: MailingList;
  readonly contactOf: (email: string) => Promise<KeptContact | null>;
}

/** Declares the tests that every MailingList adapter must pass. */
export const mailingListContract = (name: string, on: () => MailingListRig): void => {
  describe(`the mailing list port over ${name}`, () => {
    const ada = () => ({ email: `${crypto.randomUUID()}@example.com`, firstName: "Ada", lastName: "Løvelace" });

    it("NWS-01 makes a contact and subscribes it to the store's list, however often", async () => {
      const { list, listId, contactOf } = on();
      const form = ada();
      const id = await Effect.runPromise(list.createContact(form));
      expect(await contactOf(form.email)).toEqual({ ...form, lists: [] });
      for (let times = 0; times < 2; times += 1) await Effect.runPromise(list.subscribe(id));
      expect(await contactOf(form.email)).toEqual({ ...form, lists: [{ list: listId, status: 1 }] });
    });

    it("NWS-01 knows an address again, in capitals too, and subscribes nobody who is not there", async () => {
      const { list } = on();
      const form = ada();
      await Effect.runPromise(list.createContact(form));
      for (const email of [form.email, form.email.toUpperCase()])
        expect(await Effect.runPromise(Effect.result(list.createContact({ ...form, email })))).toMatchObject(
          Result.fail({ _tag: "ContactTaken" }),
        );
      expect(await Effect.runPromise(Effect.result(list.subscribe("999999999")))).toMatchObject(
        Result.fail({ _tag: "MailingListUnavailable" }),
      );
    });

    it("NWS-01 is unavailable where nobody answers", async () => {
      const { down } = on();
      for (const asked of [down.createContact(ada()), down.subscribe("1")])
        expect(await Effect.runPromise(Effect.result(asked as Effect.Effect<unknown, unknown>))).toMatchObject(
          Result.fail({ _tag: "MailingListUnavailable" }),
        );
    });
  });
};
