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
import { Wire } from "../errors.ts";
import {
  AnswersVisitorsAlike,
  ByKey,
  Id,
  LicenseQuery,
  RequestValidation,
  AccountRequired,
  Text,
  data,
} from "./shared.ts";

/** A collection and how the caller stands to it. (CAT-03, DWN-04) */
export const CollectionView = Schema.Struct({
  ...Collection.fields,
  /** Whether the caller owns all of it. */
  owned: Schema.Boolean,
  /** The address of its category. (CAT-02) */
  category_slug: Schema.String,
  /** The variants that the caller owns: all of them with the collection, or single ones. */
  owned_variant_ids: Schema.Array(Schema.Int),
  /** Whether the caller saved it for later. (CAT-05) */
  wishlisted: Schema.Boolean,
}).annotate({ identifier: "Collection" });

export type CollectionView = typeof CollectionView.Type;

/** Whether the store can do its work. */
export class Health extends HttpApiGroup.make("health").add(
  HttpApiEndpoint.get("check", "/health", {
    success: Schema.Struct({ status: Schema.Literal("ok") }),
    error: [Wire.unavailable],
  }),
) {}

/** A sale of new plans that runs now; `ends_at` is null where nobody has said when it ends. (DSC-04) */
export const RunningSaleView = Schema.Struct({ ...Sale.fields, ends_at: Schema.NullOr(Instant) }).annotate({
  identifier: "Sale",
});

export type RunningSaleView = typeof RunningSaleView.Type;

/** How this store is set up, as far as it decides what others compute. (CHG-01, DSC-04) */
export const StoreSettingsView = Schema.Struct({
  licence_rule: Schema.Literals(["as-specified", "raise-is-upgrade"]),
  sale: Schema.NullOr(RunningSaleView),
  /** What every page announces. (SHL-05) */
  notifications: Schema.Array(Notification),
  /** What staff have written: addresses of pages, and categories that have posts. (SHL-03) */
  articles: Schema.Struct({ pages: Schema.Array(Schema.String), categories: Schema.Array(Schema.String) }),
}).annotate({ identifier: "StoreSettings" });

export type StoreSettingsView = typeof StoreSettingsView.Type;

const StockCounts = { elements: Schema.Int, clips: Schema.Int };

/** How this store is set up. */
export class Settings extends HttpApiGroup.make("settings")
  .add(
    HttpApiEndpoint.get("get", "/settings", { success: data(StoreSettingsView) }),
    // Apart from the settings, which every page asks for: this one is counted.
    HttpApiEndpoint.get("claims", "/claims", { success: data(Schema.Struct({ essentials: Schema.Int })) }),
    /** What the store has of what its first page claims, and what it would claim. (SHL-09) */
    HttpApiEndpoint.get("stockClaims", "/claims/stock", {
      success: data(Schema.Struct({ ...StockCounts, claimed: Schema.Struct(StockCounts) })),
    }),
  )
  .middleware(RequestValidation) {}

/** The license table. (LIC-01) */
export class LicenseTypes extends HttpApiGroup.make("licenseTypes").add(
  HttpApiEndpoint.get("list", "/license_types", { success: Schema.Array(LicenseTypeRow) }),
) {}

/** Plans, priced for a license. (PLN-01) */
export class PlanVariants extends HttpApiGroup.make("planVariants")
  .add(
    HttpApiEndpoint.get("list", "/plan_variants", {
      query: LicenseQuery,
      success: Schema.Array(PlanVariant),
    }).annotate(AnswersVisitorsAlike, true),
    HttpApiEndpoint.get("get", "/plan_variants/:id", {
      params: { id: Id },
      query: LicenseQuery,
      success: PlanVariant,
      error: [Wire.notFound, Wire.conflict],
    }).annotate(AnswersVisitorsAlike, true),
  )
  .middleware(RequestValidation) {}

/** A page of collections. The next one starts after its last. (CAT-02) */
export const CollectionPage = Schema.Struct({
  data: Schema.Array(CollectionView),
  has_more: Schema.Boolean,
}).annotate({ identifier: "CollectionPage" });

export type CollectionPage = typeof CollectionPage.Type;

/** A page of a listing; `corrected` is what was searched in place of what was typed. (CAT-02, SRC-03) */
export const CollectionListing = Schema.Struct({
  ...CollectionPage.fields,
  corrected: Schema.NullOr(Schema.String),
}).annotate({ identifier: "CollectionListing" });

export type CollectionListing = typeof CollectionListing.Type;

/** A category of a library: `slug` is its address, `cover` that of a collection in it. (CAT-02) */
export const CategoryView = Schema.Struct({
  library_id: LibraryId,
  slug: Schema.String,
  name: Schema.String,
  collections: Schema.Int,
  cover: Schema.String,
}).annotate({ identifier: "Category" });

export type CategoryView = typeof CategoryView.Type;

/** The catalog, as its caller stands to it. `limit` is 24 where it is not said. (CAT-02, CAT-03) */
export class Collections extends HttpApiGroup.make("collections")
  .add(
    HttpApiEndpoint.get("list", "/collections", {
      query: {
        library_id: Schema.optional(LibraryId),
        /** Words to find; the best matches stand first then. */
        q: Schema.optional(Text),
        /** The address of a category. */
        category: Schema.optional(Text),
        access: Schema.optional(Access),
        membership_tier: Schema.optional(MembershipTier),
        resolution: Schema.optional(Resolution),
        is_new: Schema.optional(Schema.Literals(["true", "false"])),
        sort: Schema.optional(Schema.Literals(COLLECTION_SORTS)),
        ...ByKey,
      },
      success: CollectionListing,
    }).annotate(AnswersVisitorsAlike, true),
    HttpApiEndpoint.get("categories", "/categories", {
      query: { library_id: Schema.optional(LibraryId) },
      success: data(Schema.Array(CategoryView)),
    }).annotate(AnswersVisitorsAlike, true),
    HttpApiEndpoint.get("related", "/collections/:slug/related", {
      params: { slug: Text },
      success: data(Schema.Array(CollectionView)),
      error: Wire.notFound,
    }).annotate(AnswersVisitorsAlike, true),
    HttpApiEndpoint.get("get", "/collections/:slug", {
      params: { slug: Text },
      success: CollectionView,
      error: Wire.notFound,
    }).annotate(AnswersVisitorsAlike, true),
  )
  .middleware(RequestValidation) {}

/**
 * What a search box suggests: words, collections and categories of a library, 2D where none is named. `cq` is what was
 * typed. (SRC-01)
 */
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

/** What a single item costs under each license, in cents: six prices by license. `id` is a variant. (ORD-05) */
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
 * A credit pack priced for a license. Prices in cents, costs per credit in dollars with two decimals. (CRD-01, CRD-04)
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

/** Credit packs, priced for a license. (CRD-01) */
export class CreditPacks extends HttpApiGroup.make("creditPacks")
  .add(
    HttpApiEndpoint.get("list", "/credit_pack_variants", {
      query: LicenseQuery,
      success: Schema.Struct({
        data: Schema.Array(CreditPackVariant),
        custom_credit_packs_prices: Schema.Array(PackRange),
      }),
    }).annotate(AnswersVisitorsAlike, true),
  )
  .middleware(RequestValidation) {}

/** What an account saved for later, last saved first. `id` is a collection. (CAT-05) */
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
 * A page of the files that an account downloaded or owns, newest first; the next one starts after the
 * variant of its last. (ACC-07)
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
      /** The last download; null for an owned file that was not fetched yet. */
      downloaded_at: Schema.NullOr(Instant),
      owned: Schema.Boolean,
      /** Whether it can be downloaded again: what was taken out of the shop is there for its owners alone. */
      available: Schema.Boolean,
    }),
  ),
  has_more: Schema.Boolean,
}).annotate({ identifier: "DownloadPage" });

export type DownloadPage = typeof DownloadPage.Type;

/** A link to a file that is good for a short while, and how the day stands. (DWN-01, DWN-02) */
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

/** Files of what an account may download: a variant, its 3D scene alone, or its whole ZIP. (DWN-01) */
export class Downloads extends HttpApiGroup.make("downloads")
  .add(
    HttpApiEndpoint.get("list", "/variant_downloads", { query: ByKey, success: DownloadPage }),
    HttpApiEndpoint.get("download", "/variant_downloads/:id/download", download),
    HttpApiEndpoint.post("scene", "/variant_downloads/:id/scene", download),
    HttpApiEndpoint.post("collectionVariant", "/variant_downloads/:id/download_collection_variant", download),
  )
  .middleware(AccountRequired) {}
