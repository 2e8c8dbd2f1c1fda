import * as Schema from "effect/Schema";

/** The maximum number of featured collections and of ordered categories. */
const MAX_FEATURED = 24;

const slugs = Schema.Array(Schema.String).check(Schema.isMaxLength(MAX_FEATURED));

/**
 * The owner's choices for the home page, as slugs: the hero collection (null for the first collection shown), the
 * collections to show first, and the categories to list first.
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
