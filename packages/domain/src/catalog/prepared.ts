import { ZERO } from "../kernel/money.ts";
import { formatWhole } from "../kernel/whole-number.ts";
import type { CatalogRow } from "./catalog-row.ts";
import type { DeliverableGroup } from "./deliverables.ts";
import { type Resolution, isAboveFree, resolutionOf } from "./resolution.ts";
import type { LibraryId } from "./collection.schema.ts";
import type { StockedCollection, StockedVariant } from "./stock.schema.ts";

/** What a file's alpha channel contains. "light" is color whose alpha is 0: it adds light and has no matte. */
export type AlphaKind = "none" | "straight" | "premultiplied" | "light";

/** The facts of a sequence or video. */
export interface FrameFacts {
  readonly _tag: "frames";
  /** The format for people, such as "PNG sequence" or "ProRes 4444". */
  readonly format: string;
  /** The format in file names, such as "exr". */
  readonly tag: string;
  readonly frames: number;
  /** Frames per second, or null if the files don't say. */
  readonly rate: number | null;
  readonly width: number;
  readonly height: number;
  /** The bit depth for people, such as "16 bits per channel". */
  readonly depth: string;
  readonly alpha: AlphaKind;
  /** The color space for people, such as "sRGB". */
  readonly color: string;
  /** What else there is to know, such as "interlaced". */
  readonly notes: readonly string[];
}

/** The facts of a 3D model. */
export interface ModelFacts {
  readonly _tag: "model";
  readonly format: string;
  readonly tag: string;
  readonly triangles: number;
  readonly materials: number;
  /** The size of its largest map in pixels, or null if it has none. */
  readonly map: { readonly width: number; readonly height: number } | null;
}

/** The facts of a deliverable. */
export type MediaFacts = FrameFacts | ModelFacts;

/** A deliverable's facts, and the extension of the file that is sold. */
export interface ProbedDeliverable {
  readonly facts: MediaFacts;
  readonly extension: string;
}

/** The frame rate of sequences that state none, in frames per second. */
export const ASSUMED_RATE = 24;

/** Returns whether the frame rate of a sequence is only assumed. */
export const isRateAssumed = (facts: MediaFacts, row: CatalogRow): boolean =>
  facts._tag === "frames" && facts.frames > 1 && facts.rate === null && row.fps === undefined;

/** Returns the frames per second of a sequence or video: what its files say, else its row, else what is assumed. */
export const rateOf = ({ rate }: FrameFacts, row: CatalogRow): number => rate ?? row.fps ?? ASSUMED_RATE;

const rateText = (rate: number): string => `${Number(rate.toFixed(3))} fps`;

const ALPHA: Readonly<Record<AlphaKind, string>> = {
  none: "",
  straight: "straight alpha",
  premultiplied: "premultiplied alpha",
  light: "additive light, no matte",
};

const count = (n: number, what: string): string => `${formatWhole(n)} ${what}${n === 1 ? "" : "s"}`;

/** Returns the facts of a file as one line for its page. */
export const factsText = (facts: MediaFacts, row: CatalogRow): string => {
  const parts =
    facts._tag === "model"
      ? [
          facts.format,
          count(facts.triangles, "triangle"),
          count(facts.materials, "material"),
          facts.map === null ? "no maps" : `maps up to ${facts.map.width} × ${facts.map.height}`,
        ]
      : [
          facts.format,
          ...(facts.frames === 1
            ? [`${facts.width} × ${facts.height}`]
            : [`${count(facts.frames, "frame")} at ${facts.width} × ${facts.height}`, rateText(rateOf(facts, row))]),
          facts.depth,
          facts.color,
          ALPHA[facts.alpha],
          ...facts.notes,
        ];
  return parts.filter((part) => part !== "").join(", ");
};

/** Returns the size to sort and label a file by, in pixels. A model without maps has none. */
const sizeOf = (facts: MediaFacts): { readonly width: number; readonly height: number } | null =>
  facts._tag === "model" ? facts.map : facts;

const resolutionLabel = (facts: MediaFacts): Resolution => resolutionOf(sizeOf(facts)?.width ?? 0);

/** Returns whether a file has a matte to composite it with. */
export const hasMatte = (facts: MediaFacts): boolean =>
  facts._tag === "frames" && (facts.alpha === "straight" || facts.alpha === "premultiplied");

/** Returns the different texts, in order. */
const distinct = (texts: readonly string[]): string => [...new Set(texts.filter((text) => text !== ""))].join("; ");

const attributesOf = (all: readonly MediaFacts[], row: CatalogRow): StockedCollection["attributes"] => {
  const sizes = all.flatMap((facts) => sizeOf(facts) ?? []).map(({ width, height }) => `${width} × ${height}`);
  const frames = all.filter((facts) => facts._tag === "frames");
  const models = all.filter((facts) => facts._tag === "model");
  const moving = frames.filter((facts) => facts.frames > 1);
  const texts: readonly (readonly [string, string])[] = [
    ["Frames", distinct(moving.map((facts) => formatWhole(facts.frames)))],
    ["Frame rate", distinct(moving.map((facts) => rateText(rateOf(facts, row))))],
    ["Length", distinct(moving.map((facts) => `${(facts.frames / rateOf(facts, row)).toFixed(1)} s`))],
    ["Format", distinct(all.map(({ format }) => format))],
    ["Triangles", distinct(models.map(({ triangles }) => formatWhole(triangles)))],
    ["Materials", distinct(models.map(({ materials }) => formatWhole(materials)))],
    ["Bit depth", distinct(frames.map(({ depth }) => depth))],
    ["Color space", distinct(frames.map(({ color }) => color))],
    [models.length > 0 ? "Maps" : "Resolution", distinct(sizes)],
  ];
  return texts.flatMap(([name, value]) => (value === "" ? [] : [{ name, value: value.slice(0, 200) }]));
};

const alphaOption = (all: readonly FrameFacts[]): StockedCollection["options"] => {
  if (all.length === 0) return [];
  const hasAlpha = all.some(hasMatte);
  const how = distinct(all.map(({ alpha }) => ALPHA[alpha]));
  return [
    {
      ...{ full_type: "Alpha channel", type: "alpha", value: hasAlpha ? "yes" : "no", position: 1 },
      ...{ disclaimer: how === "" ? null : `${how.charAt(0).toUpperCase()}${how.slice(1)}.`, base_value: null },
    },
  ];
};

/** Returns the variants of a collection, from low to high resolution. File names and names differ. */
const variantsOf = (
  group: DeliverableGroup,
  probed: readonly ProbedDeliverable[],
  row: CatalogRow,
): readonly { readonly variant: StockedVariant; readonly from: number }[] => {
  const order = probed
    .map((each, from) => ({ ...each, from, size: sizeOf(each.facts) }))
    .sort((a, b) => (a.size?.width ?? 0) - (b.size?.width ?? 0) || a.from - b.from);
  const used = new Map<string, number>();
  const isAlone = (label: Resolution): boolean =>
    probed.filter(({ facts }) => resolutionLabel(facts) === label).length === 1;
  return order.map(({ facts, extension, size, from }) => {
    const resolution = resolutionLabel(facts);
    const stem = `${group.slug}-${resolution.toLowerCase()}-${facts.tag}`;
    const before = used.get(stem) ?? 0;
    used.set(stem, before + 1);
    const [again, file] = before === 0 ? ["", stem] : [` ${before + 1}`, `${stem}-${before + 1}`];
    const variant: StockedVariant = {
      name: `${row.name ?? group.name} ${resolution} ${facts.format}${again}`.slice(0, 200),
      ...(size === null ? { resolution } : { width: size.width, height: size.height }),
      ...(isAlone(resolution) ? {} : { format: `${facts.format}${again}` }),
      price: (isAboveFree(resolution) ? row.price_4k : undefined) ?? row.price ?? ZERO,
      file_name: `${file}.${extension}`,
      description: factsText(facts, row),
    };
    return { variant, from };
  });
};

/** A collection made of deliverables. */
export interface PreparedCollection {
  readonly collection: StockedCollection;
  /** For each variant, the index of the deliverable that it was made of. */
  readonly from: readonly number[];
}

/** Returns what a collection lacks to be sold: fields for its row, or an empty list. */
export const missingFields = (group: DeliverableGroup, row: CatalogRow): readonly string[] => {
  const { access = "premium" } = row;
  return [
    ...(row.category === undefined && group.category === null ? ["category"] : []),
    ...(row.access === undefined ? ["access"] : []),
    ...(access !== "free" && row.price === undefined ? ["price_usd"] : []),
    ...(row.access === "premium" && row.credit_price === undefined ? ["credit_price"] : []),
  ];
};

/** Returns whether a collection would be a 3D asset without a model to show, which can't be sold. */
export const lacksModel = (collection: StockedCollection, probed: readonly ProbedDeliverable[]): boolean =>
  collection.library_id === 3 && !probed.some(({ facts }) => facts._tag === "model");

/**
 * Returns the collection to import for deliverables, their facts, and their row of the catalog. What the row leaves out
 * comes from the folder and the facts. Call it only if `missingFields` is empty. (CLI-03)
 */
export const prepareCollection = (
  group: DeliverableGroup,
  probed: readonly ProbedDeliverable[],
  row: CatalogRow,
): PreparedCollection => {
  const variants = variantsOf(group, probed, row);
  const ordered = variants.flatMap(({ from }) => probed[from]?.facts ?? []);
  const frames = ordered.filter((facts) => facts._tag === "frames");
  const isModel = ordered.some(({ _tag }) => _tag === "model");
  const name = row.name ?? group.name;
  const category = row.category ?? group.category ?? "";
  const best = ordered.at(-1);
  const library = isModel ? 3 : (row.library_id ?? group.library ?? 1);
  const collection: StockedCollection = {
    slug: group.slug,
    name,
    library_id: library as LibraryId,
    category,
    tags: row.tags ?? group.slug.split("-").filter((word) => word.length > 2),
    description: row.description ?? `${name}. ${best === undefined ? "" : factsText(best, row)}.`,
    access: row.access ?? "premium",
    membership_tier: row.membership_tier ?? null,
    made_by_provider: row.made_by_provider ?? true,
    alpha: frames.some(hasMatte),
    credit_price: row.credit_price ?? null,
    upgrade_credit_price: row.upgrade_credit_price ?? null,
    price: row.price ?? ZERO,
    original_price: row.original_price ?? null,
    variants: variants.map(({ variant }) => variant),
    options: alphaOption(frames),
    attributes: attributesOf(ordered, row),
  };
  return { collection, from: variants.map(({ from }) => from) };
};
