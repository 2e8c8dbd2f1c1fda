import * as Schema from "effect/Schema";

/** The maximum number of featured collections, of which those on sale are shown, and of ordered categories. */
export const MAX_FEATURED = 24;

const slugs = Schema.Array(Schema.String).check(Schema.isMaxLength(MAX_FEATURED));

/**
 * What the owner chose for the home page, by slugs: the collection behind the first words (null for the first one
 * shown), the collections that are shown first, and the categories that are listed first.
 */
export const HomePage = Schema.Struct({
  hero: Schema.NullOr(Schema.String),
  featured: slugs,
  categories: slugs,
}).annotate({ identifier: "HomePage" });
export type HomePage = typeof HomePage.Type;

/** The parts of the home page to change. */
export const HomePageChange = Schema.Struct({
  hero: Schema.optional(HomePage.fields.hero),
  featured: Schema.optional(HomePage.fields.featured),
  categories: Schema.optional(HomePage.fields.categories),
});
export type HomePageChange = typeof HomePageChange.Type;
