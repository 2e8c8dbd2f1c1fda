import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type KnownWord,
  MAX_SEARCH_WORDS,
  correctWords,
  correctedText,
  isNamedIn,
  nameKey,
  relatedWords,
  searchGroups,
  searchTerms,
  searchTokens,
  searchWords,
  swapsOf,
  wordDistance,
  searchLookup,
} from "@backlot/domain";

const known = (typed: string, word: string, relation: KnownWord["relation"], collections = 1): KnownWord => ({
  typed,
  word,
  relation,
  collections,
});

const correct = (text: string, words: readonly KnownWord[]) => correctWords(searchTokens(text), words);

describe("the words of a search", () => {
  it("SRC-01 are small letters and figures, each once, without accents and apostrophes", () => {
    expect(searchWords("  Muzzle-Flash, 4K! muzzle ")).toEqual(["muzzle", "flash", "4k"]);
    expect(searchWords("Devil's Café, Devil\u2019s")).toEqual(["devils", "cafe"]);
    expect(searchWords("")).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const words = searchWords(text);
        expect(new Set(words).size).toBe(words.length);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        for (const word of words) expect([...word].length).toBeLessThanOrEqual(40);
      }),
    );
  });

  it("SRC-01 SRC-02 what a name is indexed by is what the same name is searched by, however it is joined", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "B", "4", "-", "/", ".", "'", " ", "é"), maxLength: 30 });
    fc.assert(
      fc.property(name, (text) => {
        const indexed = searchTerms({ name: text, category: "", tags: [], description: "" }).map(({ word }) => word);
        for (const { word, parts } of searchTokens(text))
          expect(indexed).toEqual(expect.arrayContaining([word, ...parts]));
        expect(nameKey(text.toUpperCase())).toBe(nameKey(text));
      }),
    );
    expect(searchTokens("C-4 Plasma.Bolt v2.5")).toEqual([
      { word: "c4", parts: ["c", "4"] },
      { word: "plasmabolt", parts: ["plasma", "bolt"] },
      { word: "v25", parts: ["v2", "5"] },
    ]);
    expect(nameKey("Dust/Debris Hits")).toBe("dust debris hits");
  });

  it("SRC-02 a known word is searched with those that begin with it, and is not corrected", () => {
    const [found] = correct("light", [
      known("light", "lighting", "begun", 9),
      known("light", "light", "begun", 1),
      known("light", "night", "alike", 50),
    ]);
    expect(found).toEqual({ typed: "light", words: ["light", "lighting"], synonyms: [], corrected: null });
  });

  it("SRC-02 a word that is typed wrongly becomes the nearest one, and among those the commonest", () => {
    const words = correct("smoek zzz", [
      known("smoek", "smoke", "alike", 5),
      known("smoek", "smock", "alike", 1),
      known("smoek", "spokes", "alike", 90),
    ]);
    expect(words[0]).toEqual({ typed: "smoek", words: ["smoke", "smock"], synonyms: [], corrected: "smoke" });
    expect(words[1]).toEqual({ typed: "zzz", words: [], synonyms: [], corrected: null });
    expect(correctedText(words)).toBe("smoke");
    expect(searchGroups(words)).toEqual({ typed: [["smoke", "smock"]], meant: [["smoke", "smock"]] });
    expect(correctedText(correct("fire", [known("fire", "fire", "begun")]))).toBeNull();
  });

  it("SRC-02 other forms of a word and its synonyms match, and synonyms are only meant", () => {
    const words = correct("fires", [known("fires", "fire", "stem", 27), known("fires", "blaze", "synonym", 2)]);
    expect(words).toEqual([{ typed: "fires", words: ["fire"], synonyms: ["blaze"], corrected: null }]);
    expect(searchGroups(words)).toEqual({ typed: [["fire"]], meant: [["fire", "blaze"]] });
    const alone = searchGroups(correct("greenscreen", [known("greenscreen", "keyed", "synonym")]));
    expect(alone).toEqual({ typed: [["keyed"]], meant: [["keyed"]] });
  });

  it("SRC-02 a word that only begins others is searched by its nearest slip, too", () => {
    const [found] = correct("fier", [known("fier", "fiery", "begun", 1), known("fier", "fire", "alike", 27)]);
    expect(found).toMatchObject({ words: ["fiery", "fire"], corrected: null });
  });

  it("SRC-02 a compound, or two neighbors, count as one word where the catalog knows them so", () => {
    const typedIn = (text: string, words: readonly KnownWord[]) => correct(text, words).map(({ typed }) => typed);
    expect(typedIn("c-4 charge", [known("c4", "c4", "begun")])).toEqual(["c4", "charge"]);
    expect(typedIn("fire/smoke", [])).toEqual(["fire", "smoke"]);
    expect(typedIn("green screen", [known("greenscreen", "keyed", "synonym")])).toEqual(["greenscreen"]);
    const both = [known("muzzle", "muzzle", "begun"), known("flash", "flash", "begun")];
    expect(typedIn("muzzle flash", [...both, known("muzzleflash", "muzzleflash", "begun")])).toEqual([
      "muzzle",
      "flash",
    ]);
    expect(searchLookup(searchTokens("c-4 green screen"))).toEqual({
      words: ["c4", "c", "4", "green", "screen"],
      pairs: ["c4green", "greenscreen"],
    });
  });

  it("SRC-02 words that say nothing are left out, unless there are no others", () => {
    const typedIn = (text: string) => correct(text, []).map(({ typed }) => typed);
    expect([typedIn("a boulder"), typedIn("the fog of war"), typedIn("to the")]).toEqual([
      ["boulder"],
      ["fog", "war"],
      ["to", "the"],
    ]);
    // A single letter is completed only at the end of the query, because the user is still typing there.
    const completions = [known("f", "fire", "begun"), known("smoke", "smoke", "begun")];
    expect(correct("f smoke", completions)[0]?.words).toEqual([]);
    expect(correct("smoke f", completions)[1]?.words).toEqual(["fire"]);
  });

  it("SRC-02 a distance counts letters that are inserted, deleted, replaced, or swapped", () => {
    const distances = [wordDistance("fier", "fire"), wordDistance("dsut", "dust"), wordDistance("smok", "smoke")];
    expect([...distances, wordDistance("fire", "tire"), wordDistance("", "ab")]).toEqual([1, 1, 1, 1, 2]);
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const distance = wordDistance(one, other);
        expect(distance).toBe(wordDistance(other, one));
        expect(distance === 0).toBe(one === other);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
        for (const swap of swapsOf(one)) expect(wordDistance(one, swap)).toBe(1);
      }),
    );
  });

  it("SRC-01 a category is named by its words, whole ones, of any group", () => {
    expect(isNamedIn("Muzzle Flashes", [["fire"], ["muzzle", "muzz"]])).toBe(true);
    expect(isNamedIn("Muzzle Flashes", [["muzz"]])).toBe(false);
    expect(isNamedIn("Smoke", [])).toBe(false);
  });

  it("SRC-02 no word is corrected to one that is further from it than its length allows", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 8 });
    const near = fc.record({
      word,
      relation: fc.constantFrom("begun" as const, "alike" as const),
      collections: fc.nat(9),
    });
    fc.assert(
      fc.property(word, fc.array(near, { maxLength: 12 }), (typed, words) => {
        const candidates = words
          .map((each) => ({ typed, ...each }))
          .filter((each) => each.relation === "alike" || each.word.startsWith(typed));
        const [found] = correct(typed, candidates);
        for (const chosen of found?.words ?? [])
          expect(chosen.startsWith(typed) || wordDistance(typed, chosen) <= (typed.length > 3 ? 2 : 0)).toBe(true);
        if (candidates.some((each) => each.relation === "begun")) expect(found?.corrected).toBeNull();
        expect(correctWords(searchTokens(`${"x ".repeat(20)}`), [])).toHaveLength(1);
      }),
    );
    const compound = searchTokens(Array.from({ length: 20 }, (_, n) => `p${n}`).join("-"));
    expect(searchLookup(compound).words).toHaveLength(MAX_SEARCH_WORDS + 1);
    expect(correctWords(compound, [])).toHaveLength(MAX_SEARCH_WORDS);
    expect(correct(Array.from({ length: 20 }, (_, n) => `w${n}`).join(" "), [])).toHaveLength(MAX_SEARCH_WORDS);
  });

  it("CAT-06 what makes items alike is their category and their tags, and no badge", () => {
    expect(relatedWords({ category: "Fire", tags: ["new", "campfire", "+silver", "flame"] })).toEqual([
      "fire",
      "campfire",
      "flame",
    ]);
  });
});
