import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { CollectionVariant, LibraryId } from "@backlot/domain/catalog/collection.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Wire } from "../driving/errors.ts";
import { Costs, ByKey, Id, AccountRequired } from "../driving/shared.ts";

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
      /** The license under which the file is owned; null if it isn't owned. */
      license_id: Schema.NullOr(LicenseId),
      /** Whether the file is still offered. A withdrawn collection stays available only to its owners. */
      available: Schema.Boolean,
    }),
  ),
  has_more: Schema.Boolean,
  /** The downloads that count toward the account's limit for the current UTC day. */
  downloads_today: Schema.Int,
}).annotate({ identifier: "DownloadPage" });

export type DownloadPage = typeof DownloadPage.Type;

/** A short-lived link to a file, with the daily download limit (null if unlimited) and the downloads counted today. */
const DownloadLink = Schema.Struct({
  url: Schema.String,
  download_limit: Schema.NullOr(Schema.Int),
  downloads_today: Schema.Int,
}).annotate({ identifier: "DownloadLink" });

const download = {
  params: { id: Id },
  success: DownloadLink,
  error: [Wire.notFound, Wire.downloadRefused, Wire.tooManyAttempts],
};

/** File downloads: a variant's ZIP, or only its 3D scene. */
export class Downloads extends HttpApiGroup.make("downloads")
  .add(
    /** Lists the files that the caller owns or has downloaded, newest first. */
    HttpApiEndpoint.get("list", "/variant_downloads", { query: ByKey, success: DownloadPage }),
    /** Returns a link to a file as a ZIP. Fails with the reason if the caller can't download it now. */
    HttpApiEndpoint.get("download", "/variant_downloads/:id/download", download).annotate(Costs, "download"),
    /** Returns a link to only the scene of a 3D asset. */
    HttpApiEndpoint.post("scene", "/variant_downloads/:id/scene", download).annotate(Costs, "download"),
    /** Returns the same link as `downloads.download`. */
    HttpApiEndpoint.post("collectionVariant", "/variant_downloads/:id/download_collection_variant", download).annotate(
      Costs,
      "download",
    ),
  )
  .middleware(AccountRequired) {}
