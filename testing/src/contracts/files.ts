import type { Files, LinkHolder } from "@backlot/ports";
import { type Instant, instant } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

/** Opens a link as a holder at a time. Returns the link's variant, or null if the link opens nothing. */
type OpenLink = (link: string, holder: LinkHolder, at: Instant) => Promise<{ readonly variant_id: number } | null>;

const ada: LinkHolder = { _tag: "Account", id: "ada" };
const eve: LinkHolder = { _tag: "Account", id: "eve" };

/** Declares the tests that every Files adapter must pass. */
export const filesContract = (name: string, files: Files, open: OpenLink): void => {
  describe(`the files port on ${name}`, () => {
    const grant = {
      variant_id: 1_011,
      part: "zip" as const,
      file_name: "ground fire-2k.zip",
      holder: ada,
      account_id: "ada",
      expires_at: instant(1_000_000),
    };
    const before = instant(999_999);

    it("DWN-01 links open their file, for their account, until they end", async () => {
      const link = await Effect.runPromise(files.link(grant));
      expect(await open(link, ada, before)).toEqual({ variant_id: 1_011 });
      expect(await open(link, eve, before)).toBeNull();
      expect(await open(link, ada, grant.expires_at)).toBeNull();
      // A browser key never matches an account, even with the same value.
      expect(await open(link, { _tag: "Browser", key: "ada" }, before)).toBeNull();
      const holder: LinkHolder = { _tag: "Browser", key: "a key" };
      const guests = await Effect.runPromise(files.link({ ...grant, holder }));
      expect(await open(guests, holder, before)).toEqual({ variant_id: 1_011 });
      expect(await open(guests, { _tag: "Browser", key: "another" }, before)).toBeNull();
      expect(await open(guests, ada, before)).toBeNull();
    });

    it("DWN-01 a link that was changed anywhere opens nothing", async () => {
      const link = await Effect.runPromise(files.link(grant));
      const token = link.split("/")[2] ?? "";
      for (let at = 0; at < token.length; at += 7) {
        const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
        expect(await open(link.replace(token, changed), ada, before), String(at)).toBeNull();
      }
    });
  });
};
