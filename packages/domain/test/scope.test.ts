import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appNameProblem, keptAppName } from "../src/accounts/channel.ts";
import { SCOPES, formatUserCode, normalizeUserCode, parseScopes } from "../src/accounts/scope.ts";

describe("apps that act for customers", () => {
  it("ACC-03 scopes are read in any order, once each, and never with an unknown one", () => {
    const some = fc.array(fc.constantFrom(...SCOPES), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(some, fc.constantFrom(" ", "  "), (names, space) => {
        expect(parseScopes(names.join(space))).toEqual(SCOPES.filter((scope) => names.includes(scope)));
        expect(parseScopes([...names, "admin"].join(space))).toBeNull();
      }),
    );
    expect([parseScopes(""), parseScopes(" "), parseScopes("QUOTE")]).toEqual([null, null, null]);
  });

  it("ACC-03 a code is read as people type it", () => {
    const letters = fc.constantFrom(..."ABCDEFGHJKLMNPQRSTUVWXYZ23456789");
    const code = fc.string({ unit: letters, minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(code, (stored) => {
        const shown = formatUserCode(stored);
        expect(shown).toMatch(/^.{4}-.{4}$/);
        for (const typed of [shown, shown.toLowerCase(), shown.replace("-", " "), ` ${stored}`])
          expect(normalizeUserCode(typed)).toBe(stored);
      }),
    );
  });

  it("ACC-03 a name shows all of itself, and isn't another's", () => {
    expect(keptAppName("  Render \t farm ")).toBe("Render farm");
    expect(appNameProblem("Render farm", ["Studio bot"])).toBeNull();
    expect(appNameProblem("RENDER FARM", ["Render farm"])).toBe("Another app already has this name.");
    for (const name of ["\u200b", "mraF\u202e", ""]) expect(appNameProblem(name, [])).toContain("hidden characters");
  });
});
