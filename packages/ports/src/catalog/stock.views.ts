import * as Schema from "effect/Schema";
import { ReleaseDate } from "@backlot/domain/catalog/collection.schema";
import { StockedCollection } from "@backlot/domain/catalog/stock.schema";

/**
 * The result of importing one collection, with the files it needs. `sha256` is null for a file that is missing or that
 * the store generates.
 */
export const StockResult = Schema.Struct({
  id: Schema.Int,
  slug: Schema.String,
  outcome: Schema.Literals(["added", "changed", "unchanged"]),
  listed: Schema.Boolean,
  /** Whether it will automatically go on sale on its release date. */
  coming: Schema.Boolean,
  /** The day (UTC) on which it went or will go on sale, or null if unknown. */
  release_date: Schema.NullOr(ReleaseDate),
  files: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      source: Schema.String,
      is_there: Schema.Boolean,
      sha256: Schema.NullOr(Schema.String),
    }),
  ),
}).annotate({ identifier: "StockResult" });

export type StockResult = typeof StockResult.Type;

/**
 * A page of all collections, in the form that import accepts. Pass the last id as `starting_after` to get the next
 * page.
 */
export const StockPage = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ id: Schema.Int, listed: Schema.Boolean, coming: Schema.Boolean, collection: StockedCollection }),
  ),
  has_more: Schema.Boolean,
}).annotate({ identifier: "StockPage" });
