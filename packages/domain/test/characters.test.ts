import { characterCount, firstCharacters, initial, searchWords } from "@backlot/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const anyText = fc.string({ unit: "binary", maxLength: 60 });

describe("texts with characters of every plane", () => {
  it("are counted and cut by character, and a cut never leaves half a character", () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), (text, maximum) => {
        const cut = firstCharacters(text, maximum);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.startsWith(cut)).toBe(true);
        expect(characterCount(cut)).toBe(Math.min(characterCount(text), maximum));
      }),
    );
    expect([characterCount("🎬"), characterCount("𠮷野"), characterCount("")]).toEqual([1, 2, 0]);
    expect(firstCharacters(`${"a".repeat(199)}🎬🎬`, 200)).toBe(`${"a".repeat(199)}🎬`);
  });

  it("SRC-01 search for whole characters, even in a word that is too long", () => {
    fc.assert(fc.property(anyText, (text) => searchWords(text).every((word) => word.isWellFormed())));
    expect(searchWords(`a${"𠮷".repeat(60)}`)).toEqual([`a${"𠮷".repeat(39)}`]);
  });

  it("SHL-02 show the first letter of a name as its initial, as people see it", () => {
    const names = ["ada", " Ada", "🎬 Films", "𠮷野", "👩🏽‍🎤 Zoë", "e\u0301lodie", "ßein", "ǆ", ""];
    expect(names.map(initial)).toEqual(["A", "A", "🎬", "𠮷", "👩🏽‍🎤", "E\u0301", "S", "Ǆ", ""]);
    fc.assert(
      fc.property(anyText, (name) => {
        expect(initial(name).isWellFormed()).toBe(true);
        expect(initial(name) === "").toBe(name.trim() === "");
      }),
    );
  });
});
