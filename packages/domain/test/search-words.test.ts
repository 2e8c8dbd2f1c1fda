import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type KnownWord,
  MAX_SEARCH_WORDS,
  correctWords,
  correctedText,
  isNamedIn,
  searchGroups,
  relatedWords,
  searchWords,
} from "@backlot/domain";

const known = (typed: string, word: string, distance: number, collections = 1): KnownWord => ({
  typed,
  word,
  distance,
  collections,
});

describe("the words of a search", () => {
  it("SRC-01 are small letters and figures, each once, and never too many", () => {
    expect(searchWords("  Muzzle-Flash, 4K! muzzle ")).toEqual(["muzzle", "flash", "4k"]);
    expect(searchWords("")).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const words = searchWords(text);
        expect(words.length).toBeLessThanOrEqual(MAX_SEARCH_WORDS);
        expect(new Set(words).size).toBe(words.length);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]{1,40}$/u);
      }),
    );
  });

  it("SRC-02 a known word is searched with those that begin with it, and is not corrected", () => {
    const [found] = correctWords(
      ["light"],
      [known("light", "lighting", 0, 9), known("light", "light", 0, 1), known("light", "night", 1, 50)],
    );
    expect(found).toEqual({ typed: "light", words: ["light", "lighting"], corrected: null });
  });

  it("SRC-02 a word that is typed wrongly becomes the nearest one, and among those the commonest", () => {
    const words = correctWords(
      ["smoek", "zzz"],
      [known("smoek", "smoke", 2, 5), known("smoek", "smock", 2, 1), known("smoek", "spokes", 3, 90)],
    );
    expect(words[0]).toEqual({ typed: "smoek", words: ["smoke", "smock"], corrected: "smoke" });
    expect(words[1]).toEqual({ typed: "zzz", words: [], corrected: null });
    expect(correctedText(words)).toBe("smoke");
    expect(searchGroups(words)).toEqual([["smoke", "smock"]]);
    expect(correctedText(correctWords(["fire"], [known("fire", "fire", 0)]))).toBeNull();
  });

  it("SRC-01 a category is named by its words, whole ones, of any group", () => {
    expect(isNamedIn("Muzzle Flashes", [["fire"], ["muzzle", "muzz"]])).toBe(true);
    expect(isNamedIn("Muzzle Flashes", [["muzz"]])).toBe(false);
    expect(isNamedIn("Smoke", [])).toBe(false);
  });

  it("SRC-02 no word is searched by one that is further from it than its length allows", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 8 });
    const near = fc.record({ word, distance: fc.integer({ min: 0, max: 6 }), collections: fc.nat(9) });
    fc.assert(
      fc.property(word, fc.array(near, { maxLength: 12 }), (typed, words) => {
        const candidates = words.map((each) => ({ typed, ...each }));
        const [found] = correctWords([typed], candidates);
        for (const chosen of found?.words ?? []) {
          const of = candidates.filter((each) => each.word === chosen);
          expect(of.some((each) => chosen.startsWith(typed) || each.distance <= (typed.length > 3 ? 2 : 0))).toBe(true);
        }
        if (candidates.some((each) => each.word.startsWith(typed))) expect(found?.corrected).toBeNull();
      }),
    );
  });

  it("CAT-06 what makes items alike is their category and their tags, and no badge", () => {
    expect(relatedWords({ category: "Fire", tags: ["new", "campfire", "+silver", "flame"] })).toEqual([
      "fire",
      "campfire",
      "flame",
    ]);
  });
});
