import { ZERO } from "../kernel/money.ts";
import { formatWhole } from "../kernel/whole-number.ts";
import type { CatalogRow } from "./catalog-row.ts";
import type { DeliverableFault, DeliverableGroup } from "./deliverables.ts";
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
  /** How many triangles it has, or null for files that can't be read, such as FBX. */
  readonly triangles: number | null;
  /** How many materials it has, or null for files that can't be read. */
  readonly materials: number | null;
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
          facts.triangles === null ? "" : count(facts.triangles, "triangle"),
          facts.materials === null ? "" : count(facts.materials, "material"),
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

const resolutionLabel = (facts: MediaFacts): Resolution => {
  const { width, height } = sizeOf(facts) ?? { width: 0, height: 0 };
  return resolutionOf(width, height);
};

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
    ["Triangles", distinct(models.map(({ triangles }) => (triangles === null ? "" : formatWhole(triangles))))],
    ["Materials", distinct(models.map(({ materials }) => (materials === null ? "" : formatWhole(materials))))],
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

/** The largest length of a file name without its extension. */
const MAX_STEM = 110;

/**
 * Returns the name of the file that is sold for a deliverable. It follows from the deliverable alone, so that it stays
 * the same file's name when others are added or taken away.
 */
const soldName = (group: DeliverableGroup, { facts, extension }: ProbedDeliverable, part: string): string => {
  const said = facts.tag.split("-");
  const own = part.split("-").filter((word) => word !== "" && !said.includes(word));
  const stem = [group.slug, resolutionLabel(facts).toLowerCase(), facts.tag, ...own];
  return `${stem.join("-").slice(0, MAX_STEM)}.${extension}`;
};

const partAt = ({ deliverables }: DeliverableGroup, n: number): string => deliverables[n]?.part ?? "";

/**
 * Returns the deliverables that would be sold under the file name of an earlier one: their paths differ only by words
 * that say nothing about the file.
 */
export const nameFaults = (
  group: DeliverableGroup,
  probed: readonly ProbedDeliverable[],
): readonly DeliverableFault[] => {
  const first = new Map<string, string>();
  return probed.flatMap((each, n): readonly DeliverableFault[] => {
    const name = soldName(group, each, partAt(group, n));
    const path = group.deliverables[n]?.paths[0] ?? group.slug;
    const other = first.get(name);
    first.set(name, other ?? path);
    const message = `It would be sold as ${name}, like ${other}: say in the name of one how they differ.`;
    return other === undefined ? [] : [{ path, message }];
  });
};

/** Returns the words of a part that tell it from others: those that not all have, or all if numbers or letters remain. */
const distinctWords = (part: string, parts: readonly string[]): string => {
  const all = parts.map((each) => each.split("-"));
  const own = part.split("-").filter((word) => !all.every((words) => words.includes(word)));
  return (own.some((word) => /[a-z]{2}/.test(word)) || own.length === 0 ? own : part.split("-")).join(" ");
};

/** Returns the variants of a collection, from low to high resolution. File names and names differ. */
const variantsOf = (
  group: DeliverableGroup,
  probed: readonly ProbedDeliverable[],
  row: CatalogRow,
): readonly { readonly variant: StockedVariant; readonly from: number }[] => {
  const order = probed
    .map((each, from) => ({ ...each, from, size: sizeOf(each.facts), part: partAt(group, from) }))
    .sort((a, b) => (a.size?.width ?? 0) - (b.size?.width ?? 0) || (a.part < b.part ? -1 : a.part > b.part ? 1 : 0));
  const isAlone = (label: Resolution): boolean =>
    probed.filter(({ facts }) => resolutionLabel(facts) === label).length === 1;
  return order.map(({ facts, extension, size, from, part }) => {
    const resolution = resolutionLabel(facts);
    const alike = order.filter(
      (each) => resolutionLabel(each.facts) === resolution && each.facts.format === facts.format,
    );
    const told = distinctWords(
      part,
      alike.map((each) => each.part),
    );
    const format = told === "" ? facts.format : `${facts.format}, ${told}`;
    const variant: StockedVariant = {
      name: `${row.name ?? group.name} ${resolution} ${format}`.slice(0, 200),
      ...(size === null ? { resolution } : { width: size.width, height: size.height }),
      ...(isAlone(resolution) ? {} : { format: format.slice(0, 40) }),
      price: (isAboveFree(resolution) ? row.price_4k : undefined) ?? row.price ?? ZERO,
      file_name: soldName(group, { facts, extension }, part),
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
  collection.library_id === 3 && !probed.some(({ facts }) => facts._tag === "model" && facts.triangles !== null);

/**
 * Returns the collection to import for deliverables, their facts, and their row of the catalog. What the row leaves out
 * comes from the folder and the facts. Call it only if `missingFields` and `nameFaults` are empty. (CLI-03)
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
    // A model has no alpha channel, whatever its maps have.
    alpha: !isModel && frames.some(hasMatte),
    credit_price: row.credit_price ?? null,
    upgrade_credit_price: row.upgrade_credit_price ?? null,
    price: row.price ?? ZERO,
    original_price: row.original_price ?? null,
    variants: variants.map(({ variant }) => variant),
    options: isModel ? [] : alphaOption(frames),
    attributes: attributesOf(ordered, row),
  };
  return { collection, from: variants.map(({ from }) => from) };
};
