import * as Schema from "effect/Schema";

/** What a search finds: a keyword, a collection or a category, with where it leads. (SRC-01) */
export const SearchResult = Schema.Struct({
  type: Schema.Literals(["Keyword", "Collection", "Category"]),
  value: Schema.String,
  path: Schema.String,
  thumbnail: Schema.NullOr(Schema.String),
});
export type SearchResult = typeof SearchResult.Type;
