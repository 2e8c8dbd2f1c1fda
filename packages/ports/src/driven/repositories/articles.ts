import type { Article, ArticleKind, ArticleSource, ArticleSummary } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** An article as it is kept: as staff wrote it, and as it is read. (SHL-03) */
export interface KeptArticle extends ArticleSource, Article {}

/** Which articles are listed, newest first, and behind which one. (SHL-03) */
export interface ArticleListing {
  readonly kind: ArticleKind | null;
  readonly category: string | null;
  /** The id of the last one before them; null for the newest. */
  readonly starting_after: number | null;
  readonly limit: number;
}

/** Pages of the site and posts of its blog. (SHL-03) */
export interface ArticleReads {
  readonly find: (kind: ArticleKind, slug: string) => Effect.Effect<KeptArticle | null>;
  readonly list: (listing: ArticleListing) => Effect.Effect<readonly ArticleSummary[]>;
}

/** Adds the writes and row locks to {@link ArticleReads}. */
export interface Articles extends ArticleReads {
  /** Keeps one, in place of one of its kind and address, whose id and time of publication stay. */
  readonly put: (article: Omit<KeptArticle, "id">) => Effect.Effect<KeptArticle>;
  /** Answers whether there was one. */
  readonly remove: (kind: ArticleKind, slug: string) => Effect.Effect<boolean>;
}
