import * as Schema from "effect/Schema";

/** A search suggestion and the path it links to. */
export const SearchResult = Schema.Struct({
  type: Schema.Literals(["Keyword", "Collection", "Category"]),
  value: Schema.String,
  path: Schema.String,
  thumbnail: Schema.NullOr(Schema.String),
});
export type SearchResult = typeof SearchResult.Type;
