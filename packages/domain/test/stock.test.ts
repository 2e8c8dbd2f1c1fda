import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Collection,
  type StockedCollection,
  cents,
  credits,
  creditPriceFor,
  creditsToGet,
  pricesFor,
  fileSizeText,
  fromStocked,
  instant,
  isDay,
  releaseState,
  utcDay,
  isStocked,
  RESOLUTIONS,
  isAboveFree,
  isVisible,
  mediaNames,
  neededFiles,
  resolutionOf,
  slugsInTheWay,
  stockDoubles,
  stockProblems,
  toStocked,
} from "../src/index.ts";
import { importLosses, postponedReleases } from "../src/catalog/import-losses.ts";

const FIRE: StockedCollection = {
  slug: "barn-fire",
  name: "Barn Fire",
  library_id: 1 as Collection["library_id"],
  category: "Fire",
  tags: ["fire"],
  description: "A barn that burns.",
  access: "premium",
  membership_tier: null,
  made_by_provider: true,
  alpha: true,
  credit_price: credits(9),
  upgrade_credit_price: credits(4),
  price: cents(2_400),
  original_price: cents(3_000),
  variants: [
    { name: "2K", resolution: "2K", price: cents(2_400), file_name: "barn-2k.zip", description: "48 frames" },
    { name: "4K", resolution: "4K", price: cents(3_600), file_name: "barn-4k.zip", description: "48 frames" },
  ],
  options: [],
  attributes: [{ name: "Frames", value: "48" }],
};

/** The prices of a free collection. */
const FREE: Partial<StockedCollection> = {
  access: "free",
  price: cents(0),
  original_price: null,
  credit_price: null,
  upgrade_credit_price: null,
  variants: FIRE.variants.map((each) => ({ ...each, price: cents(0) })),
};

const stocked = (known: Collection | null = null, what: StockedCollection = FIRE): Collection =>
  fromStocked(what, { id: 7, existingCollection: known, firstVariantId: 70, sold: new Set(), today: "2026-11-21" });

const paths = (change: Partial<StockedCollection>): readonly string[] =>
  stockProblems({ ...FIRE, ...change }).map(({ path }) => path.join("."));

describe("the size of a file", () => {
  it("CAT-03 is said in megabytes, and from a thousand of them on in gigabytes", () => {
    const cases = [1, 499_999, 1_500_000, 45_000_000, 999_499_999, 999_500_000, 1_234_000_000];
    expect(cases.map(fileSizeText)).toEqual(["1 MB", "1 MB", "2 MB", "45 MB", "999 MB", "1.0 GB", "1.2 GB"]);
  });
});

describe("what a store is stocked with", () => {
  it("CAT-03 an import names the files that it omits, and new ones that aren't there, scenes included", () => {
    const model = { ...FIRE, slug: "crate", library_id: 3 as never };
    const larger = {
      ...model,
      variants: FIRE.variants.map((each) => ({ ...each, file_name: `crate-${each.name}.zip` })),
    };
    const losses = (...there: readonly string[]) => importLosses([larger], [model], (path) => there.includes(path));
    const omitted = ["barn-2k.zip", "barn-4k.zip"];
    const missing = ["2K", "4K"].flatMap((size) => [`files/crate-${size}.zip`, `files/crate-${size}.glb`]);
    expect(losses()).toEqual([{ slug: "crate", omitted, missing }]);
    expect(losses(...missing)).toEqual([{ slug: "crate", omitted, missing: [] }]);
    // The same again takes nothing off sale, whatever the folder has, and neither does a collection not yet on sale.
    expect(importLosses([model], [model], () => false)).toEqual([]);
    expect(importLosses([larger], [], () => false)).toEqual([]);
  });

  it("CAT-03 CAT-04 each price and file that can't be sold by is named", () => {
    expect(paths({})).toEqual([]);
    const [small] = FIRE.variants;
    const twice = small === undefined ? [] : [small, small];
    const cases: readonly (readonly [Partial<StockedCollection>, readonly string[]])[] = [
      [{ access: "free" }, ["price", "variants.0.price", "variants.1.price"]],
      [{ credit_price: null, upgrade_credit_price: null }, ["credit_price"]],
      [{ credit_price: credits(0), upgrade_credit_price: null }, ["credit_price"]],
      [{ membership_tier: "gold" }, ["membership_tier"]],
      [{ original_price: cents(2_400) }, ["original_price"]],
      [{ upgrade_credit_price: credits(9) }, ["upgrade_credit_price"]],
      [{ upgrade_credit_price: credits(0) }, ["upgrade_credit_price"]],
      [{ variants: twice }, ["variants.1.file_name"]],
      [{ original_price: null, upgrade_credit_price: null }, []],
      [{ variants: [{ name: "x", price: cents(1), file_name: "x.mov", description: "x" }] }, ["variants.0"]],
      [{ variants: small === undefined ? [] : [{ ...small, width: 4_096 }] }, ["variants.0.resolution"]],
      [{ variants: small === undefined ? [] : [{ ...small, width: 2_048 }] }, []],
      [{ ...FREE }, []],
      [{ ...FREE, price: cents(1) }, ["price"]],
      [{ ...FREE, credit_price: credits(3) }, ["price"]],
      [{ ...FREE, access: "essentials", membership_tier: "gold" }, []],
      [{ credit_price: null }, ["credit_price", "upgrade_credit_price"]],
    ];
    for (const [change, expected] of cases) expect(paths(change), JSON.stringify(change)).toEqual(expected);
    const everything = stockProblems({
      ...FIRE,
      access: "free",
      membership_tier: "gold",
      credit_price: credits(0),
      upgrade_credit_price: credits(0),
      original_price: cents(1),
      variants: twice,
    });
    expect(everything.map(({ message }) => message)).toEqual([
      "A free collection must have a price of 0 and no credit_price.",
      "Use 1 credit or more, or null.",
      "Only an essentials collection can have a membership_tier.",
      "Use more than the price of 2400, or null.",
      "Use less than the credit_price, or null.",
      "Use 1 credit or more, or null.",
      "A variant of a free collection must have a price of 0.",
      "Another variant already uses barn-2k.zip.",
      "A variant of a free collection must have a price of 0.",
    ]);
    expect(stockProblems({ ...FIRE, credit_price: null })[0]?.message).toBe(
      "A premium collection needs a credit_price.",
    );
  });

  it("CAT-03 what is written down comes back as it was, with numbers of its own", () => {
    const made = stocked();
    expect(toStocked(made)).toEqual({ ...FIRE, release_date: "2026-11-21" });
    expect(made.collection_variants.map(({ id }) => id)).toEqual([70, 71]);
    expect([made.free_product, made.listed]).toEqual([false, false]);
    expect(made.collection_variants.map(({ file_size }) => file_size)).toEqual([null, null]);
    const variants = made.collection_variants.map((each) => ({ ...each, file_size: 9 }));
    const again = stocked({ ...made, collection_variants: variants });
    expect(again.collection_variants.map(({ file_size }) => file_size)).toEqual([9, 9]);
  });

  it("SHL-03 a release date is kept until an import names another", () => {
    const known = stocked(null, { ...FIRE, release_date: "2026-12-15" });
    expect(known.release_date).toBe("2026-12-15");
    expect(stocked(known).release_date).toBe("2026-12-15");
    expect(stocked(known, { ...FIRE, release_date: "2026-12-01" }).release_date).toBe("2026-12-01");
    // A collection from before there were release dates doesn't come out today.
    expect(stocked({ ...known, release_date: null }).release_date).toBeNull();
  });

  it("SHL-03 a collection is on sale or coming, never both, and neither without its files", () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => utcDay(instant(days * 86_400_000)));
    fc.assert(
      fc.property(fc.option(day), day, fc.boolean(), (release_date, today, isComplete) => {
        const { listed, coming } = releaseState(release_date, { isComplete, today });
        expect([listed, coming].filter(Boolean)).toHaveLength(isComplete ? 1 : 0);
        if (coming) expect(release_date !== null && release_date > today).toBe(true);
        // It doesn't go back.
        if (listed && release_date !== null)
          expect(releaseState(release_date, { isComplete, today: release_date })).toEqual({ listed, coming });
      }),
    );
  });

  it("SHL-03 an import that would take a collection off sale until a later date is noticed", () => {
    const onSale = [{ ...FIRE, release_date: "2026-11-01" }];
    const postponed = (release_date: string) => postponedReleases([{ ...FIRE, release_date }], onSale, "2026-11-21");
    expect(postponed("2026-12-15")).toEqual([{ slug: FIRE.slug, release_date: "2026-12-15" }]);
    expect([postponed("2026-11-01"), postponed("2026-11-21")]).toEqual([[], []]);
    expect(postponedReleases([FIRE], onSale, "2026-11-21")).toEqual([]);
    expect(postponedReleases([{ ...FIRE, release_date: "2026-12-15" }], [], "2026-11-21")).toEqual([]);
  });

  it("SHL-03 a release date is a day of the calendar", () => {
    expect(["2026-12-15", "2028-02-29"].every(isDay)).toBe(true);
    const wrong = ["", "2026-02-29", "2026-13-01", "2026-1-1", "15.12.2026", "2026-12-15T00:00:00Z", "tomorrow"];
    expect(wrong.filter(isDay)).toEqual([]);
  });

  it("CAT-03 a file keeps its number, and one that is left out stays for its owners alone if it was sold", () => {
    const file = fc.integer({ min: 0, max: 9 }).map((n) => ({
      name: `take ${n}`,
      resolution: "2K" as const,
      price: cents(n * 100),
      file_name: `take-${n}.zip`,
      description: "frames",
    }));
    const some = fc.uniqueArray(file, { selector: (each) => each.file_name, minLength: 1 });
    fc.assert(
      fc.property(some, some, fc.array(fc.integer({ min: 70, max: 79 })), (first, second, bought) => {
        const before = stocked(null, { ...FIRE, variants: first });
        const next = Math.max(...before.collection_variants.map(({ id }) => id)) + 1;
        const sold = new Set(bought);
        const after = fromStocked(
          { ...FIRE, variants: second },
          { id: 7, existingCollection: before, firstVariantId: next, sold, today: "2026-11-22" },
        );
        const find = (collection: Collection, name: string) =>
          collection.collection_variants.find(({ file_name }) => file_name === name);
        for (const { file_name, price } of second)
          expect(find(after, file_name)).toMatchObject({ price, listed: true });
        for (const { id, file_name } of before.collection_variants) {
          const isWritten = second.some((each) => each.file_name === file_name);
          const left = find(after, file_name);
          if (!isWritten && !sold.has(id)) expect(left).toBeUndefined();
          else expect(left).toMatchObject({ id, listed: isWritten });
        }
        const ids = after.collection_variants.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(
          toStocked(after)
            .variants.map(({ file_name }) => file_name)
            .sort(),
        ).toEqual(second.map(({ file_name }) => file_name).sort());
        // What only owners have doesn't keep the others from being offered.
        const needed = neededFiles(after).map(({ source }) => source);
        expect(needed.filter((name) => name.startsWith("files/"))).toHaveLength(second.length);
      }),
    );
  });

  it("CAT-03 a resolution follows from the width in pixels, and comes back as it was written", () => {
    const widths = [720, 1_920, 2_047, 2_048, 3_839, 3_840, 4_096, 5_760, 7_679, 7_680, 16_384];
    expect(widths.map((width) => resolutionOf(width))).toEqual([
      "HD",
      "HD",
      "HD",
      "2K",
      "2K",
      "4K",
      "4K",
      "6K",
      "6K",
      "8K",
      "8K",
    ]);
    expect(RESOLUTIONS.map(isAboveFree)).toEqual([false, false, true, true, true]);
    const variants = [
      { name: "Take", width: 8_192, price: cents(900), file_name: "take.mov", format: "ProRes", description: "ProRes" },
    ];
    const made = stocked(null, { ...FIRE, variants });
    expect(made.collection_variants).toMatchObject([
      { resolution: "8K", width: 8_192, height: null, format: "ProRes" },
    ]);
    expect(toStocked(made).variants).toEqual([{ ...variants[0], resolution: "8K" }]);
  });

  it("CAT-03 no two collections share the name of a media file", () => {
    const slug = fc.string({ unit: fc.constantFrom("a", "-640", "-tile"), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(slug, slug, fc.boolean(), (one, other, alpha) => {
        fc.pre(one !== other);
        const names = mediaNames({ slug: one, alpha, library_id: 1 as Collection["library_id"] });
        const shares = mediaNames({ slug: other, alpha, library_id: 1 as Collection["library_id"] }).some((name) =>
          names.includes(name),
        );
        if (shares) expect(slugsInTheWay(one)).toContain(other);
        expect(slugsInTheWay(one).includes(other)).toBe(slugsInTheWay(other).includes(one));
      }),
    );
    const roofs = [FIRE, { ...FIRE, slug: "barn-fire-tile", variants: [] }];
    expect(stockDoubles(roofs)).toMatchObject([
      { collection: 1, message: "barn-fire-tile and barn-fire would share a media file. Choose a different slug." },
    ]);
    expect(stockDoubles([...roofs].reverse())).toHaveLength(1);
  });

  it("CAT-03 DWN-01 a list names each collection and each file once", () => {
    const [first, second] = FIRE.variants;
    if (first === undefined || second === undefined) throw new Error("the sample has two variants");
    const other = { ...FIRE, slug: "other", variants: [{ ...first, file_name: "other.zip" }, second] };
    const places = (...list: readonly StockedCollection[]) =>
      stockDoubles(list).map(({ collection, path, first: before }) => [
        collection,
        path.join("."),
        before.collection,
        before.path.join("."),
      ]);
    expect(places(FIRE)).toEqual([]);
    expect(places(FIRE, { ...other, variants: [{ ...first, file_name: "other.zip" }] })).toEqual([]);
    expect(places(FIRE, other)).toEqual([[1, "variants.1.file_name", 0, "variants.1.file_name"]]);
    expect(places(FIRE, { ...FIRE, variants: [{ ...first, file_name: "other.zip" }] })).toEqual([
      [1, "slug", 0, "slug"],
    ]);
    expect(places(FIRE, FIRE)).toEqual([[1, "slug", 0, "slug"]]);
    // A duplicate within one collection is reported for that collection.
    expect(places({ ...FIRE, variants: [first, first] })).toEqual([]);
    expect(stockDoubles([FIRE, FIRE]).map(({ message }) => message)).toContain(
      "slug barn-fire is already in this list. Remove the duplicate.",
    );
  });

  it("CAT-03 a collection is offered once all that it needs is there", () => {
    const needed = neededFiles(stocked());
    const names = needed.map(({ name }) => name);
    expect(isStocked(needed, new Set(names))).toBe(true);
    for (const name of names) expect(isStocked(needed, new Set(names.filter((each) => each !== name)))).toBe(false);
  });

  it("CAT-01 DWN-01 a collection needs its pictures and its files, a model its scenes too", () => {
    const names = (change: Partial<Collection>) => neededFiles({ ...stocked(), ...change }).map(({ source }) => source);
    const pictures = ["barn-fire.avif", "barn-fire-640.avif", "barn-fire.jpg", "barn-fire-tile.mp4"];
    const media = (more: readonly string[]) => [...pictures, ...more].map((name) => `media/${name}`);
    const files = ["files/barn-2k.zip", "files/barn-4k.zip"];
    expect(names({})).toEqual([...media(["barn-fire.mp4", "barn-fire.webm"]), ...files]);
    expect(names({ alpha: false })).toEqual([...media(["barn-fire.mp4"]), ...files]);
    expect(names({ alpha: false, library_id: 3 as Collection["library_id"] })).toEqual([
      ...media(["barn-fire.glb"]),
      "files/barn-2k.zip",
      "files/barn-2k.glb",
      "files/barn-4k.zip",
      "files/barn-4k.glb",
    ]);
  });

  it("CAT-03 CRD-10 who owns a part pays the upgrade price, if any; what is withdrawn stays for owners", () => {
    const made = { ...stocked(), listed: true };
    expect([creditPriceFor(made, false), creditPriceFor(made, true)]).toEqual([9, 4]);
    expect(creditPriceFor({ ...made, upgrade_credit_price: null }, true)).toBe(9);
    expect(creditPriceFor({ ...made, upgrade_credit_price: credits(12) }, true)).toBe(9);
    expect(creditPriceFor({ ...made, credit_price: null }, true)).toBeNull();
    expect(creditsToGet({ ...made, access: "essentials" })).toBeNull();
    // Only premium items are sold for credits, even if others have a credit price.
    expect(creditPriceFor({ ...made, access: "essentials" }, false)).toBeNull();
    expect(creditPriceFor({ ...made, access: "free" }, true)).toBeNull();
    expect(creditsToGet(made)).toBe(4);
    expect([creditsToGet({ ...made, listed: false }), creditPriceFor({ ...made, listed: false }, true)]).toEqual([
      null,
      null,
    ]);
    const offered = (owns: boolean, ownsVariant: boolean) => pricesFor(made, { owns, ownsVariant });
    expect([offered(false, true), offered(false, false), offered(true, true)]).toMatchObject([
      { credit_price: 9, upgrade_credit_price: 4 },
      { credit_price: 9, upgrade_credit_price: null },
      { credit_price: 9, upgrade_credit_price: null },
    ]);
    expect([true, false].map((has) => isVisible({ listed: false }, has))).toEqual([true, false]);
    expect(isVisible({ listed: true }, false)).toBe(true);
  });
});
