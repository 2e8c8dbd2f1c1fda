import type { Article, ArticleKind, ArticleSource, ArticleSummary } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A stored article: the source that staff wrote, and the rendered text. */
export interface KeptArticle extends ArticleSource, Article {}

/** A query for articles, newest first. */
export interface ArticleListing {
  readonly kind: ArticleKind | null;
  readonly category: string | null;
  /** The id of the last article on the previous page, or null for the first page. */
  readonly starting_after: number | null;
  readonly limit: number;
}

/** Site pages and blog posts. */
export interface ArticleReads {
  readonly find: (kind: ArticleKind, slug: string) => Effect.Effect<KeptArticle | null>;
  readonly list: (listing: ArticleListing) => Effect.Effect<readonly ArticleSummary[]>;
}

/** Adds the writes to {@link ArticleReads}. */
export interface Articles extends ArticleReads {
  /** Saves an article. Replaces one of the same kind and slug, but keeps its id and publication time. */
  readonly put: (article: Omit<KeptArticle, "id">) => Effect.Effect<KeptArticle>;
  /** Removes an article. Returns false if there was none. */
  readonly remove: (kind: ArticleKind, slug: string) => Effect.Effect<boolean>;
}
