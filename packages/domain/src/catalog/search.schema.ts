import * as Schema from "effect/Schema";

/** A search suggestion, the path that it links to, and the path of its thumbnail; null for a keyword. */
export const SearchResult = Schema.Struct({
  type: Schema.Literals(["Keyword", "Collection", "Category"]),
  value: Schema.String,
  path: Schema.String,
  thumbnail: Schema.NullOr(Schema.String),
});
export type SearchResult = typeof SearchResult.Type;
