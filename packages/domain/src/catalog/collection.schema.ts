import * as Schema from "effect/Schema";
import { Credits } from "../credits/credits.schema.ts";
import { Cents } from "../kernel/money.schema.ts";
import { Clip } from "./clip.schema.ts";

/** The three libraries: 1 2D elements, 2 practice footage, 3 3D assets. (CAT-01) */
export const LibraryId = Schema.Literals([1, 2, 3]).pipe(Schema.brand("LibraryId"));
export type LibraryId = typeof LibraryId.Type;

/** How a collection is reached: free for all, with any paid plan, or by credits or money. (DWN-04) */
export const Access = Schema.Literals(["free", "essentials", "premium"]);
export type Access = typeof Access.Type;

/** The tier labels of Essentials items. (CAT-04) */
export const MembershipTier = Schema.Literals(["silver", "gold", "elite"]);
export type MembershipTier = typeof MembershipTier.Type;

/** A resolution a variant is delivered in. (DWN-03) */
export const Resolution = Schema.Literals(["2K", "4K"]);
export type Resolution = typeof Resolution.Type;

/** One deliverable of a collection. `price` is the list price in cents. (CAT-03) */
export const CollectionVariant = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  resolution: Resolution,
  price: Cents,
  file_name: Schema.String,
  description: Schema.String,
  /** How large its file is, in bytes; null as long as there was none. */
  file_size: Schema.NullOr(Schema.Int),
});
export type CollectionVariant = typeof CollectionVariant.Type;

/** A product: a collection of takes or models that is sold as one. Prices in cents. (CAT-03) */
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
  /** What all of it costs in credits for who owns one of its variants; null where that is no less. */
  upgrade_credit_price: Schema.NullOr(Credits),
  price: Cents,
  /** What it cost before; null where it cost no more. */
  original_price: Schema.NullOr(Cents),
  collection_variants: Schema.Array(CollectionVariant),
  clips: Schema.Array(Clip),
  /** Whether it is offered. What was taken out of the shop stays with who has it. */
  listed: Schema.Boolean,
});
export type Collection = typeof Collection.Type;
