import type { Article, ArticleKind, ArticleSource, ArticleSummary } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A stored article: the Markdown that staff wrote, and the rendered HTML. */
export interface KeptArticle extends ArticleSource, Article {}

/** A query for a page of articles, newest first. A null kind or category matches all. */
export interface ArticleListing {
  readonly kind: ArticleKind | null;
  readonly category: string | null;
  /** The id of the last article on the previous page, or null for the first page. */
  readonly starting_after: number | null;
  readonly limit: number;
}

/** Read-only queries for site pages and blog posts. */
export interface ArticleReads {
  readonly find: (kind: ArticleKind, slug: string) => Effect.Effect<KeptArticle | null>;
  readonly list: (listing: ArticleListing) => Effect.Effect<readonly ArticleSummary[]>;
}

/** Adds writes to {@link ArticleReads}. Only available inside a transaction. */
export interface Articles extends ArticleReads {
  /**
   * Saves an article. An existing article with the same kind and slug is replaced, but keeps its id and publication
   * time.
   */
  readonly put: (article: Omit<KeptArticle, "id">) => Effect.Effect<KeptArticle>;
  /** Removes an article. Returns false if there was none. */
  readonly remove: (kind: ArticleKind, slug: string) => Effect.Effect<boolean>;
}
