import { ZERO } from "../kernel/money.ts";
import { formatWhole } from "../kernel/whole-number.ts";
import type { CatalogRow } from "./catalog-row.ts";
import type { DeliverableFault, DeliverableGroup } from "./deliverables.ts";
import {
  ALPHA,
  type FrameFacts,
  type MediaFacts,
  type ProbedDeliverable,
  factsText,
  hasMatte,
  rateOf,
  rateText,
  resolutionLabel,
  sizeOf,
} from "./media-facts.ts";
import { type Resolution, isAboveFree } from "./resolution.ts";
import type { LibraryId } from "./collection.schema.ts";
import type { StockedCollection, StockedVariant } from "./stock.schema.ts";

/** Returns the distinct non-empty texts in order, joined by semicolons. */
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

/** The maximum length of a file name without its extension, in characters. */
const MAX_STEM = 110;

/**
 * Returns the file name under which a deliverable is sold. It depends on the deliverable alone, so adding or removing
 * others doesn't change it.
 */
const soldName = (group: DeliverableGroup, { facts, extension }: ProbedDeliverable, part: string): string => {
  const tagWords = facts.tag.split("-");
  const partWords = part.split("-").filter((word) => word !== "" && !tagWords.includes(word));
  const stem = [group.slug, resolutionLabel(facts).toLowerCase(), facts.tag, ...partWords];
  return `${stem.join("-").slice(0, MAX_STEM)}.${extension}`;
};

const partAt = ({ deliverables }: DeliverableGroup, n: number): string => deliverables[n]?.part ?? "";

/**
 * Returns a fault for each deliverable whose sold file name repeats an earlier one, because their paths differ only in
 * words that don't describe the file.
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
    const message = `This file and ${other} would both be named ${name}. Rename one to show how they differ.`;
    return other === undefined ? [] : [{ path, message }];
  });
};

/**
 * Returns the words that distinguish a part from others: those that not all parts share, or all of its words if only
 * numbers and single letters would remain.
 */
const distinctWords = (part: string, parts: readonly string[]): string => {
  const all = parts.map((each) => each.split("-"));
  const uniqueWords = part.split("-").filter((word) => !all.every((words) => words.includes(word)));
  return (
    uniqueWords.some((word) => /[a-z]{2}/.test(word)) || uniqueWords.length === 0 ? uniqueWords : part.split("-")
  ).join(" ");
};

/** Returns the variants of a collection, from low to high resolution. Their file names and names are unique. */
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
    const partLabel = distinctWords(
      part,
      alike.map((each) => each.part),
    );
    const format = partLabel === "" ? facts.format : `${facts.format}, ${partLabel}`;
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
  /** For each variant, the index of its deliverable. */
  readonly from: readonly number[];
}

/** Returns the row fields that are missing before a collection can be sold; empty if there are none. */
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
 * Returns the collection to import, made from deliverables, their facts, and their catalog row. Fields that the row
 * omits come from the folder and the facts. Call it only if `missingFields` and `nameFaults` are empty. (CLI-03)
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
    // A model has no alpha channel, even if its maps do.
    alpha: !isModel && frames.some(hasMatte),
    credit_price: row.credit_price ?? null,
    upgrade_credit_price: row.upgrade_credit_price ?? null,
    price: row.price ?? ZERO,
    original_price: row.original_price ?? null,
    ...(row.release_date === undefined ? {} : { release_date: row.release_date }),
    variants: variants.map(({ variant }) => variant),
    options: isModel ? [] : alphaOption(frames),
    attributes: attributesOf(ordered, row),
  };
  return { collection, from: variants.map(({ from }) => from) };
};
