import * as fc from "fast-check";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import { describe, expect, it } from "vitest";
import { variantLabel } from "../src/catalog/collection.ts";
import { readCatalogRow, rowConflicts, rowFor, unknownColumns, unusedRows } from "../src/catalog/catalog-row.ts";
import { slugOf } from "../src/catalog/deliverable-names.ts";
import { type DeliverableGroup, sortDeliverables } from "../src/catalog/deliverables.ts";
import type { FrameFacts, ModelFacts } from "../src/catalog/media-facts.ts";
import { lacksModel, missingFields, nameFaults, prepareCollection } from "../src/catalog/prepared.ts";
import { StockedCollection } from "../src/catalog/stock.schema.ts";
import { stockProblems } from "../src/catalog/stock.ts";

const group = (slug: string, more: Partial<DeliverableGroup> = {}): DeliverableGroup => ({
  ...{ slug, name: "Barn Fire", category: "Fire", library: null },
  ...{ deliverables: [{ kind: "frames", extension: "png", paths: ["a.0001.png"], part: "" }], ...more },
});

/** Returns deliverables that differ only by their parts. */
const deliverables = (...parts: readonly string[]): DeliverableGroup["deliverables"] =>
  parts.map((part) => ({ kind: "frames", extension: "png", paths: ["a.0001.png"], part }));

const FRAMES: FrameFacts = {
  ...{ _tag: "frames", format: "PNG sequence", tag: "png", frames: 48, rate: null, width: 2_048, height: 1_152 },
  ...{ depth: "8 bits per channel", alpha: "straight", color: "sRGB", notes: [] },
};

const MODEL: ModelFacts = {
  ...{ _tag: "model", format: "GLB", tag: "glb", triangles: 12_500, materials: 2 },
  map: { width: 4_096, height: 4_096 },
};

describe("the deliverables of a folder", () => {
  it("CLI-03 DEV-01 are named by the folder below the category, or by the file, without technical words", () => {
    const named = (...paths: string[]) =>
      sortDeliverables(paths).groups.map(({ slug, name, category, library }) => [slug, name, category, library]);
    expect(named("Fire/barn_fire_4k_exr/barn_fire.0001.exr")).toEqual([["barn-fire", "Barn Fire", "Fire", null]]);
    expect(named("Fire/Barn Fire/EXR 4K/frame.0001.exr")).toEqual([["barn-fire", "Barn Fire", "Fire", null]]);
    expect(named("Fire/shed-fire_ProRes4444_4096x2160.mov")).toEqual([["shed-fire", "Shed Fire", "Fire", null]]);
    expect(named("Fire/EXR/torch.0001.exr")).toEqual([["torch", "Torch", "Fire", null]]);
    expect(named("Practice Footage/Streets/night_walk.mp4")).toEqual([["night-walk", "Night Walk", "Streets", 2]]);
    expect(named("3D Assets/Props/crate_2k.glb")).toEqual([["crate", "Crate", "Props", 3]]);
    expect(named("Magic/Devil's Torch.webm", "Fire/C-4 Charge.zip")).toEqual([
      ["c-4-charge", "C 4 Charge", "Fire", null],
      ["devils-torch", "Devil's Torch", "Magic", null],
    ]);
    expect(named("torch.mov")).toEqual([["torch", "Torch", null, null]]);
    expect(named("Props/Picture Frame.png")).toEqual([["picture-frame", "Picture Frame", "Props", null]]);
  });

  it("CLI-03 are frames in order, videos, ZIPs, and models; files that belong together are one collection", () => {
    const { groups, faults } = sortDeliverables([
      ...["Fire/barn/b.0010.png", "Fire/barn/b.0009.png", "Fire/barn/b.0008.PNG"],
      ...["Fire/barn_4k.mov", "Fire/barn/barn_exr.zip"],
    ]);
    expect(faults).toEqual([]);
    expect(groups).toHaveLength(1);
    // Versions aren't frames.
    expect(sortDeliverables(["Fire/a_v01.png", "Fire/a_v03.png"])).toMatchObject({ groups: [{}, {}], faults: [] });
    const unpadded = Array.from({ length: 12 }, (_, n) => `Fire/f/fire${n + 1}.png`);
    expect(sortDeliverables(unpadded).groups[0]?.deliverables).toEqual([
      { kind: "frames", extension: "png", paths: unpadded, part: "fire" },
    ]);
    expect(groups[0]?.deliverables).toEqual([
      { kind: "zip", extension: "zip", paths: ["Fire/barn/barn_exr.zip"], part: "" },
      { kind: "video", extension: "mov", paths: ["Fire/barn_4k.mov"], part: "" },
      {
        ...{ kind: "frames", extension: "png", part: "b" },
        paths: ["Fire/barn/b.0008.PNG", "Fire/barn/b.0009.png", "Fire/barn/b.0010.png"],
      },
    ]);
  });

  it.each([
    [["Fire/a/a.0001.png", "Fire/a/a.0003.png"], "Fire/a/a.0001.png", "Frame 2 is missing."],
    [["Fire/a/a.001.png", "Fire/a/a.0001.png"], "Fire/a/a.0001.png", "Frame 1 appears twice."],
    [["Fire/a.blend"], "Fire/a.blend", ".blend files can't be prepared. Model and project files are sold in a ZIP."],
    [
      ["Fire/a/a.1.jpg", "Fire/a/a.2.jpg", "Fire/a/a.3.JPG"],
      "Fire/a/*.jpg",
      ".jpg files can't be prepared. Save these 3 files as PNG, TIFF, or EXR.",
    ],
    [
      ["3D/Props/statue/c.1001.png", "3D/Props/statue/c.1002.png", "3D/Props/statue/c.1011.png"],
      "3D/Props/statue/c.1001.png",
      "These look like a model's UDIM tiles. Put them in the model's ZIP.",
    ],
    [["Fire/炎.mov"], "Fire/炎.mov", "The name needs Latin letters or digits for its URL. Rename it."],
    [
      ["3D/Props/crate/crate.glb", "3D/Props/crate/color.png"],
      "3D/Props/crate/color.png",
      "A model's images and videos are sold in its ZIP. Put them there.",
    ],
    [
      ["Fire/torch.mov", "Smoke/torch.mov"],
      "Smoke/torch.mov",
      "Fire/torch.mov already uses the collection name torch in another category or library. Rename one.",
    ],
  ])("CLI-03 of %j are refused with words", (paths, path, message) => {
    expect(sortDeliverables(paths).faults.map(({ held: _, ...fault }) => fault)).toEqual([{ path, message }]);
  });

  it.each([
    ["Fire/Barn Fire/beauty/p.0001.exr", "beauty-p"],
    ["Practice Footage/Streets/Night Walk/cam_b.mp4", "cam-b"],
    ["Fire/barn_fire_4k_exr/barn_fire.0001.exr", ""],
    ["Fire/Barn Fire/barn_fire_4k_acescg_exr/barn.0001.exr", "acescg"],
    ["Fire/shed_fire_4k_alpha.mov", "alpha"],
    ["Fire/Barn Fire/take 02/barn_take_02.mov", "take-02"],
  ])("CLI-03 of %s are told apart by %j", (path, part) => {
    expect(sortDeliverables([path]).groups.flatMap((each) => each.deliverables)).toMatchObject([{ part }]);
  });

  it("CLI-03 leave a collection out whole if a frame of one of its files is missing", () => {
    const whole = ["Fire/barn/2k/b.0001.png", "Fire/barn/2k/b.0002.png", "Fire/torch.mov"];
    const gap = ["Fire/barn/4k/b.0001.exr", "Fire/barn/4k/b.0003.exr"];
    expect(sortDeliverables(whole).groups.map(({ slug }) => slug)).toEqual(["barn", "torch"]);
    const { groups, faults } = sortDeliverables([...whole, ...gap]);
    expect(groups.map(({ slug }) => slug)).toEqual(["torch"]);
    const held = { slug: "barn", category: "Fire" };
    expect(faults).toEqual([{ path: gap[0], message: "Frame 2 is missing.", held }]);
  });

  it("CLI-03 DEV-01 are each sold once or refused, in whatever order they are read", () => {
    const part = fc.constantFrom("Fire", "3D", "barn_4k", "exr", "torch", "Magic");
    const file = fc.constantFrom(
      "a.0001.png",
      "a.0002.png",
      "b_4k.mov",
      "c.glb",
      "d.zip",
      "e.blend",
      "4k.mp4",
      "f.png",
    );
    const path = fc
      .tuple(fc.array(part, { maxLength: 3 }), file)
      .map(([folders, name]) => [...folders, name].join("/"));
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
        const sorted = sortDeliverables(paths);
        expect(sortDeliverables([...paths].reverse())).toEqual(sorted);
        const sold = sorted.groups.flatMap(({ deliverables }) => deliverables.flatMap((each) => each.paths));
        expect(new Set(sold).size).toBe(sold.length);
        const refused = new Set(sorted.faults.map((fault) => fault.path));
        // Nothing of a collection with a fault is sold.
        const held = new Set(sorted.faults.map((fault) => fault.held?.slug));
        expect(sorted.groups.filter(({ slug }) => held.has(slug))).toEqual([]);
        // A fault names the first file of a sequence, and stands for all of it.
        const others = paths.filter((each) => !sold.includes(each) && !refused.has(each));
        expect(others.filter((each) => !each.endsWith(".0002.png"))).toEqual([]);
        for (const { slug } of sorted.groups) expect(slug).toBe(slugOf(slug));
      }),
    );
  });
});

describe("the rows of a spreadsheet", () => {
  it("CLI-03 are read in dollars and words, and say which cell is wrong", () => {
    const cells = { access: "Premium", credit_price: "9", price_usd: "$1,024.5", price_4k_usd: "36" };
    expect(
      readCatalogRow({ collection: "Barn Fire", ...cells, tags: "fire; barn", library: "3D", fps: "23.976" }),
    ).toEqual({
      collection: "barn-fire",
      row: {
        ...{ access: "premium", credit_price: 9, price: 102_450, price_4k: 3_600 },
        ...{ tags: ["fire", "barn"], library_id: 3, fps: 23.976 },
      },
      faults: [],
    });
    const wrong = {
      access: "cheap",
      price_usd: "ten",
      credit_price: "1.5",
      library: "4",
      fps: "0",
      made_by_provider: "?",
    };
    expect(readCatalogRow({ collection: "", ...wrong }).faults).toEqual([
      'library is "4". Use 1, 2, or 3.',
      'access is "cheap". Use free, essentials, premium.',
      'made_by_provider is "?". Use yes or no.',
      'credit_price is "1.5". Use a whole number of credits.',
      'price_usd is "ten". Use dollars such as 24 or 24.50.',
      'fps is "0". Use a frame rate such as 24 or 23.976.',
      "collection: use a slug, * for all, or a category followed by /*.",
    ]);
    expect(unknownColumns(["collection", "prise", "price_usd"])).toEqual(["prise"]);
  });

  it("CLI-03 go from all to a category to a collection, without prices that don't suit its access", () => {
    const rows = [
      { collection: "*", row: { access: "premium", credit_price: 6, price: 2_400, fps: 24 } },
      { collection: "fire/*", row: { price: 3_000 } },
      { collection: "barn-fire", row: { access: "free" } },
      { collection: "torch", row: { access: "essentials", membership_tier: "gold" } },
    ] as const;
    const read = rows as unknown as Parameters<typeof rowFor>[0];
    expect(rowFor(read, group("other", { category: null }))).toEqual(rows[0].row);
    expect(rowFor(read, group("other"))).toEqual({ ...rows[0].row, price: 3_000 });
    expect(rowFor(read, group("barn-fire"))).toEqual({ access: "free", fps: 24 });
    const torch = { access: "essentials", membership_tier: "gold", price: 3_000, fps: 24 };
    expect(rowFor(read, group("torch"))).toEqual(torch);
    expect(unusedRows(read, [group("torch")])).toEqual(["barn-fire"]);
    expect(unusedRows(read, [group("torch", { category: "Smoke" })])).toEqual(["fire/*", "barn-fire"]);
    expect(rowConflicts(read)).toEqual([]);
    const others = [...read, { collection: "torch", row: { fps: 25, access: "free" } }] as typeof read;
    expect(rowConflicts(others)).toEqual([{ collection: "torch", field: "access" }]);
  });
});

describe("a prepared collection", () => {
  const PRICED = { access: "premium", credit_price: 9, price: 2_400, price_4k: 3_600 } as never;

  it("CLI-03 says its facts, from low to high resolution, and has file names of its own", () => {
    const large = { ...FRAMES, width: 4_096, height: 2_304, format: "OpenEXR sequence", tag: "exr" } as const;
    const exr = { ...large, rate: 24, depth: "16-bit half float", alpha: "light", color: "linear" } as const;
    const probed = [exr, FRAMES, FRAMES].map((facts) => ({ facts, extension: "zip" }));
    const parts = deliverables("", "barn-wide", "barn-close");
    const { collection, from } = prepareCollection(group("barn-fire", { deliverables: parts }), probed, PRICED);
    expect(from).toEqual([2, 1, 0]);
    expect(collection.variants.map(({ name, file_name, price }) => [name, file_name, price])).toEqual([
      ["Barn Fire 2K PNG sequence, close", "barn-fire-2k-png-barn-close.zip", 2_400],
      ["Barn Fire 2K PNG sequence, wide", "barn-fire-2k-png-barn-wide.zip", 2_400],
      ["Barn Fire 4K OpenEXR sequence", "barn-fire-4k-exr.zip", 3_600],
    ]);
    expect(collection.variants[2]?.description).toBe(
      "OpenEXR sequence, 48 frames at 4096 × 2304, 24 fps, 16-bit half float, linear, additive light, no matte",
    );
    // Where a resolution has several files, the format tells them apart.
    const formats = ["PNG sequence, close", "PNG sequence, wide", undefined];
    expect(collection.variants.map(({ format }) => format)).toEqual(formats);
    expect(variantLabel({ resolution: "2K", format: "PNG sequence, wide" })).toBe("2K PNG sequence, wide");
    expect(variantLabel({ resolution: "4K", format: null })).toBe("4K");
    expect(collection).toMatchObject({ alpha: true, library_id: 1, name: "Barn Fire", category: "Fire" });
    expect(collection.attributes).toContainEqual({ name: "Length", value: "2.0 s" });
  });

  it("CLI-03 DWN-01 sells a file under the same name, whatever is added or taken away", () => {
    const paths = ["a/p.0001.png", "b/p.0001.png", "cam_b.mp4", "cam_c.mp4", "cam_c_4k.mp4", "x_hq.mov", "x_lt.mov"];
    const namesOf = (chosen: readonly string[]): ReadonlyMap<string, string> => {
      const [found] = sortDeliverables(chosen.map((path) => `Fire/Barn Fire/${path}`)).groups;
      if (found === undefined) return new Map();
      const probed = found.deliverables.map(({ kind, extension, paths: [path] }) => ({
        facts: { ...FRAMES, tag: kind === "frames" ? "png" : "h264", width: path.includes("4k") ? 4_096 : 1_920 },
        extension,
      }));
      expect(nameFaults(found, probed)).toEqual([]);
      const { collection, from } = prepareCollection(found, probed, PRICED);
      return new Map(
        collection.variants.map(({ file_name }, n) => [found.deliverables[from[n] ?? 0]?.paths[0] ?? "", file_name]),
      );
    };
    const all = namesOf(paths);
    expect(new Set(all.values()).size).toBe(paths.length);
    fc.assert(
      fc.property(fc.subarray(paths), (chosen) => {
        for (const [path, name] of namesOf(chosen)) expect(name).toBe(all.get(path));
      }),
    );
  });

  it("CLI-03 names takes and cameras by more than a number or letter", () => {
    const probed = [FRAMES, FRAMES].map((facts) => ({ facts, extension: "zip" }));
    const formatsOf = (...parts: readonly string[]) =>
      prepareCollection(
        group("walk", { deliverables: deliverables(...parts) }),
        probed,
        PRICED,
      ).collection.variants.map(({ format }) => format);
    expect(formatsOf("take-01", "take-02")).toEqual(["PNG sequence, take 01", "PNG sequence, take 02"]);
    expect(formatsOf("cam-b", "cam-c")).toEqual(["PNG sequence, cam b", "PNG sequence, cam c"]);
    expect(formatsOf("beauty-p", "depth-p")).toEqual(["PNG sequence, beauty", "PNG sequence, depth"]);
  });

  it("CLI-03 is refused if two files have names that say nothing different", () => {
    const [found] = sortDeliverables(["Fire/Barn Fire/fire_4k.mov", "Fire/Barn Fire/fire_2k.mov"]).groups;
    const probed = [FRAMES, FRAMES].map((facts) => ({ facts: { ...facts, tag: "h264" }, extension: "mov" }));
    expect(nameFaults(found ?? group("none"), probed)).toEqual([
      {
        path: "Fire/Barn Fire/fire_4k.mov",
        message:
          "This file and Fire/Barn Fire/fire_2k.mov would both be named barn-fire-2k-h264.mov. " +
          "Rename one to show how they differ.",
      },
    ]);
  });

  it("CLI-03 has no alpha channel if all it has is light without a matte", () => {
    const probed = [{ facts: { ...FRAMES, alpha: "light" } as const, extension: "zip" }];
    const { collection } = prepareCollection(group("barn-fire"), probed, PRICED);
    expect(collection.alpha).toBe(false);
    expect(collection.options).toMatchObject([{ value: "no", disclaimer: "Additive light, no matte." }]);
  });

  it("CLI-03 of a model belongs to the 3D library, at the resolution of its largest map", () => {
    const { collection } = prepareCollection(group("crate"), [{ facts: MODEL, extension: "glb" }], PRICED);
    expect(collection.library_id).toBe(3);
    expect(collection.variants[0]).toMatchObject({
      ...{ width: 4_096, height: 4_096, file_name: "crate-4k-glb.glb", price: 3_600 },
      description: "GLB, 12,500 triangles, 2 materials, maps up to 4096 × 4096",
    });
    const bare = prepareCollection(group("crate"), [{ facts: { ...MODEL, map: null }, extension: "glb" }], PRICED);
    expect(bare.collection.variants[0]).toMatchObject({ resolution: "HD", file_name: "crate-hd-glb.glb" });
  });

  it("CLI-03 of a model with a ZIP has no alpha channel, and is described by the files in it", () => {
    const fbx: ModelFacts = { ...MODEL, format: "FBX", tag: "fbx", triangles: null, materials: null };
    const probed = [MODEL, fbx, FRAMES].map((facts) => ({ facts, extension: "zip" }));
    const { collection } = prepareCollection(group("crate"), probed, PRICED);
    expect(collection).toMatchObject({ alpha: false, options: [], library_id: 3 });
    expect(collection.variants.map(({ description }) => description)).toContain("FBX, maps up to 4096 × 4096");
    expect(lacksModel(collection, probed)).toBe(false);
    expect(lacksModel(collection, [{ facts: fbx, extension: "zip" }])).toBe(true);
  });

  it("CLI-03 DWN-03 counts the longer side of a portrait picture", () => {
    const portrait = { facts: { ...FRAMES, width: 2_160, height: 3_840 }, extension: "mov" };
    const [variant] = prepareCollection(group("walk"), [portrait], PRICED).collection.variants;
    expect(variant).toMatchObject({ file_name: "walk-4k-png.mov", price: 3_600 });
  });

  it("CLI-03 lacks what nothing says", () => {
    expect(missingFields(group("a", { category: null }), {})).toEqual(["category", "access", "price_usd"]);
    expect(missingFields(group("a"), { access: "premium" })).toEqual(["price_usd", "credit_price"]);
    expect(missingFields(group("a"), { access: "free" })).toEqual([]);
  });

  it("CLI-03 DEV-01 can be imported whatever its facts are", () => {
    const count = fc.integer({ min: 1, max: 100_000 });
    const frames = fc.record({
      _tag: fc.constant("frames" as const),
      ...{ frames: count, rate: fc.option(fc.constantFrom(23.976, 24, 60)), width: count, height: count },
      depth: fc.constant("8 bits per channel"),
      alpha: fc.constantFrom("none" as const, "straight" as const, "premultiplied" as const, "light" as const),
      color: fc.constantFrom("sRGB", "linear"),
      notes: fc.constantFrom([], ["interlaced"]),
    });
    const format = fc.constantFrom(
      { format: "PNG sequence", tag: "png" },
      { format: "ProRes 4444", tag: "prores-4444" },
    );
    const extension = fc.constantFrom("zip", "mov");
    const probing = fc.record({
      facts: fc.tuple(frames, format).map(([facts, how]) => ({ ...facts, ...how })),
      extension,
    });
    const decode = Schema.decodeUnknownResult(StockedCollection, { onExcessProperty: "error" });
    fc.assert(
      fc.property(fc.array(probing, { minLength: 1, maxLength: 20 }), (probed) => {
        const parts = deliverables(...probed.map((_, n) => `take-${n}`));
        const { collection, from } = prepareCollection(group("barn-fire", { deliverables: parts }), probed, PRICED);
        const read = decode(JSON.parse(JSON.stringify(collection)));
        expect(Result.isSuccess(read)).toBe(true);
        expect(stockProblems(collection)).toEqual([]);
        expect([...from].sort((a, b) => a - b)).toEqual(probed.map((_, n) => n));
        expect(new Set(collection.variants.map(({ name }) => name)).size).toBe(probed.length);
      }),
    );
  });
});
