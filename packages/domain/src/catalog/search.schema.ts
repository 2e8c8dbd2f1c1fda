import * as Schema from "effect/Schema";

/** A search suggestion and the path that it links to. `thumbnail` is the path of its picture, or null for a keyword. */
export const SearchResult = Schema.Struct({
  type: Schema.Literals(["Keyword", "Collection", "Category"]),
  value: Schema.String,
  path: Schema.String,
  thumbnail: Schema.NullOr(Schema.String),
});
export type SearchResult = typeof SearchResult.Type;
