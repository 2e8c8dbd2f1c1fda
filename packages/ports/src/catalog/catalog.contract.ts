import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import {
  Access,
  Collection,
  LibraryId,
  MembershipTier,
  ReleaseDate,
  Resolution,
} from "@backlot/domain/catalog/collection.schema";
import { COLLECTION_SORTS } from "@backlot/domain/catalog/listing";
import { SearchResult } from "@backlot/domain/catalog/search.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Wire } from "../driving/errors.ts";
import { Cacheable, ByKey, Id, RequestValidation, AccountRequired, Text, data } from "../driving/shared.ts";

/** A collection as the caller sees it, with prices and ownership. */
export const CollectionView = Schema.Struct({
  ...Collection.fields,
  /** Whether the caller owns the whole collection. */
  owned: Schema.Boolean,
  /** The slug of the collection's category. */
  category_slug: Schema.String,
  /** The ids of the variants that the caller owns, alone or with the whole collection. */
  owned_variant_ids: Schema.Array(Schema.Int),
  /** The same variants, each with the license under which the caller owns it. The caller can upgrade that license. */
  owned_variants: Schema.Array(Schema.Struct({ id: Schema.Int, license_id: LicenseId })),
  /** Whether the caller has saved the collection. */
  wishlisted: Schema.Boolean,
}).annotate({ identifier: "Collection" });

export type CollectionView = typeof CollectionView.Type;

/** A collection on its own page. */
const CollectionDetail = Schema.Struct({
  ...CollectionView.fields,
  /**
   * The variants whose files the store renders on demand. `seconds` is the rendering time, or null if the file exists.
   */
  files_made: Schema.Array(Schema.Struct({ id: Schema.Int, seconds: Schema.NullOr(Schema.Int) })),
}).annotate({ identifier: "CollectionDetail" });

/** A page of collections. Pass the last id as `starting_after` to get the next page. */
export const CollectionPage = Schema.Struct({
  data: Schema.Array(CollectionView),
  has_more: Schema.Boolean,
}).annotate({ identifier: "CollectionPage" });

export type CollectionPage = typeof CollectionPage.Type;

/**
 * A page of a catalog listing or search. `corrected` is the search text after spelling correction, or null if nothing
 * was corrected.
 */
export const CollectionListing = Schema.Struct({
  ...CollectionPage.fields,
  corrected: Schema.NullOr(Schema.String),
}).annotate({ identifier: "CollectionListing" });

export type CollectionListing = typeof CollectionListing.Type;

/**
 * A category of a library. `collections` is the number of collections in it, and `cover` is the slug of the collection
 * whose picture represents it.
 */
export const CategoryView = Schema.Struct({
  library_id: LibraryId,
  slug: Schema.String,
  name: Schema.String,
  collections: Schema.Int,
  cover: Schema.String,
}).annotate({ identifier: "Category" });

export type CategoryView = typeof CategoryView.Type;

/** The announced details of a collection that isn't for sale yet. */
const ComingCollection = Schema.Struct({
  name: Schema.String,
  library_id: LibraryId,
  category: Schema.String,
  release_date: ReleaseDate,
}).annotate({ identifier: "ComingCollection" });

/** The catalog as the caller sees it. `limit` defaults to 24. */
export class Collections extends HttpApiGroup.make("collections")
  .add(
    /**
     * Lists or searches the catalog. The newest collections come first, or the best matches for a search. A visitor's
     * response may be up to a second old if the store uses a read replica.
     */
    HttpApiEndpoint.get("list", "/collections", {
      query: {
        library_id: Schema.optional(LibraryId),
        /** The search text. If given, the best matches come first and `sort` is ignored. */
        q: Schema.optional(Text),
        /** The slug of the category to list. */
        category: Schema.optional(Text),
        access: Schema.optional(Access),
        membership_tier: Schema.optional(MembershipTier),
        resolution: Schema.optional(Resolution),
        is_new: Schema.optional(Schema.Literals(["true", "false"])),
        sort: Schema.optional(Schema.Literals(COLLECTION_SORTS)),
        ...ByKey,
      },
      success: CollectionListing,
      // The store counts searches without results, so each one must reach it.
    }).annotate(Cacheable, ({ data: collections }: CollectionListing) => collections.length > 0),
    /** Lists the categories of a library, or of all libraries. */
    HttpApiEndpoint.get("categories", "/categories", {
      query: { library_id: Schema.optional(LibraryId) },
      success: data(Schema.Array(CategoryView)),
    }).annotate(Cacheable, true),
    /**
     * Returns the content of the home page. It includes the hero collection (null if nothing is for sale), up to 12
     * collections, and the categories of all libraries in the owner's order. The owner chose the first `featured`
     * collections; the others are the newest 2D elements.
     */
    HttpApiEndpoint.get("home", "/home", {
      success: data(
        Schema.Struct({
          hero: Schema.NullOr(CollectionView),
          collections: Schema.Array(CollectionView),
          featured: Schema.Int,
          categories: Schema.Array(CategoryView),
        }),
      ),
    }).annotate(Cacheable, true),
    /** Returns up to 100 upcoming collections, soonest first, and up to 24 released collections, newest first. */
    HttpApiEndpoint.get("releases", "/releases", {
      success: data(Schema.Struct({ coming: Schema.Array(ComingCollection), released: Schema.Array(CollectionView) })),
    }).annotate(Cacheable, true),
    /** Lists the collections most similar to a given collection, from the same library. */
    HttpApiEndpoint.get("related", "/collections/:slug/related", {
      params: { slug: Text },
      success: data(Schema.Array(CollectionView)),
      error: Wire.notFound,
    }).annotate(Cacheable, true),
    /** Returns a collection with its files and prices. Fails if it is neither for sale nor owned by the caller. */
    HttpApiEndpoint.get("get", "/collections/:slug", {
      params: { slug: Text },
      success: CollectionDetail,
      error: Wire.notFound,
    }).annotate(Cacheable, true),
  )
  .middleware(RequestValidation) {}

/** Search box suggestions: words, collections, and categories of a library, 2D by default. `cq` is the typed text. */
export class Searches extends HttpApiGroup.make("searches")
  .add(
    /** Suggests keywords, collections, and categories for the text typed so far. */
    HttpApiEndpoint.get("find", "/searches", {
      query: {
        cq: Text,
        from_searchbox: Schema.optional(Schema.Literals(["true", "false"])),
        library_id: Schema.optional(LibraryId),
      },
      success: Schema.Struct({
        keywords: Schema.Array(SearchResult),
        collections: Schema.Array(SearchResult),
        categories: Schema.Array(SearchResult),
      }),
    }),
  )
  .middleware(RequestValidation) {}

/** Prices of a single item under each of the six licenses, in cents. `id` is a collection variant's id. */
export class Products extends HttpApiGroup.make("products")
  .add(
    /** Returns the price of a file under each license, in cents. */
    HttpApiEndpoint.get("prices", "/products/:id/prices", {
      params: { id: Id },
      success: data(Schema.Array(Schema.Struct({ license_id: LicenseId, price: Cents }))),
      error: Wire.notFound,
    }),
  )
  .middleware(RequestValidation) {}

/** The account's saved collections, most recently saved first. `id` is a collection's id. */
export class Wishlists extends HttpApiGroup.make("wishlists")
  .add(
    /** Lists the caller's saved collections, most recently saved first. */
    HttpApiEndpoint.get("list", "/wishlists", { query: ByKey, success: CollectionPage }),
    /** Saves a collection. */
    HttpApiEndpoint.put("add", "/wishlists/:id", {
      params: { id: Id },
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound, Wire.conflict],
    }),
    /** Removes a collection from the caller's saved collections. */
    HttpApiEndpoint.delete("remove", "/wishlists/:id", { params: { id: Id }, success: HttpApiSchema.NoContent }),
  )
  .middleware(AccountRequired) {}
