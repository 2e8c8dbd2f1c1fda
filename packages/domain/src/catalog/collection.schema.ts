import * as Schema from "effect/Schema";
import { Credits } from "../credits/credits.schema.ts";
import { Cents } from "../kernel/money.schema.ts";
import { isDay } from "../kernel/calendar.ts";
import { Clip } from "./clip.schema.ts";
import { RESOLUTIONS } from "./resolution.ts";

/** The id of a library: 1 for 2D elements, 2 for practice footage, 3 for 3D assets. */
export const LibraryId = Schema.Literals([1, 2, 3]).pipe(Schema.brand("LibraryId"));
export type LibraryId = typeof LibraryId.Type;

/**
 * How customers can get a collection: "free" with any account, "essentials" with every paid plan, "premium" only by
 * buying it with credits or money.
 */
export const Access = Schema.Literals(["free", "essentials", "premium"]);
export type Access = typeof Access.Type;

/** The tier of an Essentials item, shown on its badge. */
export const MembershipTier = Schema.Literals(["silver", "gold", "elite"]);
export type MembershipTier = typeof MembershipTier.Type;

/** The label of a variant's resolution. */
export const Resolution = Schema.Literals(RESOLUTIONS);
export type Resolution = typeof Resolution.Type;

/** A day in UTC, such as "2026-12-15". */
export const ReleaseDate = Schema.String.check(
  Schema.makeFilter((text: string) => isDay(text), { expected: "a day such as 2026-12-15" }),
);
export type ReleaseDate = typeof ReleaseDate.Type;

/** A file of a collection that customers can buy and download. `price` is the list price in cents. */
export const CollectionVariant = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  resolution: Resolution,
  /** The size of a frame or map in pixels, or null if unknown. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  /**
   * The format, such as "OpenEXR sequence", if variants with the same resolution have different formats; otherwise
   * null.
   */
  format: Schema.NullOr(Schema.String),
  price: Cents,
  file_name: Schema.String,
  description: Schema.String,
  /** The file's size in bytes, or null until the file exists. */
  file_size: Schema.NullOr(Schema.Int),
  /** Whether it is for sale. Owners keep access to a variant that is no longer listed. */
  listed: Schema.Boolean,
}).annotate({ identifier: "CollectionVariant" });
export type CollectionVariant = typeof CollectionVariant.Type;

/**
 * A product: a collection of takes or models. Its variants can be bought separately with money; credits buy the whole
 * collection. Prices in cents. `membership_tier` is null for an item without a tier, and `credit_price` is null if
 * credits can't buy it. `made_by_provider` marks items that the store made itself.
 */
export const Collection = Schema.Struct({
  id: Schema.Int,
  slug: Schema.String,
  name: Schema.String,
  library_id: LibraryId,
  category: Schema.String,
  tags: Schema.Array(Schema.String),
  description: Schema.String,
  access: Access,
  free_product: Schema.Boolean,
  membership_tier: Schema.NullOr(MembershipTier),
  made_by_provider: Schema.Boolean,
  alpha: Schema.Boolean,
  credit_price: Schema.NullOr(Credits),
  /**
   * The price of the whole collection in credits for owners of one of its variants, or null if there is no discount.
   */
  upgrade_credit_price: Schema.NullOr(Credits),
  price: Cents,
  /** The price before a reduction, or null if it was not reduced. */
  original_price: Schema.NullOr(Cents),
  collection_variants: Schema.Array(CollectionVariant),
  clips: Schema.Array(Clip),
  /** Whether the collection is for sale. Owners keep access to a collection that is no longer listed. */
  listed: Schema.Boolean,
  /** The day (UTC) on which it went or will go on sale, or null if unknown. */
  release_date: Schema.NullOr(ReleaseDate),
  /** Whether it will automatically go on sale on its release date. */
  coming: Schema.Boolean,
});
export type Collection = typeof Collection.Type;
