import { hasScene, sceneFileName } from "./collection.ts";
import { resolutionOf } from "./resolution.ts";
import type { Collection, CollectionVariant } from "./collection.schema.ts";
import type { StockedCollection } from "./stock.schema.ts";

export type { StockedCollection, StockedVariant } from "./stock.schema.ts";

/** The last collection id that is reserved for samples, which the store renders itself. Imports get higher ones. */
export const LAST_SAMPLE_ID = 999;

/** A problem in an imported collection. `path` locates the field, such as `["variants", 0, "price"]`. */
export interface StockProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Returns the problems of an imported collection; empty if it can be sold. */
export const stockProblems = (stocked: StockedCollection): readonly StockProblem[] => {
  const { access, membership_tier, price, original_price, credit_price, upgrade_credit_price, variants } = stocked;
  const problems: StockProblem[] = [];
  const wrong = (path: StockProblem["path"], message: string): void => void problems.push({ path, message });
  if (access === "free" && (price > 0 || credit_price !== null))
    wrong(["price"], "A free collection must have a price of 0 and no credit_price.");
  if (access === "premium" && credit_price === null)
    wrong(["credit_price"], "A premium collection needs a credit_price.");
  if (credit_price === 0) wrong(["credit_price"], "Use 1 credit or more, or null.");
  if (access !== "essentials" && membership_tier !== null)
    wrong(["membership_tier"], "Only an essentials collection can have a membership_tier.");
  if (original_price !== null && original_price <= price)
    wrong(["original_price"], `Use more than the price of ${price}, or null.`);
  if (upgrade_credit_price !== null && (credit_price === null || upgrade_credit_price >= credit_price))
    wrong(["upgrade_credit_price"], "Use less than the credit_price, or null.");
  if (upgrade_credit_price === 0) wrong(["upgrade_credit_price"], "Use 1 credit or more, or null.");
  const fileNames = new Set<string>();
  for (const [n, { file_name, price: each, resolution, width, height }] of variants.entries()) {
    if (resolution === undefined && width === undefined)
      wrong(["variants", n], "Enter its width in pixels, or a resolution if it has no width.");
    if (resolution !== undefined && width !== undefined && resolutionOf(width, height) !== resolution)
      wrong(
        ["variants", n, "resolution"],
        `${width} × ${height ?? "?"} pixels is ${resolutionOf(width, height)}. Correct or omit the resolution.`,
      );
    if (fileNames.has(file_name)) wrong(["variants", n, "file_name"], `Another variant already uses ${file_name}.`);
    fileNames.add(file_name);
    if (access === "free" && each > 0)
      wrong(["variants", n, "price"], "A variant of a free collection must have a price of 0.");
  }
  return problems;
};

/**
 * A slug or file name that occurred earlier in the import. `collection` is the index of the collection that repeats it;
 * `first` is where it first occurred.
 */
export interface StockDouble extends StockProblem {
  readonly collection: number;
  readonly first: { readonly collection: number; readonly path: StockProblem["path"] };
}

/**
 * Returns the slugs and file names that repeat earlier ones, in import order, and then slugs that would share a media
 * file with an earlier one. Omits the files of a repeated collection, whose slug is reported already, and repetitions
 * within one collection, which `stockProblems` reports. (CAT-03, DWN-01)
 */
export const stockDoubles = (collections: readonly StockedCollection[]): readonly StockDouble[] => {
  const occurrences = new Map<string, StockDouble["first"]>();
  const first = new Map(collections.map(({ slug }, collection) => [slug, collection]));
  const inTheWay = collections.flatMap(({ slug }, collection) =>
    slugsInTheWay(slug).flatMap((other): readonly StockDouble[] => {
      const before = first.get(other);
      if (before === undefined || before >= collection) return [];
      const message = `${slug} and ${other} would share a media file. Choose a different slug.`;
      return [{ collection, path: ["slug"], first: { collection: before, path: ["slug"] }, message }];
    }),
  );
  const repeated = collections.flatMap(({ slug, variants }, collection) =>
    [
      { name: `slug ${slug}`, path: ["slug"] },
      ...variants.map(({ file_name }, n) => ({ name: `file ${file_name}`, path: ["variants", n, "file_name"] })),
    ].flatMap(({ name, path }) => {
      const first = occurrences.get(name);
      if (first === undefined) occurrences.set(name, { collection, path });
      const isOwn = first !== undefined && path.length > 1 && collections[first.collection]?.slug === slug;
      return first === undefined || isOwn
        ? []
        : [{ collection, path, first, message: `${name} is already in this list. Remove the duplicate.` }];
    }),
  );
  return [...repeated, ...inTheWay];
};

/**
 * Returns a stored collection in import form, without variants that aren't for sale and fields that the store derives.
 */
export const toStocked = (collection: Collection): StockedCollection => {
  const {
    id: _,
    free_product: __,
    listed: ___,
    coming: ____,
    release_date,
    collection_variants,
    clips,
    ...same
  } = collection;
  return {
    ...same,
    ...(release_date === null ? {} : { release_date }),
    variants: collection_variants
      .filter(({ listed }) => listed)
      .map(({ id: _id, file_size: _size, listed: _listed, width, height, format, ...variant }) => ({
        ...variant,
        ...(width === null ? {} : { width }),
        ...(height === null ? {} : { height }),
        ...(format === null ? {} : { format }),
      })),
    options: clips.flatMap((clip) => clip.optionables),
    attributes: clips.flatMap((clip) => clip.product_attributes),
  };
};

/** Returns the stored variants that an import omits. */
export const omittedVariants = <V extends Pick<CollectionVariant, "file_name">>(
  imported: readonly Pick<CollectionVariant, "file_name">[],
  storedVariants: readonly V[],
): readonly V[] => storedVariants.filter((each) => !imported.some(({ file_name }) => file_name === each.file_name));

/**
 * Returns the collection to store for an imported one. `existingCollection` has the same slug, or is null. Imported
 * variants are matched to its variants by file name. Of the omitted variants, only the `sold` ones are kept, for their
 * owners only. New ones get ids from `firstVariantId` up. A new collection starts unlisted, and its release date is
 * today unless the import sets one.
 */
export const fromStocked = (
  { variants, options, attributes, ...same }: StockedCollection,
  {
    id,
    existingCollection,
    firstVariantId,
    sold,
    today,
  }: {
    readonly id: number;
    readonly existingCollection: Collection | null;
    readonly firstVariantId: number;
    /** The ids of known variants that customers own. */
    readonly sold: ReadonlySet<number>;
    /** The day (UTC) of the import. */
    readonly today: string;
  },
): Collection => {
  const before = existingCollection?.collection_variants ?? [];
  let next = firstVariantId;
  const written = variants.map(({ width = null, height = null, format = null, ...described }) => {
    // The import is rejected if both are missing.
    const resolution = described.resolution ?? resolutionOf(width ?? 0, height ?? 0);
    const variant = { ...described, resolution, width, height, format };
    const existingVariant = before.find((each) => each.file_name === variant.file_name);
    if (existingVariant !== undefined)
      return { ...variant, id: existingVariant.id, file_size: existingVariant.file_size, listed: true };
    next += 1;
    return { ...variant, id: next - 1, file_size: null, listed: true };
  });
  const kept = omittedVariants(variants, before).flatMap((each) =>
    sold.has(each.id) ? [{ ...each, listed: false }] : [],
  );
  return {
    ...same,
    id,
    free_product: same.access === "free",
    collection_variants: [...written, ...kept].sort((a, b) => a.id - b.id),
    clips: [{ collection_id: id, optionables: options, product_attributes: attributes }],
    listed: existingCollection?.listed ?? false,
    release_date: same.release_date ?? (existingCollection === null ? today : existingCollection.release_date),
    coming: existingCollection?.coming ?? false,
  };
};

/** The suffixes that media names add to a slug, and that a slug itself can end with. */
const MEDIA_ENDS = ["-640", "-tile"] as const;

/** Returns the slugs that would share a media file name with a slug, such as "roof-tile" for "roof". */
export const slugsInTheWay = (slug: string): readonly string[] =>
  MEDIA_ENDS.flatMap((end) => [`${slug}${end}`, ...(slug.endsWith(end) ? [slug.slice(0, -end.length)] : [])]);

/** Returns the names of the media files on a collection's pages: images, videos, and 3D models. */
export const mediaNames = ({
  slug,
  alpha,
  library_id,
}: Pick<Collection, "slug" | "alpha" | "library_id">): readonly string[] => [
  `${slug}.avif`,
  `${slug}-640.avif`,
  `${slug}.jpg`,
  `${slug}-tile.mp4`,
  ...(hasScene({ library_id }) ? [`${slug}.glb`] : [`${slug}.mp4`]),
  ...(alpha ? [`${slug}.webm`] : []),
];

/** A file that a collection needs before it can be listed. */
export interface NeededFile {
  /** The file's path in the store's storage. */
  readonly name: string;
  /** The file's path in an import folder. */
  readonly source: string;
}

/** Returns whether a collection can be listed. True if all the files it needs are among the store's `fileNames`. */
export const isStocked = (needed: readonly NeededFile[], fileNames: Pick<ReadonlySet<string>, "has">): boolean =>
  needed.every(({ name }) => fileNames.has(name));

/**
 * Returns the files that a collection needs before it can be listed: its media, and the files that customers download.
 */
export const neededFiles = (collection: Collection): readonly NeededFile[] => [
  ...mediaNames(collection).map((name) => ({ name: `media/${name}`, source: `media/${name}` })),
  ...collection.collection_variants
    .filter(({ listed }) => listed)
    .flatMap((variant) => [
      { name: `files/${variant.id}`, source: `files/${variant.file_name}` },
      ...(hasScene(collection)
        ? [{ name: `files/${variant.id}.scene`, source: `files/${sceneFileName(variant)}` }]
        : []),
    ]),
];

/**
 * Returns the id of a multipart upload, made of the file's SHA-256 in hexadecimal and its name. Any command or process
 * can resume the upload of the same file.
 */
export const uploadId = (name: string, sha256: string): string => `${sha256}-${name.replace(/[^a-z0-9]+/g, "-")}`;
