import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import {
  Access,
  Collection,
  CollectionVariant,
  LibraryId,
  MembershipTier,
  Resolution,
} from "@backlot/domain/catalog/collection.schema";
import { COLLECTION_SORTS } from "@backlot/domain/catalog/listing";
import { SearchResult } from "@backlot/domain/catalog/search.schema";
import { PackRange } from "@backlot/domain/credits/credit-pack.schema";
import { Notification } from "@backlot/domain/engagement/notification.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Sale } from "@backlot/domain/pricing/discount.schema";
import { Credits } from "@backlot/domain/credits/credits.schema";
import { LicenseId, LicenseTypeRow } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { PlanVariant } from "@backlot/domain/plans/plan.schema";
import { Wire } from "../driving/errors.ts";
import {
  Cacheable,
  ByKey,
  Id,
  LicenseQuery,
  RequestValidation,
  AccountRequired,
  Text,
  data,
} from "../driving/shared.ts";

/** A collection as the caller sees it, with prices and ownership. */
export const CollectionView = Schema.Struct({
  ...Collection.fields,
  /** Whether the caller owns the whole collection. */
  owned: Schema.Boolean,
  /** The slug of the collection's category. */
  category_slug: Schema.String,
  /** The ids of the variants that the caller owns, alone or with the whole collection. */
  owned_variant_ids: Schema.Array(Schema.Int),
  /** Whether the caller has saved the collection for later. */
  wishlisted: Schema.Boolean,
}).annotate({ identifier: "Collection" });

export type CollectionView = typeof CollectionView.Type;

/** The health check. Fails if the database doesn't respond. */
export class Health extends HttpApiGroup.make("health").add(
  HttpApiEndpoint.get("check", "/health", {
    success: Schema.Struct({ status: Schema.Literal("ok") }),
    error: [Wire.unavailable],
  }),
) {}

/** A running sale on new plans. `ends_at` is null if the sale has no scheduled end. */
export const RunningSaleView = Schema.Struct({ ...Sale.fields, ends_at: Schema.NullOr(Instant) }).annotate({
  identifier: "Sale",
});

export type RunningSaleView = typeof RunningSaleView.Type;

/** Store settings that clients need to compute prices and render pages. */
export const StoreSettingsView = Schema.Struct({
  licence_rule: Schema.Literals(["as-specified", "raise-is-upgrade"]),
  sale: Schema.NullOr(RunningSaleView),
  /** The notifications shown on every page. */
  notifications: Schema.Array(Notification),
  /** The slugs of published site pages, and the blog categories that have posts. */
  articles: Schema.Struct({ pages: Schema.Array(Schema.String), categories: Schema.Array(Schema.String) }),
}).annotate({ identifier: "StoreSettings" });

export type StoreSettingsView = typeof StoreSettingsView.Type;

const StockCounts = { elements: Schema.Int, clips: Schema.Int };

/** Store settings and catalog counts. */
export class Settings extends HttpApiGroup.make("settings")
  .add(
    HttpApiEndpoint.get("get", "/settings", { success: data(StoreSettingsView) }),
    // Separate from the settings, which every page loads, because this runs a count query.
    HttpApiEndpoint.get("claims", "/claims", { success: data(Schema.Struct({ essentials: Schema.Int })) }),
    /**
     * Returns the numbers of elements and clips on sale. `claimed` has the numbers that the home page is configured to
     * claim.
     */
    HttpApiEndpoint.get("stockClaims", "/claims/stock", {
      success: data(Schema.Struct({ ...StockCounts, claimed: Schema.Struct(StockCounts) })),
    }),
  )
  .middleware(RequestValidation) {}

/** The license table: all six licenses, from lowest to highest. */
export class LicenseTypes extends HttpApiGroup.make("licenseTypes").add(
  HttpApiEndpoint.get("list", "/license_types", { success: Schema.Array(LicenseTypeRow) }),
) {}

/** Plans priced for one license. */
export class PlanVariants extends HttpApiGroup.make("planVariants")
  .add(
    HttpApiEndpoint.get("list", "/plan_variants", {
      query: LicenseQuery,
      success: Schema.Array(PlanVariant),
    }).annotate(Cacheable, true),
    HttpApiEndpoint.get("get", "/plan_variants/:id", {
      params: { id: Id },
      query: LicenseQuery,
      success: PlanVariant,
      error: [Wire.notFound, Wire.conflict],
    }).annotate(Cacheable, true),
  )
  .middleware(RequestValidation) {}

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
 * A category of a library. `collections` is the number of collections in it, and `cover` the slug of the one whose
 * picture represents it.
 */
export const CategoryView = Schema.Struct({
  library_id: LibraryId,
  slug: Schema.String,
  name: Schema.String,
  collections: Schema.Int,
  cover: Schema.String,
}).annotate({ identifier: "Category" });

export type CategoryView = typeof CategoryView.Type;

/** The catalog as the caller sees it. `limit` defaults to 24. */
export class Collections extends HttpApiGroup.make("collections")
  .add(
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
    }).annotate(Cacheable, true),
    HttpApiEndpoint.get("categories", "/categories", {
      query: { library_id: Schema.optional(LibraryId) },
      success: data(Schema.Array(CategoryView)),
    }).annotate(Cacheable, true),
    HttpApiEndpoint.get("related", "/collections/:slug/related", {
      params: { slug: Text },
      success: data(Schema.Array(CollectionView)),
      error: Wire.notFound,
    }).annotate(Cacheable, true),
    HttpApiEndpoint.get("get", "/collections/:slug", {
      params: { slug: Text },
      success: CollectionView,
      error: Wire.notFound,
    }).annotate(Cacheable, true),
  )
  .middleware(RequestValidation) {}

/** Search box suggestions: words, collections, and categories of a library, 2D by default. `cq` is the typed text. */
export class Searches extends HttpApiGroup.make("searches")
  .add(
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
    HttpApiEndpoint.get("prices", "/products/:id/prices", {
      params: { id: Id },
      success: data(Schema.Array(Schema.Struct({ license_id: LicenseId, price: Cents }))),
      error: Wire.notFound,
    }),
  )
  .middleware(RequestValidation) {}

/**
 * A credit pack priced for a license. Prices and costs per credit are in dollars with two decimals, other prices in
 * cents.
 */
export const CreditPackVariant = Schema.Struct({
  id: Schema.Int,
  amount: Credits,
  recurring_credits: Credits,
  price: Cents,
  adjusted_price: Cents,
  individual_price_per_credit: Schema.String,
  business_price_per_credit: Schema.String,
  cost_per_credit: Schema.String,
  adjusted_cost_per_credit: Schema.String,
}).annotate({ identifier: "CreditPackVariant" });

export type CreditPackVariant = typeof CreditPackVariant.Type;

/** Credit packs priced for one license, and the price ranges of custom amounts. */
export class CreditPacks extends HttpApiGroup.make("creditPacks")
  .add(
    HttpApiEndpoint.get("list", "/credit_pack_variants", {
      query: LicenseQuery,
      success: Schema.Struct({
        data: Schema.Array(CreditPackVariant),
        custom_credit_packs_prices: Schema.Array(PackRange),
      }),
    }).annotate(Cacheable, true),
  )
  .middleware(RequestValidation) {}

/** The account's saved collections, last saved first. `id` is a collection's id. */
export class Wishlists extends HttpApiGroup.make("wishlists")
  .add(
    HttpApiEndpoint.get("list", "/wishlists", { query: ByKey, success: CollectionPage }),
    HttpApiEndpoint.put("add", "/wishlists/:id", {
      params: { id: Id },
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound, Wire.conflict],
    }),
    HttpApiEndpoint.delete("remove", "/wishlists/:id", { params: { id: Id }, success: HttpApiSchema.NoContent }),
  )
  .middleware(AccountRequired) {}

/**
 * A page of the files that the account downloaded or owns, newest first. Pass the last variant's id as `starting_after`
 * to get the next page.
 */
export const DownloadPage = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      variant: CollectionVariant,
      collection: Schema.Struct({
        id: Schema.Int,
        slug: Schema.String,
        name: Schema.String,
        library_id: LibraryId,
      }),
      /** When the file was last downloaded; null if it is owned but was never downloaded. */
      downloaded_at: Schema.NullOr(Instant),
      owned: Schema.Boolean,
      /** Whether the file is still offered. A withdrawn collection stays available only to its owners. */
      available: Schema.Boolean,
    }),
  ),
  has_more: Schema.Boolean,
}).annotate({ identifier: "DownloadPage" });

export type DownloadPage = typeof DownloadPage.Type;

/** A short-lived link to a file, with the daily download limit (null if unlimited) and the downloads counted today. */
export const DownloadLink = Schema.Struct({
  url: Schema.String,
  download_limit: Schema.NullOr(Schema.Int),
  downloads_today: Schema.Int,
}).annotate({ identifier: "DownloadLink" });

const download = {
  params: { id: Id },
  success: DownloadLink,
  error: [Wire.notFound, Wire.downloadRefused],
};

/** File downloads: a variant's ZIP, or only its 3D scene. */
export class Downloads extends HttpApiGroup.make("downloads")
  .add(
    HttpApiEndpoint.get("list", "/variant_downloads", { query: ByKey, success: DownloadPage }),
    HttpApiEndpoint.get("download", "/variant_downloads/:id/download", download),
    HttpApiEndpoint.post("scene", "/variant_downloads/:id/scene", download),
    HttpApiEndpoint.post("collectionVariant", "/variant_downloads/:id/download_collection_variant", download),
  )
  .middleware(AccountRequired) {}
