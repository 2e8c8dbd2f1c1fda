import type { Files } from "@backlot/ports";
import { type Instant, instant } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

/**
 * How the suite opens a link: as an account, at a moment. Answers what the link opens, or null where it opens nothing.
 */
export type OpenLink = (
  link: string,
  accountId: string,
  at: Instant,
) => Promise<{ readonly variant_id: number } | null>;

/** What every Files adapter keeps to. (DWN-01) */
export const filesContract = (name: string, files: Files, open: OpenLink): void => {
  describe(`the files port on ${name}`, () => {
    const grant = {
      variant_id: 1_011,
      file_name: "ground fire-2k.zip",
      account_id: "ada",
      expires_at: instant(1_000_000),
    };
    const before = instant(999_999);

    it("DWN-01 links open their file, for their account, until they end", async () => {
      const link = await Effect.runPromise(files.link(grant));
      expect(await open(link, "ada", before)).toEqual({ variant_id: 1_011 });
      expect(await open(link, "eve", before)).toBeNull();
      expect(await open(link, "ada", grant.expires_at)).toBeNull();
    });

    it("DWN-01 a link that was changed anywhere opens nothing", async () => {
      const link = await Effect.runPromise(files.link(grant));
      const token = link.split("/")[2] ?? "";
      for (let at = 0; at < token.length; at += 7) {
        const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
        expect(await open(link.replace(token, changed), "ada", before), String(at)).toBeNull();
      }
    });
  });
};
