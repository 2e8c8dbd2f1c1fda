import { readdirSync } from "node:fs";
import { BADGES, badgesOf, mediaNames, stockProblems, toStocked } from "@backlot/domain";
import { describe, expect, it } from "vitest";
import { SAMPLE_COLLECTIONS } from "../src/collections.ts";
import { secondsToMake } from "../src/make-file.ts";
import { MEDIA_FOLDER } from "../src/sample-files.ts";
import { FLOCKS } from "../src/simulation/particles.ts";
import { RECIPES } from "../src/simulation/recipes.ts";
import { FRAME_RATE } from "../src/simulation/take.ts";
import { sequenceFacts } from "../src/source.ts";

const collections = SAMPLE_COLLECTIONS.map((each) => each.collection);

describe("the sample's collections", () => {
  it("CAT-03 can be sold by, each with a name, numbers and files of its own", () => {
    for (const collection of collections) expect(stockProblems(toStocked(collection)), collection.slug).toEqual([]);
    const variants = collections.flatMap((each) => each.collection_variants);
    for (const own of [
      collections.map(({ slug }) => slug),
      collections.map(({ name }) => name),
      collections.map(({ id }) => id),
      collections.map(({ description }) => description),
      variants.map(({ id }) => id),
      variants.map(({ file_name }) => file_name),
    ])
      expect(new Set<string | number>(own).size).toBe(own.length);
  });

  it("CAT-04 SHL-03 show every badge there is, and have a release date each", () => {
    expect(BADGES.filter((badge) => !collections.some((each) => badgesOf(each).includes(badge)))).toEqual([]);
    for (const { slug, release_date } of collections) expect(release_date, slug).toMatch(/^2026-/);
  });

  it("CAT-01 have every picture that their pages show, and there is none of anything else", () => {
    const kept = new Set(readdirSync(MEDIA_FOLDER));
    const shown = collections.flatMap(mediaNames);
    expect(shown.filter((name) => !kept.has(name))).toEqual([]);
    const strangers = [...kept].filter((name) => !shown.includes(name));
    expect(strangers).toEqual([]);
  });

  it("DWN-01 are made within two minutes in 2K and ten in 4K, as their pages say", () => {
    for (const { collection_variants } of collections)
      for (const { id, resolution, name } of collection_variants) {
        const seconds = secondsToMake(id);
        expect(seconds, name).toBeGreaterThan(10);
        expect(seconds, name).toBeLessThanOrEqual(60 * (resolution === "4K" ? 10 : 2));
      }
  });

  it("CAT-03 number 36 to 48, and at least twelve run for four seconds or longer", () => {
    expect(collections.length).toBeGreaterThanOrEqual(36);
    expect(collections.length).toBeLessThanOrEqual(48);
    const long = SAMPLE_COLLECTIONS.filter(
      ({ collection: { slug }, source }) => sequenceFacts(slug, source).frames >= 4 * FRAME_RATE,
    );
    expect(long.length).toBeGreaterThanOrEqual(12);
  });

  it("CAT-03 use every simulation there is", () => {
    const made = SAMPLE_COLLECTIONS.map(({ collection, source }) => {
      expect(sequenceFacts(collection.slug, source).frames, collection.slug).toBeGreaterThanOrEqual(24);
      return collection.slug;
    });
    expect([...Object.keys(RECIPES), ...Object.keys(FLOCKS)].filter((slug) => !made.includes(slug))).toEqual([]);
  });
});
